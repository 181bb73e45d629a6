import { NetworkError, TooLargeError } from '../../base/errors.ts';
import { MAX_LEVELS, MAX_UNASKED_DECODED } from '../../base/limits.ts';
import type { OpenPackage } from '../../formats/format.ts';
import { contentFile, fileIndex } from '../../model/file-index.ts';
import { baseName } from '../../model/file-name.ts';
import { decodedSource } from '../../source/decoded.ts';
import { sliceSource } from '../../source/slice.ts';
import type { ByteSource } from '../../source/source.ts';
import type { DecodedRooms } from './decoded-rooms.ts';

/** A file of an open package, which is to be opened as a package. */
export interface InnerFile {
  /** Its bytes, with random access. */
  source: ByteSource;
  /** The same bytes, where they lie in a file of this machine. */
  blob?: Blob | undefined;
  /** Lets go of what was decoded. */
  release(): void;
}

export interface InnerOptions {
  /** How many packages are open around it, one inside the other. */
  levels: number;
  /** Whether people agreed to decode more than `MAX_UNASKED_DECODED` bytes. */
  decodesAll?: boolean | undefined;
  rooms: DecodedRooms;
  signal?: AbortSignal | undefined;
}

/**
 * The bytes of a file of an open package. Follows symlinks. A file that is not compressed is read where it lies; any
 * other is decoded as far as it is read, and what was decoded is kept until `release`. Rejects with
 * `source/no-such-file`, `source/too-deep`, `source/no-room`, or as reading the file does. Reads of a long compressed
 * file reject with `source/undecoded`.
 */
export async function innerFile(
  { package: { files }, source: open }: OpenPackage,
  path: string,
  { levels, decodesAll = false, rooms, signal }: InnerOptions,
): Promise<InnerFile> {
  const source = open(path);
  const file = fileIndex(files).get(path);
  const content = file && contentFile(files, file);
  if (!source || !content) {
    throw new NetworkError('source/no-such-file', 'The package does not have this file.', { path });
  }
  if (levels >= MAX_LEVELS) {
    const message = `${MAX_LEVELS} packages are open already, one inside the other.`;
    throw new TooLargeError('source/too-deep', message, { path, limit: MAX_LEVELS, actual: levels + 1 });
  }
  const name = baseName(path);
  // Finds where the data begins, and rejects where the file cannot be read at all.
  await source.read(0, 0, signal);
  if (!content.compressed) {
    const blob = source.blob?.(0, source.size);
    return { source: sliceSource(source, 0, source.size, name), blob, release() {} };
  }
  const limit = decodesAll ? source.size : Math.min(source.size, MAX_UNASKED_DECODED);
  const decoded = decodedSource(source, await rooms.take(limit), limit, name);
  return { source: decoded, release: () => decoded.release() };
}
