import { useEffect, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { promiseMemo } from '../../base/memo.ts';
import { readSoundFacts, type SoundFacts } from '../../model/file/sound.ts';

/** What the header of a sound says: its player and the head of its pane ask for it. */
export const soundFactsOf = promiseMemo((blob: Blob) =>
  readSoundFacts(async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()), blob.size),
);

/** What the header of a sound says, before anything is decoded. Undefined until it is read. */
export function useSoundFacts(blob: Blob): SoundFacts | undefined {
  const [found, setFound] = useState<{ of: Blob; facts: SoundFacts }>();
  useEffect(() => {
    let isGone = false;
    soundFactsOf(blob)
      .then((facts) => {
        if (!isGone) setFound({ of: blob, facts });
      })
      // Where its bytes cannot be read, it cannot be played either, which is said.
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, [blob]);
  return found?.of === blob ? found.facts : undefined;
}

/** "16,000 Hz · mono · 16-bit". Its length stands where it is played. */
export function soundFactsText({ rate, channels, bits, isFloat }: SoundFacts): string {
  const parts = [
    rate && `${formatCount(rate)} Hz`,
    channels && (channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`),
    bits && `${bits}-bit${isFloat ? ' float' : ''}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** "1:02:03", "0:03". */
export function timeText(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** How long a sound plays: "0:03", and of less than a second "0.25 s". */
export function lengthText(seconds: number): string {
  return seconds < 0.995 ? `${Number(seconds.toPrecision(2))} s` : timeText(seconds);
}
