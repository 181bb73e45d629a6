import type { ArchiveEntry } from '../archive/archive.ts';
import { unwrapGzip } from '../archive/gzip.ts';
import { findArchive } from '../archive/open.ts';
import { throwIfAborted } from '../base/abort.ts';
import { faultOfFile, TooLargeError } from '../base/errors.ts';
import {
  hasPickleName,
  MAX_PICKLES_ASKED,
  MAX_PICKLES_READ,
  type NamedPickle,
  objectsStart,
  type PickleNames,
  pickleFact,
  sniffPickles,
} from '../model/pickle.ts';
import { type FactText, factFile, factItems, factName, type RunFact, type UnreadFiles } from '../model/run-facts.ts';
import type { ByteSource } from '../source/source.ts';
import { joinedSummary, summaryOf, unpickleFact, type WalkSummary } from './facts.ts';
import { looksLikePickle, walkBefore } from './head.ts';
import { FIRST_WINDOW_BYTES, MAX_READ_BYTES, MAX_REMOTE_READ_BYTES } from './limits.ts';
import { type Walk, type WalkOptions, walkPickles } from './walk.ts';

/** What the page offers where a walk ended early (`Package.more`). */
export const UNREAD_REST = {
  text: 'Only the start of its pickles was read. What the rest imports is unknown.',
  action: 'Read the rest',
};

/** Opcodes after which a file without a mark of its protocol is taken for a pickle. */
const MIN_OPCODES = 16;

/** What was found in a file that may be a pickle. */
type LookedAt = NamedPickle & { summary?: WalkSummary };

/** The files of a package, and what of them may be read. */
export interface PickleReading {
  /** Gives the bytes of a file, or undefined where the package does not hold it. */
  open(path: string): ByteSource | undefined;
  /** Whether a file can be read without being asked for: it is stored, and on this machine. */
  mayWalk(path: string): boolean;
  /** Somebody asked for all: every file is read, and to its end. */
  readsAll?: boolean;
}

/**
 * The fact about files that loading may unpickle: what they import, where they may be walked over, or else what their
 * first bytes say. Undefined where there is no such file. Rejects when canceled, and where the container's bytes do not
 * come.
 */
export async function readPickles(
  names: PickleNames,
  reading: PickleReading,
  signal: AbortSignal | undefined,
): Promise<RunFact | undefined> {
  const { open, mayWalk, readsAll = false } = reading;
  const sniffed = await sniffPickles(names, open, signal, readsAll ? MAX_PICKLES_ASKED : MAX_PICKLES_READ);
  const looked: LookedAt[] = [];
  for (const pickle of sniffed) {
    const source = pickle.source && (readsAll || mayWalk(pickle.path)) ? open(pickle.path) : undefined;
    const maxRead = readsAll ? Number.POSITIVE_INFINITY : MAX_READ_BYTES;
    const summary = source && (await walkFile(pickle, source, maxRead, signal));
    looked.push(summary ? { ...pickle, summary } : pickle);
    throwIfAborted(signal);
  }
  const fact = factOf(looked);
  const unreadFiles = readsAll ? undefined : unreadOf(looked, reading);
  return fact && unreadFiles ? { ...fact, unreadFiles } : fact;
}

/** Files that were not walked over, or not to their end, and could be. Undefined where there is none. */
function unreadOf(looked: readonly LookedAt[], { open, mayWalk }: PickleReading): UnreadFiles | undefined {
  const sizes = looked.slice(0, MAX_PICKLES_ASKED).flatMap(({ path, what, source, summary }) => {
    if (summary) return summary.isUnread && source ? source.size : [];
    if (source) return !mayWalk(path) && what !== undefined && WALKABLE.test(what) ? source.size : [];
    return what === undefined ? (open(path)?.size ?? []) : [];
  });
  return sizes.length === 0 ? undefined : { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function factOf(looked: readonly LookedAt[]): RunFact | undefined {
  const walked = looked.flatMap(({ path, summary }) => (summary ? [{ path, summary }] : []));
  const [first] = walked;
  if (!first) return pickleFact(looked);
  const others = looked.filter(({ summary }) => !summary);
  const maybe = others.map(({ path, what }): FactText => [factFile(path), `, ${what ?? 'judging by its name'}`]);
  const isOne = walked.length === 1;
  return unpickleFact(isOne ? first.summary : joinedSummary(walked), {
    text: isOne ? [factFile(first.path), ' '] : [`${walked.length} files: `],
    notes: [
      ['A pickle can run any code when it is read. Whether loading the package reads it is unknown'],
      ...(others.length > 0 ? [['Others were not looked into. Open one to see what it imports']] : []),
    ],
    lists: [
      ...(isOne
        ? []
        : [
            factItems(
              ['Pickles'],
              walked.map(({ path }) => [factFile(path)]),
            ),
          ]),
      ...(others.length > 0 ? [factItems(['Other files that may be pickles'], maybe)] : []),
    ],
  });
}

/** What first bytes say of files that can be walked over. */
const WALKABLE = /^(?:PyTorch archive|zip|NumPy array|pickle|possibly a pickle|compressed with (?:gzip|zlib)$)/;

/** Decompressed bytes of a file that are walked over where somebody asks for it: they are held in memory. */
const MAX_DECOMPRESSED = 256 * 1024 * 1024;

/** Undefined where the file's content was not looked into, or is more likely no pickle. */
async function walkFile(
  { what = '' }: NamedPickle,
  source: ByteSource,
  maxRead: number,
  signal: AbortSignal | undefined,
): Promise<WalkSummary | undefined> {
  try {
    if (!WALKABLE.test(what)) return undefined;
    if (/^compressed/.test(what)) return await walkCompressed(source, maxRead, signal);
    if (/^(?:PyTorch archive|zip)/.test(what)) return await walkArchive(source, maxRead, signal);
    if (/^NumPy array/.test(what)) return await walkArray(what, source, maxRead, signal);
    const isMarked = /^pickle/.test(what);
    // Text and weights begin like a pickle, too. Their first opcodes tell.
    const start = await walkPickles(source, { signal, maxRead: isMarked ? maxRead : 2 * FIRST_WINDOW_BYTES });
    const { problem, imports, opcodes } = start;
    if (isMarked || !problem) return summaryOf(start);
    if (problem.reason === 'unread' && opcodes >= MIN_OPCODES) {
      return summaryOf(await walkPickles(source, { signal, maxRead }));
    }
    return imports.list.length > 0 ? summaryOf(start) : undefined;
  } catch (error) {
    // The file has a finding elsewhere.
    faultOfFile(error);
    return undefined;
  }
}

/** Walks over what is compressed, as joblib and pandas read it. Undefined where it cannot be decompressed. */
async function walkCompressed(
  source: ByteSource,
  maxRead: number,
  signal: AbortSignal | undefined,
): Promise<WalkSummary | undefined> {
  const limit = Math.min(maxRead, MAX_DECOMPRESSED);
  try {
    const found = await unwrapGzip(source, { signal, limit });
    if (!found) return undefined;
    const { blob } = found;
    const read = async (start: number, end: number) => new Uint8Array(await blob.slice(start, end).arrayBuffer());
    return summaryOf(await walkPickles({ size: blob.size, read }, { signal }));
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    const gap = `It has over ${limit.toLocaleString('en')} bytes when it is decompressed. What it imports is unknown`;
    return { ...NOTHING_FOUND, gaps: [[gap]], ...(limit === maxRead ? { isUnread: true as const } : {}) };
  }
}

const NOTHING_FOUND: WalkSummary = {
  imports: [],
  more: { harmless: 0, unknown: 0, dangerous: 0 },
  gaps: [],
  oddities: [],
};

/**
 * Walks over an array of objects. Undefined where its header leaves open what it has, and it is more likely no pickle.
 */
async function walkArray(
  what: string,
  source: ByteSource,
  maxRead: number,
  signal: AbortSignal | undefined,
): Promise<WalkSummary | undefined> {
  const start = objectsStart(await source.read(0, Math.min(source.size, 12), signal));
  const walk = await walkPickles(source, { signal, start, maxPickles: 1, maxRead });
  const isPickle = !walk.problem || walk.imports.list.length > 0 || what === 'NumPy array of objects';
  return isPickle ? summaryOf(walk) : undefined;
}

/** A pickle of an archive, with what a walk over it found, or why there was none. */
export interface EntryWalk {
  entry: ArchiveEntry;
  walk?: Walk;
  why?: string;
}

/** Pickles of an archive that are walked over. PyTorch's has three; one of NumPy has one for each array of objects. */
const MAX_ENTRIES = 1_000;

/**
 * Walks over every pickle of an archive as PyTorch writes it: also one that a later file hides, that is marked as
 * encrypted, or that has a wrong checksum. Some readers take these. Files of other names count where their first bytes
 * are those of a pickle.
 */
export async function walkEntries(
  entries: readonly ArchiveEntry[],
  open: (entry: ArchiveEntry) => ByteSource | undefined,
  maxRead: number,
  signal: AbortSignal | undefined,
): Promise<EntryWalk[]> {
  const pickles: ArchiveEntry[] = [];
  let mayLook = maxRead > MAX_REMOTE_READ_BYTES ? MAX_LOOKED_AT : MAX_PICKLES_READ;
  for (const entry of entries) {
    if (/\.pkl$/i.test(entry.path)) pickles.push(entry);
    else if (!NO_PICKLE.test(entry.path) && entry.kind === 'file' && mayLook-- > 0) {
      if (await isMarked(entry, open, signal)) pickles.push(entry);
    }
  }
  return walkPlaces(
    pickles.map((entry) => ({ entry })),
    open,
    { maxRead, signal },
  );
}

/** Files of PyTorch’s archives that have elements of tensors, or code. */
const NO_PICKLE = /^(?:[^/]+\/)?(?:data\/\d+|\.data\/\d+\.storage|code\/.*\.(?:py|debug_pkl)|version|byteorder)$/;

/** Files of an archive whose first bytes are read. Archives of PyTorch have a dozen that are no tensors. */
const MAX_LOOKED_AT = 1_000;

/** Compressed entries of more than `SMALL_BYTES` that are looked at: a decoder is kept for each. */
const MAX_DECODERS = 32;
const SMALL_BYTES = 64 * 1024;

/**
 * Files of an archive on this machine whose names do not say that they are pickles, and whose first bytes do. Rejects
 * when canceled, and where the container's bytes do not come.
 */
export async function markedPickles(
  entries: readonly ArchiveEntry[],
  open: (path: string) => ByteSource | undefined,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const paths: string[] = [];
  let [files, decoders] = [MAX_LOOKED_AT, MAX_DECODERS];
  for (const entry of entries) {
    const { path, kind, shadowed, unsafe, compressed, storedSize } = entry;
    if (kind !== 'file' || shadowed || unsafe || hasPickleName(path) || --files < 0) continue;
    if (compressed && storedSize > SMALL_BYTES && --decoders < 0) continue;
    if (await isMarked(entry, () => open(path), signal)) paths.push(path);
    throwIfAborted(signal);
  }
  return paths;
}

async function isMarked(
  entry: ArchiveEntry,
  open: (entry: ArchiveEntry) => ByteSource | undefined,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const source = open(entry);
    return source !== undefined && (await looksLikePickle(source, signal));
  } catch (error) {
    faultOfFile(error);
    return false;
  }
}

/** Where a pickle begins in an entry of an archive: at its first byte where `start` is left out. */
export interface PicklePlace {
  entry: ArchiveEntry;
  start?: number;
}

/** Walks over pickles of an archive. `maxRead` is for all of them together, `maxPickles` for each entry. */
export async function walkPlaces(
  places: readonly PicklePlace[],
  open: (entry: ArchiveEntry) => ByteSource | undefined,
  { maxRead, ...options }: WalkOptions & { maxRead: number },
): Promise<EntryWalk[]> {
  const walks: EntryWalk[] = [];
  let left = maxRead;
  for (const [index, { entry, start = 0 }] of places.entries()) {
    const source = open(entry);
    if (!source || index >= MAX_ENTRIES) {
      walks.push({ entry, why: source ? 'it is beyond a limit' : 'it cannot be opened' });
      continue;
    }
    try {
      walks.push({ entry, walk: await walkPickles(source, { ...options, start, maxRead: Math.max(left, 0) }) });
      left -= Math.min(source.size, left);
    } catch (error) {
      walks.push({ entry, why: `it cannot be read: ${faultOfFile(error).message}` });
    }
  }
  return walks;
}

/** What the pickles of an archive say together. */
export function entriesSummary(walks: readonly EntryWalk[], part: typeof factName = factFile): WalkSummary {
  return joinedSummary(
    walks.map(({ entry: { path }, walk, why }) => ({
      path,
      summary: walk ? summaryOf(walk) : { ...NOTHING_FOUND, gaps: [[`${why}`]] },
    })),
    part,
  );
}

async function walkArchive(
  source: ByteSource,
  maxRead: number,
  signal: AbortSignal | undefined,
): Promise<WalkSummary | undefined> {
  const archive = await findArchive(source, { signal });
  if (!archive) return undefined;
  const open = (entry: ArchiveEntry) => archive.openUnchecked?.(entry) ?? archive.open(entry.path);
  const walks = await walkEntries(archive.entries, open, maxRead, signal);
  const before = await walkBefore(source, signal);
  if (before)
    walks.push({
      entry: { path: source.name, size: source.size, storedSize: source.size, kind: 'file' },
      walk: before,
    });
  if (walks.length === 0) return undefined;
  const { imports, ...rest } = entriesSummary(walks, factName);
  // Their paths are of the inner archive, and no files of the package.
  return { ...rest, imports: imports.map(({ path: _, ...item }) => item) };
}
