import type { Archive } from '../../../../archive/archive.ts';
import { encodeUtf8, isEqual } from '../../../../base/bytes.ts';
import { InternalError } from '../../../../base/errors.ts';
import { quote } from '../../../../base/text.ts';
import { sha256 } from '../../../../codec/sha256.ts';
import type { Draft, FileHashes, Reseal } from '../../../../model/draft.ts';
import { FilesAfter } from '../../../files-after.ts';
import type { DraftPlan } from '../../../format.ts';
import { draftedTensors, TENSOR_CHANGES } from '../edit/tensor-changes.ts';
import { MAX_CARTON_TOML_BYTES, MAX_LOCK_BYTES, MAX_MANIFEST_BYTES } from '../limits.ts';
import { CARTON_TOML, LINKS, LOCK_FILE, MANIFEST, REQUIREMENTS_FILE, TENSOR_INDEX } from '../paths.ts';
import type { Manifest } from '../read/manifest.ts';
import { parseLock } from '../run/lock.ts';
import { completeTensorIndex } from './index-plan.ts';
import { changeLinks, storeLinks } from './links-plan.ts';
import { manifestText, recomputedLines, renewedLines } from './manifest-lines.ts';
import { CARTON_FILES } from './own-files.ts';
import type { PlanContext, PlanInput } from './plan-context.ts';
import { notesOfBadLines, PlanNotes } from './plan-notes.ts';
import { WrittenFiles } from './written-files.ts';

/** Why a carton cannot be saved with changes, in a sentence. Undefined where it can. */
export function planProblem(archive: Archive, manifest: Manifest | undefined): string | undefined {
  if (!archive.plan) return archive.planProblem();
  if (!manifest)
    return archive.resolve(MANIFEST)
      ? 'MANIFEST cannot be read, so the hashes of unchanged files are unknown.'
      : 'There is no MANIFEST, so the hashes of unchanged files are unknown.';
  if (!manifest.whole) return 'MANIFEST is not text, or is too long to read. Saving would lose files.';
  return archive.planProblem();
}

/**
 * Plans how a carton is saved with a draft applied.
 *
 * - carton.toml gets the draft's text, if the draft has one.
 * - tensor_data/index.toml is made, changed as the draft says of tensors, and completed as the reference reader asks. It
 *   follows renamed files.
 * - MANIFEST gets the hashes of these two, and keeps those of all other files. Of a draft that reseals, it gets the
 *   hashes of all files.
 * - Files are added, replaced, renamed and removed, and their lines of MANIFEST follow. The line of a file that becomes
 *   a link stays, and LINKS gets its URLs.
 *
 * Where neither the text nor `renew` nor a file changes anything, the plan is the old file. Rejects with
 * `carton/file-too-large`, with `links/syntax` where a link changes in a LINKS that cannot be read, with
 * `source/changed` where an added file can no longer be read, and as reading the small files does. Rejects with
 * `internal/bug` for any other text, for changes of `OWN_FILES`, and for an added file without its digest.
 */
export async function planCarton(
  input: PlanInput,
  draft: Draft,
  signal?: AbortSignal,
  fileHashes?: FileHashes,
): Promise<DraftPlan> {
  const { archive, manifest } = input;
  const { renew, files } = draft;
  for (const path of draft.texts.keys())
    if (path !== CARTON_TOML && path !== TENSOR_CHANGES)
      throw new InternalError('internal/bug', `Boxcutter tried to write the text of a carton’s file ${quote(path)}.`);
  const after = new FilesAfter(archive, files, CARTON_FILES, (path) => manifest?.entries.has(path) ?? false);
  const written = new WrittenFiles(archive, after, signal);
  const context: PlanContext = { input, after, written, notes: new PlanNotes(), signal };
  const hashes = renew === 'reseal' ? fileHashes : undefined;
  const tensors = draftedTensors(draft.texts);
  const { before, bytes, isEdited } = await editedToml(written, draft);
  const manifestBefore = manifest && (await written.read(MANIFEST, MAX_MANIFEST_BYTES));
  if (renew === 'reseal' ? !hashes : planProblem(archive, manifest) !== undefined)
    throw new InternalError('internal/bug', 'Boxcutter tried to save a carton without hashes.');
  let manifestAfter = manifestBefore;
  let reseal: Reseal | undefined;
  if (isEdited || renew || files.length > 0 || tensors) {
    if (isEdited && bytes) await written.change(CARTON_TOML, before, bytes, MAX_CARTON_TOML_BYTES);
    const present = new Map<string, string>();
    if (before && !isEdited) present.set(CARTON_TOML, await sha256(before));
    const index = await completeTensorIndex(context, files, tensors);
    if (index !== undefined) present.set(TENSOR_INDEX, index);
    const recomputed = hashes && (await recomputedLines(context, hashes));
    const kept = recomputed?.lines ?? renewedLines(context, present);
    // Of a file that is new and only linked, the draft has the hash.
    const lines = new Map([...kept, ...after.newLinks]);
    reseal = recomputed?.reseal;
    await changeLinks(context, lines);
    manifestAfter = await changeManifest(context, manifestBefore, lines);
    if (files.length > 0) await noteStaleFiles(context);
    if (written.changes.size + after.changes.size > 0) await storeLinks(context);
  }
  const changes = new Map([...after.changes, ...written.changes]);
  const plan = await archive.plan?.(changes, { last: [MANIFEST, LINKS], signal });
  if (!plan) throw new InternalError('internal/bug', 'Boxcutter tried to save a carton that cannot be saved.');
  const { notes: found, asks } = context.notes;
  const notes = [...found, ...plan.notes];
  return {
    ...plan,
    notes,
    review: {
      files: written.reviewed,
      changes: files.length > 0 ? after.reviewed : undefined,
      size: plan.size,
      identity: { label: 'Model hash', sha256: await sha256(manifestAfter as Uint8Array) },
      notes,
      asks: asks.length > 0 ? asks : undefined,
      reseal,
    },
  };
}

/** carton.toml before and after the draft, and whether the draft changes it. */
async function editedToml(written: WrittenFiles, { texts }: Draft) {
  const text = texts.get(CARTON_TOML);
  const before = await written.read(CARTON_TOML, MAX_CARTON_TOML_BYTES);
  const bytes = text === undefined ? before : encodeUtf8(text);
  const isEdited = before && bytes ? !isEqual(before, bytes) : text !== undefined && text !== '';
  return { before, bytes, isEdited };
}

/** Writes MANIFEST where its bytes change, and gives them. */
async function changeManifest(
  { input: { manifest }, written, notes, signal }: PlanContext,
  before: Uint8Array | undefined,
  lines: ReadonlyMap<string, string>,
): Promise<Uint8Array> {
  const after = encodeUtf8(await manifestText(lines, signal));
  if (before && isEqual(before, after)) return before;
  await written.change(MANIFEST, before, after, MAX_MANIFEST_BYTES);
  notes.add(...notesOfBadLines(manifest?.findings ?? []));
  return after;
}

/** Says what changes of files make out of date: the lock file, and symlinks. */
async function noteStaleFiles(context: PlanContext): Promise<void> {
  const { input, after, written, notes } = context;
  const isTouched = [REQUIREMENTS_FILE, LOCK_FILE].some((path) => after.pathBefore(path) !== path);
  const bytes = isTouched ? await written.read(LOCK_FILE, MAX_LOCK_BYTES) : undefined;
  const made = bytes && parseLock(bytes).lock?.requirementsHash;
  const now =
    after.added.get(REQUIREMENTS_FILE)?.digest.sha256 ??
    input.manifest?.entries.get(after.pathBefore(REQUIREMENTS_FILE) ?? '')?.sha256.toLowerCase();
  if (made !== undefined && made !== now)
    notes.add(
      `${LOCK_FILE} is out of date: it was made for a different ${REQUIREMENTS_FILE}. Loading still installs what it lists.`,
    );
  notes.tell(cutSymlinks(context), 'is a symlink that leads nowhere: its file is no longer where it points.');
}

/**
 * The remaining symlinks that led to a file and no longer do. Files linked by a URL are found by their hash.
 */
function cutSymlinks({ input: { archive }, after, written }: PlanContext): string[] {
  const symlinks = archive.entries.filter(({ kind, unsafe, shadowed }) => kind === 'symlink' && !unsafe && !shadowed);
  const isAnyChanged = symlinks.some(({ path }) => after.pathAfter(path) !== path);
  return symlinks.flatMap(({ path }) => {
    const target = archive.resolve(path)?.path;
    const now = after.pathAfter(path);
    if (target === undefined || now === undefined || after.linked.has(now)) return [];
    const targetNow = after.pathAfter(target);
    if (!isAnyChanged && targetNow === target) return [];
    if (targetNow !== undefined && after.linked.has(targetNow)) return [];
    return written.placeOf(now) === undefined ? [now] : [];
  });
}
