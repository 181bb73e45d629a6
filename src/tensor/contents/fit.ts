import type { BoxcutterError } from '../../base/errors.ts';
import type { FindingCode } from '../../base/findings.ts';
import { type DecodedDtype, DTYPES, isDecodedDtype, isNumericDtype } from '../dtype.ts';
import { pictureAxes } from '../picture-layout.ts';
import { elementCount, type Shape, type ShapeSpec, safeElementCount, shapeText } from '../shape.ts';
import { isWidening, Losses, type StoredDtype } from './cast.ts';
import type { FlatContents, TensorContents } from './contents.ts';
import {
  type Conversion,
  conversionWords,
  convertedFlow,
  isStoredDtype,
  type ToldLoss,
  toldLoss,
} from './conversion.ts';
import { bytesOfTexts, isStrings, refusal } from './convert.ts';
import { contentsFlow, type Flow, hasOwnBytes, type WorkOptions, watchedFlow } from './flow.ts';
import './findings.ts';

/** What a schema says of a tensor. What is left out, anything fits. */
export interface Declared {
  /** A name of `DTYPES`, or `nested`. */
  dtype?: string | undefined;
  shape?: ShapeSpec | undefined;
  /** Sizes that symbols have in the other values: then they must have them here, too. */
  symbols?: ReadonlyMap<string, bigint> | undefined;
}

/** A conversion that is offered, and all that it does not keep. None: it is exact. */
export interface OfferedConversion {
  conversion: Conversion;
  words: string;
  losses: readonly ToldLoss[];
}

/** A way to make values fit, in order. What comes of it has this type and shape. */
export interface FitOption {
  conversions: readonly OfferedConversion[];
  dtype: DecodedDtype;
  shape: Shape;
}

/** Whether values fit what is declared: as they are, once they are converted, or not. */
export type Fit =
  | { kind: 'fits' }
  | { kind: 'converts'; options: readonly FitOption[] }
  | { kind: 'misfit'; code: FindingCode; message: string };

/**
 * Holds values against what is declared. Reads all of them where a conversion may lose something, to say exactly what.
 * Rejects as reading them does, and when canceled.
 */
export async function fitOf(contents: TensorContents, declared: Declared, options: WorkOptions = {}): Promise<Fit> {
  const { dtype } = declared;
  if (contents.dtype === 'nested' || dtype === 'nested') return nestedFit(contents, declared, options);
  const dtypes = dtype === undefined || dtype === contents.dtype ? [[]] : typeWays(contents, dtype);
  const shapes = shapeWays(contents, declared);
  if (!dtypes) return misfit('values/wrong-dtype', `The values are ${contents.dtype}, and ${dtype} is declared.`);
  if (shapes.length === 0) return shapeMisfit(contents.shape, declared);
  if (dtypes[0]?.length === 0 && shapes[0]?.length === 0) return { kind: 'fits' };
  const found: FitOption[] = [];
  let refused: BoxcutterError | undefined;
  for (const shape of shapes) {
    for (const type of dtypes) {
      // Channels first, so that losses are counted of what is kept. Then types, in the order in which elements are stored.
      const channels = shape.filter(({ kind }) => kind === 'channels');
      const rest = shape.filter(({ kind }) => kind !== 'channels');
      const option = await optionOf(contents, [...channels, ...type, ...rest], options);
      if ('conversions' in option) found.push(option);
      else refused ??= option;
    }
  }
  if (found.length > 0) return { kind: 'converts', options: found };
  return misfit(refused?.code ?? 'values/wrong-dtype', refused?.message ?? '');
}

function misfit(code: FindingCode, message: string): Fit {
  return { kind: 'misfit', code, message };
}

function shapeMisfit(shape: Shape, { shape: spec = '*', symbols }: Declared): Fit {
  const stated = typeof spec === 'string' ? spec : shapeText(spec);
  const conflict = typeof spec === 'string' ? undefined : conflictOf(shape, spec, symbols);
  const why = conflict === undefined ? '' : ` ${conflict}`;
  return misfit('values/wrong-shape', `The shape is ${shapeText(shape)}, and ${stated} is declared.${why}`);
}

/** A symbol that has another size elsewhere, where that alone is wrong. */
function conflictOf(
  shape: Shape,
  spec: readonly (bigint | string)[],
  symbols: ReadonlyMap<string, bigint> = new Map(),
) {
  if (!matches(shape, { shape: spec })) return undefined;
  const at = spec.findIndex(
    (size, index) => typeof size === 'string' && (symbols.get(size) ?? shape[index]) !== shape[index],
  );
  return at < 0 ? undefined : `${spec[at]} is ${symbols.get(spec[at] as string)} in the other values.`;
}

async function nestedFit(contents: TensorContents, declared: Declared, options: WorkOptions): Promise<Fit> {
  if (contents.dtype !== 'nested') return misfit('values/wrong-dtype', 'A list of tensors is declared.');
  if (declared.dtype === 'nested') return { kind: 'fits' };
  const { inner } = contents;
  const { shape: spec } = declared;
  // The outer size of a nested tensor is the number of those in it.
  const [outer, ...rest] = typeof spec === 'object' ? spec : [];
  if (typeof spec === 'object' && (spec.length === 0 || (typeof outer === 'bigint' && outer !== BigInt(inner.length))))
    return misfit('values/wrong-shape', `The list has ${inner.length} tensors, and ${shapeText(spec)} is declared.`);
  for (const [at, part] of inner.entries()) {
    const held = await fitOf(part, { ...declared, shape: typeof spec === 'object' ? rest : undefined }, options);
    if (held.kind === 'misfit') return { ...held, message: `Tensor ${at} of the list: ${held.message}` };
    if (held.kind === 'converts') {
      const words = held.options[0]?.conversions[0]?.words ?? '';
      return misfit('values/wrong-dtype', `Tensor ${at} of the list does not fit by itself: “${words}” would help.`);
    }
  }
  return { kind: 'fits' };
}

/** Ways to another type. Undefined where there is none. */
function typeWays({ dtype, shape }: FlatContents, wanted: string): Conversion[][] | undefined {
  if (!isDecodedDtype(wanted)) return undefined;
  const casts: Conversion[][] = [[{ kind: 'cast', dtype: wanted }]];
  const isSamples = (dtype === 'uint8' || dtype === 'uint16') && pictureAxes(shape).length > 0;
  if (!isSamples || DTYPES[wanted].kind !== 'float') return casts;
  return [[{ kind: 'scale', dtype: wanted as StoredDtype, most: dtype === 'uint8' ? 255 : 65535 }], ...casts];
}

/** Whether a shape is one that is declared. A symbol has one size throughout. */
function matches(shape: Shape, { shape: spec, symbols }: Declared): boolean {
  if (spec === undefined || typeof spec === 'string') return true;
  if (spec.length !== shape.length) return false;
  const known = new Map(symbols);
  return spec.every((size, at) => {
    const own = shape[at] as bigint;
    if (typeof size === 'bigint') return size === own;
    if (size === '*') return true;
    const before = known.get(size);
    known.set(size, before ?? own);
    return before === undefined || before === own;
  });
}

/** Ways to a shape that is declared. The likeliest ones: others are left out where these are there. */
function shapeWays(contents: FlatContents, declared: Declared): Conversion[][] {
  const { shape } = contents;
  if (matches(shape, declared)) return [[]];
  const spec = declared.shape as readonly (bigint | string)[];
  const withOnes = onesWay(shape, declared);
  if (withOnes) return [withOnes];
  const turned = orders(contents).flatMap((axes) => turnedWay(shape, axes, declared));
  if (turned.length > 0) return turned;
  const colored = channelWays(contents).flatMap(({ conversion, shape: made }) => {
    const ways = matches(made, declared) ? [[]] : [onesWay(made, declared)].filter((way) => way !== undefined);
    const all =
      ways.length > 0 ? ways : made.length === 3 ? [[2, 0, 1]].flatMap((axes) => turnedWay(made, axes, declared)) : [];
    return all.map((way) => [conversion, ...way]);
  });
  if (colored.length > 0) return colored;
  const solved = solvedShape(shape, spec, declared);
  return solved ? [[{ kind: 'reshape', shape: solved }]] : [];
}

/** The dimensions of size 1 that are missing or too many. */
function onesWay(shape: Shape, declared: Declared): Conversion[] | undefined {
  if (matches(shape, declared)) return [];
  const spec = declared.shape as readonly (bigint | string)[];
  const ones = (count: number): bigint[] => new Array<bigint>(Math.max(0, count)).fill(1n);
  const long = shape.filter((size) => size !== 1n);
  const left = [...long];
  const wanted = [
    [...ones(spec.length - shape.length), ...shape],
    [...shape, ...ones(spec.length - shape.length)],
    shape.slice(Math.max(0, shape.length - spec.length)),
    [...ones(spec.length - long.length), ...long],
    // Where the declared shape has a 1, and the others in their order.
    spec.map((size) => (size === 1n ? 1n : (left.shift() ?? 1n))),
  ];
  const count = elementCount(shape);
  const found = wanted.find((made) => elementCount(made) === count && matches(made, declared));
  return found && [{ kind: 'reshape', shape: found }];
}

/** Orders of dimensions that other programs have: channels last or first, and rows for columns. */
function orders({ dtype, shape }: FlatContents): number[][] {
  if (dtype !== 'string' && isStoredDtype(dtype) && !hasOwnBytes(dtype)) return [];
  if (shape.length === 2) return [[1, 0]];
  if (shape.length === 3)
    return [
      [2, 0, 1],
      [1, 2, 0],
    ];
  return shape.length === 4
    ? [
        [0, 3, 1, 2],
        [0, 2, 3, 1],
      ]
    : [];
}

/** Where other programs have dimensions of size 1 as well, they come first. */
function turnedWay(shape: Shape, axes: readonly number[], declared: Declared): Conversion[][] {
  const turned = axes.map((axis) => shape[axis] as bigint);
  const spec = declared.shape as readonly (bigint | string)[];
  const added = spec.length - turned.length;
  const made = added > 0 ? [...new Array<bigint>(added).fill(1n), ...turned] : turned.slice(-added);
  const isKept = added >= 0 || turned.slice(0, -added).every((size) => size === 1n);
  if (!isKept || !matches(made, declared)) return [];
  return [[{ kind: 'transpose', axes }, ...(added === 0 ? [] : [{ kind: 'reshape', shape: made } as const])]];
}

/** Other channels of what may be a picture: height × width × channels, or gray. */
function channelWays({ dtype, shape }: FlatContents): { conversion: Conversion; shape: Shape }[] {
  if ((dtype !== 'uint8' && dtype !== 'uint16') || safeElementCount(shape) === 0) return [];
  const way = (to: 'color' | 'gray' | 'repeat', made: Shape) => ({
    conversion: { kind: 'channels', to } as const,
    shape: made,
  });
  if (shape.length === 2) return [way('repeat', [...shape, 3n])];
  const [height = 0n, width = 0n, channels] = shape;
  const sides = [height, width];
  if (shape.length !== 3 || channels === undefined || channels < 2n || channels > 4n) return [];
  if (channels === 2n) return [way('color', sides)];
  return channels === 4n ? [way('color', [...sides, 3n]), way('gray', sides)] : [way('gray', sides)];
}

/** The declared shape with the one size that is not stated, so that all elements have a place. */
function solvedShape(shape: Shape, spec: readonly (bigint | string)[], declared: Declared): Shape | undefined {
  const count = elementCount(shape);
  const sizes = spec.map((size) => (typeof size === 'bigint' ? size : declared.symbols?.get(size)));
  const known = sizes.reduce<bigint>((product, size) => product * (size ?? 1n), 1n);
  const free = sizes.filter((size) => size === undefined).length;
  const isSolved = free === 0 ? known === count : free === 1 && known > 0n && count % known === 0n;
  if (!isSolved) return undefined;
  const made = sizes.map((size) => size ?? count / known);
  return matches(made, declared) ? made : undefined;
}

/** A way with all that it loses; or why it cannot be gone. */
async function optionOf(
  contents: FlatContents,
  conversions: readonly Conversion[],
  options: WorkOptions,
): Promise<FitOption | BoxcutterError> {
  if (isStrings(contents)) return textOption(contents, conversions, options);
  let flow = contentsFlow(contents);
  const offered: OfferedConversion[] = [];
  for (const [at, conversion] of conversions.entries()) {
    const words = conversionWords(conversion, flow);
    if (conversion.kind === 'cast' && conversion.dtype === 'string') {
      offered.push({ conversion, words, losses: [] });
      const rest = conversions.slice(at + 1);
      return restOption({ dtype: 'string', shape: flow.shape }, rest, offered);
    }
    const losses = await lossesOf(flow, conversion, options);
    const of = lossBase(flow, conversion);
    if (losses.refusal) return refusal(losses.refusal, flow.shape, 'dtype' in conversion ? conversion.dtype : '', of);
    offered.push({ conversion, words, losses: losses.list.map((loss) => toldLoss(loss, flow.shape, of)) });
    flow = convertedFlow(flow, conversion, new Losses());
  }
  return { conversions: offered, dtype: flow.dtype, shape: flow.shape };
}

/** What losses are counted of: pixels, or elements. */
function lossBase({ shape }: Flow, { kind }: Conversion): number {
  return Number(elementCount(kind === 'channels' ? shape.slice(0, 2) : shape));
}

/** Reads all elements, unless nothing can be lost. */
async function lossesOf(flow: Flow, conversion: Conversion, options: WorkOptions): Promise<Losses> {
  const losses = new Losses();
  const { kind } = conversion;
  const isExact =
    kind === 'reshape' ||
    kind === 'transpose' ||
    kind === 'scale' ||
    (kind === 'cast' &&
      isNumericDtype(flow.dtype) &&
      isNumericDtype(conversion.dtype) &&
      isWidening(flow.dtype, conversion.dtype));
  if (isExact) return losses;
  for await (const _ of convertedFlow(watchedFlow(flow, options), conversion, losses).pieces(options.signal));
  return losses;
}

/** Strings become numbers that they write, and keep their order. */
async function textOption(
  { strings, shape, dtype }: Extract<FlatContents, { dtype: 'string' }>,
  conversions: readonly Conversion[],
  { signal }: WorkOptions,
): Promise<FitOption | BoxcutterError> {
  const [first] = conversions;
  if (first?.kind !== 'cast') return restOption({ dtype, shape }, conversions, []);
  const losses = new Losses();
  await bytesOfTexts(strings, first.dtype as StoredDtype, losses, signal);
  if (losses.refusal) return refusal(losses.refusal, shape, first.dtype, strings.length);
  const told = losses.list.map((loss) => toldLoss(loss, shape, strings.length));
  const words = conversionWords(first, { dtype, shape });
  return restOption({ dtype: first.dtype, shape }, conversions.slice(1), [{ conversion: first, words, losses: told }]);
}

/** The conversions of a shape, which lose nothing, after others. */
function restOption(
  { dtype, shape }: Pick<FitOption, 'dtype' | 'shape'>,
  rest: readonly Conversion[],
  before: readonly OfferedConversion[],
): FitOption {
  const offered = [...before];
  let now = shape;
  for (const conversion of rest) {
    offered.push({ conversion, words: conversionWords(conversion, { dtype, shape: now }), losses: [] });
    if (conversion.kind === 'reshape') now = conversion.shape;
    if (conversion.kind === 'transpose') now = conversion.axes.map((axis) => now[axis] as bigint);
  }
  return { conversions: offered, dtype, shape: now };
}
