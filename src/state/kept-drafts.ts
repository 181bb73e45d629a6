import { del, get, keys, set } from 'idb-keyval';
import { throwIfAborted } from '../base/abort.ts';
import type { FileDigest } from '../base/file-digest.ts';
import { MAX_ADDRESS_LENGTH, MAX_ENTRIES, MAX_LEVELS, MAX_LINK_ADDRESSES } from '../base/limits.ts';
import { charactersOf, type Draft, type FileChange, sameTexts, type Texts } from '../model/draft.ts';
import { type Inside, OUTERMOST, sameInside } from '../model/place.ts';
import { KEPT_STORES } from '../recovery/kept-stores.ts';
import { rawJson } from '../recovery/raw-json.ts';
import { browserStore } from './browser-store.ts';
import { KeptContents } from './kept-contents.ts';
import { isListOf, isText, isTime, membersOf } from './stored-value.ts';

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

/** An entry among the kept drafts that cannot be read as one: another version of the page or a fault has left it. */
export interface UnreadDraft {
  readonly id: string;
  /** What it calls its package, where it says that. */
  readonly name: string | undefined;
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
  /** All drafts, of whatever packages. One that cannot be read hides no other. */
  all(): Promise<KeptDraft[]>;
  /** The entries that are not among `all`, and not too old. They stay until somebody removes them. */
  unread(): Promise<UnreadDraft[]>;
  /** An entry as JSON, with the contents of the files that it adds, whatever it is. */
  raw(id: string): Promise<Blob>;
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

/** UTF-16 units of each name that a draft may have: its package's names, its id, paths and their addresses. */
const MAX_KEPT_NAME = MAX_ADDRESS_LENGTH;

/** UTF-16 units that are shown of the name in an entry that cannot be read. */
const MAX_UNREAD_NAME = 300;

/** Drafts in IndexedDB. */
export function browserDrafts(): DraftStorage {
  const store = browserStore(KEPT_STORES.drafts);
  const contents = new KeptContents();
  const known = new Set<string>();

  /** The draft of an entry. Undefined where it is not one. */
  async function draftAt(id: string): Promise<KeptDraft | undefined> {
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
        const { name } = membersOf(await get<unknown>(id, store).catch(() => undefined)) ?? {};
        found.push({ id, name: isText(name) ? name.slice(0, MAX_UNREAD_NAME) : undefined });
      }
      return found;
    },
    async raw(id) {
      return rawJson({
        entry: await get<unknown>(id, store).catch(() => undefined),
        files: await contents.all(id).catch(() => undefined),
      });
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

  /** Removes drafts that are too old, and the oldest ones where there are too many. What cannot be read stays. */
  async function prune(newest: string): Promise<void> {
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

/** An entry with the contents of the files that it adds. */
async function withContents(id: string, entry: unknown, contents: KeptContents): Promise<unknown> {
  const files = filesOf(entry);
  return files ? { ...(entry as object), files: await contents.restore(id, files) } : entry;
}

/** An entry without the files that it adds: enough to know how old it is. */
function withoutPuts(entry: unknown): unknown {
  const files = filesOf(entry);
  return files ? { ...(entry as object), files: files.filter((change) => membersOf(change)?.kind !== 'put') } : entry;
}

/** The changes of files in an entry, each of which may be anything. Undefined where they are not a list. */
function filesOf(entry: unknown): readonly unknown[] | undefined {
  const files = membersOf(entry)?.files;
  return isListOf(files, (_): _ is unknown => true, MAX_ENTRIES) ? files : undefined;
}

function isOld({ at }: KeptDraft): boolean {
  return Date.now() - at > MAX_KEPT_AGE_MS;
}

/** The draft that an entry is. Undefined where this page cannot have written it. */
function keptDraftOf(key: string, entry: unknown): KeptDraft | undefined {
  const members = membersOf(entry);
  if (!members) return undefined;
  const { id, firstTexts, texts, files, renew, at, name, ...about } = asTexts(members);
  if (id !== key || !isName(key) || !isName(name) || !isTime(at)) return undefined;
  if (!isTexts(firstTexts) || !isTexts(texts) || charactersOf(firstTexts) + charactersOf(texts) > MAX_KEPT_CHARACTERS)
    return undefined;
  const written = filesOf({ files });
  const changes = written?.flatMap((change) => fileChangeOf(change) ?? []);
  if (!changes || changes.length !== written?.length) return undefined;
  if (typeof renew !== 'boolean' && renew !== 'reseal') return undefined;
  const known = (['hash', 'title', 'origin'] as const).filter((key) => isName(about[key]));
  const subject: Partial<DraftSubject> = Object.fromEntries(known.map((key) => [key, about[key]]));
  if (isInside(about.inside)) subject.inside = about.inside;
  const size = Number.isSafeInteger(about.size) ? { size: about.size as number } : {};
  return { ...subject, ...size, id: key, firstTexts, texts, files: changes, renew, at, name };
}

/**
 * Drafts of the first version have one text without its path, as only carton.toml was edited; and `reseal` in place of
 * `renew`, the oldest ones. They can be here for `MAX_KEPT_AGE_MS` after that version.
 */
const FIRST_VERSION_PATH = 'carton.toml';

function asTexts(entry: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } {
  const { text, firstText, reseal, renew = reseal, ...more } = entry;
  if (text === undefined && firstText === undefined) return entry;
  const texts = (content: unknown) => new Map([[FIRST_VERSION_PATH, content]]);
  return { ...more, firstTexts: texts(firstText), texts: texts(text), files: [], renew };
}

function isName(value: unknown): value is string {
  return isText(value) && value.length <= MAX_KEPT_NAME;
}

function isInside(value: unknown): value is Inside {
  return isListOf(value, isName, MAX_LEVELS) && value.length > 0;
}

function isTexts(value: unknown): value is Texts {
  return value instanceof Map && [...value].every(([path, text]) => isName(path) && isText(text));
}

/** A change as this page writes them, and nothing more of it: what else the entry has would go to other threads. */
function fileChangeOf(value: unknown): FileChange | undefined {
  const { kind, path, from, to, urls, blob, digest, id, drafts } = membersOf(value) ?? {};
  if (kind === 'rename') return isName(from) && isName(to) ? { kind, from, to } : undefined;
  if (!isName(path)) return undefined;
  if (kind === 'remove') return { kind, path };
  if (kind === 'link') return isListOf(urls, isName, MAX_LINK_ADDRESSES) ? { kind, path, urls } : undefined;
  if (kind !== 'put' || !(blob instanceof Blob)) return undefined;
  const isRight =
    (digest === undefined || isFileDigest(digest)) &&
    (id === undefined || isName(id)) &&
    (drafts === undefined || isListOf(drafts, isName, MAX_ENTRIES));
  if (!isRight) return undefined;
  return { kind, path, blob, ...(digest ? { digest } : {}), ...(id ? { id } : {}), ...(drafts ? { drafts } : {}) };
}

function isFileDigest(value: unknown): value is FileDigest {
  const { sha256, crc32 } = membersOf(value) ?? {};
  return isText(sha256) && /^[0-9a-f]{64}$/.test(sha256) && Number.isInteger(crc32);
}
