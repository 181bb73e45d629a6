import type { TensorSpec } from '../../../model/package.ts';
import type { Shape, ShapeSpec } from '../../../tensor/shape.ts';
import { type CartonDtype, isCartonDtype } from '../core/dtypes.ts';

/** What a snippet is written from. Everything in it except the dtypes is a stranger's text. */
export interface SnippetModel {
  /** Address or path from which the program loads the carton. */
  location: string;
  inputs: readonly WholeSpec[];
  outputs: readonly WholeSpec[];
}

/** An input or output that has everything a program needs. */
export type WholeSpec = TensorSpec & { name: string; dtype: CartonDtype; shape: ShapeSpec };

export function isWhole(spec: TensorSpec): spec is WholeSpec {
  return spec.name !== undefined && spec.dtype !== undefined && isCartonDtype(spec.dtype) && spec.shape !== undefined;
}

/** A program that loads the carton and runs it once, and the shell commands that install and build what it needs. */
export interface Snippet {
  install: string;
  code: string;
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

/** A remark on an example shape that does not fit, as one line without a comment's mark. Undefined where it fits. */
export function shapeRemark(shape: ShapeSpec): string | undefined {
  const isBeyond = typeof shape !== 'string' && shape.some((size) => typeof size === 'bigint' && size > MAX_SIZE);
  return isBeyond ? 'The carton states a size that no array can have; it is 1 here.' : undefined;
}

/** The first `MAX_SNIPPET_TENSORS`, and how many more there are. */
export function snippetTensors(specs: readonly WholeSpec[]): { shown: readonly WholeSpec[]; left: number } {
  return { shown: specs.slice(0, MAX_SNIPPET_TENSORS), left: Math.max(0, specs.length - MAX_SNIPPET_TENSORS) };
}

/** Code points of a text. A lone surrogate becomes U+FFFD, because no program text can hold it. */
export function codePoints(text: string): number[] {
  return Array.from(text, (char) => {
    const point = char.codePointAt(0) as number;
    return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
  });
}

/**
 * Whether a character is printable ASCII. It stands for itself in all four languages, except those that a language
 * escapes.
 */
export function isPlain(point: number): boolean {
  return point >= 0x20 && point < 0x7f;
}
