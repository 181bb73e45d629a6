import { latePart } from '../../base/late-part.ts';
import { fileSource } from '../../source/file.ts';
import { isNumericDtype } from '../../tensor/dtype.ts';
import { tensorReader } from '../../tensor/reader.ts';
import type { SourcedElements, StoredElements, TensorReader } from '../../tensor/values.ts';
import { markedAdded } from './added-reader.ts';

/** Reads elements that another thread has found. Rejects as `storedReader`. */
export async function storedElements({ bytes, ...stored }: StoredElements): Promise<TensorReader> {
  return sourcedElements({ ...stored, source: fileSource(bytes) });
}

/** The same, of bytes that were read before: of each small tensor, a Blob of its own would cost more than its values. */
export async function sourcedElements(stored: SourcedElements): Promise<TensorReader> {
  const reader = await readerOf(stored);
  return stored.isAdded ? markedAdded(reader) : reader;
}

async function readerOf(stored: SourcedElements): Promise<TensorReader> {
  const { source, type, count, order } = stored;
  if (isNumericDtype(type)) return tensorReader(source, type, count, order);
  // A thread that reads numbers starts without what formats need.
  const { storedReader } = await latePart(() => import('../../formats/registry.ts'));
  return storedReader(stored);
}
