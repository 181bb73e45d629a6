import { type Shape, shapeText } from '../shape.ts';
import type { TensorReader } from '../values.ts';
import type { ComparedTensors } from './compare.ts';
import { notComparable } from './comparer.ts';
import { TransposedReader } from './transposed.ts';

/**
 * How two shapes go together: `ones` differ only by dimensions of size 1, and `transposed` are those of a matrix and its
 * transpose, apart from such dimensions. A square matrix has the `same` shape as its transpose.
 */
export type ShapeRelation = 'same' | 'ones' | 'transposed' | 'different';

export function shapeRelation(a: Shape, b: Shape): ShapeRelation {
  if (areEqual(a, b)) return 'same';
  const [one, other] = [withoutOnes(a), withoutOnes(b)];
  if (areEqual(one, other)) return 'ones';
  return one.length === 2 && areEqual(one, other.toReversed()) ? 'transposed' : 'different';
}

function areEqual(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((size, at) => size === b[at]);
}

export function withoutOnes(shape: Shape): Shape {
  return shape.filter((size) => size !== 1n);
}

/** A tensor, and its shape in the package. */
export interface ShapedReader {
  shape: Shape;
  reader: TensorReader;
}

/** Two tensors element by element, and how their shapes go together. */
export interface AlignedTensors extends ComparedTensors {
  relation: ShapeRelation;
}

/**
 * Two tensors as they are compared, the second one as its transpose where that is asked for. Throws
 * `tensor/not-comparable`, with the reason, where their shapes do not go together.
 */
export function alignedTensors(a: ShapedReader, b: ShapedReader, isTransposed = false): AlignedTensors {
  const relation = shapeRelation(a.shape, b.shape);
  if (!isTransposed) {
    if (relation === 'same' || relation === 'ones') return { a: a.reader, b: b.reader, relation };
    throw notComparable(
      `${shapesText(a, b)}${relation === 'transposed' ? ': one is the transpose of the other' : ''}.`,
    );
  }
  const matrix = withoutOnes(a.shape);
  const [rows, columns] = matrix;
  const other = withoutOnes(b.shape);
  if (matrix.length !== 2 || other.length !== 2 || rows !== other[1] || columns !== other[0])
    throw notComparable(`${shapesText(a, b)}, and neither is the transpose of the other.`);
  return { a: a.reader, b: new TransposedReader(b.reader, Number(columns)), relation };
}

function shapesText(a: ShapedReader, b: ShapedReader): string {
  return `The shapes are ${shapeText(a.shape)} and ${shapeText(b.shape)}`;
}
