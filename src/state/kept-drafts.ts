import { del, entries, keys, set } from 'idb-keyval';
import { throwIfAborted } from '../base/abort.ts';
import { type Draft, type FileChange, sameTexts, type Texts } from '../model/draft.ts';
import { type Inside, OUTERMOST, sameInside } from '../model/place.ts';
import { browserStore } from './browser-store.ts';
import { KeptContents } from './kept-contents.ts';

/** By what the package of a draft is known again. */
export interface DraftSubject {
  /** The hash that identifies the package, where it has one. */
  hash?: string | undefined;
  /** Bytes of the package. Two files can have one hash list, and so one hash. */
  size?: number | undefined;
  /** The file name of the package, or of the outermost one around it; and the title that the package gives itself. */
  name: string;
  /** Where an inner package lies in that one. */
  inside?: Inside | undefined;
  title?: string | undefined;
  /** The address that it was opened from. */
  origin?: string | undefined;
}

/** A draft as the browser keeps it, in IndexedDB. */
export interface KeptDraft extends Draft, DraftSubject {
  id: string;
  /** The texts that its editing began from. */
  firstTexts: Texts;
  /** When it was last changed, milliseconds since 1970. */
  at: number;
}

/** Which package a kept draft belongs to: the open one as it stands, or one that may be an earlier version of it. */
export type DraftMatch = 'same' | 'other-version';

/**
 * How a kept draft belongs to a package with these texts; undefined where it does not. The texts and the size count
 * beside the hash: a damaged or hostile package may carry the hash list of another one, and so have its hash.
 *
 * @param isWanted whether somebody said that the package is one of this draft, whatever it is called
 */
export function matchOf(
  draft: KeptDraft,
  subject: DraftSubject,
  texts: Texts,
  isWanted = false,
): DraftMatch | undefined {
  // Otherwise its package has another format.
  if (draft.firstTexts.size !== texts.size || ![...texts.keys()].every((path) => draft.firstTexts.has(path)))
    return undefined;
  const isSame = (key: 'hash' | 'name' | 'title' | 'origin') => !!draft[key] && draft[key] === subject[key];
  // The names are those of the outermost package, and so is what somebody said of it.
  const isSamePlace = sameInside(draft.inside ?? OUTERMOST, subject.inside ?? OUTERMOST);
  const isKnown = isSamePlace && (isWanted || isSame('origin') || isSame('name'));
  // Drafts of an earlier version of the page say no size.
  const isSized = draft.size === undefined || draft.size === subject.size;
  const isOne = isSized && draft.hash === subject.hash && sameTexts(draft.firstTexts, texts);
  if (isOne && (draft.hash || isKnown)) return 'same';
  // Of a package without texts, a draft has only changes of files, which are meant for that package alone.
  if (texts.size === 0) return undefined;
  return isKnown || isSame('hash') || isSame('title') ? 'other-version' : undefined;
}

/** Where drafts outlive the page. Every call may reject, as in private windows and on full disks. */
export interface DraftStorage {
  /** All drafts, of whatever packages. */
  all(): Promise<KeptDraft[]>;
  /** Keeps a draft in place of the one with its id. */
  put(draft: KeptDraft): Promise<void>;
  remove(id: string): Promise<void>;
  /**
   * Takes the lock of a draft. It ends when the tab does, or when the function is called that this gives. Gives
   * undefined where another tab has the lock: that tab has the draft open.
   */
  hold(id: string, options?: HoldOptions): Promise<(() => void) | undefined>;
  /** Waits until no tab has the lock of a draft. Rejects as canceled. */
  freed(id: string, signal: AbortSignal): Promise<void>;
}

/** Removes a kept draft. Gives whether it did: not where a tab has it open, or the storage fails. Never rejects. */
export async function removeUnheld(storage: DraftStorage | undefined, id: string): Promise<boolean> {
  try {
    const release = await storage?.hold(id);
    if (!release) return false;
    await storage?.remove(id).finally(release);
    return true;
  } catch {
    return false;
  }
}

export interface HoldOptions {
  /** Takes the lock also from another tab, which loses it. */
  steal?: boolean;
  /** Called where another tab has taken the lock away. */
  onLost?(): void;
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

/** Drafts in IndexedDB. */
export function browserDrafts(): DraftStorage {
  const store = browserStore('boxcutter-drafts', 'drafts');
  const contents = new KeptContents();
  const known = new Set<string>();

  const storage: DraftStorage = {
    async all() {
      // Mostly there are none, and keys cost less to read than entries.
      if ((await keys(store)).length === 0) return [];
      const kept: KeptDraft[] = [];
      for (const [id, value] of await entries<string, unknown>(store)) {
        const draft = keptDraftOf(await withContents(id, value, contents));
        if (draft && !isOld(draft)) kept.push(draft);
      }
      return kept;
    },
    async put(draft) {
      // First: an entry without its contents would be a draft that lacks something.
      const files = await contents.keep(draft.id, draft.files);
      await set(draft.id, { ...draft, files }, store);
      if (known.has(draft.id)) return;
      known.add(draft.id);
      await prune(draft.id);
    },
    async remove(id) {
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
    async freed(id, signal) {
      await navigator.locks
        ?.request(lockName(id), { signal }, () => {})
        .catch((error: unknown) => {
          throwIfAborted(signal);
          throw error;
        });
    },
  };

  /** Removes drafts that are too old, entries that are no drafts, and the oldest drafts where there are too many. */
  async function prune(newest: string): Promise<void> {
    const all = (await entries<string, unknown>(store)).filter(([id]) => id !== newest);
    const drafts = all.flatMap(([, value]) => keptDraftOf(withoutPuts(value)) ?? []);
    drafts.sort((a, b) => b.at - a.at);
    const goes = new Set(all.map(([id]) => id));
    for (const draft of drafts.slice(0, MAX_KEPT_DRAFTS - 1)) if (!isOld(draft)) goes.delete(draft.id);
    for (const id of goes) {
      const release = await storage.hold(id);
      if (!release) continue;
      await del(id, store)
        .then(() => contents.forget(id))
        .finally(release);
    }
  }

  return storage;
}

/** An entry with the contents of the files that it adds. */
async function withContents(id: string, entry: unknown, contents: KeptContents): Promise<unknown> {
  const { files } = (entry ?? {}) as { files?: unknown };
  return Array.isArray(files) ? { ...(entry as object), files: await contents.restore(id, files) } : entry;
}

/** An entry without the files that it adds: enough to know how old it is. */
function withoutPuts(entry: unknown): unknown {
  const { files } = (entry ?? {}) as { files?: unknown };
  if (!Array.isArray(files)) return entry;
  return { ...(entry as object), files: files.filter((change) => (change as Partial<FileChange>)?.kind !== 'put') };
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
  const { id, firstTexts, texts, files, renew, at, name } = draft;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  if (!isTexts(firstTexts) || !isTexts(texts) || !Array.isArray(files) || !files.every(isFileChange)) return undefined;
  if ((typeof renew !== 'boolean' && renew !== 'reseal') || typeof at !== 'number') return undefined;
  const known = (['hash', 'title', 'origin'] as const).filter((key) => typeof draft[key] === 'string');
  const subject: Partial<DraftSubject> = Object.fromEntries(known.map((key) => [key, draft[key]]));
  if (isInside(draft.inside)) subject.inside = draft.inside;
  const size = typeof draft.size === 'number' ? { size: draft.size } : {};
  return { ...subject, ...size, id, firstTexts, texts, files, renew, at, name };
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

function isInside(value: unknown): value is Inside {
  return Array.isArray(value) && value.length > 0 && value.every((path) => typeof path === 'string');
}

function isTexts(value: unknown): value is Texts {
  return value instanceof Map && [...value].every((pair) => pair.every((part) => typeof part === 'string'));
}

function isFileChange(value: unknown): value is FileChange {
  const change = value as { [key: string]: unknown } | null;
  if (typeof change !== 'object' || change === null) return false;
  const isText = (...keys: string[]) => keys.every((key) => typeof change[key] === 'string');
  if (change.kind === 'put') {
    const { id, digest } = change;
    const isKnown = digest === undefined || isFileDigest(digest);
    return isText('path') && change.blob instanceof Blob && isKnown && (id === undefined || typeof id === 'string');
  }
  if (change.kind === 'link')
    return isText('path') && Array.isArray(change.urls) && change.urls.every((url) => typeof url === 'string');
  if (change.kind === 'rename') return isText('from', 'to');
  return change.kind === 'remove' && isText('path');
}

function isFileDigest(value: unknown): boolean {
  const digest = value as { [key: string]: unknown } | null;
  return typeof digest === 'object' && typeof digest?.sha256 === 'string' && typeof digest.crc32 === 'number';
}
