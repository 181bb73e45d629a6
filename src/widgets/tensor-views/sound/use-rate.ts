import { useEffect, useState } from 'react';
import type { SoundRate } from '../view-props.ts';
import { FIRST_RATE, isPlayable } from './sound-settings.ts';

/** The rate of a sound, in samples a second. */
export interface RateFound {
  rate: number;
  /** What says so. Undefined where the reader does, or nothing. */
  from: string | undefined;
  /** Nothing states it: it is a guess. */
  isGuess: boolean;
}

/** The rate that the reader chose, else the first one that is stated and can be played, else a guess. */
export function useRate(rates: readonly SoundRate[] | undefined, chosen: number | undefined): RateFound {
  const [stated, setStated] = useState<{ of: readonly SoundRate[]; rate: number; from: string }>();
  useEffect(() => {
    if (!rates) return;
    const controller = new AbortController();
    const { signal } = controller;
    const find = async () => {
      for (const { from, read } of rates) {
        // One that cannot be read states nothing.
        const rate = await read(signal).catch(() => undefined);
        if (signal.aborted) return;
        if (rate !== undefined && isPlayable(rate)) return setStated({ of: rates, rate, from });
      }
    };
    void find();
    return () => controller.abort();
  }, [rates]);
  if (chosen !== undefined) return { rate: chosen, from: undefined, isGuess: false };
  if (stated && stated.of === rates) return { rate: stated.rate, from: stated.from, isGuess: false };
  return { rate: FIRST_RATE, from: undefined, isGuess: true };
}
