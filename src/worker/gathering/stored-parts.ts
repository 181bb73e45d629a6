import { stretchesOf } from '../../tensor/element-pieces.ts';
import type { StoredElements, TensorReader } from '../../tensor/values.ts';

/** Some elements of a tensor for another thread, and the index of the first of them. */
export interface StoredPart {
  first: number;
  elements: StoredElements;
}

/**
 * A tensor in parts of `step` elements, which is a whole number of blocks. An empty tensor has no parts. Undefined where
 * other threads cannot read it.
 */
export function storedParts(reader: TensorReader, step: number): StoredPart[] | undefined {
  const parts: StoredPart[] = [];
  for (const [first, end] of stretchesOf(reader.count, step)) {
    const elements = reader.stored?.(first, end);
    if (!elements) return undefined;
    parts.push({ first, elements });
  }
  return parts;
}
