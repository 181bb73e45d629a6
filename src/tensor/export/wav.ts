import { formatCount } from '../../base/amounts.ts';
import { TooLargeError, UnsupportedError } from '../../base/errors.ts';
import { dtypeFacts } from '../dtype.ts';
import type { TensorReader } from '../values.ts';
import { type PartAxis, partCount, partValues, type TensorPart } from './part.ts';
import type { ExportOptions } from './tensor-file.ts';

/** Formats of samples, by their numbers in a header. */
const PCM = 1;
const FLOAT = 3;

interface Samples {
  format: typeof PCM | typeof FLOAT;
  bytes: 1 | 2 | 4;
  /** Samples as they are stored. */
  encode(values: ArrayLike<number>): Uint8Array | Int16Array | Int32Array | Float32Array;
}

/** How the samples of a type are stored. Undefined for those that no WAV holds. */
function samplesOf(dtype: string): Samples | undefined {
  if (dtypeFacts(dtype)?.kind === 'float')
    return { format: FLOAT, bytes: 4, encode: (values) => Float32Array.from(values, sampleOf) };
  if (dtype === 'int32') return { format: PCM, bytes: 4, encode: (values) => Int32Array.from(values) };
  if (dtype === 'int16') return { format: PCM, bytes: 2, encode: (values) => Int16Array.from(values) };
  if (dtype === 'uint8') return { format: PCM, bytes: 1, encode: (values) => Uint8Array.from(values) };
  // Samples of 8 bits are unsigned, with silence at 128.
  if (dtype === 'int8')
    return { format: PCM, bytes: 1, encode: (values) => Uint8Array.from(values, (value) => value + 128) };
  return undefined;
}

/** NaN and what float32 cannot hold become silence: what players make of it can be very loud. */
function sampleOf(value: number): number {
  return Number.isFinite(Math.fround(value)) ? value : 0;
}

/** Channels of a WAV at most: nobody records more. */
const MAX_CHANNELS = 64;

/** Samples in a second at most: a header has 32 bits for the bytes of all channels. */
const MAX_RATE = 1_000_000;

/** Whether a part can be a sound: one axis of samples, or a second, shorter one of channels. */
export function isSoundPart(dtype: string, part: TensorPart): boolean {
  return samplesOf(dtype) !== undefined && partCount(part) > 0 && soundAxes(part) !== undefined;
}

/** Samples and channels, those of size 1 left out. The shorter axis is the channels. */
function soundAxes({ axes }: TensorPart): { samples: PartAxis; channels: PartAxis | undefined } | undefined {
  const long = axes.filter(({ count }) => count > 1);
  const [first, second] = long;
  if (!first || long.length > 2) return undefined;
  if (!second) return { samples: first, channels: undefined };
  const [samples, channels] = first.count >= second.count ? [first, second] : [second, first];
  return channels.count <= MAX_CHANNELS ? { samples, channels } : undefined;
}

const HEADER_BYTES = 44;

/** A WAV, and how many bytes it has. */
export interface Wav {
  size: number;
  bytes(options?: ExportOptions): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/**
 * A part of a tensor as a WAV file: floats as float32, which play at full level from -1 to 1 and are kept beyond, what is
 * not finite as silence; integers of 8, 16 and 32 bits as PCM. Throws `tensor/not-in-wav` for other types and shapes and for a rate that is not a number of samples in a
 * second, and `source/too-large` beyond 4 GiB.
 */
export function wavOf(reader: TensorReader, part: TensorPart, rate: number): Wav {
  const samples = samplesOf(reader.dtype);
  const axes = soundAxes(part);
  if (!samples || !axes || partCount(part) === 0)
    throw new UnsupportedError(
      'tensor/not-in-wav',
      'A WAV file holds samples of one or several channels, which are floats, or integers of 8, 16 or 32 bits.',
    );
  if (!(Number.isInteger(rate) && rate >= 1 && rate <= MAX_RATE))
    throw new UnsupportedError(
      'tensor/not-in-wav',
      `A sample rate must be a whole number from 1 to ${formatCount(MAX_RATE)}.`,
    );
  const dataBytes = partCount(part) * samples.bytes;
  const size = HEADER_BYTES + dataBytes + (dataBytes % 2);
  if (size > 0xffff_ffff) {
    const message = 'A WAV file holds at most 4 GiB.';
    throw new TooLargeError('source/too-large', message, { limit: 0xffff_ffff, actual: size });
  }
  const channels = axes.channels?.count ?? 1;
  const inOrder = { start: part.start, axes: axes.channels ? [axes.samples, axes.channels] : [axes.samples] };
  return {
    size,
    async *bytes({ signal, onElements } = {}) {
      yield header(samples, channels, rate, dataBytes);
      for await (const values of partValues(reader, inOrder, signal)) {
        yield new Uint8Array(samples.encode(values as ArrayLike<number>).buffer as ArrayBuffer);
        onElements?.(values.length);
      }
      if (dataBytes % 2 === 1) yield new Uint8Array(1);
    },
  };
}

function header({ format, bytes }: Samples, channels: number, rate: number, dataBytes: number) {
  const all = new Uint8Array(HEADER_BYTES);
  const view = new DataView(all.buffer);
  const name = (at: number, text: string) => {
    for (let index = 0; index < 4; index++) all[at + index] = text.charCodeAt(index);
  };
  name(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes + (dataBytes % 2), true);
  name(8, 'WAVE');
  name(12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, format, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, (rate * channels * bytes) >>> 0, true);
  view.setUint16(32, channels * bytes, true);
  view.setUint16(34, bytes * 8, true);
  name(36, 'data');
  view.setUint32(40, dataBytes, true);
  return all;
}
