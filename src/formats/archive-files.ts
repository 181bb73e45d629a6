import type { Archive, ArchiveEntry } from '../archive/archive.ts';
import { type DigestResult, damageOf, jobsOf } from '../archive/digest/job.ts';
import { inThreadDigests } from '../archive/digest/runner.ts';
import { throwIfAborted } from '../base/abort.ts';
import { mergeFindings } from '../base/findings.ts';
import { Report } from '../base/report.ts';
import type { PackageFile } from '../model/package.ts';
import type { HashJudgement, Verification } from '../model/verification.ts';
import type { VerifyOptions } from './format.ts';

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
  /** 64 lower-case hexadecimal digits. Undefined for a file that has nothing to be compared with. */
  sha256Of(path: string): string | undefined;
  /** Compares the SHA-256 of the content of a file that has an expected one. */
  judge(path: string, sha256: string): HashJudgement;
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
  const { signal, onFile, onProgress, digests = inThreadDigests(archive.source) } = options;
  throwIfAborted(signal);
  const report = new Report();
  const result: Verification = { findings: [], files: 0, bytes: 0, mismatches: [] };
  const isRead = ({ path, shadowed, unsafe }: ArchiveEntry) =>
    !shadowed && !unsafe && (!hashes || archive.source !== undefined || hashes.sha256Of(path) !== undefined);
  const entries = archive.entries.filter(isRead);
  const total = entries.reduce((sum, { size }) => sum + size, 0);

  const onDigest = ({ path, sha256, error, refused, findings }: DigestResult) => {
    for (const { code, message, path: at } of findings) report.add(code, message, at === undefined ? {} : { path: at });
    const isExpected = hashes?.sha256Of(path) !== undefined;
    if (sha256 !== undefined && (isExpected || !hashes)) {
      result.files++;
      result.bytes += archive.entryAt(path)?.size ?? 0;
    }
    // The findings about the directory were reported when the archive was opened.
    if (error && !refused) report.add(error.code, error.message, { path });
    const judged = isExpected && sha256 !== undefined ? hashes?.judge(path, sha256) : undefined;
    report.include(judged?.findings ?? []);
    const verdicts = error
      ? [{ path, hash: damageOf(error), ...(sha256 === undefined ? {} : { sha256 }) }]
      : (judged?.verdicts ?? []);
    for (const verdict of verdicts) {
      if (verdict.hash === 'mismatch') result.mismatches.push(verdict.path);
      onFile?.(verdict);
    }
  };

  onProgress?.({ done: 0, total });
  await digests.run(jobsOf(archive, entries), {
    signal,
    onDigest,
    onBytes: (done) => onProgress?.({ done: Math.min(done, total), total }),
  });
  onProgress?.({ done: total, total });
  return { ...result, findings: mergeFindings(report.findings) };
}
