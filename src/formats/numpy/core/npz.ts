import type { Archive, ArchiveEntry } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { asBoxcutterError, BadFileError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact, Package } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import { chunksOf, collect } from '../../../source/stream.ts';
import { archiveFiles, verifyArchive } from '../../archive-files.ts';
import type { OpenPackage } from '../../format.ts';
import { type NpyArray, openArray, type ReadBytes, readArray } from './array.ts';
import { FIRST_ARRAYS, HEADERS_AT_ONCE, MAX_ARRAYS, MAX_REMOTE_ARRAYS } from './limits.ts';
import { arrayName } from './npy.ts';
import type { NumpyOwn } from './own.ts';
import { runsOf } from './runs.ts';

/** Whether an archive is one of arrays, by its members; by its name where they could be anything. */
export function isNpz(archive: Archive): boolean {
  if (archive.source === undefined) return false;
  if (/\.npz$/i.test(archive.name)) return true;
  return archive.entries.length > 0 && archive.entries.every(({ path }) => path.endsWith('.npy'));
}

/** A member that is an array. */
interface Member {
  name: string;
  entry: ArchiveEntry;
}

/** Opens an archive of arrays. Reads the header of each. A member that is none is a file like any other. */
export async function openNpz(container: Container, archive: Archive, signal?: AbortSignal): Promise<OpenPackage> {
  const report = new Report();
  const members = membersOf(archive, report);
  const most = container.servedFrom === undefined ? MAX_ARRAYS : MAX_REMOTE_ARRAYS;
  if (members.length > most) {
    const message = `The archive has ${members.length} arrays. The first ${most} are listed.`;
    report.add('numpy/many-arrays', message);
  }
  const arrays = await readMembers(archive, members.slice(0, most), report, signal);
  return {
    package: packageOf(container, archive, [...arrays.values()], report),
    source: (path) => archive.open(path),
    verify: (options) => verifyArchive(archive, options),
    async tensor(name) {
      const array = arrays.get(name);
      const source = array && archive.open(array.info.data?.path ?? '');
      if (array && source) return openArray(array, source);
      throw new BadFileError('reference/tensor-missing', `This archive has no array ${quote(name)}.`);
    },
  };
}

/** The members that are arrays by their names, each with a name of its own. */
function membersOf({ entries }: Archive, report: Report): Member[] {
  const members = new Map<string, ArchiveEntry>();
  for (const entry of entries) {
    const { path, shadowed, unsafe, kind } = entry;
    if (shadowed || unsafe || kind === 'symlink') continue;
    if (!path.endsWith('.npy')) {
      report.add('numpy/other-member', `${quote(path)} is not a .npy file.`, { path });
      continue;
    }
    const name = arrayName(path);
    members.set(members.has(name) ? path : name, entry);
  }
  for (const { path } of entries) {
    if (!path.endsWith('.npy') && members.has(path)) {
      report.add('numpy/same-name', `${quote(path)} and ${quote(`${path}.npy`)} have the same name.`, { path });
    }
  }
  return Array.from(members, ([name, entry]) => ({ name, entry }));
}

/** The arrays by name, in the archive's order. What is wrong with one is reported, and it is left out. */
async function readMembers(
  archive: Archive,
  members: readonly Member[],
  report: Report,
  signal: AbortSignal | undefined,
): Promise<Map<string, NpyArray>> {
  const arrays = new Map<string, NpyArray>();
  for (let at = 0; at < members.length; at += HEADERS_AT_ONCE) {
    const group = members.slice(at, at + HEADERS_AT_ONCE);
    const read = await Promise.all(group.map((member) => readMember(archive, member, signal)));
    throwIfAborted(signal);
    for (const [index, { array, found }] of read.entries()) {
      report.include(found.findings);
      if (array) arrays.set((group[index] as Member).name, array);
    }
  }
  return arrays;
}

/** Rejects where the bytes of the archive do not come. */
async function readMember(
  archive: Archive,
  { name, entry: { path, compressed } }: Member,
  signal: AbortSignal | undefined,
): Promise<{ array?: NpyArray; found: Report }> {
  const found = new Report();
  const source = archive.open(path);
  if (!source) return { found };
  try {
    const read = compressed ? readStart(source) : source.read.bind(source);
    return { array: await readArray({ name, path, size: source.size, read }, found, signal), found };
  } catch (thrown) {
    const error = asBoxcutterError(thrown);
    if (error.tag !== 'bad-file' && error.tag !== 'too-large' && error.tag !== 'unsupported') throw error;
    found.add(error.code, error.message, { path });
    return { found };
  }
}

/** Reads of a compressed member. A stream decodes no more than is asked for, while a read decodes a small member whole. */
function readStart(source: ByteSource): ReadBytes {
  return (start, end, signal) => collect(chunksOf(source.stream(start, end, signal)), end - start);
}

function packageOf(container: Container, archive: Archive, arrays: readonly NpyArray[], report: Report): Package {
  const pickled = arrays.flatMap(({ header, info }) => (header.type.kind === 'object' ? [info.name] : []));
  return {
    format: 'numpy',
    formatName: 'An archive of NumPy arrays',
    words: {
      one: 'archive',
      a: 'an archive',
      reader: 'NumPy',
      extension: '.npz',
      checked: ['the headers of its arrays'],
    },
    verdicts: { refused: [], unsoundHashList: [] },
    name: container.name,
    size: container.size,
    directory: archive.words.directory,
    facts: factsOf(archive, arrays),
    inputs: [],
    outputs: [],
    tensors: arrays.map(({ info }) => info),
    firstValues: arrays.slice(0, FIRST_ARRAYS).map(({ info }) => info.name),
    examples: [],
    selfTests: [],
    files: archiveFiles(archive),
    findings: mergeFindings(archive.findings, report.findings),
    can: { verify: true, edit: false, save: false },
    runs: runsOf(pickled, 'archive'),
    own: { kind: 'npz', needsPickle: pickled.length > 0 } satisfies NumpyOwn,
  };
}

function factsOf({ entries }: Archive, arrays: readonly NpyArray[]): Fact[] {
  const bytes = arrays.reduce((sum, { info: { data } }) => sum + ((data?.end ?? 0) - (data?.start ?? 0)), 0);
  const isCompressed = entries.some(({ compressed }) => compressed);
  return [
    { label: 'Arrays', value: arrays.length.toLocaleString('en') },
    ...(bytes > 0 ? [{ label: 'Data', value: `${bytes.toLocaleString('en')} bytes` }] : []),
    { label: 'Stored', value: isCompressed ? 'compressed' : 'not compressed' },
  ];
}
