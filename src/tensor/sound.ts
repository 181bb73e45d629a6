import { type Envelope, envelopeOf, type LineValues } from './decimate.ts';
import { dtypeFacts } from './dtype.ts';
import type { PlaneAxis, TensorPlane } from './mapping.ts';

/** How numbers become samples from -1 to 1: by the range of their type, or so that the loudest is 1. */
export type SoundScale = 'type' | 'peak';

/** Stretches that the waveform of a channel is drawn by: twice those of a wide screen. */
export const WAVE_BINS = 4096;

/** The samples of a sound, and what was done to make them. */
export interface TensorSound {
  /** Of each channel, from -1 to 1. What is beyond is cut off. */
  channels: Float32Array<ArrayBuffer>[];
  scale: SoundScale;
  /** The greatest magnitude of the tensor's own numbers, less their middle where the type has no negative ones. */
  peak: number;
  /** Samples that are no numbers, or infinite: silence in their place. */
  notFinite: number;
  /** Samples that are cut off at -1 or 1. */
  clipped: number;
}

/** What is silence and what is full level for numbers of a type. Floats are at full level at 1. */
function rangeOf(dtype: string): { middle: number; full: number } {
  const { kind, bits = 8 } = dtypeFacts(dtype) ?? {};
  if (kind === 'int') return { middle: 0, full: 2 ** (bits - 1) };
  if (kind === 'uint') return { middle: 2 ** (bits - 1), full: 2 ** (bits - 1) };
  return { middle: 0, full: 1 };
}

/** How numbers are scaled unless somebody chooses: by their type, unless no sound fills it, or they are beyond it. */
function usualScale(dtype: string, peak: number): SoundScale {
  const { kind, bits = 8 } = dtypeFacts(dtype) ?? {};
  if (kind === 'float') return peak <= 1 ? 'type' : 'peak';
  return bits <= 32 ? 'type' : 'peak';
}

/**
 * Numbers as samples.
 *
 * @param values channel after channel: rows of a plane in row-major order
 * @param channels how many rows there are
 * @param wanted the scale. Undefined takes the usual one
 */
export function tensorSound(
  values: LineValues['values'],
  channels: number,
  dtype: string,
  wanted?: SoundScale,
): TensorSound {
  const { middle, full } = rangeOf(dtype);
  let [peak, notFinite] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    const value = (values[at] as number) - middle;
    if (value - value !== 0) notFinite++;
    else if (Math.abs(value) > peak) peak = Math.abs(value);
  }
  const scale = wanted ?? usualScale(dtype, peak);
  const unit = scale === 'type' ? full : peak || 1;
  const frames = channels > 0 ? values.length / channels : 0;
  let clipped = 0;
  const made = Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame++) {
      const value = ((values[channel * frames + frame] as number) - middle) / unit;
      if (value - value !== 0) continue;
      if (Math.abs(value) > 1) clipped++;
      samples[frame] = Math.max(-1, Math.min(1, value));
    }
    return samples;
  });
  return { channels: made, scale, peak, notFinite, clipped };
}

/** The waveform of one channel. */
export function waveOf(samples: Float32Array): Envelope {
  const size = Math.max(1, Math.ceil(samples.length / WAVE_BINS));
  return envelopeOf({ values: samples, offset: 0, step: 1 }, 0, samples.length, size);
}

/** Words for the two directions of a sound, as schemas write them. */
const CHANNEL_WORDS = /^(?:c|ch|chan|channels?|mics?|microphones?|ears?)$/i;
const SAMPLE_WORDS = /^(?:t|time|times|samples?|frames?|n_samples|num_samples|length|audio|waveform)$/i;

/** The axis that samples run along: the names of the dimensions decide, then the longer one. */
export function samplesAxis(
  { rows, columns }: Pick<TensorPlane, 'rows' | 'columns'>,
  names: { rows: string; columns: string },
): PlaneAxis {
  if (rows <= 1 || columns <= 1) return rows > 1 ? 'rows' : 'columns';
  const says = (name: string, words: RegExp) => words.test(name.trim());
  if (says(names.rows, CHANNEL_WORDS) || says(names.columns, SAMPLE_WORDS)) return 'columns';
  if (says(names.columns, CHANNEL_WORDS) || says(names.rows, SAMPLE_WORDS)) return 'rows';
  return rows > columns ? 'rows' : 'columns';
}
