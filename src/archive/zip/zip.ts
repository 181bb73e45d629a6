import { toErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';
import { MAX_SYMLINKS_READ, WHOLE_ENTRY_CACHE_BYTES } from '../../base/limits.ts';
import { Report } from '../../base/report.ts';
import { LruCache } from '../../source/lru.ts';
import type { ByteSource } from '../../source/source.ts';
import type { Archive, ArchiveEntry, ArchiveWords } from '../archive.ts';
import type { DigestJob } from '../digest/job.ts';
import type { FileChanges, PlanOptions } from '../plan.ts';
import { linkedFile, resolveLinks } from '../symlink.ts';
import { readDirectory, type ZipDirectory } from './directory.ts';
import { EntrySource, storedFile, type ZipContext } from './entry.ts';
import { refusalOf } from './local-header.ts';
import { planZip, zipPlanProblem } from './plan.ts';
import { plainEntry, type ZipEntry } from './record-entry.ts';
import type { ZipPlan } from './saved.ts';
import { readLinks } from './symlink.ts';
import './findings.ts';

const WORDS: ArchiveWords = { name: 'A zip archive', directory: 'the zip’s directory' };

/** A zip whose directory was read. */
export class ZipArchive implements Archive {
  readonly words = WORDS;
  readonly name: string;
  readonly size: number;
  readonly source: ByteSource;
  readonly entries: readonly ZipEntry[];
  readonly findings: readonly Finding[];
  readonly contentFindings: readonly Finding[];
  /** The directory, for the plan that saves the zip. */
  readonly directory: ZipDirectory;
  readonly #context: ZipContext;
  readonly #sources = new Map<ZipEntry, EntrySource>();
  readonly #hasLinks: boolean;

  constructor(context: ZipContext, findings: readonly Finding[]) {
    this.#context = context;
    this.name = context.source.name;
    this.size = context.source.size;
    this.source = context.source;
    this.directory = context.directory;
    this.entries = context.directory.entries;
    this.findings = findings;
    this.contentFindings = context.report.findings;
    this.#hasLinks = this.entries.some((entry) => entry.linkText !== undefined);
  }

  get outside() {
    const { firstEntry, zipEnd } = this.directory;
    return [
      { start: 0, end: firstEntry },
      { start: zipEnd, end: this.size },
    ].filter(({ start, end }) => start < end);
  }

  open(path: string): ByteSource | undefined {
    const entry = this.resolve(path);
    return entry && this.#sourceOf(entry);
  }

  openEntry(entry: ArchiveEntry): ByteSource | undefined {
    return entry.unsafe || entry.kind !== 'file' ? undefined : this.#sourceOf(entry as ZipEntry);
  }

  openUnchecked(entry: ArchiveEntry): ByteSource {
    const stated = entry as ZipEntry;
    const size = stated.method === 'stored' ? stated.storedSize : stated.size;
    const context = { ...this.#context, report: new Report(), whole: new LruCache<ZipEntry, Uint8Array>(0, () => 0) };
    return new EntrySource(context, { ...plainEntry(stated), size, encrypted: false }, false);
  }

  #sourceOf(entry: ZipEntry): EntrySource {
    let source = this.#sources.get(entry);
    if (!source) {
      source = new EntrySource(this.#context, entry);
      this.#sources.set(entry, source);
    }
    return source;
  }

  digestJob(entry: ArchiveEntry): DigestJob {
    const refusal = refusalOf(entry as ZipEntry);
    if (refusal) return { path: entry.path, size: entry.size, refusal: toErrorData(refusal) };
    return storedFile(this.directory, entry as ZipEntry);
  }

  resolve(path: string): ZipEntry | undefined {
    const { byPath } = this.directory;
    if (this.#hasLinks) return linkedFile(path, byPath);
    const entry = byPath.get(path);
    return entry?.kind === 'file' ? entry : undefined;
  }

  entryAt(path: string): ZipEntry | undefined {
    return this.directory.byPath.get(path);
  }

  isFolder(path: string): boolean {
    return this.directory.order.isFolder(path);
  }

  planProblem(): string | undefined {
    return zipPlanProblem(this);
  }

  plan(changes: FileChanges, options: PlanOptions = {}): Promise<ZipPlan> {
    return planZip(this, changes, options, openZip);
  }
}

/**
 * Opens a zip. Reads its end, its directory and the texts of its symlinks. Rejects with `zip/not-a-zip`,
 * `zip/truncated`, `zip/bad-directory`, `zip/multi-disk`, `zip/directory-too-large`, or as the source does.
 */
export async function openZip(source: ByteSource, signal: AbortSignal | undefined): Promise<ZipArchive> {
  // Many are kept here: a format that knows where links lead out of the zip drops some of them before it caps the rest.
  const report = new Report({ 'zip/symlink-dangling': MAX_SYMLINKS_READ });
  const directory = await readDirectory(source, report, signal);
  const context: ZipContext = {
    source,
    directory,
    report: new Report(),
    whole: new LruCache(WHOLE_ENTRY_CACHE_BYTES, (bytes) => bytes.length),
  };
  const readLink = (entry: ZipEntry, held: ByteSource, inner: AbortSignal | undefined) =>
    new EntrySource({ ...context, source: held }, entry).readOnce(inner);
  await readLinks(source, directory, readLink, report, signal);
  if (directory.entries.some((entry) => entry.linkText !== undefined)) {
    resolveLinks(directory, report);
  }
  return new ZipArchive(context, report.findings);
}
