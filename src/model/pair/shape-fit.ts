import type { ShapeSpec } from '../../tensor/shape.ts';

/** A size that equals only itself: a number, a symbol of a schema, or a whole shape. Each `*` is another one. */
type Size = string | symbol;

/** What the symbols of a schema stand for, for all its inputs and outputs together. */
export type SymbolSizes = Map<string, Size>;

/** The size that a symbol of callers has. */
export const symbolSize = (name: string): Size => `symbol ${name}`;

function sizeOf(part: bigint | string, means: SymbolSizes): Size {
  if (typeof part === 'bigint') return `${part}`;
  return part === '*' ? Symbol() : (means.get(part) ?? symbolSize(part));
}

/** Whether a size fits what is asked for. A symbol has one size wherever it stands. */
function takes(asked: bigint | string, size: Size, sizes: SymbolSizes): boolean {
  if (typeof asked === 'bigint') return `${asked}` === size;
  if (asked === '*') return true;
  const known = sizes.get(asked);
  if (known === undefined) sizes.set(asked, size);
  return known === undefined || known === size;
}

const NO_MEANINGS: SymbolSizes = new Map();

/**
 * Whether every shape that `one` allows is allowed by `other`. A symbol of `other` takes any size, but the same one in
 * all shapes that are held against the same `sizes`, which learn it.
 *
 * @param means what symbols of `one` stand for, where that is known
 */
export function fitsShape(one: ShapeSpec, other: ShapeSpec, sizes: SymbolSizes, means = NO_MEANINGS): boolean {
  if (other === '*') return true;
  if (typeof other === 'string') return takes(other, wholeSize(one, means), sizes);
  if (typeof one === 'string' || one.length !== other.length) return false;
  return other.every((asked, dimension) => takes(asked, sizeOf(one[dimension] as bigint | string, means), sizes));
}

/** A whole shape as one size. */
function wholeSize(shape: ShapeSpec, means: SymbolSizes): Size {
  if (typeof shape === 'string') return sizeOf(shape, means);
  const sizes = shape.map((part) => sizeOf(part, means));
  return sizes.some((size) => typeof size === 'symbol') ? Symbol() : `[${sizes.join()}]`;
}

/** Whether something that could have any size in `before` has one in `after`. */
export function fixesSize(before: ShapeSpec, after: ShapeSpec): boolean {
  if (typeof after === 'string') return false;
  if (typeof before === 'string') return after.some((size) => typeof size === 'bigint');
  return before.some((size, dimension) => typeof size === 'string' && typeof after[dimension] === 'bigint');
}

/** Whether `after` only leaves open what `before` says: a size, or all of the shape. */
export function opensSizes(before: ShapeSpec, after: ShapeSpec): boolean {
  if (typeof after === 'string') return true;
  if (typeof before === 'string' || before.length !== after.length) return false;
  return after.every((size, dimension) => typeof size === 'string' || size === before[dimension]);
}

/** The symbols of a shape. */
export function symbolsOf(shape: ShapeSpec | undefined): string[] {
  const parts = typeof shape === 'string' ? [shape] : (shape ?? []);
  return parts.filter((part) => typeof part === 'string' && part !== '*') as string[];
}
