import type { Archive } from '../../archive/archive.ts';
import { type Container, sourceContainer } from '../../archive/container.ts';
import { digestBlob } from '../../archive/digest/blob.ts';
import { overlayArchive, replacedArchive } from '../../archive/overlay.ts';
import { isUnchanged, plannedSource } from '../../archive/plan.ts';
import { throwIfAborted } from '../../base/abort.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { InternalError } from '../../base/errors.ts';
import type { DraftPlan, OpenContext } from '../../formats/format.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import { type Draft, type FileChange, type FileHashes, sameDraft } from '../../model/draft.ts';
import type { CallOptions } from '../protocol.ts';
import type { PackageRecord } from './open-packages.ts';

/** Opens a package of any format. */
export type PackageOpener = (container: Container, context: OpenContext) => Promise<AuditedPackage>;

/**
 * The package that saving a draft would give, opened as any other is, from the plan: nothing is written. Where the
 * package can be edited and not saved, it is opened with the draft's texts instead of its own. The last one is
 * kept. Rejects as planning and opening do.
 */
export async function openDraftPackage(
  record: PackageRecord,
  draft: Draft,
  openPackage: PackageOpener,
  signal: AbortSignal | undefined,
): Promise<AuditedPackage> {
  const { open: from, drafted } = record;
  if (drafted && drafted.from === from && sameDraft(drafted.draft, draft)) return drafted.open;
  const container = await draftContainer(record, draft, signal);
  throwIfAborted(signal);
  const open = container ? await openPackage(container, { signal }) : from;
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
  const plan = await planDraft(record, draft, { signal });
  if (plan) {
    if (isUnchanged(plan)) return undefined;
    return withArchive(sourceContainer(plannedSource(plan)), (archive) => overlayArchive(archive, fetched));
  }
  if (draft.files.length > 0)
    throw new InternalError('internal/bug', 'Boxcutter tried to change the files of a package that cannot be saved.');
  const contents = new Map([...draft.texts].map(([path, text]) => [path, encodeUtf8(text)]));
  return withArchive(container, (archive) => overlayArchive(replacedArchive(archive, contents), fetched));
}

/** A container with its archive replaced. */
function withArchive(container: Container, change: (archive: Archive) => Archive): Container {
  const { name, size, source } = container;
  return {
    name,
    size,
    source,
    async archive(signal) {
      const archive = await container.archive(signal);
      return archive && change(archive);
    },
  };
}

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
  record.hashes = await record.open.hash?.({ signal, digests: record.digests, onProgress });
  return record.hashes;
}

/** Contents that are remembered of one package. Those of undone steps are among them. */
const MAX_KNOWN = 10_000;

/**
 * The draft with the digest of each file that it adds. Reads a file without a digest once, and remembers it by its
 * id. The same content is the same Blob each time. Rejects with `source/changed`, and when canceled.
 */
export async function digestedDraft(
  { contents }: PackageRecord,
  draft: Draft,
  { signal }: CallOptions,
): Promise<Draft> {
  if (!draft.files.some(({ kind }) => kind === 'put')) return draft;
  const files: FileChange[] = [];
  for (const change of draft.files) {
    if (change.kind !== 'put') {
      files.push(change);
      continue;
    }
    const { id } = change;
    const known = id === undefined ? undefined : contents.get(id);
    const content = known ?? { blob: change.blob, digest: change.digest ?? (await digestBlob(change.blob, signal)) };
    if (id !== undefined && !known) {
      if (contents.size >= MAX_KNOWN) contents.clear();
      contents.set(id, content);
    }
    files.push({ ...change, ...content });
  }
  return { ...draft, files };
}
