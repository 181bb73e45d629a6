import { get, update } from 'idb-keyval';
import { isSigned } from '../base/address.ts';
import { randomId } from '../base/random-id.ts';
import { KEPT_STORES } from '../recovery/stores.ts';
import { browserStore } from './browser-store.ts';
import type { Opened } from './load.ts';
import { isTime, membersOf } from './stored-value.ts';

interface RecentBase {
  /** Stays the same when it is opened again. */
  readonly id: string;
  /** What the file or folder is called. A stranger's text, as the title is. */
  readonly name: string;
  /** What the package calls itself. */
  readonly title?: string;
  /** When it was last opened, milliseconds since 1970. */
  readonly at: number;
}

export interface RecentAddress extends RecentBase {
  readonly kind: 'url';
  readonly url: string;
}

export interface RecentFile extends RecentBase {
  readonly kind: 'file';
  /** Where it is on the disk. Without one, people must choose the file again. */
  readonly handle?: FileSystemFileHandle;
  /** In bytes, and when it was last changed: by these and its name a file without a handle is known again. */
  readonly size: number;
  readonly modified: number;
}

/** A folder must be chosen again. */
export interface RecentFolder extends RecentBase {
  readonly kind: 'folder';
}

/** Something that was open before. */
export type Recent = RecentAddress | RecentFile | RecentFolder;

/** What is kept of them. */
export interface KeptRecents {
  /** Whether anything is kept. */
  readonly isOn: boolean;
  /** The newest first, at most `MAX_RECENTS`. Empty where nothing is kept. */
  readonly list: readonly Recent[];
}

/** Where recents outlive the page. Every call may reject, as in private windows. */
export interface RecentStorage {
  read(): Promise<KeptRecents>;
  /** Changes them in one step, whatever other tabs do meanwhile. Gives what is kept then. */
  change(to: (kept: KeptRecents) => KeptRecents): Promise<KeptRecents>;
}

/** Recents that are kept. Nobody reads through more. */
export const MAX_RECENTS = 20;

/** UTF-16 units that are kept of a name and of a title. Both are a stranger's, and are shown on one line. */
export const MAX_RECENT_TEXT = 300;

/** UTF-16 units of an address that is kept. Browsers' own address bars take little more. */
export const MAX_RECENT_URL = 2048;

/** Entries of the storage that are looked at. The page writes `MAX_RECENTS`, and others may be wrong. */
const MAX_READ = 1000;

const KEY = 'recents';

/** The format in which they are kept. Older ones have no number. Raise it with what this version would lose. */
export const RECENTS_FORMAT = 1;

/** Recents in IndexedDB. */
export function browserRecents(): RecentStorage {
  const store = browserStore(KEPT_STORES.recents);
  return {
    async read() {
      return keptOf(await get<unknown>(KEY, store));
    },
    async change(to) {
      let kept: KeptRecents | undefined;
      const write = (change: (kept: KeptRecents) => KeptRecents) =>
        update<unknown>(
          KEY,
          (value) => {
            const before = keptOf(value);
            kept = change(before);
            const isNewer = Number(membersOf(value)?.format ?? 0) > RECENTS_FORMAT;
            // What a newer version of the page has kept would lose what this one does not know. Forgetting all is fine.
            if (isNewer && kept.isOn && kept.list.length > 0) {
              kept = before;
              return value;
            }
            return { format: RECENTS_FORMAT, ...kept };
          },
          store,
        );
      // Not every browser can keep a handle.
      await write(to).catch(() => write((before) => withoutHandles(to(before))));
      return kept as KeptRecents;
    },
  };
}

function withoutHandles({ isOn, list }: KeptRecents): KeptRecents {
  return {
    isOn,
    list: list.map((recent) => {
      if (recent.kind !== 'file') return recent;
      const { handle, ...rest } = recent;
      return rest;
    }),
  };
}

/** What is kept, of what the storage holds. An entry that the page cannot have written is left out alone. */
function keptOf(value: unknown): KeptRecents {
  const { isOn, list } = membersOf(value) ?? {};
  if (isOn === false) return { isOn, list: [] };
  const read: readonly unknown[] = Array.isArray(list) ? list.slice(0, MAX_READ) : [];
  const byId = new Map<string, Recent>();
  for (const one of read) {
    const recent = recentOf(one);
    if (recent && !byId.has(recent.id)) byId.set(recent.id, recent);
  }
  return { isOn: true, list: [...byId.values()].slice(0, MAX_RECENTS) };
}

function recentOf(value: unknown): Recent | undefined {
  const { id, kind, name, title, at, url, handle, size, modified } = membersOf(value) ?? {};
  if (typeof id !== 'string' || id.length > MAX_RECENT_TEXT || typeof name !== 'string' || !isTime(at))
    return undefined;
  const base = { id, name: cut(name), at, title: typeof title === 'string' ? cut(title) : undefined };
  if (kind === 'folder') return { ...base, kind };
  if (kind === 'url') {
    const kept = typeof url === 'string' ? keptUrl(url) : undefined;
    return kept === undefined ? undefined : { ...base, kind, url: kept };
  }
  if (kind !== 'file' || !isSize(size) || !isTime(modified)) return undefined;
  return { ...base, kind, size, modified, handle: isFileHandle(handle) ? handle : undefined };
}

function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isFileHandle(value: unknown): value is FileSystemFileHandle {
  return typeof value === 'object' && value !== null && 'getFile' in value && typeof value.getFile === 'function';
}

function cut(text: string): string {
  return text.slice(0, MAX_RECENT_TEXT);
}

/**
 * An address as it may be kept: without its fragment. Undefined where it may not: signed ones and those with a password
 * give access to whoever has them.
 */
function keptUrl(address: string): string | undefined {
  if (address.length > MAX_RECENT_URL || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) return undefined;
  if (isSigned(address)) return undefined;
  url.hash = '';
  return url.href;
}

/**
 * The open package as a recent, with an id of its own. Undefined where it must not be kept, or cannot be found again.
 */
export function recentOfOpened({ package: pkg, descriptor }: Opened, at: number): Recent | undefined {
  const base = { id: randomId(), at, ...(pkg.title && { title: cut(pkg.title) }) };
  switch (descriptor.kind) {
    case 'url': {
      const url = keptUrl(descriptor.url);
      return url === undefined ? undefined : { ...base, kind: 'url', name: cut(pkg.name), url };
    }
    case 'file': {
      const { file, handle } = descriptor;
      const about = { name: cut(file.name), size: file.size, modified: file.lastModified };
      return { ...base, ...about, kind: 'file', handle };
    }
    case 'folder': {
      // Several files that were chosen together are not a folder, and cannot be chosen again as one.
      const isFolder = descriptor.files.every(({ path }) => path.startsWith(`${descriptor.name}/`));
      return isFolder ? { ...base, kind: 'folder', name: cut(descriptor.name) } : undefined;
    }
  }
}

/** Of `list`, the one that `recent` is, opened earlier. */
export async function sameRecent(list: readonly Recent[], recent: Recent): Promise<Recent | undefined> {
  for (const one of list) if (await isSame(one, recent)) return one;
  return undefined;
}

async function isSame(one: Recent, other: Recent): Promise<boolean> {
  if (one.kind === 'url') return other.kind === 'url' && one.url === other.url;
  if (one.kind === 'folder') return other.kind === 'folder' && one.name === other.name;
  if (other.kind !== 'file') return false;
  // A browser may not tell of a file that is gone.
  if (one.handle && other.handle) return one.handle.isSameEntry(other.handle).catch(() => false);
  return one.name === other.name && one.size === other.size && one.modified === other.modified;
}
