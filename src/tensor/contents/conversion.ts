import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import type { DecodedDtype } from '../dtype.ts';
import { isComplexDtype, isNumericDtype } from '../dtype.ts';
import { indexAt, indexText, type Shape, shapeText } from '../shape.ts';
import { bytesCast, type Loss, type LossCounter, type StoredDtype } from './cast.ts';
import { type Channels, channelsFlow, scaledFlow } from './channels.ts';
import { castFlow, type Flow, transposedFlow } from './flow.ts';
import { rangeWords } from './number-text.ts';

/**
 * One step on the way to what is declared.
 *
 * - `reshape`: the same elements in another shape.
 * - `transpose`: another order of dimensions, as NumPy's `transpose(axes)`.
 * - `cast`: another type. Of strings, the numbers that they write; to strings, the numbers as text.
 * - `scale`: integers from 0 to `most` become floats from 0 to 1.
 * - `channels`: a picture with other channels.
 */
export type Conversion =
  | { kind: 'reshape'; shape: Shape }
  | { kind: 'transpose'; axes: readonly number[] }
  | { kind: 'cast'; dtype: DecodedDtype }
  | { kind: 'scale'; dtype: StoredDtype; most: 255 | 65535 }
  | { kind: 'channels'; to: Channels };

export function isStoredDtype(dtype: string): dtype is StoredDtype {
  return isNumericDtype(dtype) || isComplexDtype(dtype);
}

/** The elements of a flow after a conversion, which counts what it does not keep. Not to strings. */
export function convertedFlow(flow: Flow, conversion: Conversion, losses: LossCounter): Flow {
  switch (conversion.kind) {
    case 'reshape':
      return { ...flow, shape: conversion.shape };
    case 'transpose':
      return transposedFlow(flow, conversion.axes);
    case 'cast': {
      const dtype = conversion.dtype as StoredDtype;
      return castFlow(flow, dtype, bytesCast(flow.dtype, dtype), losses);
    }
    case 'scale':
      return scaledFlow(flow, conversion.dtype, conversion.most);
    case 'channels':
      return channelsFlow(flow, conversion.to, losses);
  }
}

/** What a conversion does, as a button says it: "Transpose H×W×C → C×H×W". */
export function conversionWords(conversion: Conversion, from: { dtype: string; shape: Shape }): string {
  switch (conversion.kind) {
    case 'reshape':
      return reshapeWords(from.shape, conversion.shape);
    case 'transpose':
      return transposeWords(from.shape, conversion.axes);
    case 'cast':
      return `Convert ${from.dtype} → ${conversion.dtype}`;
    case 'scale':
      return `Scale 0–${conversion.most} → 0–1, as ${conversion.dtype}`;
    case 'channels':
      return CHANNEL_WORDS[conversion.to];
  }
}

const CHANNEL_WORDS: Record<Channels, string> = {
  color: 'Leave out transparency',
  gray: 'Make it gray',
  repeat: 'Repeat gray as RGB',
};

function reshapeWords(from: Shape, to: Shape): string {
  const added = to.length - from.length;
  const ones = (shape: Shape) => shape.every((size) => size === 1n);
  const same = (a: Shape, b: Shape) => a.length === b.length && a.every((size, at) => size === b[at]);
  const many = (count: number) => (count === 1 ? '1' : `${count} dimensions of 1`);
  if (added > 0 && ones(to.slice(0, added)) && same(to.slice(added), from)) return `Add a leading ${many(added)}`;
  if (added > 0 && ones(to.slice(from.length)) && same(to.slice(0, from.length), from))
    return `Add ${added === 1 ? 'a 1' : many(added)} at the end`;
  if (added < 0 && ones(from.slice(0, -added)) && same(from.slice(-added), to))
    return added === -1 ? 'Drop the leading 1' : `Drop ${-added} leading dimensions of 1`;
  return `Reshape ${shapeText(from)} → ${shapeText(to)}`;
}

function transposeWords(shape: Shape, axes: readonly number[]): string {
  const letters = shape.length === 4 ? 'NHWC' : 'HWC';
  const order = axes.join();
  const toFirst = order === '2,0,1' || order === '0,3,1,2';
  const toLast = order === '1,2,0' || order === '0,2,3,1';
  const last = [...letters].join('×');
  const first = [...(shape.length === 4 ? 'NCHW' : 'CHW')].join('×');
  if (toFirst) return `Transpose ${last} → ${first}`;
  if (toLast) return `Transpose ${first} → ${last}`;
  return `Transpose ${shapeText(shape)} → ${shapeText(axes.map((axis) => shape[axis] as bigint))}`;
}

/** What a conversion of elements did not keep. */
export interface ToldLoss extends Loss {
  /** How many there were in all. */
  of: number;
  /** In words, with the first one: "loses digits in 12 of 300 values, the first 0.1 at [0, 3]". */
  words: string;
}

const LOSS_WORDS: Record<Loss['kind'], string> = {
  range: 'cannot hold',
  digits: 'rounds',
  zero: 'rounds to 0',
  fraction: 'leaves out what comes after the point in',
  sign: 'loses the sign of 0 in',
  truth: 'makes true of',
  imaginary: 'leaves out the imaginary part of',
  text: 'finds no number in',
  color: 'loses the color of',
  alpha: 'loses the transparency of',
};

/** A loss in words. `shape`: of what was converted. */
export function toldLoss(loss: Loss, shape: Shape, of: number): ToldLoss {
  const isPixel = loss.kind === 'color' || loss.kind === 'alpha';
  const { element, from, to } = loss.first;
  const what = `${formatCount(loss.count)} of ${formatNumberOf(of, isPixel ? 'pixel' : 'value')}`;
  const index = indexAt(shape, element);
  const place = shape.length > 0 ? ` at ${indexText(isPixel ? index.slice(0, 2) : index)}` : '';
  const change = to === undefined ? from : `${from} → ${to}`;
  return { ...loss, of, words: `${LOSS_WORDS[loss.kind]} ${what}, the first ${change}${place}` };
}

/** Why a conversion is not made. */
export function refusalWords({ kind, count, of, first }: ToldLoss, shape: Shape, dtype: string): string {
  const place = shape.length > 0 ? ` at ${indexText(indexAt(shape, first.element))}` : '';
  const range = isNumericDtype(dtype) ? rangeWords(dtype) : undefined;
  const held = range === undefined ? '' : ` (${range})`;
  const isText = kind === 'text';
  const more = isText ? 'are not numbers' : 'do not fit';
  const others = count === 1 ? '' : ` In all, ${formatCount(count)} of ${formatNumberOf(of, 'value')} ${more}.`;
  return isText
    ? `“${first.from}”${place} is not a number.${others}`
    : `${first.from} does not fit ${dtype}${held}${place}.${others}`;
}
