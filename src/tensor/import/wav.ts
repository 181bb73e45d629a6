import { formatCount } from '../../base/amounts.ts';
import { begins, viewOf } from '../../base/bytes.ts';
import { BadFileError } from '../../base/errors.ts';
import { rangedSource } from '../../source/ranged.ts';
import { sliceSource } from '../../source/slice.ts';
import type { ByteSource } from '../../source/source.ts';
import { bytesCast, type StoredDtype } from '../contents/cast.ts';
import type { FlatContents } from '../contents/contents.ts';
import { keepFlow, sourceFlow, watchedFlow } from '../contents/flow.ts';
import type { NumericDtype } from '../dtype.ts';
import type { Shape } from '../shape.ts';
import { type WavLayout, wavLayout, wavReader } from '../wav.ts';
import type { ReadableChoice, ReadOptions } from './value-choice.ts';
import '../contents/findings.ts';

/** RIFF, the length of what follows, and WAVE. */
const RIFF_BYTES = 12;

/** A chunk begins with its name and its length. */
const CHUNK_HEAD = 8;

/** Bytes of the longest format that is known, of a GUID. */
const FORMAT_BYTES = 40;

/** Chunks before the samples. Programs write a handful; each of a hostile file is one read. */
const MAX_CHUNKS = 1000;

/** How samples are stored, and as what they are read. */
interface Stored {
  dtype: NumericDtype;
  /** What integers are divided by to be from -1 to 1, and what of. */
  full?: { most: number; silence: number; dtype: 'float32' | 'float64' };
}

const STORED: Readonly<Record<string, Stored>> = {
  'int 1': { dtype: 'uint8', full: { most: 2 ** 7, silence: 128, dtype: 'float32' } },
  'int 2': { dtype: 'int16', full: { most: 2 ** 15, silence: 0, dtype: 'float32' } },
  'int 3': { dtype: 'int32', full: { most: 2 ** 23, silence: 0, dtype: 'float32' } },
  'int 4': { dtype: 'int32', full: { most: 2 ** 31, silence: 0, dtype: 'float64' } },
  'float 4': { dtype: 'float32' },
  'float 8': { dtype: 'float64' },
};

/**
 * Samples of a WAV: as they are stored, as floats from -1 to 1, and how many there are in a second. One channel has one
 * dimension; several are samples × channels. Rejects with `values/bad-sound`.
 */
export async function wavChoices(source: ByteSource, signal?: AbortSignal): Promise<ReadableChoice[]> {
  const layout = await layoutOf(source, signal);
  const reader = layout && wavReader(layout, source.read);
  const width = Math.ceil((layout?.bits ?? 0) / 8);
  const stored = layout && STORED[`${layout.isFloat ? 'float' : 'int'} ${width}`];
  if (!layout?.data || !reader || !stored)
    throw new BadFileError('values/bad-sound', 'The WAV is damaged, or its samples are compressed.');
  const { frames, channels, rate } = reader;
  const { start } = layout.data;
  const data = sliceSource(source, start, start + frames * channels * width);
  const shape = channels === 1 ? [frames] : [frames, channels];
  const sizes = shape.map(BigInt);
  const { dtype, full } = stored;
  const samples = width === 3 ? wideSource(data) : data;
  const bits = width === 3 ? ['Samples of 24 bits are read as int32.'] : [];
  const own = { key: 'samples', label: 'samples as they are stored', dtype, shape: sizes, notes: bits };
  const choices: ReadableChoice[] = [{ ...own, read: (options) => samplesOf(samples, dtype, sizes, options) }];
  if (full) {
    const scaled = {
      key: 'scaled',
      label: 'samples from -1 to 1',
      dtype: full.dtype,
      shape: sizes,
      notes: [`Divided by ${formatCount(full.most)}.`],
    };
    choices.push({ ...scaled, read: (options) => scaledSamples(samples, dtype, full, sizes, options) });
  }
  const second = { key: 'rate', label: 'samples in a second', dtype: 'int64', shape: [], notes: [] };
  choices.push({
    ...second,
    read: async () => ({ dtype: 'int64', shape: [], data: new Blob([BigInt64Array.of(BigInt(rate))]) }),
  });
  return choices;
}

/** Walks the chunks to the samples: those before, as of names and pictures, may be of any length. */
async function layoutOf(source: ByteSource, signal: AbortSignal | undefined): Promise<WavLayout | undefined> {
  const { size } = source;
  const riff = await source.read(0, Math.min(size, RIFF_BYTES), signal);
  let format: Uint8Array | undefined;
  for (let [at, chunks] = [RIFF_BYTES, 0]; at + CHUNK_HEAD <= size && chunks < MAX_CHUNKS; chunks++) {
    const head = await source.read(at, Math.min(size, at + CHUNK_HEAD + FORMAT_BYTES), signal);
    const length = viewOf(head).getUint32(4, true);
    const start = at + CHUNK_HEAD;
    if (begins(head, 'fmt ')) format = head.subarray(0, CHUNK_HEAD + length);
    if (begins(head, 'data')) {
      const layout = format && formatOf(Uint8Array.of(...riff, ...format), size);
      const end = isPlaceholder(riff, length, size) ? size : Math.min(size, start + length);
      return layout && { ...layout, data: { start, end } };
    }
    at = start + length + (length % 2);
  }
  return undefined;
}

/**
 * Whether the length of no samples is one that a program wrote before it knew it. Where the length of the file is right,
 * there are no samples, and what follows are other chunks.
 */
function isPlaceholder(riff: Uint8Array, length: number, size: number): boolean {
  const stated = viewOf(riff).getUint32(4, true) + CHUNK_HEAD;
  return length === 0 && Math.abs(stated - size) > 1;
}

function formatOf(head: Uint8Array, size: number): WavLayout | undefined {
  try {
    return wavLayout(head, size);
  } catch (error) {
    // The head ends within the format.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function samplesOf(
  data: ByteSource,
  dtype: StoredDtype,
  shape: Shape,
  options: ReadOptions,
): Promise<FlatContents> {
  const blob = data.blob?.(0, data.size);
  if (blob) return { dtype, shape, data: blob };
  return keepFlow(watchedFlow(sourceFlow(data, dtype, shape), options), options.keep, options);
}

async function scaledSamples(
  data: ByteSource,
  stored: NumericDtype,
  { most, silence, dtype }: NonNullable<Stored['full']>,
  shape: Shape,
  options: ReadOptions,
): Promise<FlatContents> {
  const flow = watchedFlow(sourceFlow(data, stored, shape), options);
  const widen = bytesCast(stored, 'float64');
  const nothing = { count() {} };
  const narrow = bytesCast('float64', dtype);
  const scaled = {
    dtype,
    shape,
    async *pieces(signal: AbortSignal | undefined) {
      for await (const piece of flow.pieces(signal)) {
        const values = new Float64Array(widen(piece, nothing, 0).buffer);
        for (let at = 0; at < values.length; at++) values[at] = ((values[at] as number) - silence) / most;
        yield narrow(new Uint8Array(values.buffer), nothing, 0);
      }
    },
  };
  return keepFlow(scaled, options.keep, options);
}

/** Samples of 24 bits as integers of 32. */
function wideSource(data: ByteSource): ByteSource {
  return rangedSource(data.name, (data.size / 3) * 4, async (start, end, signal) => {
    const [first, last] = [Math.floor(start / 4), Math.ceil(end / 4)];
    const bytes = await data.read(first * 3, last * 3, signal);
    const made = new Uint8Array((last - first) * 4);
    for (let at = 0; at < last - first; at++) {
      made.set(bytes.subarray(3 * at, 3 * at + 3), 4 * at);
      // The sign goes on.
      made[4 * at + 3] = (bytes[3 * at + 2] as number) & 0x80 ? 0xff : 0;
    }
    return made.subarray(start - 4 * first, end - 4 * first);
  });
}
