import type { TensorSpec } from '../../../model/package.ts';
import type { Shape, ShapeSpec } from '../../../tensor/shape.ts';
import { pythonString } from '../../../widgets/use-it/literal.ts';
import { type CartonDtype, isCartonDtype } from '../core/read/dtypes.ts';

/** What a snippet is written from. Everything in it except the dtypes is a stranger's text. */
export interface SnippetModel {
  /** Address or path from which the program loads the carton. */
  location: string;
  inputs: readonly WholeSpec[];
  /** Names of inputs that the code leaves out: zeros would be a value like any other. */
  leftOut?: readonly string[];
  outputs: readonly WholeSpec[];
  /** Values of an example or self-test, by the name of the input. An input without one gets zeros, or a word. */
  values?: ReadonlyMap<string, SnippetValue>;
}

/** The value that an input has in an example or self-test. */
export type SnippetValue = SnippetElements | SnippetPicture;

/** A tensor, small enough to be written out. */
export interface SnippetElements {
  kind: 'elements';
  dtype: CartonDtype;
  shape: Shape;
  /** In row-major order, each as `String()` gives it. As many as the shape asks for. */
  elements: readonly string[];
}

/** A picture. The program reads it from a file beside it. */
export interface SnippetPicture {
  kind: 'picture';
  /** Name of the file: letters, digits, `.`, `-` and `_`. */
  file: string;
}

/** Elements of a tensor that a snippet writes out. */
export const MAX_SNIPPET_ELEMENTS = 64;

/** How the pixels of a picture lie in an array. */
export interface PictureLayout {
  channels: 1 | 3 | 4;
  /** Rows, columns, channels; or channels first; or no channels at all. */
  order: 'hwc' | 'chw' | 'hw';
  /** Dimensions of size 1 before them, such as that of a batch. */
  lead: number;
  /** The size that the schema states. Undefined where it takes any. */
  size?: { height: bigint; width: bigint };
}

/**
 * The layout that a shape most likely means. A dimension of 1, 3 or 4, or one named after channels, holds the channels:
 * the last one, or the one before the last two.
 */
export function pictureLayout(shape: ShapeSpec): PictureLayout {
  if (typeof shape === 'string' || shape.length < 2) return { channels: 3, order: 'hwc', lead: 0 };
  const at = (fromEnd: number) => shape[shape.length - fromEnd];
  const last = channelsOf(at(1));
  if (shape.length >= 3 && last)
    return withSize({ channels: last, order: 'hwc', lead: shape.length - 3 }, at(3), at(2));
  const first = shape.length >= 3 ? channelsOf(at(3)) : undefined;
  if (first) return withSize({ channels: first, order: 'chw', lead: shape.length - 3 }, at(2), at(1));
  return withSize({ channels: 1, order: 'hw', lead: shape.length - 2 }, at(2), at(1));
}

function channelsOf(size: Dimension): 1 | 3 | 4 | undefined {
  if (size === 1n || size === 3n || size === 4n) return Number(size) as 1 | 3 | 4;
  return typeof size === 'string' && /^c$|chan/i.test(size) ? 3 : undefined;
}

function withSize(layout: PictureLayout, height: Dimension, width: Dimension): PictureLayout {
  const isFixed = (size: Dimension) => typeof size === 'bigint' && size > 0n && size <= MAX_PICTURE_SIDE;
  return isFixed(height) && isFixed(width)
    ? { ...layout, size: { height: height as bigint, width: width as bigint } }
    : layout;
}

type Dimension = bigint | string | undefined;

/** No picture is larger. */
const MAX_PICTURE_SIDE = 65_536n;

/** The shape of the array of a picture, with the names of its height and width. */
export function pictureShape({ order, lead, channels }: PictureLayout, height: string, width: string): string[] {
  const ones = new Array<string>(lead).fill('1');
  if (order === 'hwc') return [...ones, height, width, String(channels)];
  return order === 'chw' ? [...ones, String(channels), height, width] : [...ones, height, width];
}

/** A remark in the program: the pixels may have to be scaled. */
export const PIXEL_REMARK = 'Pixels are 0 to 255. Divide them by 255 if the model expects 0 to 1.';

/**
 * The shortest decimal number that rounds to a float32, for a value that is given as float64. `NaN` and `Infinity` stay
 * as they are.
 */
export function shortNumber(element: string, dtype: CartonDtype): string {
  // In most languages `-0` is a whole number, which has no sign.
  if (element === '-0') return '-0.0';
  if (dtype !== 'float32') return element;
  const value = Number(element);
  if (!Number.isFinite(value)) return element;
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return element;
}

/** An input or output that has everything a program needs. */
export type WholeSpec = TensorSpec & { name: string; dtype: CartonDtype; shape: ShapeSpec };

export function isWhole(spec: TensorSpec): spec is WholeSpec {
  return spec.name !== undefined && spec.dtype !== undefined && isCartonDtype(spec.dtype) && spec.shape !== undefined;
}

const SAYS_OPTIONAL = /^\W*optional\b|[([]\s*optional\b|\bis optional\b|\bmay be (?:left out|omitted)\b/i;

/**
 * Whether a program can leave an input out: the example does, or, without an example, its description says so.
 *
 * @param given names of the inputs that the example or self-test has
 */
export function isOptional({ name, description }: WholeSpec, given: ReadonlySet<string> | undefined): boolean {
  return given ? !given.has(name) : SAYS_OPTIONAL.test(description ?? '');
}

/** Inputs that a snippet writes out. Real models have a dozen at most; a hostile schema can have ten thousand. */
export const MAX_SNIPPET_TENSORS = 100;

/** The value of example strings. */
export const EXAMPLE_TEXT = 'text';

/** The largest number that is an integer literal in all four languages. No array has as many elements. */
const MAX_SIZE = 2n ** 63n - 1n;

/** The smallest shape that fits. Every symbol and `*` becomes 1, and so does a size that no program can have. */
export function exampleShape(shape: ShapeSpec): Shape {
  if (typeof shape === 'string') return [1n];
  return shape.map((size) => (typeof size === 'string' || size > MAX_SIZE ? 1n : size));
}

function isBeyond(shape: ShapeSpec): boolean {
  return typeof shape !== 'string' && shape.some((size) => typeof size === 'bigint' && size > MAX_SIZE);
}

/** How a language writes inputs. Each function gives the lines for one of them. */
export interface InputWriter {
  /** What begins a remark, with its indentation. */
  remark: string;
  picture(value: SnippetPicture, spec: NumericSpec, index: number): string[];
  elements(value: SnippetElements, spec: WholeSpec, index: number): string[];
  /** Zeros, or words, for an input without a value. */
  zeros(spec: WholeSpec, sizes: Shape, index: number): string[];
}

export type NumericSpec = WholeSpec & { dtype: Exclude<CartonDtype, 'string'> };

/** The inputs as a language writes them: the lines of each, and of a remark on what is left out. */
export function writtenInputs(
  { inputs, leftOut = [], values }: SnippetModel,
  { remark, picture, elements, zeros }: InputWriter,
): { parts: string[][]; hasPicture: boolean } {
  let hasPicture = false;
  const parts = inputs.slice(0, MAX_SNIPPET_TENSORS).map((spec, index) => {
    const value = values?.get(spec.name);
    if (value?.kind === 'picture' && spec.dtype !== 'string') {
      hasPicture = true;
      return picture(value, spec as NumericSpec, index);
    }
    if (value?.kind === 'elements') return elements(value, spec, index);
    const lines = zeros(spec, exampleShape(spec.shape), index);
    return isBeyond(spec.shape)
      ? [`${remark}The carton declares a size that no array can have. It is 1 here.`, ...lines]
      : lines;
  });
  const left = inputs.length - MAX_SNIPPET_TENSORS;
  if (left > 0) parts.push([`${remark}and ${left} more inputs`]);
  // A literal of Python is a safe remark in all four languages: printable ASCII that ends with a quotation mark.
  const names = leftOut.slice(0, MAX_SNIPPET_TENSORS).map(pythonString).join(', ');
  if (names !== '') parts.push([`${remark}Left out: ${names}`]);
  else if (inputs.length === 0) parts.push([`${remark}This carton does not declare its inputs.`]);
  return { parts, hasPicture };
}

/** The outputs as a language writes them. */
export function writtenOutputs(
  { outputs }: SnippetModel,
  remark: string,
  write: (name: string, value: string) => string,
): string[] {
  const parts = outputs.slice(0, MAX_SNIPPET_TENSORS).map(({ name }, index) => write(name, `output_${index}`));
  const left = outputs.length - MAX_SNIPPET_TENSORS;
  return left > 0 ? [...parts, `${remark}and ${left} more outputs`] : parts;
}
