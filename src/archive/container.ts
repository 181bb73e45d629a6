import { throwIfAborted } from '../base/abort.ts';
import { NetworkError } from '../base/errors.ts';
import { remoteSource } from '../source/remote.ts';
import type { ByteSource, FolderFile } from '../source/source.ts';
import { besideAddress } from '../source/web-address.ts';
import type { Archive } from './archive.ts';
import { folderArchive } from './folder.ts';
import type { Wrapping } from './gzip.ts';
import { findArchive } from './open.ts';

/**
 * What was opened: a file or a folder, on this machine or on a host. Each format looks into it and decides whether it
 * can open it.
 */
export interface Container {
  readonly name: string;
  /** Bytes. Of a folder, all its files together. */
  readonly size: number;
  /** Its bytes. A folder has none. */
  readonly source?: ByteSource;
  /** The host that sends its bytes, after all redirects. */
  readonly servedFrom?: string | undefined;
  /** The file that it was decompressed from. */
  readonly wrapping?: Wrapping;
  /**
   * Its files. Undefined where it is not an archive. Opens the archive on the first call, and only once. Rejects where the
   * archive is broken, with a code that says how (`zip/truncated`, `zip/bad-directory` …), or where the bytes do not
   * come.
   */
  archive(signal?: AbortSignal): Promise<Archive | undefined>;
  /**
   * A file beside this one, by its name: another shard of a model, or a blob by its digest. Resolves to undefined where
   * there is none. Left out where nothing can lie beside it, or where what lies there cannot be read.
   */
  sibling?(name: string, signal?: AbortSignal): Promise<Container | undefined>;
}

/**
 * A file, with a source's bytes and name. A source from a host also says who served it.
 *
 * @param sibling opens files beside it
 */
export function sourceContainer(source: ByteSource, sibling?: Container['sibling']): Container {
  return {
    name: source.name,
    size: source.size,
    source,
    // Read at each use: a host may move the file later.
    get servedFrom() {
      return source.servedFrom;
    },
    archive: (signal) => findArchive(source, { signal }),
    sibling,
  };
}

/** Opens files beside the one at an address, as `Container.sibling`. Rejects as `remoteSource`. */
export function remoteSibling(url: string): NonNullable<Container['sibling']> {
  return async (name, signal) => {
    try {
      return sourceContainer(await remoteSource(besideAddress(url, name), { signal }));
    } catch (error) {
      if (error instanceof NetworkError && error.code === 'source/not-found') return undefined;
      throw error;
    }
  };
}

/** A folder, or loose files. Throws as `folderArchive` does. */
export function folderContainer(name: string, files: readonly FolderFile[]): Container {
  const archive = folderArchive(name, files);
  return {
    name: archive.name,
    size: archive.size,
    async archive(signal) {
      throwIfAborted(signal);
      return archive;
    },
  };
}

/** Gives a container back, and wraps a source as a file. */
export function asContainer(opened: Container | ByteSource): Container {
  return 'archive' in opened ? opened : sourceContainer(opened);
}
