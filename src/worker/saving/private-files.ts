import { grouped } from '../../base/amounts.ts';
import { InternalError, NetworkError, TooLargeError } from '../../base/errors.ts';
import { LEFT_DRAFT_FILE_MS, MAX_DOWNLOAD_BLOB_BYTES, SAVED_KEPT_MS } from '../../base/limits.ts';
import type { DecodedRoom } from '../../source/decoded.ts';
import type { RoomDisk } from '../inside/decoded-rooms.ts';
import { AppendedFile, type SyncAccess } from './appended-file.ts';
import { type ByteSink, blobSink, type PrivateSink } from './byte-sink.ts';

/**
 * The folder of the origin-private file system: downloads, saved packages, and what is decoded of inner packages. Older
 * and newer versions of the page sweep it too, and know by the lock alone which files are needed: both names stay.
 */
const FOLDER = 'downloads';

/** A tab holds this lock while it needs a file. The browser frees it when the tab goes away. */
const lockName = (name: string) => `boxcutter/${FOLDER}/${name}`;

type PrivateFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccess> };

/** Frees a private file's lock and removes the file. */
type Release = () => void;

interface HeldFile {
  /** A promise until this worker has its lock. */
  release: Release | Promise<Release>;
  /** Open packages whose bytes it holds, and drafts that add them. */
  users: number;
  /** Until then (`Date.now()`) it stays without users too. */
  until: number;
}

/**
 * The private files that this worker holds, by name. They have the bytes of open packages, as downloads and saved
 * packages do, or of files that drafts add. A file is removed once no package and no draft needs it and there was time
 * to copy it.
 */
export class PrivateFiles {
  readonly #files = new Map<string, HeldFile>();
  /** The names that each draft holds, by the draft's number. */
  readonly #drafts = new Map<number, ReadonlySet<string>>();
  readonly #adopt: (name: string) => Promise<Release>;

  /** @param adopt takes over a file that an earlier worker of the page has left; see `adoptPrivateFile` */
  constructor(adopt: (name: string) => Promise<Release>) {
    this.#adopt = adopt;
  }

  /** Holds a file that was just written. It has no users yet. Throws `internal/bug` for a name that is held. */
  add(name: string, release: Release): void {
    // What is held under the name would never be removed.
    if (this.#files.has(name)) throw new InternalError('internal/bug', 'Boxcutter wrote two files with one name.');
    this.#files.set(name, { release, users: 0, until: 0 });
  }

  /**
   * Holds what was just written for `SAVED_KEPT_MS`: until then, a package or a draft is to hold it. Gives its name as
   * answers have it; nothing where it is in memory.
   */
  addForNow({ privateFile, release }: Pick<PrivateSink, 'privateFile' | 'release'>): { privateFiles?: string[] } {
    if (privateFile === undefined) return {};
    this.add(privateFile, release);
    this.holdForNow(privateFile);
    return { privateFiles: [privateFile] };
  }

  /**
   * Holds a file for a time: the browser copies it, and does not say when it is done, or the page is about to hold it.
   */
  holdForNow(name: string, milliseconds = SAVED_KEPT_MS): void {
    const held = this.#files.get(name);
    if (!held) return;
    held.until = Math.max(held.until, Date.now() + milliseconds);
    setTimeout(() => this.#removeUnused(name), milliseconds + 1);
  }

  /** Adds a user: a package or a draft with bytes that are in the file. Each `open` needs one `close`. */
  async open(name: string): Promise<void> {
    const held = this.#files.get(name) ?? { release: this.#adopt(name), users: 0, until: 0 };
    this.#files.set(name, held);
    held.users++;
    held.release = await held.release;
  }

  /**
   * Holds these files for a draft, and no others: those that it held before and does not name stay for
   * `LEFT_DRAFT_FILE_MS`.
   *
   * @param draft its number, of all drafts of the page
   */
  async holdFor(draft: number, names: readonly string[]): Promise<void> {
    const before = this.#drafts.get(draft) ?? new Set();
    const now = new Set(names);
    this.#drafts.set(draft, now);
    if (now.size === 0) this.#drafts.delete(draft);
    const opening = [...now].filter((name) => !before.has(name)).map((name) => this.open(name));
    for (const name of before) {
      if (now.has(name)) continue;
      this.holdForNow(name, LEFT_DRAFT_FILE_MS);
      this.close(name);
    }
    await Promise.all(opening);
  }

  close(name: string): void {
    const held = this.#files.get(name);
    if (!held) return;
    held.users--;
    this.#removeUnused(name);
  }

  #removeUnused(name: string): void {
    const held = this.#files.get(name);
    if (!held || held.users > 0 || held.until > Date.now()) return;
    this.#files.delete(name);
    if (typeof held.release === 'function') held.release();
    else void held.release.then((release) => release());
  }
}

/**
 * Makes a private file and opens it for writing. Without private files and locks, the sink is in memory. Rejects with
 * `source/save-failed` where the browser has no room for `size` bytes, and with `source/too-large` where they are too
 * many for memory.
 */
export async function openPrivateSink(size: number | undefined): Promise<PrivateSink> {
  const folder = await privateFolder(true);
  if (!folder) {
    // Refused before gigabytes are fetched in vain.
    if (size !== undefined && size > MAX_DOWNLOAD_BLOB_BYTES) {
      const message = grouped`The file has ${size} bytes, more than this browser lets a page keep.`;
      throw new TooLargeError('source/too-large', message, { limit: MAX_DOWNLOAD_BLOB_BYTES, actual: size });
    }
    return { ...blobSink(MAX_DOWNLOAD_BLOB_BYTES), release() {} };
  }
  const free = await freePrivateBytes();
  if (size !== undefined && free !== undefined && size > free) {
    const message = grouped`The file has ${size} bytes, and the browser has room for ${free}.`;
    throw new NetworkError('source/save-failed', message);
  }
  const made = await makeFile(folder);
  return { ...syncSink(made), privateFile: made.name, release: made.release };
}

/** Bytes that this site may still write. Undefined where the browser does not say it. */
async function freePrivateBytes(): Promise<number | undefined> {
  const { quota, usage = 0 } = await navigator.storage.estimate().catch((): StorageEstimate => ({}));
  return quota === undefined ? undefined : Math.max(0, quota - usage);
}

/** A private file that is open for writing. */
interface MadeFile {
  name: string;
  file: FileSystemFileHandle;
  access: AppendedFile;
  /** Removes it. */
  release: Release;
}

/** A new private file, locked. */
async function makeFile(folder: FileSystemDirectoryHandle): Promise<MadeFile> {
  const name = crypto.randomUUID();
  const unlock = await lock(name);
  const release = () => remove(folder, name, unlock);
  try {
    const file = (await folder.getFileHandle(name, { create: true })) as PrivateFileHandle;
    return { name, file, access: new AppendedFile(await file.createSyncAccessHandle()), release };
  } catch (cause) {
    release();
    throw new NetworkError('source/save-failed', 'The browser could not create a private file.', { cause });
  }
}

/**
 * Private files for decoded bytes, which are written and read by turns. A room that nobody released is removed with the
 * tab, or at the next start.
 */
export const PRIVATE_DISK: RoomDisk = {
  async freeBytes() {
    return (await privateFolder(true)) && freePrivateBytes();
  },
  async open() {
    const folder = await privateFolder(true);
    if (!folder) throw new NetworkError('source/save-failed', 'The browser no longer has private files.');
    return syncRoom(await makeFile(folder));
  },
};

function syncRoom({ file, access, release }: MadeFile): DecodedRoom {
  return {
    append: (bytes) => access.append(bytes),
    read(start, end) {
      const bytes = new Uint8Array(end - start);
      if (access.read(bytes, start) === bytes.length) return bytes;
      const message = 'What was decompressed of this package was deleted in this browser while it was open.';
      throw new NetworkError('source/storage-cleared', message);
    },
    async blob() {
      try {
        access.flush();
        const blob = await file.getFile();
        // Not every browser gives to others what it holds open here.
        return blob.size === access.size && (await blob.slice(0, 1).arrayBuffer()) ? blob : undefined;
      } catch {
        return undefined;
      }
    },
    release() {
      access.drop();
      release();
    },
  };
}

/**
 * Locks a private file of an earlier worker of this page, so that it is not swept, and gives what removes it. Never
 * rejects: where the file is gone, reading it fails.
 */
export async function adoptPrivateFile(name: string): Promise<Release> {
  const folder = await privateFolder(false);
  if (!folder) return () => {};
  const unlock = await lock(name).catch(() => () => {});
  return () => remove(folder, name, unlock);
}

/** Removes the private files that no tab uses any more. Never rejects. */
export async function sweepPrivateFiles(): Promise<void> {
  try {
    const folder = await privateFolder(false);
    if (!folder) return;
    for await (const name of folder.keys()) {
      await navigator.locks.request(lockName(name), { ifAvailable: true }, async (held) => {
        if (held) await folder.removeEntry(name);
      });
    }
  } catch {
    // The next start tries again.
  }
}

/** A file that somebody still uses cannot be removed. The next start sweeps it. */
function remove(folder: FileSystemDirectoryHandle, name: string, unlock: () => void): void {
  folder
    .removeEntry(name)
    .catch(() => {})
    .finally(unlock);
}

function syncSink({ file, access }: MadeFile): ByteSink {
  return {
    write: (bytes) => access.append(bytes),
    patch: (to, bytes) => access.patch(bytes, to),
    async finish() {
      access.write();
      access.drop();
      try {
        return await file.getFile();
      } catch (cause) {
        const message = 'What was written is gone: this site’s data was deleted in this browser meanwhile. Try again.';
        throw new NetworkError('source/save-failed', message, { cause });
      }
    },
    async drop() {
      access.drop();
    },
  };
}

/**
 * The folder of private files. Undefined where the browser has no private files or no locks, as in some private
 * windows; with `create` false also where there is no folder yet.
 */
async function privateFolder(create: boolean): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    if (!navigator.locks) return undefined;
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create });
  } catch {
    return undefined;
  }
}

/** Waits for a name's lock, and gives what frees it. */
function lock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks.request(lockName(name), () => new Promise<void>((unlock) => resolve(unlock))).catch(reject);
  });
}
