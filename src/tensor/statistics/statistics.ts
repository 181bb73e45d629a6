import { InternalError } from '../../base/errors.ts';
import { paced } from '../../codec/pause.ts';
import { elementGroup, isNumericDtype, type NumericDtype } from '../dtype.ts';
import { elementPieces, stretchesOf } from '../element-pieces.ts';
import { type NumericValues, viewElements } from '../elements.ts';
import type { TensorPlane } from '../mapping.ts';
import {
  checkPlane,
  planeReach,
  planeReadElements,
  planeReads,
  readAhead,
  storedOrder,
  wantedValues,
} from '../plane.ts';
import type { TensorPlaces, TensorReader, TensorStatistics } from '../values.ts';
import { StatisticsGatherer, type StatisticsPart } from './gatherer.ts';
import { hasFewPatterns, PatternGatherer, type PatternPart } from './patterns.ts';

/** Fewer elements are decoded one by one: looking through the table of all patterns would take longer. */
const FEWEST_COUNTED = 2 ** 16;

/** What was gathered of some elements of a tensor, as plain data for another thread. */
export type GatheredPart = StatisticsPart | PatternPart;

export interface GatherOptions {
  signal?: AbortSignal | undefined;
  /** Gets the bytes done and the total. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Gathers the statistics of a tensor from the bytes of its elements, which it neither changes nor keeps. */
export interface TensorGatherer {
  /** `first` is the index of the first element. A whole number of elements, and of packed ones of `elementGroup`. */
  add(bytes: Uint8Array, first: number): void;
  part(): GatheredPart;
  /** Adds a part of the same tensor: of a gatherer that was made in the same way. */
  merge(part: GatheredPart): void;
  result(): TensorStatistics;
}

/** @param count the elements of the whole tensor */
export function tensorGatherer(dtype: NumericDtype, count: number): TensorGatherer {
  if (hasFewPatterns(dtype) && count >= FEWEST_COUNTED) {
    const gatherer = new PatternGatherer(dtype);
    return {
      add: (bytes, first) => gatherer.add(bytes, first),
      part: () => gatherer.part(),
      merge: (part) => gatherer.merge(part as PatternPart),
      result: () => gatherer.result(),
    };
  }
  const gatherer = new StatisticsGatherer(dtype);
  return {
    add: (bytes, first) => gatherer.add(viewElements(dtype, bytes), (index) => first + index),
    part: () => gatherer.part(),
    merge: (part) => gatherer.merge(part as StatisticsPart),
    result: () => gatherer.result(),
  };
}

/**
 * Statistics over a whole numeric tensor, which is streamed. Rejects with what the reader rejects with, and with
 * `internal/bug` where the tensor is not numeric.
 */
export async function tensorStatistics(reader: TensorReader, options: GatherOptions = {}): Promise<TensorStatistics> {
  const gatherer = tensorGatherer(numericDtype(reader), reader.count);
  await gatherTensor(reader, gatherer, options);
  return placedStatistics(gatherer.result(), reader);
}

/** Values that are added between two looks at the clock: some milliseconds, of 64-bit integers too. */
const VALUES_AT_ONCE = 65_536;

/**
 * Statistics of values in memory. Pauses, so that millions of them hold up neither a page nor the message that cancels.
 * Rejects where the signal has fired.
 */
export async function valueStatistics(
  dtype: NumericDtype,
  values: NumericValues,
  signal: AbortSignal,
): Promise<TensorStatistics> {
  const gatherer = new StatisticsGatherer(dtype);
  for await (const [start, end] of paced(stretchesOf(values.length, VALUES_AT_ONCE), signal))
    gatherer.add(values.subarray(start, end));
  return gatherer.result();
}

/** The type of a tensor's elements. Throws `internal/bug` where they are not numbers with bytes. */
export function numericDtype({ dtype, data }: TensorReader): NumericDtype {
  if (isNumericDtype(dtype) && data) return dtype;
  throw new InternalError('internal/bug', 'Only numbers have statistics.');
}

/** Statistics of elements in the order that they are streamed in, with places in row-major order. */
export function placedStatistics(statistics: TensorStatistics, { columnMajor }: TensorReader): TensorStatistics {
  if (!columnMajor) return statistics;
  const places: TensorPlaces = {};
  for (const [kind, place] of Object.entries(statistics.places) as [keyof TensorPlaces, number][])
    places[kind] = columnMajor.indexOf(place);
  return { ...statistics, places };
}

/**
 * Statistics of a plane of a numeric tensor, read as `readPlane` reads it. Places are those in the tensor. Rejects as
 * `tensorStatistics` and `checkPlane`.
 */
export async function planeStatistics(
  reader: TensorReader,
  plane: TensorPlane,
  { signal, onProgress }: GatherOptions = {},
): Promise<TensorStatistics> {
  checkPlane(plane, reader.count);
  const gatherer = new StatisticsGatherer(numericDtype(reader));
  const reach = planeReach(reader);
  const stored = storedOrder(plane);
  const { outer, inner } = stored;
  const total = planeReadElements(plane, reach);
  let done = 0;
  const reads = readAhead(planeReads(stored, reach), ({ start, end }) => reader.read(start, end, signal));
  for await (const [read, values] of paced(reads, signal)) {
    const count = read.innerEnd - read.innerStart;
    const step = inner.count > 1 ? inner.stride : 1;
    const placeOf = (index: number) => read.start + Math.floor(index / count) * outer.stride + (index % count) * step;
    gatherer.add(wantedValues(stored, read, values as NumericValues), placeOf);
    done += read.end - read.start;
    onProgress?.(Math.min(done, total), total);
  }
  return gatherer.result();
}

/** Gathers all elements of a tensor, in any order, and rejects as `tensorStatistics`. */
export async function gatherTensor(
  reader: TensorReader,
  gatherer: Pick<TensorGatherer, 'add'>,
  { signal, onProgress }: GatherOptions = {},
): Promise<void> {
  const dtype = numericDtype(reader);
  const { elements, bytes: width } = elementGroup(dtype);
  const data = reader.columnMajor?.data ?? reader.data;
  if (!data) return;
  let done = 0;
  for await (const bytes of paced(elementPieces(data, dtype, signal), signal)) {
    gatherer.add(bytes, (done / width) * elements);
    done += bytes.length;
    onProgress?.(done, data.size);
  }
}
