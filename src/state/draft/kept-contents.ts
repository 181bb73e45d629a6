import { delMany, get, keys, set, type UseStore } from 'idb-keyval';
import type { FileChange, FilePut } from '../../model/draft.ts';
import { KEPT_STORES } from '../../recovery/stores.ts';
import { browserStore } from '../browser-store.ts';
import { isText, membersOf } from '../stored-value.ts';

/**
 * Bytes of the files that one kept draft adds, together. Browsers keep Blobs as files of their own, and copy those of
 * the disk: this many bytes are copied in a second. Real pictures, code and settings are far below it, weights beyond.
 */
export const MAX_KEPT_FILE_BYTES = 256 * 1024 * 1024;

/** Bytes of all files that these changes add. */
export function addedSize(files: readonly FileChange[]): number {
  return files.reduce((sum, change) => sum + (change.kind === 'put' ? change.blob.size : 0), 0);
}

/** A change as the draft's own entry has it: contents stand elsewhere, so that each is written once. */
export type KeptChange = Exclude<FileChange, FilePut> | Omit<FilePut, 'blob' | 'privateFiles'>;

/** Contents of files that kept drafts add, in IndexedDB, each by its draft and its id. */
export class KeptContents {
  readonly #store: UseStore;

  /** @param onDeleted called where others delete the contents while they are in use here */
  constructor(onDeleted?: () => void) {
    this.#store = browserStore(KEPT_STORES.draftFiles, onDeleted);
  }

  /** Writes the contents that are not there yet. Looks each time: others may have deleted what was written. */
  async keep(draft: string, files: readonly FileChange[]): Promise<KeptChange[]> {
    const there = new Set(await this.#keysOf(draft));
    for (const change of files) {
      if (change.kind !== 'put') continue;
      const key = keyOf(draft, change);
      if (!there.has(key)) await set(key, change.blob, this.#store);
    }
    return files.map((change) => {
      if (change.kind !== 'put') return change;
      // The copy needs no private file.
      const { blob: _, privateFiles: __, ...rest } = change;
      return rest;
    });
  }

  /**
   * The changes with their contents. One whose content is missing is left out, and the link of its path with it. What
   * is not a change is given as it is.
   */
  async restore(draft: string, files: readonly unknown[]): Promise<unknown[]> {
    const restored: unknown[] = [];
    const missing = new Set<unknown>();
    for (const change of files) {
      const { kind, blob, path, id } = membersOf(change) ?? {};
      const isApart = kind === 'put' && blob === undefined && isText(path) && (id === undefined || isText(id));
      if (!isApart) {
        restored.push(change);
        continue;
      }
      const kept: unknown = await get(keyOf(draft, { path, id }), this.#store);
      if (kept instanceof Blob) restored.push({ ...(change as object), blob: kept });
      else missing.add(path);
    }
    return restored.filter((change) => {
      const { kind, path } = membersOf(change) ?? {};
      return kind !== 'link' || !missing.has(path);
    });
  }

  /** Removes the contents of a draft that none of these changes adds. Gives whether there were any. */
  async prune(draft: string, files: readonly FileChange[]): Promise<boolean> {
    const wanted = new Set(files.flatMap((change) => (change.kind === 'put' ? [keyOf(draft, change)] : [])));
    const gone = (await this.#keysOf(draft)).filter((key) => !wanted.has(key));
    if (gone.length > 0) await delMany(gone, this.#store);
    return gone.length > 0;
  }

  /** Removes all contents of a draft. */
  async forget(draft: string): Promise<void> {
    const all = await this.#keysOf(draft);
    if (all.length > 0) await delMany(all, this.#store);
  }

  async #keysOf(draft: string): Promise<string[]> {
    const all = await keys<IDBValidKey>(this.#store);
    return all.filter((key): key is string => isText(key) && key.startsWith(`${draft} `));
  }
}

function keyOf(draft: string, { id, path }: Pick<FilePut, 'id' | 'path'>): string {
  return `${draft} ${id ?? path}`;
}
