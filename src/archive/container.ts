import { throwIfAborted } from '../base/abort.ts';
import type { ByteSource, FolderFile } from '../source/source.ts';
import type { Archive } from './archive.ts';
import { folderArchive } from './folder.ts';
import { findArchive } from './open.ts';

/** What was opened: a file or a folder, on this machine or on a host. Formats look into it to find out whether it is theirs. */
export interface Container {
  readonly name: string;
  /** Bytes; of a folder, of all its files. */
  readonly size: number;
  /** Its bytes; a folder has none. */
  readonly source?: ByteSource;
  /** The host that its bytes come from in the end, after redirects. */
  readonly servedFrom?: string | undefined;
  /**
   * Its files, where it is an archive; undefined where it is none. Opened when first asked for, once. Rejects where the archive is broken, with
   * a code that says how (`zip/truncated`, `zip/bad-directory` …), or where the bytes do not come.
   */
  archive(signal?: AbortSignal): Promise<Archive | undefined>;
  /**
   * A file that lies beside this one, by its name: another shard of a model, a blob by its digest. Resolves to undefined where there is none.
   * Left out where nothing can lie beside it; nothing provides it yet.
   */
  sibling?(name: string, signal?: AbortSignal): Promise<Container | undefined>;
}

/** A file: what a source gives, under the source's name. A source from a host also says who served it. */
export function sourceContainer(source: ByteSource & { readonly servedFrom?: string | undefined }): Container {
  return {
    name: source.name,
    size: source.size,
    source,
    // A host may move the file later on.
    get servedFrom() {
      return source.servedFrom;
    },
    archive: (signal) => findArchive(source, { signal }),
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

/** A container as it is; a source as the file that it gives. */
export function asContainer(opened: Container | ByteSource): Container {
  return 'archive' in opened ? opened : sourceContainer(opened);
}
