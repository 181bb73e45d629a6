import type { ErrorData } from '../base/errors.ts';
import { isCancelled, toErrorData } from '../base/errors.ts';
import type { DraftChange } from '../model/draft.ts';
import { fileDiffs } from '../model/pair/file-diffs.ts';
import { type PackageDiff, packageDiff } from '../model/pair/package-diff.ts';
import type { RunFacts } from '../model/run-facts.ts';
import { type AuditedPackage, formatDrafts } from './registry.ts';

/**
 * How `b` differs from `a`, without reading the content of any file that opening and the look for what would run do not
 * read. Rejects when canceled, and where the bytes of a container do not come.
 */
export async function comparePackages(
  a: AuditedPackage,
  b: AuditedPackage,
  signal?: AbortSignal,
): Promise<PackageDiff> {
  const runsErrors: ErrorData[] = [];
  const runsOf = async (of: AuditedPackage): Promise<RunFacts | undefined> => {
    try {
      return (await of.audit({ signal })).runs;
    } catch (error) {
      if (isCancelled(error)) throw error;
      runsErrors.push(toErrorData(error));
      return of.package.runs;
    }
  };
  const runs = [await runsOf(a), await runsOf(b)] as const;
  const [crcOfA, crcOfB] = [await a.checksums(signal), await b.checksums(signal)];
  const files = fileDiffs({ files: a.package.files, crc32: crcOfA }, { files: b.package.files, crc32: crcOfB });
  return packageDiff(a.package, b.package, { runs, runsErrors, fields: await changedFields(a, b, signal), files });
}

/** The fields of the metadata files that differ. Undefined where the packages have no such values to compare. */
async function changedFields(
  a: AuditedPackage,
  b: AuditedPackage,
  signal: AbortSignal | undefined,
): Promise<readonly DraftChange[] | undefined> {
  if (a.package.format !== b.package.format || !a.edit || !b.edit) return undefined;
  const drafts = await formatDrafts(a.package.format);
  const [old, now] = [await a.edit({}, signal), await b.edit({}, signal)];
  if (!drafts || old.values === undefined || now.values === undefined) return undefined;
  return drafts.changes(old.values, now.values);
}
