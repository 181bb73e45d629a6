/** Sizes of a tensor's dimensions, outermost first; empty for a scalar. bigint, since files may state any 64-bit number. */
export type Shape = readonly bigint[];

/**
 * A shape as a schema states it: `"*"` (any), a symbol for the whole shape, or one entry for each dimension, a size, a symbol or `"*"`
 * (a schema's `shape`).
 */
export type ShapeSpec = string | readonly (bigint | string)[];

/** Number of elements: the product of the sizes, 1 for a scalar. Exact at any size. */
export function elementCount(shape: Shape): bigint {
  let count = 1n;
  for (const size of shape) count *= size;
  return count;
}

/**
 * The same as a number. Undefined where no number counts them exactly (2^53 and more), which is beyond what any file can hold. Quick
 * for any shape of at most `MAX_RANK` sizes.
 */
export function safeElementCount(shape: Shape): number | undefined {
  if (shape.some((size) => size === 0n)) return 0;
  let count = 1n;
  for (const size of shape) {
    count *= size;
    if (count > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  }
  return Number(count);
}
