import type { ErrorData } from '../base/errors.ts';
import { isCancelled, toErrorData } from '../base/errors.ts';
import type { DraftChange } from '../model/draft.ts';
import { type FileDiffs, fileDiffs } from '../model/pair/file-diffs.ts';
import { type PackageDiff, packageDiff } from '../model/pair/package-diff.ts';
import type { RunFacts } from '../model/run-facts.ts';
import { type SameContentOptions, sameContent } from '../source/same-content.ts';
import { type AuditedPackage, formatDrafts } from './registry.ts';

/**
 * How `b` differs from `a`, without reading the content of any file that opening and the look for what would run do not
 * read. Where a package cannot be looked through, `runsErrors` says why, and its facts are those of opening. Rejects when
 * canceled, and where the bytes of a container do not come.
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
  const valuesOf = async (of: AuditedPackage) =>
    of.edit?.({}, signal).catch((error: unknown) => {
      if (isCancelled(error)) throw error;
      return undefined;
    });
  const [old, now] = [await valuesOf(a), await valuesOf(b)];
  if (!drafts || old?.values === undefined || now?.values === undefined) return undefined;
  return drafts.changes(old.values, now.values);
}

/**
 * Reads the files that `comparePackages` has left unread, and gives the differences with what that shows: those that
 * turned out to be the same are left out. Reads a pair up to its first difference. What cannot be read stays unread.
 * Rejects when canceled.
 *
 * @param wanted which of them are read: the path in the second package; by default all
 */
export async function readUnread(
  a: Pick<AuditedPackage, 'source'>,
  b: Pick<AuditedPackage, 'source'>,
  files: FileDiffs,
  { wanted = () => true, ...options }: SameContentOptions & { wanted?: (path: string) => boolean } = {},
): Promise<FileDiffs> {
  const result: FileDiffs = { ...files, diffs: [] };
  let done = 0;
  for (const diff of files.diffs) {
    const [one, other] = [diff.before && a.source(diff.before.path), b.source(diff.path)];
    if (diff.diff !== 'unread' || !wanted(diff.path) || !one || !other) {
      result.diffs.push(diff);
      continue;
    }
    const from = done;
    const onBytes = (bytes: number) => options.onBytes?.(from + bytes);
    const isSame = await sameContent(one, other, { ...options, onBytes }).catch((error: unknown) => {
      if (isCancelled(error)) throw error;
      // One that cannot be read says nothing of the others.
      return undefined;
    });
    done += one.size;
    if (isSame === undefined) {
      result.diffs.push(diff);
      continue;
    }
    result.unread--;
    if (isSame) result.same++;
    else {
      result.differing++;
      result.diffs.push({ ...diff, diff: 'changed', by: 'bytes' });
    }
  }
  return result;
}
