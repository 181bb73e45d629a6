import { type Container, sourceContainer } from '../../archive/container.ts';
import { CancelledError, NetworkError, TooLargeError } from '../../base/errors.ts';
import { MAX_LEVELS, MAX_UNASKED_DECODED } from '../../base/limits.ts';
import type { OpenPackage } from '../../formats/format.ts';
import { contentFile, fileIndex } from '../../model/file/file-index.ts';
import { baseName } from '../../model/file/file-name.ts';
import { type DecodedSource, decodedSource } from '../../source/decoded.ts';
import { sliceSource } from '../../source/slice.ts';
import type { ByteSource } from '../../source/source.ts';
import type { DecodedRooms } from './decoded-rooms.ts';

/** Bytes at the start of a file that most formats read at once, or twice as many. */
const HEAD_BYTES = 32 * 1024;

/** A file of an open package, which is to be opened as a package. */
export interface InnerFile {
  /** Its bytes, with random access. */
  source: ByteSource;
  /** Opens files of the same folder. `release` lets go of these too. */
  sibling: NonNullable<Container['sibling']>;
  /** The same bytes, if they are in a file on this machine. */
  blob?: Blob | undefined;
  /** Of a compressed file that is decoded whole where that is needed: `DecodedSource.whole`. */
  whole?: DecodedSource['whole'];
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
 * The bytes of a file of an open package. Follows symlinks. A file that is not compressed is read in place. Any
 * other is decoded as far as it is read, and what was decoded is kept until `release`. Rejects with
 * `source/no-such-file`, `source/too-deep`, `source/no-room`, or as reading the file does. Reads of a long compressed
 * file reject with `source/undecoded`.
 */
export async function innerFile(
  opened: OpenPackage,
  path: string,
  { levels, decodesAll = false, rooms, signal }: InnerOptions,
): Promise<InnerFile> {
  const { files } = opened.package;
  const { source: open } = opened;
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
  const releases: (() => void)[] = [];
  let isReleased = false;
  const sibling = async (beside: string, siblingSignal?: AbortSignal): Promise<Container | undefined> => {
    const at = path.slice(0, path.length - name.length) + beside;
    if (beside.includes('/') || !open(at)) return undefined;
    const found = await innerFile(opened, at, { levels, decodesAll, rooms, signal: siblingSignal });
    // The package may have been closed meanwhile.
    if (isReleased) {
      found.release();
      throw new CancelledError();
    }
    releases.push(found.release);
    return sourceContainer(found.source);
  };
  const release = () => {
    isReleased = true;
    for (const letGo of releases.splice(0)) letGo();
  };
  // Rejects where the file cannot be read at all.
  if (content.compressed) await source.read(0, 0, signal);
  else {
    // With it comes what every format reads first: from a host by one request. Less than all of it, which would be
    // compared with its checksum.
    await source.read(0, Math.max(0, Math.min(source.size - 1, HEAD_BYTES)), signal);
    const blob = source.blob?.(0, source.size);
    return { source: sliceSource(source, 0, source.size, name), blob, sibling, release };
  }
  const limit = decodesAll ? source.size : Math.min(source.size, MAX_UNASKED_DECODED);
  const decoded = decodedSource(source, await rooms.take(limit), limit, name);
  releases.push(() => decoded.release());
  return { source: decoded, sibling, release, whole: limit === source.size ? decoded.whole : undefined };
}
