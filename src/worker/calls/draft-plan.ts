import type { DraftPlan } from '../../formats/format.ts';
import type { Draft, FileHashes } from '../../model/draft.ts';
import type { CallOptions } from '../protocol.ts';
import { digestedDraft } from './draft-digests.ts';
import type { PackageRecord } from './open-packages.ts';

/** Whether an open package can be saved with a draft. */
function canSaveDraft({ open: { plan, package: pkg } }: PackageRecord, { renew }: Draft): boolean {
  return plan !== undefined && (renew === 'reseal' ? pkg.can.reseal === true : pkg.can.save);
}

/**
 * The plan that saves an open package with a draft. Undefined where it cannot be saved with it. Of a draft that
 * reseals, it first hashes all files, unless that was done: also in a worker that took the place of one that died.
 */
export async function planDraft(
  record: PackageRecord,
  draft: Draft,
  options: CallOptions,
): Promise<DraftPlan | undefined> {
  if (!canSaveDraft(record, draft)) return undefined;
  const hashes = draft.renew === 'reseal' ? await hashesOf(record, options) : undefined;
  return record.open.plan?.(await digestedDraft(record, draft, options), options.signal, hashes);
}

/** The hashes of an open package's files. Reads each of them once. Rejects as `AuditedPackage.hash`. */
async function hashesOf(record: PackageRecord, { signal, onProgress }: CallOptions): Promise<FileHashes | undefined> {
  if (record.hashes) return record.hashes;
  const hashes = await record.open.hash?.({
    signal,
    digests: record.digests,
    ...(onProgress ? { onProgress } : {}),
  });
  if (hashes) record.hashes = hashes;
  return hashes;
}
