import type { Shape, ShapeSpec } from '../../tensor/shape.ts';

/**
 * Dimensions shown of a shape. Real tensors have at most eight or so; a hostile schema can state a hundred thousand.
 */
export const MAX_SHOWN_DIMENSIONS = 32;

/** The symbol for anything. Unlike other symbols, it can mean something else at each use. */
export const ANY = '*';

/** A shape in words: `batch_size × 3 × 512 × 512`, "any shape", "scalar", "any length", "any × 3". */
export function formatShape(shape: ShapeSpec | Shape): string {
  if (typeof shape === 'string') return shape === ANY ? 'any shape' : `${shape} (whole shape)`;
  if (shape.length === 0) return 'scalar';
  if (shape.length === 1 && shape[0] === ANY) return 'any length';
  const parts = shape.slice(0, MAX_SHOWN_DIMENSIONS).map((size) => (size === ANY ? 'any' : String(size)));
  const left = shape.length - parts.length;
  return parts.join(' × ') + (left > 0 ? ` × … (${left} more)` : '');
}

/** The symbols of a shape, each once, in order of appearance. `*` does not count. */
export function shapeSymbols(shape: ShapeSpec | Shape): string[] {
  const sizes: readonly (bigint | string)[] = typeof shape === 'string' ? [shape] : shape;
  const symbols = sizes.filter((size) => typeof size === 'string' && size !== ANY) as string[];
  return [...new Set(symbols)];
}
