import { throwIfAborted } from '../../base/abort.ts';
import { BadFileError, InternalError, TooLargeError } from '../../base/errors.ts';
import { MAX_STRING_TENSOR_BYTES } from '../../base/limits.ts';
import { shortened } from '../../base/text.ts';
import { itemPacer } from '../../codec/pause.ts';
import { DTYPES, isComplexDtype, type NumericDtype } from '../dtype.ts';
import { complexText, decodeElements, elementText } from '../elements.ts';
import { elementCount, type Shape } from '../shape.ts';
import { shortestFloat } from '../short-float.ts';
import { castTo, elementsIn, type LossCounter, Losses, partOf, type StoredDtype } from './cast.ts';
import type { FlatContents, NumericContents, StringContents } from './contents.ts';
import { type Conversion, convertedFlow, isStoredDtype, refusalWords, toldLoss } from './conversion.ts';
import { contentsFlow, type Flow, type KeepBytes, keepFlow, type WorkOptions, watchedFlow } from './flow.ts';
import { isCut, numberOf, type TextNumber } from './number-text.ts';
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
  const pause = itemPacer(signal);
  const isComplex = isComplexDtype(dtype);
  const parts: TextNumber[] = [];
  for (const [at, text] of texts.entries()) {
    const found = isComplex ? complexOf(text) : [numberOf(text)];
    if (found.includes(undefined)) losses.count('text', at, () => ({ from: shortened(text.trim(), 40) }));
    for (const part of found) parts.push(part ?? 0);
    const waits = pause();
    if (waits) await waits;
  }
  if (!isComplex) return storedNumbers(parts, dtype, losses, (at) => texts[at] as string);
  const halved: LossCounter = { count: (kind, element, told) => losses.count(kind, Math.floor(element / 2), told) };
  return storedNumbers(parts, partOf(dtype), halved, (at) => texts[Math.floor(at / 2)] as string);
}

/** Why a type cannot hold what a text says, in a sentence. Undefined where it can, perhaps rounded. */
export function textProblem(dtype: StoredDtype | 'string', text: string): string | undefined {
  if (dtype === 'string') return undefined;
  const losses = new Losses();
  const isComplex = isComplexDtype(dtype);
  const found = isComplex ? complexOf(text) : [numberOf(text)];
  const parts = found.filter((part) => part !== undefined);
  if (parts.length < found.length) losses.count('text', 0, () => ({ from: shortened(text.trim(), 40) }));
  else storedNumbers(parts, isComplex ? partOf(dtype) : dtype, losses, () => text);
  return losses.refusal && refusalWords(toldLoss(losses.refusal, [], 1), [], dtype);
}

/** Both parts of a complex number as Python writes it: 1+2j, (1+2j), 2j, 1. */
function complexOf(text: string): (TextNumber | undefined)[] {
  const word = text.trim().replace(/^\((.*)\)$/, '$1');
  if (!/j$/i.test(word)) return [numberOf(word), 0];
  const [, real = '0', imaginary = ''] = /^(.*[^eE])?([-+].*)j$/i.exec(word) ?? [];
  return imaginary === '' ? [0, numberOf(word.slice(0, -1))] : [numberOf(real), numberOf(imaginary)];
}

/** The stored bytes of numbers that were written as text. `textAt`: what was written, for messages. */
function storedNumbers(
  numbers: readonly TextNumber[],
  dtype: NumericDtype,
  losses: LossCounter,
  textAt: (at: number) => string,
): Uint8Array<ArrayBuffer> {
  const from = (at: number) => shortened(textAt(at).trim(), 40);
  const refuse = (at: number) => losses.count('range', at, () => ({ from: from(at) }));
  if (dtype === 'int64' || dtype === 'uint64') {
    const whole = dtype === 'int64' ? new BigInt64Array(numbers.length) : new BigUint64Array(numbers.length);
    for (const [at, number] of numbers.entries()) {
      const value = typeof number === 'bigint' || Number.isInteger(number) ? BigInt(number) : undefined;
      whole[at] = value ?? 0n;
      if (whole[at] !== value) refuse(at);
    }
    return new Uint8Array(whole.buffer);
  }
  const rounded = Float64Array.from(numbers, Number);
  const bytes = castTo(dtype)(
    rounded,
    {
      count(kind, at) {
        // A text for integers has no fraction, one for bools no other number. Digits are counted below.
        if (kind === 'range' || kind === 'fraction' || kind === 'truth') refuse(at);
      },
    },
    0,
  );
  if (DTYPES[dtype].kind !== 'float') return bytes;
  const stored = decodeElements(dtype, bytes.slice());
  for (const [at, number] of numbers.entries()) {
    const value = Number(stored[at]);
    if (!Number.isFinite(value) || !isCut(dtype, number, value)) continue;
    losses.count(value === 0 ? 'zero' : 'digits', at, () => ({
      from: from(at),
      to: shortestFloat(dtype, elementText(value)),
    }));
  }
  return bytes;
}
