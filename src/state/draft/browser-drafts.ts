import { del, get, keys, update } from 'idb-keyval';
import { throwIfAborted } from '../../base/abort.ts';
import { KEPT_STORES } from '../../recovery/stores.ts';
import { browserStore, isFull } from '../browser-store.ts';
import { isText, membersOf } from '../stored-value.ts';
import { KeptContents } from './kept-contents.ts';
import {
  DRAFT_FORMAT,
  type DraftStorage,
  isNewerDraft,
  type KeptDraft,
  MAX_KEPT_AGE_MS,
  MAX_KEPT_DRAFTS,
  type UnreadDraft,
} from './kept-drafts.ts';

/** Mostly, no drafts are kept. */
const loadEntries = () => import('./kept-entry.ts');

const lockName = (id: string) => `boxcutter/drafts/${id}`;

/** UTF-16 units that are shown of the name in an entry that cannot be read. */
const MAX_UNREAD_NAME = 300;

/** Drafts in IndexedDB. */
export function browserDrafts(): DraftStorage {
  const listeners = new Set<() => void>();
  const onDeleted = () => listeners.forEach((listener) => void listener());
  const store = browserStore(KEPT_STORES.drafts, onDeleted);
  const contents = new KeptContents(onDeleted);
  const known = new Set<string>();

  /** The draft of an entry. Undefined where it is not one. */
  async function draftAt(id: string): Promise<KeptDraft | undefined> {
    const { keptDraftOf, withContents } = await loadEntries();
    try {
      return keptDraftOf(id, await withContents(id, await get<unknown>(id, store), contents));
    } catch {
      // The browser cannot read it.
      return undefined;
    }
  }

  /** The ids of all entries. A key that is not a text is not from this page. */
  async function ids(): Promise<string[]> {
    return (await keys<IDBValidKey>(store)).filter(isText);
  }

  async function write(draft: KeptDraft): Promise<void> {
    // First: an entry without its contents would be a draft that lacks something.
    const files = await contents.keep(draft.id, draft.files);
    const entry = (before: unknown) => {
      refuseNewer(before);
      return { ...draft, files, format: DRAFT_FORMAT };
    };
    await update<unknown>(draft.id, entry, store);
  }

  const storage: DraftStorage = {
    async all() {
      const kept: KeptDraft[] = [];
      for (const id of await ids()) {
        const draft = await draftAt(id);
        if (draft && !isOld(draft)) kept.push(draft);
      }
      return kept;
    },
    async unread() {
      const found: UnreadDraft[] = [];
      for (const id of await ids()) {
        if (await draftAt(id)) continue;
        const entry = await get<unknown>(id, store).catch(() => undefined);
        const { name } = membersOf(entry) ?? {};
        const isNewer = isNewerDraft(entry);
        found.push({ id, name: isText(name) ? name.slice(0, MAX_UNREAD_NAME) : undefined, isNewer });
      }
      return found;
    },
    raw: async (id) => (await import('../../recovery/drafts-file.ts')).draftsFile(id),
    async put(draft) {
      refuseNewer(await get<unknown>(draft.id, store));
      await write(draft).catch(async (error: unknown) => {
        // On a full disk, the entry before stays whole unless the files that people took out since make space.
        if (!isFull(error) || !(await contents.prune(draft.id, draft.files))) throw error;
        await write(draft);
      });
      await contents.prune(draft.id, draft.files);
      if (known.has(draft.id)) return;
      known.add(draft.id);
      // The draft is kept, whatever becomes of old ones.
      await prune(draft.id).catch(() => {});
    },
    async remove(id, evenNewer = false) {
      if (!evenNewer) refuseNewer(await get<unknown>(id, store));
      known.delete(id);
      await del(id, store);
      await contents.forget(id);
    },
    hold(id, { steal = false, onLost } = {}) {
      // Plain http has no locks. There, a draft that another tab has open may be offered too.
      const { locks } = navigator;
      if (!locks) return Promise.resolve(() => {});
      return new Promise((resolve, reject) => {
        let isHeld = false;
        locks
          .request(lockName(id), steal ? { steal } : { ifAvailable: true }, (lock) => {
            isHeld = lock !== null;
            return lock ? new Promise<void>((release) => resolve(release)) : resolve(undefined);
          })
          // A lock that is stolen ends the request that had it.
          .catch((error: unknown) => (isHeld ? onLost?.() : reject(error)));
      });
    },
    onCleared(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async freed(id, signal) {
      await navigator.locks
        ?.request(lockName(id), { signal }, () => {})
        .catch((error: unknown) => {
          throwIfAborted(signal);
          throw error;
        });
    },
  };

  /** Removes drafts that are too old, and the oldest ones where there are too many. What cannot be read stays. */
  async function prune(newest: string): Promise<void> {
    const { keptDraftOf, withoutPuts } = await loadEntries();
    const drafts: KeptDraft[] = [];
    for (const id of await ids()) {
      const draft = id === newest ? undefined : keptDraftOf(id, withoutPuts(await get<unknown>(id, store)));
      if (draft) drafts.push(draft);
    }
    drafts.sort((a, b) => b.at - a.at);
    for (const [index, draft] of drafts.entries()) {
      if (index < MAX_KEPT_DRAFTS - 1 && !isOld(draft)) continue;
      const release = await storage.hold(draft.id);
      if (!release) continue;
      await del(draft.id, store)
        .then(() => contents.forget(draft.id))
        .finally(release);
    }
  }

  return storage;
}

/** Throws where a newer version of the page has written an entry: it would lose what this one does not know of. */
function refuseNewer(entry: unknown): void {
  if (isNewerDraft(entry)) throw new Error('A newer version of the page has written this draft.');
}

function isOld({ at }: KeptDraft): boolean {
  return Date.now() - at > MAX_KEPT_AGE_MS;
}
