import type { Archive, ArchiveEntry } from '../archive/archive.ts';
import { type DigestResult, damageOf, jobsOf } from '../archive/digest/job.ts';
import { inThreadDigests } from '../archive/digest/runner.ts';
import { throwIfAborted } from '../base/abort.ts';
import { type ErrorData, fromErrorData } from '../base/errors.ts';
import { type Finding, mergeFindings } from '../base/findings.ts';
import { Report } from '../base/report.ts';
import { quote } from '../base/text.ts';
import type { FileHashes } from '../model/draft.ts';
import type { PackageFile } from '../model/package.ts';
import type { HashJudgement, Verification } from '../model/verification.ts';
import type { HashOptions, VerifyOptions } from './format.ts';

/** The files of an archive that has no hash list, as the page lists them. */
export function archiveFiles(archive: Archive): PackageFile[] {
  return archive.entries.map(fileOf);
}

function fileOf(entry: ArchiveEntry): PackageFile {
  return {
    path: entry.path,
    size: entry.size,
    storedSize: entry.storedSize,
    role: 'other',
    hash: 'none',
    kind: entry.kind,
    ...(entry.storage === undefined ? {} : { storage: entry.storage }),
    ...(entry.compressed ? { compressed: true } : {}),
    ...(entry.linkText === undefined ? {} : { linkText: entry.linkText }),
    ...(entry.target === undefined ? {} : { target: entry.target }),
    ...(entry.shadowed ? { shadowed: true } : {}),
    ...(entry.unsafe ? { unsafe: true } : {}),
  };
}

/** The hashes that some files of an archive should have. */
export interface ExpectedHashes {
  /**
   * The paths that have an expected hash and this file's content: its own, and those of symlinks that lead to it. Empty
   * for a file that has nothing to be compared with.
   */
  listedAs(path: string): readonly string[];
  /** Compares the SHA-256 of the content of a file that is listed. */
  judge(path: string, sha256: string): HashJudgement;
  /** Whether to read a file. By default, a folder's files that are not listed are left out. */
  reads?(entry: ArchiveEntry): boolean;
  /** Called for each file that is damaged or cannot be read. */
  onDamage?(path: string): void;
}

/**
 * The hashes of files that have one each, by their paths.
 *
 * @param onMismatch says what is wrong with a file that has another SHA-256
 */
export function hashesByPath(
  hashes: ReadonlyMap<string, string>,
  onMismatch: (path: string, sha256: string, expected: string) => Finding[],
): ExpectedHashes {
  return {
    listedAs: (path) => (hashes.has(path) ? [path] : []),
    judge(path, sha256) {
      const expected = hashes.get(path);
      if (expected === undefined) return { verdicts: [], findings: [] };
      if (sha256 === expected) return { verdicts: [{ path, hash: 'verified', sha256 }], findings: [] };
      return { verdicts: [{ path, hash: 'mismatch', sha256 }], findings: onMismatch(path, sha256, expected) };
    },
  };
}

/**
 * Reads and hashes files of an archive, with its progress in bytes. What is wrong with a file is in its result. Rejects
 * as `DigestRunner.run`.
 */
async function digestFiles(
  archive: Archive,
  entries: readonly ArchiveEntry[],
  { signal, onProgress, digests = inThreadDigests(archive.source) }: HashOptions,
  onDigest: (result: DigestResult) => void,
): Promise<void> {
  throwIfAborted(signal);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  const onBytes = (done: number) => onProgress?.({ done: Math.min(done, total), total });
  onBytes(0);
  await digests.run(jobsOf(archive, entries), { signal, onDigest, onBytes });
  onBytes(total);
}

/**
 * Reads every file of an archive to its end and compares sizes, CRC-32 and headers with its directory. Leaves out what
 * is never opened: a second entry with a name, and unsafe names. Without hashes to compare, only damaged files get a
 * verdict. With them, a file that should have one gets a verdict and is counted; of a folder, which has no checksums,
 * others are not read. Rejects as `OpenPackage.verify`.
 */
export async function verifyArchive(
  archive: Archive,
  options: VerifyOptions = {},
  hashes?: ExpectedHashes,
): Promise<Verification> {
  const report = new Report();
  const result: Verification = { findings: [], files: 0, bytes: 0, mismatches: [] };
  const isWanted = (entry: ArchiveEntry) =>
    !hashes || (hashes.reads?.(entry) ?? (archive.source !== undefined || hashes.listedAs(entry.path).length > 0));
  const entries = archive.entries.filter((entry) => !entry.shadowed && !entry.unsafe && isWanted(entry));

  const onDigest = ({ path, sha256, error, refused, findings }: DigestResult) => {
    for (const { code, message, path: at } of findings) report.add(code, message, at === undefined ? {} : { path: at });
    const paths = hashes?.listedAs(path) ?? [];
    const count = hashes ? paths.length : 1;
    if (sha256 !== undefined && count > 0) {
      result.files += count;
      result.bytes += archive.entryAt(path)?.size ?? 0;
    }
    // The findings about the directory were reported when the archive was opened.
    if (error && !refused) report.add(error.code, error.message, { path });
    if (error) hashes?.onDamage?.(path);
    const judged = paths.length > 0 && sha256 !== undefined ? hashes?.judge(path, sha256) : undefined;
    report.include(judged?.findings ?? []);
    const verdicts = error
      ? (paths.length > 0 ? paths : [path]).map((one) => ({ path: one, hash: damageOf(error), sha256 }))
      : (judged?.verdicts ?? []);
    for (const verdict of verdicts) {
      if (verdict.hash === 'mismatch') result.mismatches.push(verdict.path);
      options.onFile?.(verdict);
    }
  };

  await digestFiles(archive, entries, options, onDigest);
  return { ...result, findings: mergeFindings(report.findings) };
}

/** Files named in one error. */
const MAX_NAMED = 5;

/** Hashes every file of an archive but its hash list. As `OpenPackage.hash`. */
export async function hashFiles(archive: Archive, hashList: string, options: HashOptions = {}): Promise<FileHashes> {
  const hashes = new Map<string, string>();
  const failed: { path: string; error: ErrorData }[] = [];
  const entries = archive.entries.filter(
    ({ path, kind, shadowed, unsafe }) => kind === 'file' && !shadowed && !unsafe && path !== hashList,
  );
  await digestFiles(archive, entries, options, ({ path, sha256, error }) => {
    // A file with a wrong size or checksum is damaged: its hash must not make it look whole.
    if (error) failed.push({ path, error });
    else if (sha256 !== undefined) hashes.set(path, sha256);
  });
  if (failed.length > 0) throw unhashable(failed);
  return hashes;
}

function unhashable(failed: { path: string; error: ErrorData }[]): Error {
  failed.sort((a, b) => (a.path < b.path ? -1 : 1));
  const [{ path, error }] = failed as [{ path: string; error: ErrorData }];
  const names = failed.slice(0, MAX_NAMED).map((file) => quote(file.path));
  const others = failed.length > MAX_NAMED ? ` and ${failed.length - MAX_NAMED} more` : '';
  const which = `${names.join(', ')}${others}`;
  const message = `No hashes were computed, because ${which} cannot be read. ${error.message}`;
  return fromErrorData({ ...error, path, message });
}
