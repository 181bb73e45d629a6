import { openAsBlob } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { RangedFile, type ReadRange } from './ranged-file.ts';

/** Node counts the bytes of its own Blobs of files with 32 bits. */
const MAX_BLOB = 2 ** 32 - 1;

/** A file of the disk, or a part of it, of any size. Nothing is read until it is asked to. */
export async function diskFile(path: string, name: string): Promise<File> {
  const { size, mtimeMs } = await stat(path);
  if (size <= MAX_BLOB) return new File([await openAsBlob(path)], name);
  return new RangedFile(diskRange(path, mtimeMs), size, name, mtimeMs);
}

/** @param modified when the file was last modified, in milliseconds: a later change is an error */
function diskRange(path: string, modified: number): ReadRange {
  return async function* (start, end) {
    const file = await open(path);
    try {
      if ((await file.stat()).mtimeMs !== modified)
        throw new DOMException('The file was modified.', 'NotReadableError');
      yield* file.createReadStream({ start, end: end - 1, highWaterMark: 2 ** 20, autoClose: false });
    } finally {
      await file.close();
    }
  };
}
