import { throwIfAborted } from '../base/abort.ts';
import { InternalError, TooLargeError } from '../base/errors.ts';
import { MAX_SHRUNK_BINS } from '../base/limits.ts';
import { pacer } from '../codec/pause.ts';
import { elementText, type NumericValues } from './elements.ts';
import type { TensorPlane } from './mapping.ts';
import {
  checkPlane,
  type Direction,
  type PlaneRead,
  planeReach,
  planeReadElements,
  planeReads,
  readAhead,
  storedOrder,
} from './plane.ts';
import { type Distribution, DistributionGatherer } from './statistics/distribution.ts';
import type { TensorReader } from './values.ts';

/** How many cells of a plane a bin holds down and across, at least 1 each. The last bins may hold fewer. */
export interface BinSteps {
  rows: number;
  columns: number;
}

/** What a bin holds besides finite values. */
export const HAS_NAN = 1;
export const HAS_POSITIVE_INFINITY = 2;
export const HAS_NEGATIVE_INFINITY = 4;

/** A plane of a tensor drawn together to bins, in row-major order. */
export interface ShrunkPlane {
  /** Bins down and across. */
  rows: number;
  columns: number;
  steps: BinSteps;
  /**
   * Over the finite values of each bin, NaN where it has none. 64-bit integers are the nearest float64. Where each bin
   * is one cell, the three are the same array.
   */
  min: Float64Array;
  max: Float64Array;
  mean: Float64Array;
  /** Finite values of each bin. Undefined where each bin is one cell. */
  finite?: Uint32Array | undefined;
  /** `HAS_…` of each bin, added up. */
  marks: Uint8Array;
  /** Of the values of the plane. */
  distribution: Distribution;
}

/** What stands for the values of a bin. */
export const REDUCTIONS = ['magnitude', 'mean', 'min', 'max'] as const;

/** `magnitude`: the value that is farthest from 0. */
export type Reduction = (typeof REDUCTIONS)[number];

/** Sums of float64 values are of scaled values, so that those of the largest ones stay finite. */
const SUM_SCALE = 2 ** -40;

/** Elements of a line that are copied at once. Shorter ones are copied one by one. */
const LONG_LINE = 64;

/**
 * Draws a plane together to bins, in one pass in the order of the file. Rejects as `readPlane`, with
 * `source/too-large` above `MAX_SHRUNK_BINS`, and with `internal/bug` for texts.
 */
export async function shrinkPlane(
  reader: TensorReader,
  plane: TensorPlane,
  steps: BinSteps,
  options: { signal?: AbortSignal | undefined; onProgress?: ((done: number, total: number) => void) | undefined } = {},
): Promise<ShrunkPlane> {
  const { signal, onProgress } = options;
  checkPlane(plane, reader.count);
  const gatherer = new ShrinkGatherer(plane, steps);
  const reach = planeReach(reader);
  const total = planeReadElements(plane, reach);
  let done = 0;
  const pace = pacer();
  const reads = readAhead(planeReads(storedOrder(plane), reach), ({ start, end }) => reader.read(start, end, signal));
  for await (const [read, values] of reads) {
    throwIfAborted(signal);
    if (Array.isArray(values)) throw new InternalError('internal/bug', 'The tensor does not hold real numbers.');
    gatherer.add(read, values as NumericValues);
    done += read.end - read.start;
    const width = (values as NumericValues).BYTES_PER_ELEMENT;
    onProgress?.(Math.min(done, total) * width, total * width);
    // A source in memory answers at once, so no message that cancels could arrive without this pause.
    const pause = pace();
    if (pause) await pause;
  }
  throwIfAborted(signal);
  return gatherer.result();
}

/** Bins along a direction of a plane, in the order of the file. */
interface BinDirection extends Pick<Direction, 'count' | 'stride'> {
  /** Whether the file has the last cell first. */
  isBackward: boolean;
  /** Cells of a bin, and bins of the result from one to the next. */
  step: number;
  to: number;
}

/** Gathers the bins of a plane from one read after the other. */
class ShrinkGatherer {
  readonly #steps: BinSteps;
  readonly #rows: number;
  readonly #columns: number;
  readonly #outer: BinDirection;
  readonly #inner: BinDirection;
  readonly #isWhole: boolean;
  readonly #min: Float64Array;
  readonly #max: Float64Array;
  /** Sums of the finite values, scaled. */
  readonly #sum: Float64Array;
  readonly #finite: Uint32Array;
  readonly #marks: Uint8Array;
  readonly #distribution = new DistributionGatherer();
  /** The values of a read that the plane wants, line by line. */
  #lines = new Float64Array(0);
  #whole = new Float64Array(0);
  #exact: ExactRange | undefined;
  /** Of the read that is added. */
  #range = { low: 0, high: 0, areFinite: true };

  constructor(plane: TensorPlane, steps: BinSteps) {
    this.#steps = steps;
    this.#rows = Math.ceil(plane.rows / steps.rows);
    this.#columns = Math.ceil(plane.columns / steps.columns);
    const bins = this.#rows * this.#columns;
    const areSteps = [steps.rows, steps.columns].every((step) => Number.isSafeInteger(step) && step >= 1);
    if (!areSteps) throw new InternalError('internal/bug', 'The bins of the plane are not valid.');
    if (bins > MAX_SHRUNK_BINS)
      throw new TooLargeError('source/too-large', 'This part of the tensor has more values than are shown at once.', {
        limit: MAX_SHRUNK_BINS,
        actual: bins,
      });
    const { outer, inner, isTurned } = storedOrder(plane);
    const along = ({ count, stride, to }: Direction, isRows: boolean): BinDirection => ({
      count,
      stride,
      isBackward: to < 0,
      step: isRows ? steps.rows : steps.columns,
      to: isRows ? this.#columns : 1,
    });
    this.#outer = along(outer, !isTurned);
    this.#inner = along(inner, isTurned);
    this.#isWhole = steps.rows === 1 && steps.columns === 1;
    this.#min = new Float64Array(bins).fill(Number.POSITIVE_INFINITY);
    const more = this.#isWhole ? 0 : bins;
    this.#max = new Float64Array(more).fill(Number.NEGATIVE_INFINITY);
    this.#sum = new Float64Array(more);
    this.#finite = new Uint32Array(more);
    this.#marks = new Uint8Array(bins);
  }

  /** Adds what a read brought. Does not keep it. */
  add(read: PlaneRead, values: NumericValues): void {
    const count = read.innerEnd - read.innerStart;
    const total = count * (read.outerEnd - read.outerStart);
    if (this.#lines.length < total) this.#lines = new Float64Array(total);
    this.#gather(values, count, read.outerEnd - read.outerStart);
    this.#range = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, areFinite: true };
    const outer = this.#outer;
    for (let line = read.outerStart, at = 0; line < read.outerEnd; line++, at += count) {
      const place = outer.isBackward ? outer.count - 1 - line : line;
      const bin = Math.floor(place / outer.step) * outer.to;
      if (this.#isWhole) this.#placeLine(at, read, bin);
      else this.#shrinkLine(at, read, bin);
    }
    this.#distribution.add(this.#lines, total, this.#range);
  }

  /** Puts the wanted values of a read after each other, as float64. */
  #gather(values: NumericValues, count: number, lines: number): void {
    const to = this.#lines;
    const [step, line] = [count > 1 ? this.#inner.stride : 1, this.#outer.stride];
    if (values instanceof BigInt64Array || values instanceof BigUint64Array) {
      this.#exact ??= new ExactRange(values instanceof BigInt64Array);
      const exact = this.#exact;
      const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
      for (let each = 0; each < lines; each++) exact.take(words, each * line, step, count, to, each * count);
      return;
    }
    if (step === 1 && (line === count || lines === 1)) {
      to.set(values.subarray(0, count * lines));
      return;
    }
    if (step === 1 && count >= LONG_LINE) {
      for (let each = 0; each < lines; each++) to.set(values.subarray(each * line, each * line + count), each * count);
      return;
    }
    // Through an array of float64, since a loop over many kinds of arrays takes several times as long.
    if (this.#whole.length < values.length) this.#whole = new Float64Array(values.length);
    const whole = this.#whole;
    whole.set(values);
    for (let each = 0, at = 0; each < lines; each++) {
      let from = each * line;
      for (let index = 0; index < count; index++, at++, from += step) to[at] = whole[from] as number;
    }
  }

  /** A line whose cells are bins of their own. */
  #placeLine(at: number, read: PlaneRead, start: number): void {
    const { isBackward, count, to } = this.#inner;
    const values = this.#lines;
    const bins = this.#min;
    const range = this.#range;
    let { low, high } = range;
    let bin = start + (isBackward ? count - 1 - read.innerStart : read.innerStart) * to;
    const next = isBackward ? -to : to;
    const end = at + read.innerEnd - read.innerStart;
    for (let index = at; index < end; index++, bin += next) {
      const value = values[index] as number;
      if (Number.isFinite(value)) {
        bins[bin] = value;
        if (value < low) low = value;
        if (value > high) high = value;
      } else {
        bins[bin] = Number.NaN;
        this.#mark(bin, value);
      }
    }
    range.low = low;
    range.high = high;
  }

  #shrinkLine(at: number, read: PlaneRead, start: number): void {
    const { isBackward, count, step, to } = this.#inner;
    const values = this.#lines;
    const [mins, maxs, sums, counts] = [this.#min, this.#max, this.#sum, this.#finite];
    const range = this.#range;
    for (let index = read.innerStart, from = at; index < read.innerEnd; ) {
      const place = isBackward ? count - 1 - index : index;
      const bin = Math.floor(place / step);
      const run = isBackward ? place - bin * step + 1 : (bin + 1) * step - place;
      const length = Math.min(run, read.innerEnd - index);
      let low = values[from] as number;
      let high = low;
      let sum = low * SUM_SCALE;
      const end = from + length;
      for (let next = from + 1; next < end; next++) {
        const value = values[next] as number;
        if (value < low) low = value;
        if (value > high) high = value;
        sum += value * SUM_SCALE;
      }
      let finite = length;
      const cell = start + bin * to;
      // Scaled values have a finite sum. To ask of each one whether it is finite takes longer than all the rest.
      if (sum - sum !== 0) [low, high, sum, finite] = this.#shrinkSome(from, end, cell);
      if (low < (mins[cell] as number)) mins[cell] = low;
      if (high > (maxs[cell] as number)) maxs[cell] = high;
      if (low < range.low) range.low = low;
      if (high > range.high) range.high = high;
      sums[cell] = (sums[cell] as number) + sum;
      counts[cell] = (counts[cell] as number) + finite;
      index += length;
      from = end;
    }
  }

  /** Lowest, highest, scaled sum and number of the finite values of a run that has others too, which it marks. */
  #shrinkSome(from: number, end: number, cell: number): [low: number, high: number, sum: number, finite: number] {
    const values = this.#lines;
    let [low, high, sum, finite] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
    for (let index = from; index < end; index++) {
      const value = values[index] as number;
      if (!Number.isFinite(value)) {
        this.#mark(cell, value);
        continue;
      }
      low = Math.min(low, value);
      high = Math.max(high, value);
      sum += value * SUM_SCALE;
      finite++;
    }
    return [low, high, sum, finite];
  }

  #mark(cell: number, value: number): void {
    this.#range.areFinite = false;
    this.#marks[cell] = (this.#marks[cell] as number) | markOf(value);
  }

  result(): ShrunkPlane {
    const distribution = this.#distribution.result();
    if (distribution.finite > 0) {
      distribution.low = this.#exact ? String(this.#exact.low) : elementText(distribution.lowest);
      distribution.high = this.#exact ? String(this.#exact.high) : elementText(distribution.highest);
    }
    const common = {
      rows: this.#rows,
      columns: this.#columns,
      steps: this.#steps,
      min: this.#min,
      marks: this.#marks,
      distribution,
    };
    if (this.#isWhole) return { ...common, max: this.#min, mean: this.#min };
    const mean = this.#sum;
    for (let bin = 0; bin < mean.length; bin++) {
      const count = this.#finite[bin] as number;
      mean[bin] = (mean[bin] as number) / count / SUM_SCALE;
      if (count === 0) this.#min[bin] = this.#max[bin] = Number.NaN;
    }
    return { ...common, max: this.#max, mean, finite: this.#finite };
  }
}

function markOf(value: number): number {
  if (value > 0) return HAS_POSITIVE_INFINITY;
  return value < 0 ? HAS_NEGATIVE_INFINITY : HAS_NAN;
}

/**
 * Takes 64-bit integers as float64, and knows the lowest and the highest one exactly. It reads them by halves of 32
 * bits: a bigint for each takes ten times as long.
 */
class ExactRange {
  readonly #isSigned: boolean;
  #isEmpty = true;
  #low: [high: number, low: number] = [0, 0];
  #high: [high: number, low: number] = [0, 0];

  constructor(isSigned: boolean) {
    this.#isSigned = isSigned;
  }

  take(words: Uint32Array, from: number, step: number, count: number, to: Float64Array, at: number): void {
    const isSigned = this.#isSigned;
    for (let index = 0, word = 2 * from; index < count; index++, word += 2 * step) {
      const low = words[word] as number;
      const high = isSigned ? (words[word + 1] as number) | 0 : (words[word + 1] as number);
      to[at + index] = high * 2 ** 32 + low;
      if (high < this.#low[0] || (high === this.#low[0] && low < this.#low[1]) || this.#isEmpty)
        this.#low = [high, low];
      if (high > this.#high[0] || (high === this.#high[0] && low > this.#high[1]) || this.#isEmpty)
        this.#high = [high, low];
      this.#isEmpty = false;
    }
  }

  get low(): bigint {
    return whole(this.#low);
  }

  get high(): bigint {
    return whole(this.#high);
  }
}

function whole([high, low]: [high: number, low: number]): bigint {
  return (BigInt(high) << 32n) + BigInt(low);
}

/** One number for each bin: NaN where it has no finite value. Shared where it is there: do not write to it. */
export function reduced({ min, max, mean }: ShrunkPlane, reduction: Reduction): Float64Array {
  if (min === max || reduction === 'min') return min;
  if (reduction !== 'magnitude') return reduction === 'max' ? max : mean;
  const values = new Float64Array(min.length);
  for (let bin = 0; bin < values.length; bin++) {
    const [low, high] = [min[bin] as number, max[bin] as number];
    values[bin] = -low > high ? low : high;
  }
  return values;
}

/** The same plane with bins of so many bins of it down and across. The distribution stays. */
export function coarser(shrunk: ShrunkPlane, by: BinSteps): ShrunkPlane {
  if (by.rows === 1 && by.columns === 1) return shrunk;
  const [rows, columns] = [Math.ceil(shrunk.rows / by.rows), Math.ceil(shrunk.columns / by.columns)];
  const bins = rows * columns;
  const min = new Float64Array(bins).fill(Number.NaN);
  const max = new Float64Array(bins).fill(Number.NaN);
  const mean = new Float64Array(bins);
  const finite = new Uint32Array(bins);
  const marks = new Uint8Array(bins);
  for (let row = 0, at = 0; row < shrunk.rows; row++) {
    const start = Math.floor(row / by.rows) * columns;
    for (let column = 0; column < shrunk.columns; column++, at++) {
      const bin = start + Math.floor(column / by.columns);
      marks[bin] = (marks[bin] as number) | (shrunk.marks[at] as number);
      const value = shrunk.mean[at] as number;
      const count = shrunk.finite ? (shrunk.finite[at] as number) : Number.isNaN(value) ? 0 : 1;
      if (count === 0) continue;
      const all = (finite[bin] as number) + count;
      finite[bin] = all;
      mean[bin] = (mean[bin] as number) * ((all - count) / all) + value * (count / all);
      if (!((min[bin] as number) <= (shrunk.min[at] as number))) min[bin] = shrunk.min[at] as number;
      if (!((max[bin] as number) >= (shrunk.max[at] as number))) max[bin] = shrunk.max[at] as number;
    }
  }
  for (let bin = 0; bin < bins; bin++) if (finite[bin] === 0) mean[bin] = Number.NaN;
  const steps = { rows: shrunk.steps.rows * by.rows, columns: shrunk.steps.columns * by.columns };
  return { rows, columns, steps, min, max, mean, finite, marks, distribution: shrunk.distribution };
}

/** The typed arrays of a shrunk plane, each once: what it takes, and what a worker hands over. */
export function shrunkArrays({ min, max, mean, finite, marks, distribution }: ShrunkPlane): ArrayBufferView[] {
  const arrays = [min, max, mean, finite, marks, distribution.bars, distribution.inner?.bars];
  return [...new Set(arrays.filter((array) => array !== undefined))];
}

/** How the values of bins are spread, each of which counts once. */
export function binDistribution(values: Float64Array): Distribution {
  const gatherer = new DistributionGatherer();
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const own = values.slice();
  gatherer.add(own, own.length, { low, high, areFinite: false });
  return gatherer.result();
}
