import { BadFileError, toErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';
import { Report } from '../../base/report.ts';
import { quote } from '../../base/text.ts';
import { ForwardReader, NEAR_GAP } from '../../source/forward.ts';
import { sliceSource } from '../../source/slice.ts';
import type { ByteSource } from '../../source/source.ts';
import type { Archive, ArchiveEntry, ArchiveWords, Unlisted } from '../archive.ts';
import type { DigestJob } from '../digest/job.ts';
import { ListedArchive } from '../listed-archive.ts';
import { type LinkedNames, resolveLinks } from '../symlink.ts';
import { refusalOf, TarDirectoryBuilder, type TarEntry } from './directory.ts';
import { BLOCK, hasChecksum, hasMagic, isZeroBlock } from './header.ts';
import { TarWalk } from './walk.ts';
import './findings.ts';

const WORDS: ArchiveWords = { name: 'A tar archive', directory: 'the tar’s headers' };

/**
 * Reads of a file on a host that listing may take without being asked for: a header may need a request of its own, and
 * sixty-four take some seconds.
 */
const MAX_UNASKED_READS = 64;

/** Bytes of one such read, at most: 4 MB in all. */
const UNASKED_READ_BYTES = 64 * 1024;

/** Bytes that a read for one header takes from a host, where headers lie far apart: a block of the cache. */
const FAR_READ_BYTES = 16 * 1024;

/** A tar whose headers were read, or the first of them. Its files lie in it as they are. */
export class TarArchive extends ListedArchive<TarEntry> implements Archive {
  readonly words = WORDS;
  readonly findings: readonly Finding[];
  readonly contentFindings: readonly Finding[] = [];
  readonly unlisted?: Unlisted;
  readonly outside: readonly { start: number; end: number }[];

  constructor(
    source: ByteSource,
    directory: LinkedNames<TarEntry>,
    findings: readonly Finding[],
    { unlisted, trailingAt }: { unlisted?: Unlisted; trailingAt?: number | undefined },
  ) {
    super(source, directory);
    this.findings = findings;
    if (unlisted) this.unlisted = unlisted;
    this.outside = trailingAt === undefined ? [] : [{ start: trailingAt, end: source.size }];
  }

  protected override makeSource(entry: TarEntry): ByteSource {
    const refusal = refusalOf(entry);
    const { start, end } = entry.data;
    return refusal ? refusing(entry, refusal) : sliceSource(this.source, start, end, entry.path);
  }

  digestJob(entry: ArchiveEntry): DigestJob {
    const { path, size, storedSize, data } = entry as TarEntry;
    const refusal = refusalOf(entry as TarEntry);
    if (refusal) return { path, size, refusal: toErrorData(refusal) };
    return { path, size, storedSize, codec: 'stored', span: data };
  }

  planProblem(): string {
    return 'It is a tar archive, which Boxcutter only reads.';
  }
}

/** A file that is listed and cannot be read. */
function refusing({ path, size }: TarEntry, error: Error): ByteSource {
  return {
    name: path,
    size,
    read: () => Promise.reject(error),
    stream: () => new ReadableStream({ start: (controller) => controller.error(error) }),
  };
}

/**
 * Opens a tar. Reads its headers, and files between them that are small. Of a file on a host it stops after
 * `MAX_UNASKED_READS` reads: `unlisted` goes on. Resolves to undefined where the bytes are not a tar. Rejects with
 * `tar/bad-checksum` where not even the first header can be read, with `zip/directory-too-large`, or as the source
 * does.
 */
export async function openTar(source: ByteSource, signal: AbortSignal | undefined): Promise<TarArchive | undefined> {
  if (!(await beginsAsTar(source, signal))) return undefined;
  if (source.servedFrom === undefined) return listTar(source, new ForwardReader(source), signal);
  return listTar(source, new ForwardReader(source, { near: UNASKED_READ_BYTES, most: MAX_UNASKED_READS }), signal);
}

async function beginsAsTar(source: ByteSource, signal: AbortSignal | undefined): Promise<boolean> {
  if (source.size < BLOCK) return false;
  const block = await source.read(0, BLOCK, signal);
  if (isZeroBlock(block)) {
    // An archive of nothing is zeros alone, as other files may be.
    if (!/\.tar$/i.test(source.name) || source.size < 2 * BLOCK) return false;
    return isZeroBlock(await source.read(BLOCK, 2 * BLOCK, signal));
  }
  if (hasChecksum(block)) return true;
  if (!hasMagic(block)) return false;
  throw new BadFileError('tar/bad-checksum', `The first header of ${quote(source.name)} has a wrong checksum.`);
}

async function listTar(
  source: ByteSource,
  blocks: ForwardReader,
  signal: AbortSignal | undefined,
): Promise<TarArchive> {
  const report = new Report();
  const builder = new TarDirectoryBuilder(report);
  const walk = new TarWalk({ source, blocks, signal }, report, (member) => builder.add(member));
  await walk.run();
  const directory = builder.finish();
  resolveLinks(directory, report);
  const { trailingAt } = walk;
  if (walk.isDone) return new TarArchive(source, directory, report.findings, { trailingAt });
  // What a link leads to may be among the files that are not listed yet.
  const findings = report.findings.filter(({ code }) => code !== 'zip/symlink-dangling');
  const unlisted = {
    bytes: bytesToList(source.size - walk.at, walk.at / Math.max(1, directory.entries.length)),
    list: (inner: AbortSignal | undefined) => listTar(source, new ForwardReader(source), inner),
  };
  return new TarArchive(source, directory, findings, { unlisted });
}

/**
 * About how many bytes are read to list the rest of an archive.
 *
 * @param left bytes of the rest
 * @param each bytes from header to header so far, on average
 */
function bytesToList(left: number, each: number): number {
  return each < NEAR_GAP ? left : Math.min(left, Math.ceil(left / each) * FAR_READ_BYTES);
}
