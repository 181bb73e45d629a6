import { toErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';
import { MAX_SYMLINKS_READ, WHOLE_ENTRY_CACHE_BYTES } from '../../base/limits.ts';
import { Report } from '../../base/report.ts';
import { LruCache } from '../../base/shared-task.ts';
import type { ByteSource } from '../../source/source.ts';
import type { Archive, ArchiveEntry, ArchiveWords } from '../archive.ts';
import type { DigestJob } from '../digest/job.ts';
import { ListedArchive } from '../listed-archive.ts';
import type { FileChanges, PlanOptions } from '../plan.ts';
import { resolveLinks } from '../symlink.ts';
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
export class ZipArchive extends ListedArchive<ZipEntry> implements Archive {
  readonly words = WORDS;
  readonly findings: readonly Finding[];
  readonly contentFindings: readonly Finding[];
  /** The directory, for the plan that saves the zip. */
  readonly directory: ZipDirectory;
  readonly #context: ZipContext;
  readonly #hasLinks: boolean;

  constructor(context: ZipContext, findings: readonly Finding[]) {
    super(context.source, context.directory);
    this.#context = context;
    this.directory = context.directory;
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

  openUnchecked(entry: ArchiveEntry): ByteSource {
    const stated = entry as ZipEntry;
    const size = stated.method === 'stored' ? stated.storedSize : stated.size;
    const context: ZipContext = {
      ...this.#context,
      report: new Report(),
      whole: new LruCache(0, () => 0),
      kept: new Map(),
    };
    return new EntrySource(context, { ...plainEntry(stated), size, encrypted: false }, false);
  }

  protected override makeSource(entry: ZipEntry): EntrySource {
    return new EntrySource(this.#context, entry);
  }

  digestJob(entry: ArchiveEntry): DigestJob {
    const refusal = refusalOf(entry as ZipEntry);
    if (refusal) return { path: entry.path, size: entry.size, refusal: toErrorData(refusal) };
    return storedFile(this.directory, entry as ZipEntry);
  }

  override resolve(path: string): ZipEntry | undefined {
    if (this.#hasLinks) return super.resolve(path);
    const entry = this.entryAt(path);
    return entry?.kind === 'file' ? entry : undefined;
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
    kept: new Map(),
  };
  await readLinks(context, report, signal);
  if (directory.entries.some((entry) => entry.linkText !== undefined)) {
    resolveLinks(directory, report);
  }
  return new ZipArchive(context, report.findings);
}
