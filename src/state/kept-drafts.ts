import { createStore, del, entries, keys, set, type UseStore } from 'idb-keyval';
import type { Draft, FileChange, Texts } from '../model/draft.ts';

/** A draft as the browser keeps it, in IndexedDB. */
export interface KeptDraft extends Draft {
  id: string;
  /**
   * The hash that identifies its package, and the texts that its editing began from. It is offered only where both
   * match.
   */
  hash: string;
  firstTexts: Texts;
  /** When it was last changed, milliseconds since 1970. */
  at: number;
  /** The file name of its package. */
  name: string;
}

/** Where drafts outlive the page. Every call may reject, as in private windows and on full disks. */
export interface DraftStorage {
  /** The drafts of packages with this model hash. */
  of(hash: string): Promise<KeptDraft[]>;
  /** All drafts. */
  all(): Promise<KeptDraft[]>;
  /** Keeps a draft in place of the one with its id. */
  put(draft: KeptDraft): Promise<void>;
  remove(id: string): Promise<void>;
  /**
   * Takes the lock of a draft. It ends when the tab does, or when the function is called that this gives. Gives
   * undefined where another tab has the lock: that tab has the draft open.
   */
  hold(id: string): Promise<(() => void) | undefined>;
}

/**
 * Drafts that are kept, of `MAX_KEPT_CHARACTERS` at most each. Where there are more, the oldest that no tab has open is
 * removed.
 */
export const MAX_KEPT_DRAFTS = 30;

/**
 * Characters of a kept draft's texts together, first ones and new ones. Each may be four hundred times as long as the
 * largest known metadata file.
 */
export const MAX_KEPT_CHARACTERS = 4_000_000;

/** Milliseconds that a draft is kept: half a year. Whoever has not come back by then will not. */
export const MAX_KEPT_AGE_MS = 183 * 24 * 3600_000;

const lockName = (id: string) => `boxcutter/drafts/${id}`;

/** Drafts in IndexedDB, in a database of their own, which is opened by the first call. */
export function browserDrafts(): DraftStorage {
  let opened: UseStore | undefined;
  const known = new Set<string>();
  /** Rejects where the browser has no IndexedDB. `createStore` throws there. */
  const store: UseStore = async (mode, callback) => {
    opened ??= createStore('boxcutter-drafts', 'drafts');
    return opened(mode, callback);
  };

  const storage: DraftStorage = {
    async of(hash) {
      return (await storage.all()).filter((draft) => draft.hash === hash);
    },
    async all() {
      // Mostly there are none, and keys cost less to read than entries.
      if ((await keys(store)).length === 0) return [];
      return (await entries<string, unknown>(store))
        .flatMap(([, value]) => keptDraftOf(value) ?? [])
        .filter((draft) => !isOld(draft));
    },
    async put(draft) {
      await set(draft.id, draft, store);
      if (known.has(draft.id)) return;
      known.add(draft.id);
      await prune(draft.id);
    },
    async remove(id) {
      known.delete(id);
      await del(id, store);
    },
    hold(id) {
      // Plain http has no locks. There, a draft that another tab has open may be offered too.
      const { locks } = navigator;
      if (!locks) return Promise.resolve(() => {});
      return new Promise((resolve, reject) => {
        locks
          .request(lockName(id), { ifAvailable: true }, (lock) =>
            lock ? new Promise<void>((release) => resolve(release)) : resolve(undefined),
          )
          .catch(reject);
      });
    },
  };

  /** Removes drafts that are too old, entries that are no drafts, and the oldest drafts where there are too many. */
  async function prune(newest: string): Promise<void> {
    const all = (await entries<string, unknown>(store)).filter(([id]) => id !== newest);
    const drafts = all.flatMap(([, value]) => keptDraftOf(value) ?? []);
    drafts.sort((a, b) => b.at - a.at);
    const goes = new Set(all.map(([id]) => id));
    for (const draft of drafts.slice(0, MAX_KEPT_DRAFTS - 1)) if (!isOld(draft)) goes.delete(draft.id);
    for (const id of goes) {
      const release = await storage.hold(id);
      if (!release) continue;
      await del(id, store).finally(release);
    }
  }

  return storage;
}

function isOld({ at }: KeptDraft): boolean {
  return Date.now() - at > MAX_KEPT_AGE_MS;
}

/**
 * The draft that an entry is; undefined where it is none. Another version of the page may have written something else.
 */
function keptDraftOf(entry: unknown): KeptDraft | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const draft = asTexts(entry as { [key: string]: unknown });
  const { id, hash, firstTexts, texts, files, renew, at, name } = draft;
  if (typeof id !== 'string' || typeof hash !== 'string' || typeof name !== 'string') return undefined;
  if (!isTexts(firstTexts) || !isTexts(texts) || !Array.isArray(files) || !files.every(isFileChange)) return undefined;
  if ((typeof renew !== 'boolean' && renew !== 'reseal') || typeof at !== 'number') return undefined;
  return { id, hash, firstTexts, texts, files, renew, at, name };
}

/**
 * Drafts of the first version have one text without its path, as only carton.toml was edited; and `reseal` in place of
 * `renew`, the oldest ones. They can be here for `MAX_KEPT_AGE_MS` after that version.
 */
const FIRST_VERSION_PATH = 'carton.toml';

function asTexts(entry: { [key: string]: unknown }): { [key: string]: unknown } {
  const { text, firstText, reseal, renew = reseal, ...more } = entry;
  if (text === undefined && firstText === undefined) return entry;
  const texts = (content: unknown) => new Map([[FIRST_VERSION_PATH, content]]);
  return { ...more, firstTexts: texts(firstText), texts: texts(text), files: [], renew };
}

function isTexts(value: unknown): value is Texts {
  return value instanceof Map && [...value].every((pair) => pair.every((part) => typeof part === 'string'));
}

function isFileChange(value: unknown): value is FileChange {
  const change = value as { [key: string]: unknown } | null;
  if (typeof change !== 'object' || change === null) return false;
  const isText = (...keys: string[]) => keys.every((key) => typeof change[key] === 'string');
  if (change.kind === 'put') return isText('path') && change.blob instanceof Blob;
  if (change.kind === 'rename') return isText('from', 'to');
  return change.kind === 'remove' && isText('path');
}
