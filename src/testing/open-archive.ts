import type { Archive } from '../archive/archive.ts';
import { findArchive, notAnArchive } from '../archive/container.ts';
import type { ByteSource } from '../source/source.ts';

/** The archive in a source. Rejects with `zip/not-a-zip` where the source is not one, and as `findArchive` does. */
export async function openArchive(source: ByteSource, options: { signal?: AbortSignal } = {}): Promise<Archive> {
  const archive = await findArchive(source, options);
  if (!archive) throw notAnArchive(source);
  return archive;
}
