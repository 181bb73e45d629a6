import { createStore, del, entries, keys, set, type UseStore } from 'idb-keyval';

/** A draft as the browser keeps it, in IndexedDB. */
export interface KeptDraft {
  id: string;
  /** The model hash of its package, and the text that its editing began from. It is offered only where both match. */
  hash: string;
  firstText: string;
  text: string;
  renew: boolean;
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
 * Characters of a kept draft's two texts together. Each may be four hundred times as long as the largest known
 * metadata file.
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
        .map(([, value]) => value)
        .filter((value) => isKeptDraft(value) && !isOld(value)) as KeptDraft[];
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
    const drafts = all.map(([, value]) => value).filter((value) => isKeptDraft(value)) as KeptDraft[];
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

/** Whether an entry is a draft. Another version of the page may have written something else. */
function isKeptDraft(value: unknown): value is KeptDraft {
  const draft = value as Partial<Record<keyof KeptDraft, unknown>> | null;
  if (typeof draft !== 'object' || draft === null) return false;
  const isText = (['id', 'hash', 'firstText', 'text', 'name'] as const).every((key) => typeof draft[key] === 'string');
  return isText && typeof draft.at === 'number' && typeof draft.renew === 'boolean';
}
