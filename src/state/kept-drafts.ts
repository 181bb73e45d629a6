import { createStore, del, entries, keys, set, type UseStore } from 'idb-keyval';

/** A draft as the browser keeps it. */
export interface KeptDraft {
  id: string;
  /** The model hash of the carton that it is for, and that carton's own text. Only with both is it offered. */
  hash: string;
  firstText: string;
  text: string;
  reseal: boolean;
  /** When it was last changed, milliseconds since 1970. */
  at: number;
  /** The container's name. */
  name: string;
}

/** Where drafts outlive the page. Every call may reject: private windows, full disks. */
export interface DraftStorage {
  /** Drafts for cartons of a model hash. */
  of(hash: string): Promise<KeptDraft[]>;
  /** Keeps a draft in place of the one with its id. */
  /** All that are kept. */
  all(): Promise<KeptDraft[]>;
  put(draft: KeptDraft): Promise<void>;
  remove(id: string): Promise<void>;
  /**
   * Takes a draft for this tab, as long as it lives or until the function is called that this gives. Undefined where another tab has it:
   * then it is no abandoned one.
   */
  hold(id: string): Promise<(() => void) | undefined>;
}

/** Drafts that are kept. Beyond, the oldest that no tab has open goes; each may have `MAX_KEPT_CHARACTERS`. */
export const MAX_KEPT_DRAFTS = 30;

/** Characters of a kept draft and of the text that it began from, together: both of a file four times the largest known one, a hundredfold. */
export const MAX_KEPT_CHARACTERS = 4_000_000;

/** Whoever has not come back in so many milliseconds, half a year, will not. */
export const MAX_KEPT_AGE_MS = 183 * 24 * 3600_000;

const lockName = (id: string) => `boxcutter/drafts/${id}`;

/** Drafts in IndexedDB, in a database of their own. Nothing is opened before it is asked for. */
export function browserDrafts(): DraftStorage {
  let opened: UseStore | undefined;
  const known = new Set<string>();
  /** Rejects where the browser has none, and does not throw. */
  const store: UseStore = async (mode, callback) => {
    opened ??= createStore('boxcutter-drafts', 'drafts');
    return opened(mode, callback);
  };

  const storage: DraftStorage = {
    async of(hash) {
      return (await storage.all()).filter((draft) => draft.hash === hash);
    },
    async all() {
      // Most often there is none at all.
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
      // Not on plain http: there, a draft that another tab has open may be offered as well.
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

  /** Removes what is too old, what is none, and the oldest of too many. */
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

/** Another version of the page may have written it. */
function isKeptDraft(value: unknown): value is KeptDraft {
  const draft = value as Partial<Record<keyof KeptDraft, unknown>> | null;
  if (typeof draft !== 'object' || draft === null) return false;
  const isText = (['id', 'hash', 'firstText', 'text', 'name'] as const).every((key) => typeof draft[key] === 'string');
  return isText && typeof draft.at === 'number' && typeof draft.reseal === 'boolean';
}
