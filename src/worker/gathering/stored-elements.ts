import { latePart } from '../../base/late-part.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource } from '../../source/source.ts';
import { isNumericDtype } from '../../tensor/dtype.ts';
import { tensorReader } from '../../tensor/reader.ts';
import type { StoredElements, TensorReader } from '../../tensor/values.ts';
import { markedAdded } from './added-reader.ts';

/**
 * Reads elements that another thread has found. Rejects as `storedReader`.
 *
 * @param source the same bytes, where they are in memory already: a Blob is read through the browser's own process
 */
export async function storedElements(stored: StoredElements, source?: ByteSource): Promise<TensorReader> {
  const reader = await readerOf(stored, source);
  return stored.isAdded ? markedAdded(reader) : reader;
}

async function readerOf(stored: StoredElements, source: ByteSource | undefined): Promise<TensorReader> {
  const { bytes, type, count, order } = stored;
  if (isNumericDtype(type)) return tensorReader(source ?? fileSource(bytes), type, count, order);
  // A thread that reads numbers starts without what formats need.
  const { storedReader } = await latePart(() => import('../../formats/registry.ts'));
  return storedReader(stored);
}
