import { type ReactNode, useMemo } from 'react';
import { MAX_INLINE_PICTURE_BYTES } from '../../base/limits.ts';
import { useFileBlob, usePicture } from '../../state/hooks.ts';
import type { PictureSource } from '../../widgets/lightbox/shown-pictures.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { doubtText } from '../../widgets/picture/doubt.ts';
import { PicturePair } from '../../widgets/picture-pair/picture-pair.tsx';
import { type PictureSide, PictureSides } from '../../widgets/picture-pair/picture-sides.tsx';
import { choiceOf, type FileSide } from './file-side.ts';

interface Props {
  before: FileSide | undefined;
  after: FileSide | undefined;
  words: readonly [string, string];
}

/** Two pictures, or one where there is no other. Says why where one cannot be drawn, or is too expensive to draw. */
export function PairedPictures({ before, after, words: [first, second] }: Props) {
  const hasBoth = before !== undefined && after !== undefined;
  const a = usePictureSide(before, hasBoth ? first : '');
  const b = usePictureSide(after, hasBoth ? second : '');
  return <PairOfSides first={a} second={b} />;
}

/** Two pictures as `PicturePair`, where both can be drawn. */
export function PairOfSides({ first, second }: { first: PictureSide | undefined; second: PictureSide | undefined }) {
  if (first?.source && second?.source) return <PicturePair first={first} second={second} />;
  return <PictureSides sides={[first, second].filter((side) => side !== undefined)} />;
}

/** A picture file as a side of a pair. Undefined where there is no file. */
export function usePictureSide(side: FileSide | undefined, word: string): PictureSide | undefined {
  const drawn = useFilePicture(side);
  const path = side?.path;
  return useMemo(() => {
    if (path === undefined) return undefined;
    const label = [word, visibleText(path)].filter((part) => part !== '').join(': ');
    return 'source' in drawn ? { word, label, source: drawn.source } : { word, label, note: drawn.note };
  }, [path, word, drawn]);
}

/** A picture file that may be drawn without asking, or why not. */
function useFilePicture(side: FileSide | undefined): { source: PictureSource } | { note: ReactNode } {
  const reading = usePicture(side?.path, choiceOf(side));
  const picture = reading.status === 'ready' ? reading.value.picture : undefined;
  const isLarge = reading.status === 'ready' && reading.value.size > MAX_INLINE_PICTURE_BYTES;
  const doubt = picture && doubtText(picture);
  const isDrawn = picture !== undefined && doubt === undefined && !isLarge;
  const blob = useFileBlob(
    isDrawn ? side?.path : undefined,
    picture?.type ?? '',
    MAX_INLINE_PICTURE_BYTES,
    choiceOf(side),
  );
  const value = blob.status === 'ready' ? blob.value : undefined;
  const isLoading = reading.status === 'loading' || (isDrawn && blob.status === 'loading');
  return useMemo(() => {
    if (isDrawn && value)
      return { source: { kind: 'file', blob: value, size: picture.size, cost: picture.cost, isAsked: false } };
    if (isLoading) return { note: 'Reading…' };
    if (doubt !== undefined) return { note: doubt };
    if (isLarge) return { note: 'Too large to show here. See it under Files.' };
    return { note: picture ? 'It cannot be shown as a picture.' : 'Not a picture.' };
  }, [isDrawn, value, picture, isLoading, doubt, isLarge]);
}
