import { useMemo } from 'react';
import { formatCount, formatNumberOf, formatShare } from '../../base/amounts.ts';
import { objectNumber } from '../../base/object-number.ts';
import { floatWav } from '../../tensor/wav.ts';
import { useObjectUrl } from '../picture/picture-share.ts';
import { useLatest } from '../tensor-views/use-latest.ts';
import { type SoundDifference as Difference, soundDifference } from './difference.ts';
import classes from './sound-difference.module.css';
import { lengthText, useSoundFacts } from './sound-facts.ts';
import { SoundPlayer } from './sound-player.tsx';
import { decodedBytes, MAX_UNASKED_DECODED } from './sound-wave.ts';
import { decodedChannels, keepsRate, waveOfChannels } from './wave.ts';

/**
 * The first of two sounds less the second, drawn and played, where both have one rate, length and number of channels.
 * Otherwise why there is no difference.
 */
export function SoundDifference({ first, second }: { first: Blob; second: Blob }) {
  const [a, b] = [useSoundFacts(first), useSoundFacts(second)];
  const isLarge =
    a !== undefined &&
    b !== undefined &&
    decodedBytes(a, first.size) + decodedBytes(b, second.size) > MAX_UNASKED_DECODED;
  const rate = a?.rate;
  const isOne = keepsRate(rate) && rate === b?.rate && a?.channels === b.channels;
  const asked = isOne && !isLarge ? `${objectNumber(first)} ${objectNumber(second)}` : undefined;
  const { value, key, isLoading } = useLatest(asked, async () => {
    const [one, other] = await Promise.all([decodedChannels(first, rate), decodedChannels(second, rate)]);
    return { found: one && other && soundDifference(one, other), isDecoded: one !== undefined && other !== undefined };
  });
  if (!a || !b || isLoading) return <p className={classes.note}>Comparing…</p>;
  if (!isOne) return <p className={classes.note}>No difference: they have other rates or numbers of channels.</p>;
  if (isLarge) return <p className={classes.note}>No difference: they are too long to compare here.</p>;
  const result = key === asked ? value : undefined;
  if (!result?.isDecoded) return <p className={classes.note}>No difference: this browser cannot decode both.</p>;
  if (!result.found) return <p className={classes.note}>No difference: they have other lengths.</p>;
  return <Found found={result.found} rate={rate} />;
}

function Found({ found, rate }: { found: Difference; rate: number }) {
  const { channels, samples, differing, largest, at } = found;
  const { blob, wave } = useMemo(
    () => ({ blob: floatWav(channels, rate), wave: waveOfChannels(channels) }),
    [channels, rate],
  );
  const url = useObjectUrl(differing > 0 ? blob : undefined);
  if (differing === 0) return <p className={classes.note}>No sample of {formatCount(samples)} differs.</p>;
  return (
    <>
      <p className={classes.note}>
        {formatCount(differing)} of {formatNumberOf(samples, 'sample')} ({formatShare(differing / samples)}) differ. The
        largest difference is {Number(largest.toPrecision(3))} of full level, at {lengthText(at / rate)}.
      </p>
      {url !== undefined && <SoundPlayer key={url} blob={blob} url={url} label="difference" wave={wave} />}
    </>
  );
}
