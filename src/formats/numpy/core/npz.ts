import type { Archive, ArchiveEntry } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { countInWords, formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { begins } from '../../../base/bytes.ts';
import { asBoxcutterError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact, Package } from '../../../model/package.ts';
import { Parameters } from '../../../model/tensor/parameters.ts';
import { type EntryWalk, type PicklePlace, unreadRest } from '../../../pickle/entry-walks.ts';
import { maxUnaskedRead } from '../../../pickle/limits.ts';
import { headOf } from '../../../source/head.ts';
import type { ByteSource } from '../../../source/source.ts';
import { chunksOf, collect } from '../../../source/stream.ts';
import { archiveFiles, verifyArchive } from '../../archive-files.ts';
import { tensorNamed, UNKNOWN_PARTS } from '../../files-package.ts';
import type { OpenPackage } from '../../format.ts';
import { HeaderRoom, hasObjects, type NpyArray, openArray, type ReadBytes, readArray } from './array.ts';
import { hasMagic } from './header.ts';
import { FIRST_ARRAYS, HEAD_BYTES, HEADERS_AT_ONCE, MAX_MEMBERS, MAX_REMOTE_MEMBERS } from './limits.ts';
import type { NumpyOwn } from './npy.ts';
import { archiveRuns, type UnreadMember, walkMembers } from './objects.ts';

/**
 * Whether an archive is one of arrays, by its members; by its name where they could be anything.
 *
 * @param head the first bytes of its file
 */
export function isNpz(archive: Archive, head: Uint8Array): boolean {
  if (archive.source === undefined) return false;
  if (/\.npz$/i.test(archive.name)) return true;
  if (!isZipForNumPy(head)) return false;
  return archive.entries.length > 0 && archive.entries.every(({ path }) => path.endsWith('.npy'));
}

/** A member that is read as an array. */
interface Member {
  /** What NumPy calls it. */
  name: string;
  entry: ArchiveEntry;
  /** A later member has the same path, and NumPy reads that one. */
  isHidden: boolean;
}

/** What the first bytes of members say. */
interface Members {
  /** By name, in the archive's order. */
  arrays: Map<string, { array: NpyArray; entry: ArchiveEntry }>;
  /** Names of all that are pickles, also of those that NumPy does not read. */
  pickled: string[];
  /** Where these begin. */
  places: PicklePlace[];
  /** Paths of members that could be arrays of objects, and why nobody looked. */
  unread: UnreadMember[];
}

/**
 * Opens an archive of arrays. Reads the first bytes of each member: NumPy takes a member for an array by its bytes,
 * whatever its name. Any other member is an ordinary file. Walks over the pickles of arrays of objects, as
 * far as they may be read without being asked for; `readMore` reads the rest.
 */
export async function openNpz(
  container: Container,
  archive: Archive,
  signal?: AbortSignal,
  maxRead = maxUnaskedRead(container),
): Promise<OpenPackage> {
  const report = new Report();
  const { members, unread } = membersOf(archive, report);
  const most = container.servedFrom === undefined ? MAX_MEMBERS : MAX_REMOTE_MEMBERS;
  if (members.length > most) {
    const message = `The archive has ${members.length} members. The first ${most} are read.`;
    report.add('numpy/many-arrays', message);
    unread.push(...members.slice(most).map(({ entry: { path } }) => ({ path, why: 'beyond a limit' })));
  }
  const read = await readMembers(archive, members.slice(0, most), report, signal);
  read.unread.push(...unread);
  const head = archive.source && (await headOf(archive.source, signal));
  if (head && !isZipForNumPy(head)) {
    read.unread.push({
      path: container.name,
      why: 'which does not begin like a zip, so that NumPy takes it for a pickle',
    });
  }
  const { arrays, places } = read;
  const unchecked = (entry: ArchiveEntry) => archive.openUnchecked?.(entry) ?? sourceOf(archive, entry);
  const walks = await walkMembers(places, unchecked, report, { maxRead, signal });
  const pkg = packageOf(container, archive, { ...read, walks }, report);
  return {
    package: pkg,
    looked: new Set([...walks.map(({ entry }) => entry), ...Array.from(arrays.values(), ({ entry }) => entry)]),
    source: (path) => archive.open(path),
    verify: (options) => verifyArchive(archive, options),
    async tensor(name) {
      const { array, entry } = tensorNamed(arrays, name);
      // Its header was read from there.
      return openArray(array, sourceOf(archive, entry) as ByteSource);
    },
    readMore: pkg.more && ((inner) => openNpz(container, archive, inner, Number.POSITIVE_INFINITY)),
  };
}

/** NumPy looks at the first bytes alone: it knows no zip with anything before it, and no other archive. */
function isZipForNumPy(head: Uint8Array): boolean {
  return begins(head, 'PK\x03\x04') || begins(head, 'PK\x05\x06');
}

function sourceOf(archive: Archive, entry: ArchiveEntry): ByteSource | undefined {
  return archive.openEntry ? archive.openEntry(entry) : archive.open(entry.path);
}

/** The members that can be read, each with the name that NumPy has for it, and the others. */
function membersOf({ entries }: Archive, report: Report): { members: Member[]; unread: UnreadMember[] } {
  const last = new Map<string, ArchiveEntry>();
  for (const entry of entries) last.set(entry.path, entry);
  const members: Member[] = [];
  const unread: UnreadMember[] = [];
  for (const entry of entries) {
    const { path, unsafe, kind } = entry;
    if (unsafe || kind === 'symlink') {
      unread.push({ path, why: unsafe ? 'its name is not safe' : 'a symlink' });
      continue;
    }
    const isHidden = last.get(path) !== entry;
    const bare = path.endsWith('.npy') ? path.slice(0, -'.npy'.length) : path;
    const isTaken = bare !== path && last.has(bare);
    if (isTaken && !isHidden) {
      const message = `${quote(bare)} and ${quote(path)} have the same name. NumPy reads the first of these.`;
      report.add('numpy/same-name', message, { path: bare });
    }
    if (isHidden) report.add('numpy/same-name', `NumPy reads the last member ${quote(path)}, not this one.`, { path });
    members.push({ name: bare === '' || isTaken ? path : bare, entry, isHidden });
  }
  return { members, unread };
}

/** Reads all members. What is wrong with one is reported, and it is left out. */
async function readMembers(
  archive: Archive,
  members: readonly Member[],
  report: Report,
  signal: AbortSignal | undefined,
): Promise<Members> {
  const found: Members = { arrays: new Map(), pickled: [], places: [], unread: [] };
  const room = new HeaderRoom();
  for (let at = 0; at < members.length; at += HEADERS_AT_ONCE) {
    const group = members.slice(at, at + HEADERS_AT_ONCE);
    const read = await Promise.all(group.map((member) => readMember(archive, member, room, signal)));
    throwIfAborted(signal);
    for (const [index, { array, isUnread, report: own }] of read.entries()) {
      const { name, entry, isHidden } = group[index] as Member;
      report.include(own.findings);
      if (isUnread) found.unread.push({ path: entry.path, why: 'its header cannot be read' });
      if (array && hasObjects(array)) {
        found.pickled.push(isHidden ? entry.path : name);
        found.places.push({ entry, start: array.header.dataStart });
      }
      if (array && !isHidden) found.arrays.set(name, { array, entry });
    }
  }
  return found;
}

/** Rejects where the bytes of the archive do not come. */
async function readMember(
  archive: Archive,
  { name, entry }: Member,
  headerRoom: HeaderRoom,
  signal: AbortSignal | undefined,
): Promise<{ array?: NpyArray; isUnread?: true; report: Report }> {
  const { path, compressed: isCompressed } = entry;
  const report = new Report();
  const source = sourceOf(archive, entry);
  if (!source) return { isUnread: true, report };
  const { size } = source;
  let isArray = true;
  try {
    const readMore = isCompressed ? readStart(source) : source.read.bind(source);
    const head = await readMore(0, Math.min(size, HEAD_BYTES), signal);
    isArray = hasMagic(head);
    if (!isArray && !path.endsWith('.npy')) {
      report.add('numpy/other-member', `${quote(path)} is not a .npy file.`, { path });
      return { report };
    }
    const read: ReadBytes = async (start, end, inner) =>
      end <= head.length ? head.slice(start, end) : readMore(start, end, inner);
    return { array: await readArray({ name, path, size, read, isCompressed, headerRoom }, report, signal), report };
  } catch (thrown) {
    const error = asBoxcutterError(thrown);
    if (error.tag !== 'bad-file' && error.tag !== 'too-large' && error.tag !== 'unsupported') throw error;
    report.add(error.code, error.message, { path });
    // Of a member that does not begin like an array, NumPy gives the bytes.
    return isArray ? { isUnread: true, report } : { report };
  }
}

/**
 * Reads of a compressed member. A stream decodes no more than is asked for, while a read decodes a small member whole.
 */
function readStart(source: ByteSource): ReadBytes {
  return (start, end, signal) => collect(chunksOf(source.stream(start, end, signal)), end - start);
}

function packageOf(
  container: Container,
  archive: Archive,
  read: Members & { walks: readonly EntryWalk[] },
  report: Report,
): Package {
  const { pickled, walks, unread } = read;
  const arrays = Array.from(read.arrays.values(), ({ array }) => array);
  return {
    ...UNKNOWN_PARTS,
    format: 'numpy',
    formatName: 'An archive of NumPy arrays',
    words: {
      one: 'archive',
      a: 'an archive',
      reader: 'NumPy',
      extension: '.npz',
      checked: ['the headers of its arrays', ...(pickled.length > 0 ? ['the names that they import'] : [])],
    },
    name: container.name,
    size: container.size,
    directory: archive.words.directory,
    facts: factsOf(archive, arrays),
    ...aboutArrays(arrays),
    tensors: arrays.map(({ info }) => info),
    firstValues: arrays.slice(0, FIRST_ARRAYS).map(({ info }) => info.name),
    files: archiveFiles(archive),
    findings: mergeFindings(archive.findings, report.findings),
    can: { verify: true, edit: false, save: false },
    runs: archiveRuns(pickled, walks, unread),
    more: unreadRest(walks),
    own: { kind: 'npz', needsPickle: pickled.length > 0 } satisfies NumpyOwn,
  };
}

/** What the headers say of all arrays together. */
function aboutArrays(arrays: readonly NpyArray[]): Pick<Package, 'inShort' | 'figures'> {
  if (arrays.length === 0) return {};
  const all = new Parameters(arrays.map(({ info }) => info));
  return {
    inShort: `${formatNumberOf(arrays.length, 'array')}, ${countInWords(all.count)} ${all.count === 1n ? 'value' : 'values'}`,
    figures: [
      { label: 'Arrays', value: formatCount(arrays.length) },
      ...all.figure().map((figure) => ({ ...figure, label: 'Values' })),
      ...all.typeFigure(),
    ],
  };
}

function factsOf({ entries }: Archive, arrays: readonly NpyArray[]): Fact[] {
  const bytes = arrays.reduce((sum, { info: { data } }) => sum + ((data?.end ?? 0) - (data?.start ?? 0)), 0);
  const isCompressed = entries.some(({ compressed }) => compressed);
  return [
    { label: 'Arrays', value: formatCount(arrays.length) },
    ...(bytes > 0 ? [{ label: 'Data', value: formatBytes(bytes) }] : []),
    { label: 'Stored', value: isCompressed ? 'compressed' : 'not compressed' },
  ];
}
