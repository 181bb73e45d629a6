import type { Archive, ArchiveEntry } from '../archive/archive.ts';
import { type DigestResult, damageOf } from '../archive/digest/job.ts';
import { inThreadDigests } from '../archive/digest/runner.ts';
import { throwIfAborted } from '../base/abort.ts';
import { mergeFindings } from '../base/findings.ts';
import { Report } from '../base/report.ts';
import type { PackageFile } from '../model/package.ts';
import type { Verification } from '../model/verification.ts';
import type { VerifyOptions } from './format.ts';

/** The files of an archive that has no list of hashes, as the page lists them. */
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

/**
 * Reads every file of an archive to its end and compares sizes, CRC-32 and headers with its directory. There are no
 * hashes to compare, so only damaged files get a verdict. Leaves out what is never opened: a second entry with a name,
 * and unsafe names. Rejects as `OpenPackage.verify`.
 */
export async function verifyArchive(archive: Archive, options: VerifyOptions = {}): Promise<Verification> {
  const { signal, onFile, onProgress, digests = inThreadDigests(archive.source) } = options;
  throwIfAborted(signal);
  const report = new Report();
  const result: Verification = { findings: [], files: 0, bytes: 0, mismatches: [] };
  const jobs = archive.entries.flatMap((entry) => (entry.shadowed || entry.unsafe ? [] : archive.digestJob(entry)));
  const sizes = new Map(jobs.map(({ path, size }) => [path, size]));
  const total = jobs.reduce((sum, { size }) => sum + size, 0);

  const onDigest = ({ path, sha256, error, refused, findings }: DigestResult) => {
    for (const { code, message, path: at } of findings) report.add(code, message, at === undefined ? {} : { path: at });
    if (sha256 !== undefined) {
      result.files++;
      result.bytes += sizes.get(path) ?? 0;
    }
    if (!error) return;
    // The findings about the directory were reported when the archive was opened.
    if (!refused) report.add(error.code, error.message, { path });
    const hash = damageOf(error);
    if (hash === 'mismatch') result.mismatches.push(path);
    onFile?.({ path, hash, ...(sha256 === undefined ? {} : { sha256 }) });
  };

  onProgress?.({ done: 0, total });
  await digests.run(jobs, {
    signal,
    onDigest,
    onBytes: (done) => onProgress?.({ done: Math.min(done, total), total }),
  });
  onProgress?.({ done: total, total });
  return { ...result, findings: mergeFindings(report.findings) };
}
