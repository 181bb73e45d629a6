import { useEffect, useState } from 'react';
import type { PictureCost } from '../../picture/cost.ts';
import { PictureScreen } from '../../picture/screen.ts';

/** Shared by all pictures of the page. */
const screen = new PictureScreen();

const NO_COST: PictureCost = { memory: 0, time: 0 };

type Share = 'none' | 'waiting' | 'granted';

/**
 * Whether there is room for a picture among those on the screen, and what draws it in any case.
 *
 * @param isAsked whether the reader wants this picture, whatever it costs
 */
export function usePictureShare(cost: PictureCost | undefined, isOnScreen: boolean, isAsked: boolean) {
  const { memory, time } = cost ?? NO_COST;
  const [isWanted, setWanted] = useState(false);
  const isForced = isAsked || isWanted;
  const [share, setShare] = useState<Share>('none');
  useEffect(() => {
    if (!isOnScreen) return;
    setShare('waiting');
    const giveBack = screen.ask({ memory, time }, () => setShare('granted'), isForced);
    return () => {
      giveBack();
      setShare('none');
    };
  }, [memory, time, isOnScreen, isForced]);
  return { share, force: () => setWanted(true) };
}

/**
 * Milliseconds after which an address is given up. An image that is removed while it loads still asks for it, on a busy
 * machine many seconds later.
 */
const REVOKE_AFTER_MS = 60_000;

/** An address of the blob, for as long as the component is shown. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [held, setHeld] = useState<{ of: Blob; url: string }>();
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    setHeld({ of: blob, url });
    return () => void setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
  }, [blob]);
  return blob && held?.of === blob ? held.url : undefined;
}
