/**
 * Sizes of a tensor's dimensions, outermost first; empty for a scalar. bigint, since files may state any 64-bit number.
 */
export type Shape = readonly bigint[];

/**
 * A shape as a schema states it. `"*"` is any shape, and another string is a symbol for the whole shape. A list has one
 * entry for each dimension: a size, a symbol or `"*"`. Example: `["batch", 3n, "*"]`.
 */
export type ShapeSpec = string | readonly (bigint | string)[];

/** A shape in words: "2 × 3", or "scalar". */
export function shapeText(shape: readonly (bigint | string)[]): string {
  return shape.length === 0 ? 'scalar' : shape.join(' × ');
}

/** Number of elements: the product of the sizes, 1 for a scalar. Exact at any size. */
export function elementCount(shape: Shape): bigint {
  const safe = safeElementCount(shape);
  if (safe !== undefined) return BigInt(safe);
  let count = 1n;
  for (const size of shape) count *= size;
  return count;
}

/**
 * The same as a number. Undefined at 2^53 and more, where numbers are not exact and which no file can hold. Fast for
 * any shape of at most `MAX_RANK` sizes.
 */
export function safeElementCount(shape: Shape): number | undefined {
  // Rounding never brings a product of 2^53 or more below that, and smaller ones are exact.
  let count = 1;
  for (const size of shape) {
    if (size === 0n) return 0;
    count *= Number(size);
  }
  return Number.isSafeInteger(count) ? count : undefined;
}

/** The element at an index, counted in row-major order. Dimensions that the index leaves out are at 0. */
export function elementAt(shape: Shape, index: readonly number[]): number {
  return shape.reduce((at, size, dimension) => at * Number(size) + (index[dimension] ?? 0), 0);
}

/** An index as NumPy writes it: "[0, 27, 3]". */
export function indexText(index: readonly number[]): string {
  return `[${index.join(', ')}]`;
}

/** The index of an element that is counted in row-major order. */
export function indexAt(shape: Shape, element: number): number[] {
  const index = new Array<number>(shape.length);
  for (let dimension = shape.length - 1; dimension >= 0; dimension--) {
    const size = Number(shape[dimension]);
    index[dimension] = element % size;
    element = Math.floor(element / size);
  }
  return index;
}
