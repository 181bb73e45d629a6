import type { ComplexDtype, NumericDtype } from '../dtype.ts';
import type { Shape } from '../shape.ts';

/** The elements of a tensor that is to be written: plain data that can be posted and stored. */
export type TensorContents = FlatContents | NestedContents;

/** The elements of a tensor that holds no others. */
export type FlatContents = NumericContents | StringContents;

export interface NumericContents {
  dtype: NumericDtype | ComplexDtype;
  shape: Shape;
  /**
   * The elements in row-major order, little-endian: `dataBytes` of them, no more and no fewer. It may be a slice of a
   * file of the disk, which is read when the tensor is written.
   */
  data: Blob;
  /** Names of the private files that bytes of `data` are in, as of a `FilePut`. */
  privateFiles?: readonly string[] | undefined;
}

export interface StringContents {
  dtype: 'string';
  shape: Shape;
  /** In row-major order, one for each element. */
  strings: readonly string[];
}

/** A tensor that holds others, none of which holds any. */
export interface NestedContents {
  dtype: 'nested';
  inner: readonly FlatContents[];
}

/** The data of elements, and of those that they hold: each Blob as it is written. Strings have none. */
export function contentsBlobs(contents: TensorContents): Blob[] {
  if (contents.dtype === 'nested') return contents.inner.flatMap(contentsBlobs);
  return contents.dtype === 'string' ? [] : [contents.data];
}
