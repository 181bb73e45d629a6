import { InternalError } from '../../base/errors.ts';
import { paced } from '../../codec/pause.ts';
import { DTYPES, type NumericDtype } from '../dtype.ts';
import type { NumericValues } from '../elements.ts';
import { floatTable, isNarrowFloat } from '../float.ts';
import type { TensorReader } from '../values.ts';
import { type GatherOptions, numericDtype } from './statistics.ts';

/** Which values are looked for. Ends of a range are included, and are decimal numbers: `-Infinity` to `1e-3`. */
export type WantedValue = { kind: 'nan' } | { kind: 'infinite' } | { kind: 'range'; low: string; high: string };

export interface ElementSearch {
  wanted: WantedValue;
  /** The element after which it begins, or before which. This one is looked at last. */
  from: number;
  isBackward?: boolean | undefined;
}

/** Elements that are read at once. */
const READ_ELEMENTS = 2 ** 20;

/**
 * The index of the next element that has a wanted value, around the end of the tensor. Undefined where there is none.
 * Reports progress in elements. Rejects as reading does, and with `internal/bug` where the tensor is not numeric.
 */
export async function findElement(
  reader: TensorReader,
  { wanted, from, isBackward = false }: ElementSearch,
  { signal, onProgress }: GatherOptions = {},
): Promise<number | undefined> {
  const { count } = reader;
  const isWanted = testOf(wanted, numericDtype(reader));
  if (count === 0) return undefined;
  if (!Number.isInteger(from) || from < 0 || from >= count)
    throw new InternalError('internal/bug', 'The search begins outside of the tensor.');
  let done = 0;
  for await (const [start, end] of paced(stretches(count, from, isBackward), signal)) {
    const values = (await reader.read(start, end, signal)) as NumericValues as Float64Array;
    const at = isBackward ? values.findLastIndex(isWanted) : values.findIndex(isWanted);
    if (at >= 0) return start + at;
    done += end - start;
    onProgress?.(done, count);
  }
  return undefined;
}

/** The stretches of a tensor in the order of a search, half-open. */
function* stretches(count: number, from: number, isBackward: boolean): Generator<[start: number, end: number]> {
  const [before, after] = isBackward ? [from, from] : [from + 1, from + 1];
  const halves: [number, number][] = [
    [0, before],
    [after, count],
  ];
  for (const [first, last] of isBackward ? halves : halves.reverse()) {
    if (isBackward)
      for (let end = last; end > first; end -= READ_ELEMENTS) yield [Math.max(first, end - READ_ELEMENTS), end];
    else
      for (let start = first; start < last; start += READ_ELEMENTS)
        yield [start, Math.min(last, start + READ_ELEMENTS)];
  }
}

/** Values that are equal to a number which the type cannot hold are those nearest to it. */
function testOf(wanted: WantedValue, dtype: NumericDtype): (value: number) => boolean {
  if (wanted.kind === 'nan') return Number.isNaN;
  // No integer is, and `Math.abs` throws for those of 64 bits.
  if (wanted.kind === 'infinite' && DTYPES[dtype].kind !== 'float') return () => false;
  if (wanted.kind === 'infinite') return (value) => Math.abs(value) === Number.POSITIVE_INFINITY;
  const { low, high } = wanted;
  if (dtype === 'int64' || dtype === 'uint64') {
    if (Number(low) === Number.POSITIVE_INFINITY || Number(high) === Number.NEGATIVE_INFINITY) return () => false;
    const [least, most] = [wholeOf(low, 1), wholeOf(high, -1)];
    const isWithin = (value: bigint) =>
      (least === undefined || value >= least) && (most === undefined || value <= most);
    return isWithin as unknown as (value: number) => boolean;
  }
  const [least, most] =
    low === high ? [nearest(Number(low), dtype), nearest(Number(low), dtype)] : [Number(low), Number(high)];
  return (value) => value >= least && value <= most;
}

function isWhole(text: string): boolean {
  return /^[-+]?\d+$/.test(text);
}

/** A decimal number as a whole one, inward from an end of a range. Undefined where it is infinite. */
function wholeOf(text: string, inward: 1 | -1): bigint | undefined {
  if (isWhole(text)) return BigInt(text);
  const number = Number(text);
  if (!Number.isFinite(number)) return undefined;
  return BigInt(inward > 0 ? Math.ceil(number) : Math.floor(number));
}

/** The value of a type that is nearest to a number. */
function nearest(number: number, dtype: NumericDtype): number {
  if (dtype === 'float32') return Math.fround(number);
  if (!isNarrowFloat(dtype) || Math.abs(number) === Number.POSITIVE_INFINITY) return number;
  let best = Number.NaN;
  for (const value of floatTable(dtype))
    if (Number.isFinite(value) && !(Math.abs(value - number) >= Math.abs(best - number))) best = value;
  return best;
}

/** What is typed to look for values: `nan`, `inf`, a number, or a range as `0..1`, `>= 9000` or `< -1`. */
export function parseWanted(text: string): WantedValue | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === 'nan') return { kind: 'nan' };
  if (/^±?inf(inite|inity)?$/.test(typed)) return { kind: 'infinite' };
  const number = '([-+]?(?:\\d+\\.?\\d*(?:e[-+]?\\d+)?|\\.\\d+(?:e[-+]?\\d+)?|inf(?:inity)?))';
  const [, low, high] = new RegExp(`^${number}\\s*(?:\\.\\.+|…|to)\\s*${number}$`).exec(typed) ?? [];
  if (low !== undefined && high !== undefined) return { kind: 'range', low: spelled(low), high: spelled(high) };
  const [, sign = '', end] = new RegExp(`^([<>≤≥]=?|=)?\\s*${number}$`).exec(typed) ?? [];
  if (end === undefined) return undefined;
  return { kind: 'range', ...openRange(sign, spelled(end)) };
}

/** A strict bound begins at the next float64. */
function openRange(sign: string, end: string): { low: string; high: string } {
  if (sign === '>' || sign === '<') {
    const next =
      isWhole(end) && !Number.isSafeInteger(Number(end)) ? String(BigInt(end) + (sign === '>' ? 1n : -1n)) : undefined;
    const beyond = next ?? String(neighbor(Number(end), sign === '>'));
    return sign === '>' ? { low: beyond, high: 'Infinity' } : { low: '-Infinity', high: beyond };
  }
  if (sign === '>=' || sign === '≥') return { low: end, high: 'Infinity' };
  if (sign === '<=' || sign === '≤') return { low: '-Infinity', high: end };
  return { low: end, high: end };
}

/** The next float64 above a number, or below. */
function neighbor(number: number, isAbove: boolean): number {
  if (!Number.isFinite(number)) return number;
  if (number === 0) return isAbove ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new BigInt64Array(1);
  const value = new Float64Array(bits.buffer);
  value[0] = number;
  bits[0] = (bits[0] as bigint) + (number > 0 === isAbove ? 1n : -1n);
  return value[0];
}

/** As JavaScript reads it. */
function spelled(number: string): string {
  return number.replace(/inf(inity)?/, 'Infinity');
}
