import type { Archive } from '../../archive/archive.ts';
import { type Container, sourceContainer } from '../../archive/container.ts';
import { digestBlob } from '../../archive/digest/blob.ts';
import type { DigestRunner } from '../../archive/digest/job.ts';
import { overlayArchive, replacedArchive } from '../../archive/overlay.ts';
import { checkAdded, isUnchanged, lengthOf, type Pieces, plannedSource } from '../../archive/plan.ts';
import { throwIfAborted } from '../../base/abort.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { faultOfFile, InternalError, NetworkError, toErrorData } from '../../base/errors.ts';
import { type Finding, finding } from '../../base/findings.ts';
import { MAX_WHOLE_DIGEST } from '../../base/limits.ts';
import { quote } from '../../base/text.ts';
import { nextTask } from '../../codec/pause.ts';
import type { DraftPlan, OpenContext } from '../../formats/format.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import {
  type Draft,
  type EditedTexts,
  type FileChange,
  type FileHashes,
  privateFilesOf,
  sameDraft,
  type Texts,
} from '../../model/draft.ts';
import { fileSource } from '../../source/file.ts';
import { copyLost } from '../calls/lost-copy.ts';
import { draftPackageOf, type OpenPackages, type PackageRecord } from '../calls/open-packages.ts';
import type { CallHandlers, CallOptions, SavedDraft, WorkerCalls } from '../protocol.ts';
import { allOf, type OpenSink, refuseOpen, removeMismatch, writeToBrowser, writeToDisk } from './byte-sink.ts';
import type { PrivateFiles } from './private-files.ts';

/** Opens a package of any format. */
export type PackageOpener = (container: Container, context: OpenContext) => Promise<AuditedPackage>;

export interface DraftPorts {
  openPackage: PackageOpener;
  /** Opens a sink where the page chose no file. */
  openSink: OpenSink;
  /** Hashes large files that are added, on other threads. Undefined where these cannot be started. */
  fileDigests?: DigestRunner | undefined;
  privateFiles: PrivateFiles;
}

/** A Blob whose private files, if it has any, go unless somebody keeps them. */
interface MadeBlob {
  blob: Blob;
  /** Holds its private files for now, and names them. */
  keep(): Pick<SavedDraft, 'privateFiles'>;
  /** Gives it up: removes what was written for it. */
  drop(): void;
}

/** Edits a package and saves what was edited. */
export function draftCalls(packages: OpenPackages, { openPackage, openSink, privateFiles, fileDigests }: DraftPorts) {
  async function planOf({ handle, draft }: WorkerCalls['reviewDraft']['ask'], options: CallOptions) {
    const plan = await planDraft(packages.get(handle), draft, options);
    if (!plan) throw new InternalError('internal/bug', 'Boxcutter tried to save a package that cannot be saved.');
    return plan;
  }

  function digestOf(blob: Blob, signal: AbortSignal | undefined, onBytes?: (done: number) => void) {
    // The threads would hold a smaller one whole, in more memory than they take for a large one.
    const threads = blob.size > MAX_WHOLE_DIGEST ? fileDigests : undefined;
    return digestBlob(blob, signal, onBytes, threads);
  }

  /**
   * What a plan gives, as a Blob that was compared with the plan: slices of files of this machine, or a private file.
   * Reports progress in bytes.
   */
  async function blobOf(
    { handle, draft }: WorkerCalls['saveDraft']['ask'],
    plan: DraftPlan,
    options: CallOptions,
  ): Promise<MadeBlob> {
    const { signal } = options;
    const file = plannedSource(plan);
    const check = (written: Blob) => plan.check(fileSource(written, file.name), signal);
    const slices = file.blob?.(0, file.size);
    if (!slices) {
      const saved = await writeToBrowser(openSink, file.size, { write: allOf(file, options), check }, signal);
      return { blob: saved.blob, keep: () => privateFiles.addForNow(saved), drop: saved.release };
    }
    await rereadAdded(plan, options);
    await check(slices);
    throwIfAborted(signal);
    const names = [...new Set([...(packages.get(handle).privateFiles ?? []), ...privateFilesOf(draft.files)])];
    return {
      blob: slices,
      keep() {
        for (const name of names) privateFiles.holdForNow(name);
        return names.length === 0 ? {} : { privateFiles: names };
      },
      drop() {},
    };
  }

  return {
    async editDraft({ handle, draft, texts, edits }, { signal }) {
      // While somebody types, a cancel often follows at once. It is heard first, before the work.
      await nextTask();
      throwIfAborted(signal);
      const record = packages.get(handle);
      const edited = await editedTexts(record.open, { texts: draft?.texts ?? texts, edits }, signal);
      if (!draft) return edited;
      try {
        const open = await openDraftPackage(record, { ...draft, texts: edited.texts }, openPackage, signal);
        return { ...edited, package: draftPackageOf(record, open) };
      } catch (error) {
        // The edit was made all the same.
        throwIfAborted(signal);
        return { ...edited, error: toErrorData(copyLost(record, error)) };
      }
    },

    digestBlob: ({ blob }, { signal, onProgress }) =>
      digestOf(blob, signal, onProgress && ((done) => onProgress({ done, total: blob.size }))),

    async resealDraft({ handle, draft }, options) {
      const { reseal } = (await planOf({ handle, draft: { ...draft, renew: 'reseal' } }, options)).review;
      if (!reseal) throw new InternalError('internal/bug', 'A plan that reseals does not say what it changes.');
      return reseal;
    },

    async reviewDraft(ask, { signal }) {
      const { review } = await planOf(ask, { signal });
      const findings = await findingsOf(() =>
        openDraftPackage(packages.get(ask.handle), ask.draft, openPackage, signal),
      );
      return { ...review, findings };
    },

    async saveDraft({ handle, draft, saveTo }, options) {
      const { signal } = options;
      if (saveTo) await refuseOpen(saveTo, packages.get(handle).descriptor, signal);
      const plan = await planOf({ handle, draft }, { signal });
      const { size, identity } = plan.review;
      const answer: SavedDraft = { size, identity };
      if (!saveTo) {
        const { blob, keep } = await blobOf({ handle, draft }, plan, options);
        return { ...answer, blob, ...keep() };
      }
      const file = plannedSource(plan, saveTo.name);
      const writing = {
        write: allOf(file, options),
        check: (there: Blob) => removeMismatch(saveTo, () => plan.check(fileSource(there, file.name), signal)),
      };
      await writeToDisk(saveTo, writing, signal);
      return answer;
    },

    async draftContent({ checks, ...ask }, { signal, onProgress }) {
      const plan = await planOf(ask, { signal });
      const { size, identity } = plan.review;
      let before = 0;
      const told = (done: number, total: number) => onProgress?.({ done, total });
      const made = await blobOf(ask, plan, {
        signal,
        onProgress({ done, total }) {
          before = total;
          told(done, total + size);
        },
      });
      const { blob, keep, drop } = made;
      try {
        if (checks) await verifyWritten(blob, packages.get(ask.handle), openPackage, signal);
        // Reads what was written: the disk may have failed.
        const digest = await digestOf(blob, signal, (done) => told(before + done, before + size));
        throwIfAborted(signal);
        return { blob, ...keep(), digest, identity };
      } catch (error) {
        drop();
        throw error;
      }
    },

    async holdFiles({ draft, names }) {
      await privateFiles.holdFor(draft, names);
      return null;
    },
  } satisfies Partial<CallHandlers>;
}

/** Verifies a package that was written. Rejects with `source/changed` where a file does not match. */
async function verifyWritten(
  written: Blob,
  { container, descriptor }: PackageRecord,
  openPackage: PackageOpener,
  signal: AbortSignal | undefined,
): Promise<void> {
  const source = fileSource(written, container.name);
  const open = await openPackage(sourceContainer(source), { signal });
  const [path] = (await open.verify?.({ signal }))?.mismatches ?? [];
  if (path === undefined) return;
  const message = `The host sent different bytes than before: ${quote(path)} no longer matches.`;
  throw new NetworkError('source/changed', message, { url: descriptor.kind === 'url' ? descriptor.url : undefined });
}

/** Reads the added files again: making a Blob of slices reads nothing. Reports progress in bytes. */
async function rereadAdded(plan: Pieces, { signal, onProgress }: CallOptions): Promise<void> {
  const total = plan.segments.reduce((sum, part) => sum + (part.kind === 'added' ? lengthOf(part) : 0), 0);
  if (total > 0) await checkAdded(plan, signal, onProgress && ((done) => onProgress({ done, total })));
}

/** `AuditedPackage.edit`. A package that only allows changes of whole files has no texts to edit. */
async function editedTexts(
  { edit, package: { can } }: AuditedPackage,
  ask: { texts: Texts | undefined; edits: unknown },
  signal: AbortSignal | undefined,
): Promise<EditedTexts> {
  if (edit) return edit(ask, signal);
  if (can.files) return { texts: new Map() };
  throw new InternalError('internal/bug', 'Boxcutter tried to edit a package that cannot be edited.');
}

/** The findings of a package that is not written yet. Reads its directory and small files, through the old package. */
async function findingsOf(open: () => Promise<AuditedPackage>): Promise<readonly Finding[]> {
  try {
    return (await open()).package.findings;
  } catch (error) {
    const { code, message } = faultOfFile(error);
    return [finding(code, message)];
  }
}

/**
 * The package that saving a draft would give, opened as any other is, from the plan: nothing is written. Where the
 * package can be edited and not saved, it is opened with the draft's texts instead of its own. The last one is
 * kept. Without a draft, the package as it was opened. Rejects as planning and opening do.
 */
export async function openDraftPackage(
  record: PackageRecord,
  draft: Draft | undefined,
  openPackage: PackageOpener,
  signal: AbortSignal | undefined,
): Promise<AuditedPackage> {
  const { open: from, drafted } = record;
  if (!draft) return from;
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
async function planDraft(record: PackageRecord, draft: Draft, options: CallOptions): Promise<DraftPlan | undefined> {
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
