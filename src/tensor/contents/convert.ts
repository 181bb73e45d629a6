import { throwIfAborted } from '../../base/abort.ts';
import { BadFileError, InternalError, TooLargeError } from '../../base/errors.ts';
import { MAX_STRING_TENSOR_BYTES } from '../../base/limits.ts';
import { shortened } from '../../base/text.ts';
import { pacer } from '../../codec/pause.ts';
import { DTYPES, dataBytes, isComplexDtype, type NumericDtype } from '../dtype.ts';
import { complexText, decodeElements, elementText } from '../elements.ts';
import { elementCount, type Shape } from '../shape.ts';
import { shortestFloat } from '../short-float.ts';
import { castTo, elementsIn, type LossCounter, Losses, partOf, type StoredDtype } from './cast.ts';
import type { FlatContents, NumericContents, StringContents } from './contents.ts';
import { type Conversion, convertedFlow, isStoredDtype, refusalWords, toldLoss } from './conversion.ts';
import { contentsFlow, type Flow, type KeepBytes, keepFlow, type WorkOptions, watchedFlow } from './flow.ts';
import { isBelowFloats, isBeyondFloats, isCut, numberOf, type TextNumber, wholeNumber } from './number-text.ts';
import './findings.ts';

export function isStrings(contents: FlatContents): contents is StringContents {
  return contents.dtype === 'string';
}

/**
 * Makes conversions one after the other. Elements that stay as they are stored stay where they are. Of others, those of
 * up to `MAX_MEMORY_CONTENTS` bytes are kept in memory, and more where `keep` writes them. Rejects with
 * `values/out-of-range` and `values/not-a-number` at the first value that a type cannot hold.
 */
export async function converted(
  contents: FlatContents,
  conversions: readonly Conversion[],
  keep: KeepBytes,
  options: WorkOptions = {},
): Promise<FlatContents> {
  let now = contents;
  for (let at = 0; at < conversions.length; ) {
    const conversion = conversions[at] as Conversion;
    if (isStrings(now) || (conversion.kind === 'cast' && conversion.dtype === 'string')) {
      now = await convertedStrings(now, conversion, keep, options);
      at++;
      continue;
    }
    const isText = (one: Conversion) => one.kind === 'cast' && one.dtype === 'string';
    const end = conversions.findIndex((one, index) => index >= at && isText(one));
    const together = conversions.slice(at, end < 0 ? undefined : end);
    now = await convertedNumbers(now, together, keep, options);
    at += together.length;
  }
  return now;
}

async function convertedNumbers(
  contents: NumericContents,
  conversions: readonly Conversion[],
  keep: KeepBytes,
  options: WorkOptions,
): Promise<NumericContents> {
  if (conversions.every(({ kind }) => kind === 'reshape')) {
    const last = conversions.at(-1);
    return last?.kind === 'reshape' ? { ...contents, shape: last.shape } : contents;
  }
  let flow = watchedFlow(contentsFlow(contents), options);
  for (const conversion of conversions) flow = convertedFlow(flow, conversion, refusingCounter(flow, conversion));
  return keepFlow(flow, keep, options);
}

/** Throws at the first value that keeps a conversion from being made. */
function refusingCounter({ shape }: Pick<Flow, 'shape'>, conversion: Conversion): LossCounter {
  return {
    count(kind, element, texts) {
      if (kind !== 'range' && kind !== 'text') return;
      const dtype = 'dtype' in conversion ? conversion.dtype : '';
      throw refusal({ kind, count: 1, first: { element, ...texts() } }, shape, dtype, 1);
    },
  };
}

/** The error of a conversion that is not made. */
export function refusal(loss: Parameters<typeof toldLoss>[0], shape: Shape, dtype: string, of: number): BadFileError {
  const code = loss.kind === 'text' ? 'values/not-a-number' : 'values/out-of-range';
  return new BadFileError(code, refusalWords(toldLoss(loss, shape, of), shape, dtype));
}

async function convertedStrings(
  contents: FlatContents,
  conversion: Conversion,
  keep: KeepBytes,
  options: WorkOptions,
): Promise<FlatContents> {
  if (!isStrings(contents)) return asTexts(contents, options);
  const { strings, shape } = contents;
  if (conversion.kind === 'reshape') return { ...contents, shape: conversion.shape };
  if (conversion.kind === 'transpose') {
    const { axes } = conversion;
    return {
      ...contents,
      shape: axes.map((axis) => shape[axis] as bigint),
      strings: transposedList(strings, shape, axes),
    };
  }
  if (conversion.kind !== 'cast' || !isStoredDtype(conversion.dtype))
    throw new InternalError('internal/bug', 'Boxcutter tried to convert text as numbers.');
  const { dtype } = conversion;
  const losses = new Losses();
  const bytes = await bytesOfTexts(strings, dtype, losses, options.signal);
  if (losses.refusal) throw refusal(losses.refusal, shape, dtype, strings.length);
  return { dtype, shape, ...(await keep(oneOf(bytes), bytes.length, options.signal)) };
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function transposedList(strings: readonly string[], shape: Shape, axes: readonly number[]): string[] {
  const sizes = shape.map(Number);
  const strides = sizes.map((_, at) => sizes.slice(at + 1).reduce((product, size) => product * size, 1));
  let places = [0];
  for (const axis of axes)
    places = places.flatMap((place) =>
      Array.from({ length: sizes[axis] ?? 0 }, (_, at) => place + at * (strides[axis] ?? 0)),
    );
  return places.map((place) => strings[place] as string);
}

/** As much text as the elements of one tensor of strings may have. */
const MAX_TEXT = MAX_STRING_TENSOR_BYTES;

/** Numbers as texts: floats in the fewest digits that are still this value of their type. */
async function asTexts(contents: NumericContents, options: WorkOptions): Promise<StringContents> {
  const flow = watchedFlow(contentsFlow(contents), options);
  const strings: string[] = [];
  let length = 0;
  for await (const piece of flow.pieces(options.signal)) {
    for (const text of elementTexts(flow.dtype, piece)) {
      length += text.length;
      strings.push(text);
    }
    if (length <= MAX_TEXT) continue;
    const message = 'As text, the values are longer than a tensor of strings can be.';
    throw new TooLargeError('source/too-large', message, { limit: MAX_TEXT, actual: length });
  }
  // The last byte of packed elements may have room for more.
  strings.length = Number(elementCount(contents.shape));
  return { dtype: 'string', shape: contents.shape, strings };
}

/** Stored elements as texts: floats in the fewest digits that are still this value of their type, bools as words. */
export function elementTexts(dtype: StoredDtype, bytes: Uint8Array): string[] {
  if (isComplexDtype(dtype)) {
    const parts = decodeElements(dtype === 'complex64' ? 'float32' : 'float64', bytes) as Float64Array;
    return Array.from({ length: elementsIn(dtype, bytes.length) }, (_, at) =>
      complexText(parts[2 * at] as number, parts[2 * at + 1] as number),
    );
  }
  const values = decodeElements(dtype, bytes);
  return Array.from({ length: values.length }, (_, at) =>
    dtype === 'bool' ? String(values[at] === 1) : shortestFloat(dtype, elementText(values[at] as number | bigint)),
  );
}

/** Texts whose numbers are held at once. Packed elements end on a byte after as many. */
const TEXTS_AT_ONCE = 2 ** 14;

/**
 * The stored bytes of numbers that are written as text. Counts texts that are no numbers, values that the type cannot
 * hold, and those with more digits than it keeps. Bytes of a text that was refused are not to be used.
 */
export async function bytesOfTexts(
  texts: readonly string[],
  dtype: StoredDtype,
  losses: LossCounter,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  throwIfAborted(signal);
  const pause = pacer();
  const bytes = new Uint8Array(Number(dataBytes(dtype, BigInt(texts.length))));
  for (let [first, at] = [0, 0]; first < texts.length; first += TEXTS_AT_ONCE) {
    const placed: LossCounter = { count: (kind, element, told) => losses.count(kind, first + element, told) };
    const piece = pieceOfTexts(texts.slice(first, first + TEXTS_AT_ONCE), dtype, placed);
    // The last group of packed elements may be longer than what is stored of it.
    bytes.set(piece.subarray(0, bytes.length - at), at);
    at += piece.length;
    await pause();
    throwIfAborted(signal);
  }
  return bytes;
}

function pieceOfTexts(texts: readonly string[], dtype: StoredDtype, losses: LossCounter): Uint8Array<ArrayBuffer> {
  const isComplex = isComplexDtype(dtype);
  const parts = isComplex ? texts.flatMap(complexParts) : texts;
  const counted = (at: number) => (isComplex ? Math.floor(at / 2) : at);
  const from = (at: number) => shortened((texts[counted(at)] as string).trim(), 40);
  const placed: LossCounter = { count: (kind, at, told) => losses.count(kind, counted(at), told) };
  // What is not a number is counted once, also where neither of its parts is.
  const bad = new Set<number>();
  const numbers = parts.map((part, at) => {
    const number = numberOf(part);
    if (number === undefined) bad.add(counted(at));
    return number ?? 1;
  });
  for (const at of bad) losses.count('text', at, () => ({ from: shortened((texts[at] as string).trim(), 40) }));
  return storedNumbers({ parts, numbers, from }, isComplex ? partOf(dtype) : dtype, placed);
}

/** Why a type cannot hold what a text says, in a sentence. Undefined where it can, perhaps rounded. */
export function textProblem(dtype: StoredDtype | 'string', text: string): string | undefined {
  if (dtype === 'string') return undefined;
  const losses = new Losses();
  pieceOfTexts([text], dtype, losses);
  return losses.refusal && refusalWords(toldLoss(losses.refusal, [], 1), [], dtype);
}

/** Both parts of a complex number as Python writes it: 1+2j, (1+2j), 2j, 1. */
function complexParts(text: string): [real: string, imaginary: string] {
  const trimmed = text.trim();
  const word = trimmed.startsWith('(') && trimmed.endsWith(')') ? trimmed.slice(1, -1) : trimmed;
  if (!/j$/i.test(word)) return [word, '0'];
  const sign = lastSign(word);
  // A sign that nothing precedes is the one of the imaginary part.
  return [sign <= 0 ? '0' : word.slice(0, sign), word.slice(Math.max(0, sign), -1)];
}

/** Where the last sign stands that is not of an exponent. An expression for it takes the square of the length. */
function lastSign(word: string): number {
  for (let at = word.length - 1; at >= 0; at--) {
    const isSign = word[at] === '+' || word[at] === '-';
    if (isSign && !/e/i.test(word[at - 1] ?? '')) return at;
  }
  return -1;
}

/** Numbers that are written as text. `from`: what was written, for messages; of complex numbers, both parts. */
interface WrittenNumbers {
  parts: readonly string[];
  numbers: readonly TextNumber[];
  from(at: number): string;
}

/** The stored bytes of numbers that were written as text. */
function storedNumbers(written: WrittenNumbers, dtype: NumericDtype, losses: LossCounter): Uint8Array<ArrayBuffer> {
  const isFloat = DTYPES[dtype].kind === 'float';
  return isFloat ? storedFloats(written, dtype, losses) : storedWholes(written, dtype, losses);
}

/** Integers and bools: a text for integers has no fraction, one for bools no other number. */
function storedWholes(
  { parts, numbers, from }: WrittenNumbers,
  dtype: NumericDtype,
  losses: LossCounter,
): Uint8Array<ArrayBuffer> {
  const refuse = (at: number) => losses.count('range', at, () => ({ from: from(at) }));
  const exact = numbers.map((number, at) => wholeNumber(parts[at] as string, number));
  if (dtype !== 'int64' && dtype !== 'uint64') {
    // Nothing but what is refused becomes NaN, and no integer and no bool is NaN.
    const values = Float64Array.from(exact, (value) => (value === undefined ? Number.NaN : Number(value)));
    return castTo(dtype)(values, { count: (kind, at) => void (kind !== 'sign' && refuse(at)) }, 0);
  }
  const whole = dtype === 'int64' ? new BigInt64Array(exact.length) : new BigUint64Array(exact.length);
  for (const [at, found] of exact.entries()) {
    const value = found === undefined ? undefined : BigInt(found);
    whole[at] = value ?? 0n;
    if (whole[at] !== value) refuse(at);
  }
  return new Uint8Array(whole.buffer);
}

/** Floats. A number that is too large is refused, and becomes no infinity; of the others, lost digits are counted. */
function storedFloats(
  { parts, numbers, from }: WrittenNumbers,
  dtype: NumericDtype,
  losses: LossCounter,
): Uint8Array<ArrayBuffer> {
  const refuse = (at: number) => losses.count('range', at, () => ({ from: from(at) }));
  const rounded = new Float64Array(numbers.length);
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as TextNumber;
    const isBeyond = isBeyondFloats(parts[at] as string, number);
    if (isBeyond) refuse(at);
    rounded[at] = isBeyond ? 1 : Number(number);
  }
  const bytes = castTo(dtype)(rounded, { count: (kind, at) => void (kind === 'range' && refuse(at)) }, 0);
  const stored = decodeElements(dtype, bytes.slice());
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as TextNumber;
    const value = Number(stored[at]);
    const isLost = isBelowFloats(parts[at] as string, number) || isCut(dtype, number, value);
    if (!Number.isFinite(value) || !isLost) continue;
    losses.count(value === 0 ? 'zero' : 'digits', at, () => ({
      from: from(at),
      to: shortestFloat(dtype, elementText(value)),
    }));
  }
  return bytes;
}
