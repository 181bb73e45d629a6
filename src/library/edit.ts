import { digestBlob } from '../archive/digest/blob.ts';
import { checkAdded, isUnchanged, plannedSource } from '../archive/plan.ts';
import { throwIfAborted } from '../base/abort.ts';
import type { DraftPlan, FieldGuide } from '../formats/format.ts';
import { nearestKey, unknownKey } from '../formats/known-keys.ts';
import { type AuditedPackage, fieldGuides, openPackage } from '../formats/registry.ts';
import type { EditedTexts, FileChange } from '../model/draft.ts';
import {
  type FieldPath,
  type FieldValues,
  type FieldValue as StoredValue,
  sameValue,
  valueAt,
} from '../model/edit/field.ts';
import { isThereAfter, isThereIn, withFileChange } from '../model/file/file-changes.ts';
import { fileNameProblem, TakenNames } from '../model/file/name-problem.ts';
import { newErrors } from '../model/new-findings.ts';
import { fileSource } from '../source/file.ts';
import { packageFinding } from './finding.ts';
import type { EditPlan, FieldValue, PackageChange, SaveOptions } from './types.ts';
import { UsageError } from './usage-error.ts';

/** What the changes so far make of a package. */
interface Edited {
  texts: EditedTexts | undefined;
  files: readonly FileChange[];
  /** Keys that were set, as `Finding.field` has them. */
  readonly keys: Set<string>;
  readonly notes: string[];
}

/** What plans were made of. */
const plans = new WeakMap<EditPlan, { planned: DraftPlan; open: AuditedPackage }>();

/**
 * The plan behind one that the library gave, and its package, for who writes it to the disk. Throws a `UsageError` as
 * `stream` does.
 */
export function plannedOf(plan: EditPlan, options: SaveOptions): { planned: DraftPlan; open: AuditedPackage } {
  const found = plans.get(plan);
  if (!found) throw new UsageError('This is not a plan that plan() has made.');
  refuseLosses(plan, options);
  return found;
}

/** Plans the changes, in their order. See `ModelPackage.plan`. */
export async function planEdit(
  open: AuditedPackage,
  changes: readonly PackageChange[],
  signal: AbortSignal | undefined,
): Promise<EditPlan> {
  const { package: shown, plan } = open;
  const why = shown.cannot?.save ?? shown.cannot?.edit ?? `this format cannot be edited: ${shown.formatName}`;
  if (!plan || !shown.can.save) throw new UsageError(`${shown.name} cannot be saved: ${why}`);
  const edited: Edited = { texts: undefined, files: [], keys: new Set(), notes: [] };
  const guide = (await fieldGuides()).get(shown.format);
  for (const change of changes) {
    throwIfAborted(signal);
    if ('set' in change) await setField(open, guide, edited, change, signal);
    else await changeFile(open, guide, edited, change, signal);
  }
  const draft = { texts: edited.texts?.texts ?? new Map(), files: edited.files, renew: false };
  const planned = await plan(draft, signal);
  const after = isUnchanged(planned) ? shown : (await openPackage(plannedSource(planned), { signal })).package;
  const errors = newErrors(shown.findings, after.findings, edited.keys);
  return editPlan(open, planned, edited.notes, errors.map(packageFinding));
}

function editPlan(
  open: AuditedPackage,
  planned: DraftPlan,
  notes: readonly string[],
  errors: EditPlan['newErrors'],
): EditPlan {
  const { review, old } = planned;
  const made: EditPlan = {
    size: planned.size,
    changes: [
      ...(review.changes ?? []).map(({ path, kind, from }) => ({ path, kind, from })),
      ...review.files.map(({ path, kind }) => ({ path, kind, from: undefined })),
    ],
    notes: [...notes, ...review.notes],
    losses: (review.asks ?? []).map(({ note }) => note),
    newErrors: errors,
    async toBlob(options = {}) {
      refuseLosses(made, options);
      const { signal } = options;
      const source = plannedSource(planned);
      const slices = source.blob?.(0, source.size);
      if (slices) await checkAdded(planned, signal);
      const blob = slices ?? (await new Response(source.stream(0, source.size, signal)).blob());
      await planned.check(fileSource(blob, old.name), signal);
      return blob;
    },
    stream(options = {}) {
      refuseLosses(made, options);
      return plannedSource(planned).stream(0, planned.size, options.signal);
    },
  };
  plans.set(made, { planned, open });
  return made;
}

function refuseLosses({ losses, newErrors: errors }: EditPlan, { force = false }: SaveOptions): void {
  if (force || losses.length + errors.length === 0) return;
  const lines = [...losses, ...errors.map(({ message }) => message)];
  throw new UsageError(`Nothing was saved. With force: true, it is saved although:\n${lines.join('\n')}`);
}

async function setField(
  open: AuditedPackage,
  guide: FieldGuide | undefined,
  edited: Edited,
  { set, to }: Extract<PackageChange, { set: unknown }>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const path: FieldPath = typeof set === 'string' ? [set] : set;
  const key = path.join('.');
  const { name, cannot, formatName } = open.package;
  if (!open.edit || !guide)
    throw new UsageError(`${name} has no fields to set. ${cannot?.edit ?? `This is ${formatName}.`}`);
  edited.texts ??= await open.edit({}, signal);
  const values = edited.texts.values as FieldValues | undefined;
  if (!values) throw new UsageError(`No field can be set: ${guide.file} of ${name} cannot be parsed.`);
  const old = valueAt(values, path);
  const value = storedValue(to, old);
  refuseUnknown(guide, path, value);
  edited.keys.add(key);
  if (old !== undefined && sameValue(old, value)) return;
  const step = guide.set(values, path, key, value);
  if (step) edited.texts = await open.edit({ texts: edited.texts.texts, edits: step.edits }, signal);
}

function refuseUnknown(guide: FieldGuide, path: FieldPath, value: StoredValue): void {
  const unknown = unknownKey(guide, path, value);
  if (!unknown) return;
  const nearest = nearestKey(guide, unknown);
  throw new UsageError(
    `${guide.file} has no key ${unknown.join('.')}.${nearest === undefined ? '' : ` The nearest key is ${nearest}.`}`,
  );
}

/** A whole number stands for an integer, unless there is a float already. */
function storedValue(value: FieldValue, old: unknown): StoredValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) && typeof old !== 'number' ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item) => storedValue(item, undefined));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, storedValue(inner as FieldValue, undefined)]),
  );
}

async function changeFile(
  open: AuditedPackage,
  guide: FieldGuide | undefined,
  edited: Edited,
  change: Exclude<PackageChange, { set: unknown }>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { can, cannot, name, files } = open.package;
  if (!can.files) throw new UsageError(`The files of ${name} cannot be changed. ${cannot?.save ?? ''}`.trimEnd());
  const isThere = isThereIn(files);
  const has = isThereAfter(edited.files, isThere);
  const leaves = 'rename' in change ? change.rename : 'remove' in change ? change.remove : undefined;
  if (leaves !== undefined) {
    refuseOwn(open, leaves, false);
    if (!has(leaves)) throw new UsageError(`${name} has no file ${leaves}.`);
  }
  const comes = 'rename' in change ? change.to : 'put' in change ? change.put : undefined;
  if (comes !== undefined) {
    refuseOwn(open, comes, 'put' in change);
    const makesRoom = 'put' in change ? comes : leaves;
    const paths = [...files.map(({ path }) => path), ...edited.files.flatMap(newPaths)];
    const taken = new TakenNames(paths.filter((path) => has(path) && path !== makesRoom));
    const problem = fileNameProblem(comes, taken);
    if (problem?.severity === 'error') throw new UsageError(`${comes}: ${problem.text}`);
    // A file that is replaced had its name before.
    if (problem && !isThere(comes)) edited.notes.push(problem.text);
  }
  edited.files = withFileChange(edited.files, await fileChange(change, signal), isThere);
  if ('rename' in change) await followRename(open, guide, edited, change, signal);
}

function refuseOwn({ package: { can } }: AuditedPackage, path: string, isPut: boolean): void {
  const own = can.files?.own.find((file) => file.path === path);
  if (own && !(isPut && own.canPut)) throw new UsageError(`${path} cannot be changed as a file. ${own.why}`);
}

function newPaths(change: FileChange): string[] {
  return change.kind === 'put' ? [change.path] : change.kind === 'rename' ? [change.to] : [];
}

async function fileChange(
  change: Exclude<PackageChange, { set: unknown }>,
  signal: AbortSignal | undefined,
): Promise<FileChange> {
  if ('remove' in change) return { kind: 'remove', path: change.remove };
  if ('rename' in change) return { kind: 'rename', from: change.rename, to: change.to };
  const { put: path, content } = change;
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart]);
  return { kind: 'put', path, blob, digest: await digestBlob(blob, signal) };
}

/** References to a renamed file follow it. */
async function followRename(
  open: AuditedPackage,
  guide: FieldGuide | undefined,
  edited: Edited,
  { rename, to }: { readonly rename: string; readonly to: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!open.edit || !guide?.followRenames) return;
  edited.texts ??= await open.edit({}, signal);
  const { texts, values } = edited.texts;
  const edits = values === undefined ? [] : guide.followRenames(values as FieldValues, new Map([[rename, to]]));
  if (edits.length > 0) edited.texts = await open.edit({ texts, edits }, signal);
}
