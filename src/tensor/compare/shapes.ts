import type { Shape } from '../shape.ts';

/**
 * How two shapes go together: `ones` differ only by dimensions of size 1, and `transposed` are those of a matrix and its
 * transpose, apart from such dimensions. A square matrix has the `same` shape as its transpose.
 */
export type ShapeRelation = 'same' | 'ones' | 'transposed' | 'different';

export function shapeRelation(a: Shape, b: Shape): ShapeRelation {
  if (a.join() === b.join()) return 'same';
  const [one, other] = [withoutOnes(a), withoutOnes(b)];
  if (one.join() === other.join()) return 'ones';
  return one.length === 2 && one.join() === other.toReversed().join() ? 'transposed' : 'different';
}

export function withoutOnes(shape: Shape): Shape {
  return shape.filter((size) => size !== 1n);
}
