import type { ByteSource } from '../source/source.ts';
import type { ArchiveEntry } from './archive.ts';
import { type LinkEntry, type LinkedNames, linkedFile } from './symlink.ts';

/** What every archive has whose entries lie in one source and have been listed. */
export abstract class ListedArchive<Entry extends ArchiveEntry & LinkEntry> {
  readonly name: string;
  readonly size: number;
  readonly source: ByteSource;
  readonly entries: readonly Entry[];
  readonly #names: LinkedNames<Entry>;
  readonly #sources = new Map<Entry, ByteSource>();

  constructor(source: ByteSource, names: LinkedNames<Entry>) {
    this.name = source.name;
    this.size = source.size;
    this.source = source;
    this.entries = names.entries;
    this.#names = names;
  }

  /** The decoded bytes of a file. Called once for each. */
  protected abstract makeSource(entry: Entry): ByteSource;

  open(path: string): ByteSource | undefined {
    const entry = this.resolve(path);
    return entry && this.#sourceOf(entry);
  }

  openEntry(entry: ArchiveEntry): ByteSource | undefined {
    return entry.unsafe || entry.kind !== 'file' ? undefined : this.#sourceOf(entry as Entry);
  }

  #sourceOf(entry: Entry): ByteSource {
    const source = this.#sources.get(entry) ?? this.makeSource(entry);
    this.#sources.set(entry, source);
    return source;
  }

  entryAt(path: string): Entry | undefined {
    return this.#names.byPath.get(path);
  }

  isFolder(path: string): boolean {
    return this.#names.order.isFolder(path);
  }

  resolve(path: string): Entry | undefined {
    return linkedFile(path, this.#names.byPath);
  }
}
