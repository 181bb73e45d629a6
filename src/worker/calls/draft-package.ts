import type { Archive } from '../../archive/archive.ts';
import { type Container, sourceContainer } from '../../archive/container.ts';
import { overlayArchive, replacedArchive } from '../../archive/overlay.ts';
import { isUnchanged, plannedSource } from '../../archive/plan.ts';
import { throwIfAborted } from '../../base/abort.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { InternalError } from '../../base/errors.ts';
import type { AuditedPackage } from '../../formats/audited.ts';
import type { OpenContext } from '../../formats/format.ts';
import { type Draft, sameDraft } from '../../model/draft.ts';
import { planDraft } from './draft-plan.ts';
import type { PackageRecord } from './open-packages.ts';

export interface DraftPackagePorts {
  openPackage(container: Container, context: OpenContext): Promise<AuditedPackage>;
}

/**
 * The package that saving a draft would give, opened as any other is, from the plan: nothing is written. Where the
 * package can be edited and not saved, it is opened with the draft's texts in the place of its own. The last one is
 * kept. Rejects as planning and opening do.
 */
export async function openDraftPackage(
  record: PackageRecord,
  draft: Draft,
  { openPackage }: DraftPackagePorts,
  signal: AbortSignal | undefined,
): Promise<AuditedPackage> {
  const { open: from, drafted } = record;
  if (drafted && drafted.from === from && sameDraft(drafted.draft, draft)) return drafted.open;
  const container = await draftContainer(record, draft, signal);
  throwIfAborted(signal);
  const open = container ? await openPackage(container, signal ? { signal } : {}) : from;
  // A linked file may have come meanwhile: then this is what is asked for, and not what is kept.
  if (record.open === from) record.drafted = { draft, from, open };
  return open;
}

/** What saving would write; undefined where that is the open package. */
async function draftContainer(
  record: PackageRecord,
  draft: Draft,
  signal: AbortSignal | undefined,
): Promise<Container | undefined> {
  const { container, fetched } = record;
  const plan = await planDraft(record, draft, signal ? { signal } : {});
  if (plan) {
    if (isUnchanged(plan)) return undefined;
    return withArchive(sourceContainer(plannedSource(plan)), (archive) => overlayArchive(archive, fetched));
  }
  if (draft.files.length > 0)
    throw new InternalError('internal/bug', 'Boxcutter tried to change the files of a package that cannot be saved.');
  const contents = new Map([...draft.texts].map(([path, text]) => [path, encodeUtf8(text)]));
  return withArchive(container, (archive) => overlayArchive(replacedArchive(archive, contents), fetched));
}

/** A container with another archive in place of its own. */
function withArchive(container: Container, change: (archive: Archive) => Archive): Container {
  const { name, size, source } = container;
  return {
    name,
    size,
    ...(source ? { source } : {}),
    async archive(signal) {
      const archive = await container.archive(signal);
      return archive && change(archive);
    },
  };
}
