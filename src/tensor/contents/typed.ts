import { throwIfAborted } from '../../base/abort.ts';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import { BadFileError, TooLargeError } from '../../base/errors.ts';
import { MAX_RANK } from '../../base/limits.ts';
import { quote, shortened } from '../../base/text.ts';
import { pacer } from '../../codec/pause.ts';
import { DTYPES, dataBytes, elementGroup, isComplexDtype, type NumericDtype } from '../dtype.ts';
import { type Shape, safeElementCount, shapeText } from '../shape.ts';
import { castTo, type LossCounter, Losses, type StoredDtype } from './cast.ts';
import type { FlatContents, NestedContents, TensorContents } from './contents.ts';
import { type ToldLoss, toldLoss } from './conversion.ts';
import { bytesOfTexts, refusal } from './convert.ts';
import type { KeepBytes } from './flow.ts';
import { integerRange, isBelowFloats, isBeyondFloats, numberOf, wholeNumber } from './number-text.ts';
import { Twister } from './twister.ts';
import './findings.ts';

/**
 * Elements that somebody describes or types. Values are texts, so that integers of 64 bits are exact.
 *
 * - `cells`: all of them, in row-major order. One text and an empty shape are a scalar.
 * - `fill`: the same everywhere.
 * - `range`: `start + i × step`, where i counts elements in row-major order. Exact for integers, float64 otherwise.
 * - `random`: `low + (high - low) × u` or `mean + deviation × n`, of u and n as NumPy's `RandomState(seed)` gives them
 *   with `random_sample` and `standard_normal`. Integers are uniform from `low` to `high`, both included:
 *   `low + floor((high - low + 1) × u)`, and normal ones are rounded to the nearest, halves to the even.
 */
export type TypedValues = TypedFlat | { kind: 'nested'; inner: readonly TypedFlat[] };

export type TypedFlat = { dtype: StoredDtype | 'string'; shape: Shape } & (
  | { kind: 'cells'; texts: readonly string[] }
  | { kind: 'fill'; value: string }
  | { kind: 'range'; start: string; step: string }
  | { kind: 'random'; seed: number; values: RandomValues }
);

export type RandomValues =
  | { kind: 'uniform'; low: string; high: string }
  | { kind: 'normal'; mean: string; deviation: string };

/** What was typed, and what of it the type does not keep: `0.123456789` as float32. */
export interface TypedContents<T extends TensorContents = TensorContents> {
  contents: T;
  losses: readonly ToldLoss[];
}

/** Bytes of a tensor that is typed: as large as one that a page can keep without private files. */
const MAX_TYPED_BYTES = 2 * 2 ** 30;

/** Strings that are typed, or cells of one tensor. The page shows 20,000 at once. */
const MAX_TYPED_CELLS = 2 ** 20;

/** Bytes that are made at once, a whole number of elements of any type: packed ones have 3 bytes for 4. */
const PIECE_BYTES = 3 * 2 ** 20;

/**
 * Makes the elements. Rejects with `values/out-of-range` and `values/not-a-number` at the first one that the type cannot
 * hold, with `values/wrong-shape` where there are not as many cells as the shape has elements, and with
 * `source/too-large` beyond `MAX_TYPED_BYTES` and `MAX_TYPED_CELLS`.
 */
export async function typedContents(typed: TypedValues, keep: KeepBytes, signal?: AbortSignal): Promise<TypedContents> {
  if (typed.kind !== 'nested') return typedFlat(typed, keep, signal);
  const inner: FlatContents[] = [];
  const losses: ToldLoss[] = [];
  for (const [at, flat] of typed.inner.entries()) {
    const made = await typedFlat(flat, keep, signal);
    inner.push(made.contents);
    losses.push(...made.losses.map((loss) => ({ ...loss, words: `Tensor ${at} of the list: ${loss.words}` })));
  }
  return { contents: { dtype: 'nested', inner } satisfies NestedContents, losses };
}

async function typedFlat(
  typed: TypedFlat,
  keep: KeepBytes,
  signal: AbortSignal | undefined,
): Promise<TypedContents<FlatContents>> {
  const { dtype, shape } = typed;
  const count = checkedCount(shape);
  if (typed.kind === 'cells') return cellContents(dtype, shape, typed.texts, keep, signal);
  if (dtype === 'string') {
    checkCells(count);
    if (typed.kind !== 'fill') throw wrongType('Text has no range and no random values.');
    return { contents: { dtype, shape, strings: new Array<string>(count).fill(typed.value) }, losses: [] };
  }
  const bytes = Number(dataBytes(dtype, BigInt(count)));
  if (bytes > MAX_TYPED_BYTES) {
    const message = `The values have ${formatBytes(bytes)}. Up to ${formatBytes(MAX_TYPED_BYTES)} can be typed.`;
    throw new TooLargeError('source/too-large', message, { limit: MAX_TYPED_BYTES, actual: bytes });
  }
  if (typed.kind === 'fill') return filled(dtype, shape, typed.value, bytes, signal);
  if (isComplexDtype(dtype)) throw wrongType('Complex numbers have no range and no random values.');
  if (typed.kind === 'range') checkRange(dtype, shape, count, typed);
  const make = typed.kind === 'range' ? rangeMaker(dtype, typed) : randomMaker(dtype, typed);
  const losses = new Losses();
  const pieces = madePieces(dtype, shape, count, make, losses, signal);
  const kept = await keep(pieces, bytes, signal);
  const told = typed.kind === 'range' ? losses.list.map((loss) => toldLoss(loss, shape, count)) : [];
  return { contents: { dtype, shape, ...kept }, losses: told };
}

function wrongType(message: string): BadFileError {
  return new BadFileError('values/wrong-dtype', message);
}

function checkedCount(shape: Shape): number {
  const count = safeElementCount(shape);
  if (count === undefined || shape.length > MAX_RANK || shape.some((size) => size < 0n))
    throw new BadFileError(
      'values/wrong-shape',
      `No tensor can have the shape ${shapeText(shape.slice(0, MAX_RANK))}.`,
    );
  return count;
}

function checkCells(count: number): void {
  if (count <= MAX_TYPED_CELLS) return;
  const message = `${formatNumberOf(MAX_TYPED_CELLS, 'cell')} can be typed at most.`;
  throw new TooLargeError('source/too-large', message, { limit: MAX_TYPED_CELLS, actual: count });
}

async function cellContents(
  dtype: StoredDtype | 'string',
  shape: Shape,
  texts: readonly string[],
  keep: KeepBytes,
  signal: AbortSignal | undefined,
): Promise<TypedContents<FlatContents>> {
  checkCells(texts.length);
  const count = checkedCount(shape);
  if (texts.length !== count) {
    const message = `The shape ${shapeText(shape)} has ${formatNumberOf(count, 'value')}, and there are ${texts.length}.`;
    throw new BadFileError('values/wrong-shape', message);
  }
  if (dtype === 'string') return { contents: { dtype, shape, strings: texts }, losses: [] };
  const { bytes, losses } = await typedBytes(texts, dtype, shape, signal);
  return { contents: { dtype, shape, ...(await keep(oneOf(bytes), bytes.length, signal)) }, losses };
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The stored bytes of typed numbers, and what of them the type does not keep. Throws at the first that it cannot hold. */
async function typedBytes(
  texts: readonly string[],
  dtype: StoredDtype,
  shape: Shape,
  signal?: AbortSignal,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; losses: ToldLoss[] }> {
  const losses = new Losses();
  const bytes = await bytesOfTexts(texts, dtype, losses, signal);
  if (losses.refusal) throw refusal(losses.refusal, shape, dtype, texts.length);
  return { bytes, losses: losses.list.map((loss) => toldLoss(loss, shape, texts.length)) };
}

/** A Blob may have the same piece many times, and takes no memory for it. */
async function filled(
  dtype: StoredDtype,
  shape: Shape,
  value: string,
  size: number,
  signal: AbortSignal | undefined,
): Promise<TypedContents<FlatContents>> {
  // Of packed elements as many as end on a byte.
  const { elements } = isComplexDtype(dtype) ? { elements: 1 } : elementGroup(dtype);
  // Losses are those of the one value.
  const { losses } = await typedBytes([value], dtype, [], signal);
  const { bytes } = await typedBytes(new Array<string>(elements).fill(value), dtype, [], signal);
  const piece = new Uint8Array(Math.min(PIECE_BYTES, Math.ceil(size / bytes.length) * bytes.length));
  for (let at = 0; at < piece.length; at += bytes.length) piece.set(bytes, at);
  const blob = new Blob([piece]);
  const parts = new Array<Blob>(piece.length === 0 ? 0 : Math.ceil(size / piece.length)).fill(blob);
  const data = new Blob(parts).slice(0, size);
  return { contents: { dtype, shape, data }, losses };
}

/** Makes some elements, from the number `first` on. Called in order. */
type Maker = (first: number, count: number) => Float64Array<ArrayBuffer> | BigInt64Array | BigUint64Array;

async function* madePieces(
  dtype: NumericDtype,
  shape: Shape,
  count: number,
  make: Maker,
  losses: Losses,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const cast = castTo(dtype);
  const pace = pacer();
  const counter: LossCounter = {
    count(kind, element, texts) {
      const found = texts();
      if (kind === 'range') throw refusal({ kind, count: 1, first: { element, ...found } }, shape, dtype, 1);
      // 0.1 has no exact float, which loses nothing. That 2049 becomes 2048 is one.
      if (Number.isInteger(Number(found.from))) losses.count(kind, element, () => found);
    },
  };
  const step = Math.floor(PIECE_BYTES / 32);
  for (let first = 0; first < count; first += step) {
    throwIfAborted(signal);
    yield cast(make(first, Math.min(step, count - first)), counter, first);
    await pace();
  }
}

/** The number that a field has. Throws where there is none. */
function fieldNumber(dtype: NumericDtype, text: string): number | bigint {
  const value = numberOf(text);
  if (value === undefined) throw new BadFileError('values/not-a-number', `${quote(text)} is not a number.`);
  const said = shortened(text.trim(), 40);
  if (isBeyondFloats(text, value)) throw outOfRange(`${said} does not fit ${dtype}.`);
  if (integerRange(dtype)) {
    const whole = wholeNumber(text, value);
    if (whole === undefined) throw outOfRange(`${said} is not a whole number, as ${dtype} needs it, or is too large.`);
    return whole;
  }
  if (isBelowFloats(text, value)) throw outOfRange(`${said} is not 0, and closer to it than float64 has numbers.`);
  return value;
}

function outOfRange(message: string): BadFileError {
  return new BadFileError('values/out-of-range', message);
}

type Range = { start: string; step: string };

/** Throws at the first element of a range of integers that its type cannot hold. */
function checkRange(dtype: NumericDtype, shape: Shape, count: number, { start, step }: Range): void {
  const range = integerRange(dtype);
  const [first, by] = [fieldNumber(dtype, start), fieldNumber(dtype, step)];
  if (count === 0) return;
  if (!range) {
    const isBounded = Number.isFinite(Number(first)) && Number.isFinite(Number(by));
    if (!isBounded || Number.isFinite(Number(first) + Number(by) * (count - 1))) return;
    throw outOfRange(`The range from ${start.trim()} goes beyond ${dtype}.`);
  }
  const [from, each] = [BigInt(first), BigInt(by)];
  const isOut = (value: bigint) => value < range.min || value > range.max;
  if (!isOut(from) && !isOut(from + each * BigInt(count - 1))) return;
  const last = each > 0n ? range.max : range.min;
  const element = isOut(from) ? 0n : (last - from) / each + 1n;
  const loss = {
    kind: 'range',
    count: 1,
    first: { element: Number(element), from: String(from + each * element) },
  } as const;
  throw refusal(loss, shape, dtype, 1);
}

function rangeMaker(dtype: NumericDtype, { start, step }: Range): Maker {
  const [from, by] = [fieldNumber(dtype, start), fieldNumber(dtype, step)];
  if (dtype === 'int64' || dtype === 'uint64') {
    const [first, each] = [BigInt(from), BigInt(by)];
    const Values = dtype === 'int64' ? BigInt64Array : BigUint64Array;
    return (at, count) => new Values(Array.from({ length: count }, (_, index) => first + each * BigInt(at + index)));
  }
  const [first, each] = [Number(from), Number(by)];
  return (at, count) => Float64Array.from({ length: count }, (_, index) => first + each * (at + index));
}

function randomMaker(dtype: NumericDtype, { seed, values }: Extract<TypedFlat, { kind: 'random' }>): Maker {
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32))
    throw new BadFileError('values/out-of-range', 'A seed is a whole number from 0 to 4294967295.');
  const twister = new Twister(seed);
  const isWhole = integerRange(dtype) !== undefined || DTYPES[dtype].kind === 'bool';
  const next =
    values.kind === 'uniform' ? uniformOf(dtype, values, twister, isWhole) : normalOf(values, twister, isWhole);
  return (_, count) => Float64Array.from({ length: count }, next);
}

function uniformOf(
  dtype: NumericDtype,
  { low, high }: { low: string; high: string },
  twister: Twister,
  isWhole: boolean,
): () => number {
  const [from, to] = [low, high].map((text) => Number(fieldNumber(dtype, text))) as [number, number];
  const span = to - from + (isWhole ? 1 : 0);
  if (!(from <= to && Number.isFinite(span) && (!isWhole || Number.isSafeInteger(span))))
    throw new BadFileError(
      'values/out-of-range',
      'Random values need a lower and a higher limit, and less than 2^53 between integers.',
    );
  return isWhole ? () => from + Math.floor(span * twister.uniform()) : () => from + span * twister.uniform();
}

function normalOf(
  { mean, deviation }: { mean: string; deviation: string },
  twister: Twister,
  isWhole: boolean,
): () => number {
  const [middle, spread] = [mean, deviation].map((text) => Number(fieldNumber('float64', text))) as [number, number];
  if (!(Number.isFinite(middle) && spread >= 0 && Number.isFinite(spread)))
    throw new BadFileError(
      'values/out-of-range',
      'Random values need a mean, and a standard deviation that is not negative.',
    );
  return () => {
    const value = middle + spread * twister.normal();
    return isWhole ? roundedToEven(value) : value;
  };
}

/** As NumPy's `rint`. */
function roundedToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
}
