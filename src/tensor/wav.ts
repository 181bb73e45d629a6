import { begins, viewOf } from '../base/bytes.ts';
import { checkElements } from './reader.ts';
import type { TensorReader } from './values.ts';

/** How samples are coded: integers, floating-point numbers, or what the first two bytes of a GUID say. */
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** What the chunks `fmt ` and `data` of a WAV file say, unchecked. */
export interface WavLayout {
  coding: number;
  channels: number;
  /** Samples a second, of each channel. */
  rate: number;
  bytesPerSecond: number;
  /** Bytes of one sample of all channels. */
  frameBytes: number;
  /** Of a sample. */
  bits: number;
  isFloat: boolean;
  /** Whether samples are numbers as they are: not compressed. */
  isPlain: boolean;
  /** The bytes of the samples, half-open, as far as the file has them. Undefined where `head` ends before. */
  data: { start: number; end: number } | undefined;
}

/**
 * What the header of a WAV file (RIFF) says. Undefined where it has no format before its samples. The length of `data`
 * may be a placeholder of a program that wrote a stream: the file's end counts then. Throws RangeError where `head` ends
 * within the format.
 *
 * @param head the file's first bytes
 * @param size of the file in bytes
 */
export function wavLayout(head: Uint8Array, size: number): WavLayout | undefined {
  if (!begins(head, 'RIFF') || !begins(head, 'WAVE', 8)) return undefined;
  const view = viewOf(head);
  let layout: WavLayout | undefined;
  for (let at = 12; at + 8 <= head.length; ) {
    const length = view.getUint32(at + 4, true);
    if (begins(head, 'fmt ', at)) layout = formatOf(view, at);
    if (begins(head, 'data', at)) {
      const start = at + 8;
      return layout && { ...layout, data: { start, end: Math.min(size, start + length) } };
    }
    at += 8 + length + (length % 2);
  }
  return layout;
}

function formatOf(view: DataView, at: number): WavLayout {
  const stated = view.getUint16(at + 8, true);
  const coding = stated === EXTENSIBLE ? view.getUint16(at + 32, true) : stated;
  return {
    coding,
    channels: view.getUint16(at + 10, true),
    rate: view.getUint32(at + 12, true),
    bytesPerSecond: view.getUint32(at + 16, true),
    frameBytes: view.getUint16(at + 20, true),
    bits: view.getUint16(at + 22, true),
    isFloat: coding === FLOAT,
    isPlain: coding === PCM || coding === FLOAT,
    data: undefined,
  };
}

/** Reads the sample at a byte: integers from -1 to 1, of which 1 itself is left out; floats as they are. */
type Sample = (view: DataView, at: number) => number;

const SAMPLES: Readonly<Record<string, Sample>> = {
  // Samples of 8 bits are unsigned, with silence at 128.
  'int 1': (view, at) => (view.getUint8(at) - 128) / 2 ** 7,
  'int 2': (view, at) => view.getInt16(at, true) / 2 ** 15,
  'int 3': (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 2 ** 16) / 2 ** 23,
  'int 4': (view, at) => view.getInt32(at, true) / 2 ** 31,
  'float 4': (view, at) => view.getFloat32(at, true),
  'float 8': (view, at) => view.getFloat64(at, true),
};

/** A WAV file's samples, interleaved: those of a frame, one of each channel, follow each other. */
export interface WavReader extends TensorReader {
  channels: number;
  frames: number;
  rate: number;
}

/**
 * Reads the samples of a WAV file, PCM of 8, 16, 24 and 32 bits and floats of 32 and 64. Undefined for other codings,
 * and where the header contradicts itself.
 *
 * @param read reads bytes of the file
 */
export function wavReader(
  layout: WavLayout,
  read: (start: number, end: number, signal?: AbortSignal) => Promise<Uint8Array>,
): WavReader | undefined {
  const { channels, rate, bits, isFloat, isPlain, data } = layout;
  const width = Math.ceil(bits / 8);
  const sample = SAMPLES[`${isFloat ? 'float' : 'int'} ${width}`];
  if (!isPlain || !data || !sample || channels === 0 || rate === 0 || layout.frameBytes !== width * channels)
    return undefined;
  const frames = Math.max(0, Math.floor((data.end - data.start) / (width * channels)));
  const count = frames * channels;
  return {
    dtype: width === 8 ? 'float64' : 'float32',
    count,
    channels,
    frames,
    rate,
    async read(start, end, signal) {
      checkElements({ count }, start, end);
      const view = viewOf(await read(data.start + start * width, data.start + end * width, signal));
      // 32 bits of an integer do not fit a float32, but no screen and no ear tells.
      const values = width === 8 ? new Float64Array(end - start) : new Float32Array(end - start);
      for (let at = 0; at < values.length; at++) values[at] = sample(view, at * width);
      return values;
    },
  };
}

const HEADER_BYTES = 44;

/**
 * A WAV file of float32 samples, which is at full level from -1 to 1.
 *
 * @param channels all of the same length, one at least
 * @param rate samples a second, a whole number
 */
export function floatWav(channels: readonly Float32Array[], rate: number): Blob {
  const frames = channels[0]?.length ?? 0;
  const samples = new Float32Array(frames * channels.length);
  for (const [channel, values] of channels.entries())
    for (let frame = 0; frame < frames; frame++) samples[frame * channels.length + channel] = values[frame] as number;
  const head = new Uint8Array(HEADER_BYTES);
  const view = viewOf(head);
  const frameBytes = 4 * channels.length;
  head.set(new TextEncoder().encode('RIFF    WAVEfmt '));
  view.setUint32(4, HEADER_BYTES - 8 + samples.byteLength, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, FLOAT, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, 32, true);
  head.set(new TextEncoder().encode('data'), 36);
  view.setUint32(40, samples.byteLength, true);
  return new Blob([head, samples], { type: 'audio/wav' });
}
