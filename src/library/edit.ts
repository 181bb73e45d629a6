import { checkAdded, plannedSource } from '../archive/plan.ts';
import { throwIfAborted } from '../base/abort.ts';
import { isWellFormed } from '../base/text.ts';
import type { DraftPlan, FieldGuide } from '../formats/format.ts';
import { nearestKey, unknownKey } from '../formats/known-keys.ts';
import type { AuditedPackage } from '../formats/registry.ts';
import type { FieldStep } from '../model/edit/edit.ts';
import {
  type FieldPath,
  type FieldValues,
  type FieldValue as StoredValue,
  sameValue,
  valueAt,
} from '../model/edit/field.ts';
import { fileSource } from '../source/file.ts';
import { PackageEditor } from './editor.ts';
import { packageFinding } from './finding.ts';
import type { HeldPackage } from './held-package.ts';
import type { EditPlan, FieldValue, PackageChange, SaveOptions } from './types.ts';
import { UsageError } from './usage-error.ts';

/** What plans were made of. */
const plans = new WeakMap<EditPlan, { planned: DraftPlan; held: HeldPackage }>();

/**
 * The plan behind one that the library gave, and its package, for who writes it to the disk. Throws a `UsageError` as
 * `stream` does.
 */
export function plannedOf(plan: EditPlan, options: SaveOptions): { planned: DraftPlan; open: AuditedPackage } {
  const found = plans.get(plan);
  if (!found) throw new UsageError('This is not a plan that plan() has made.');
  refuseLosses(plan, options);
  return { planned: found.planned, open: found.held.open };
}

/** Plans the changes, in their order. See `ModelPackage.plan`. */
export async function planEdit(
  held: HeldPackage,
  changes: readonly PackageChange[],
  signal: AbortSignal | undefined,
): Promise<EditPlan> {
  checkChanges(changes);
  const editor = await PackageEditor.of(held.open, { signal });
  const keys = new Set<string>();
  for (const change of changes) {
    throwIfAborted(signal);
    await makeChange(editor, change, keys);
  }
  const planned = await editor.plan(false);
  return editPlan(held, planned, (await editor.newErrors(planned, keys)).map(packageFinding));
}

/** Throws a `UsageError` for what TypeScript would not let pass. */
function checkChanges(changes: readonly PackageChange[]): void {
  if (!Array.isArray(changes)) throw new UsageError('plan() takes a list of changes.');
  for (const change of changes as readonly { readonly [key: string]: unknown }[]) {
    const [kind, ...more] = ['set', 'put', 'rename', 'remove'].filter((key) => Object.hasOwn(Object(change), key));
    if (kind === undefined || more.length > 0)
      throw new UsageError('Each change has either set, put, rename or remove.');
    const isPath = kind === 'set' && Array.isArray(change.set) && change.set.length > 0;
    const isPart = (part: unknown) => typeof part === 'string' || (typeof part === 'number' && Number.isInteger(part));
    if (isPath ? !(change.set as unknown[]).every(isPart) : typeof change[kind] !== 'string')
      throw new UsageError(`${kind} takes the ${kind === 'set' ? 'key of a field' : 'path of a file'}.`);
    if (kind === 'rename' && typeof change.to !== 'string') throw new UsageError('rename needs the new path as to.');
    const { content } = change;
    if (kind === 'put' && !(typeof content === 'string' || content instanceof Blob || content instanceof Uint8Array))
      throw new UsageError(`put ${change.put}: its content must be a Blob, a Uint8Array or text.`);
  }
}

/** @param keys gets those that are set, as `Finding.field` has them */
async function makeChange(editor: PackageEditor, change: PackageChange, keys: Set<string>): Promise<void> {
  if ('set' in change) {
    const path: FieldPath = typeof change.set === 'string' ? [change.set] : change.set;
    const key = path.join('.');
    await editor.set((guide, values) => stepOf(guide, values, path, change.to));
    keys.add(key);
  } else if ('put' in change) {
    const { put, content } = change;
    await editor.put(put, () => (content instanceof Blob ? content : new Blob([content as BlobPart])));
  } else if ('rename' in change) await editor.rename(change.rename, change.to);
  else editor.remove(change.remove);
}

function editPlan(held: HeldPackage, planned: DraftPlan, newErrors: EditPlan['newErrors']): EditPlan {
  const { review } = planned;
  const made: EditPlan = {
    size: planned.size,
    changes: [
      ...(review.changes ?? []).map(({ path, kind, from }) => ({ path, kind, from })),
      ...review.files.map(({ path, kind }) => ({ path, kind, from: undefined })),
    ],
    notes: review.notes,
    losses: (review.asks ?? []).map(({ note }) => note),
    newErrors,
    async toBlob(options = {}) {
      refuseLosses(made, options);
      return held.read(() => blobOf(planned, options.signal));
    },
    stream(options = {}) {
      refuseLosses(made, options);
      return held.stream(() => plannedSource(planned).stream(0, planned.size, options.signal));
    },
  };
  plans.set(made, { planned, held });
  return made;
}

async function blobOf(planned: DraftPlan, signal: AbortSignal | undefined): Promise<Blob> {
  const source = plannedSource(planned);
  const slices = source.blob?.(0, source.size);
  if (slices) await checkAdded(planned, signal);
  const blob = slices ?? (await new Response(source.stream(0, source.size, signal)).blob());
  await planned.check(fileSource(blob, planned.old.name), signal);
  return blob;
}

function refuseLosses({ losses, newErrors: errors }: EditPlan, { force = false }: SaveOptions): void {
  if (force || losses.length + errors.length === 0) return;
  const lines = [...losses, ...errors.map(({ message }) => message)];
  throw new UsageError(
    `Nothing was saved. With force: true, it is saved although:\n${lines.join('\n')}`,
    'usage/would-lose',
  );
}

/** The step that sets a field. Undefined where it has the value already. */
function stepOf(guide: FieldGuide, values: FieldValues, path: FieldPath, to: FieldValue): FieldStep | undefined {
  const old = valueAt(values, path);
  const value = storedValue(path.join('.'), to, old);
  const unknown = unknownKey(guide, path, value);
  if (unknown) {
    const nearest = nearestKey(guide, unknown);
    const hint = nearest === undefined ? '' : ` The nearest key is ${nearest}.`;
    throw new UsageError(`${guide.file} has no key ${unknown.join('.')}.${hint}`, 'usage/unknown-field');
  }
  for (const [at, part] of path.entries()) {
    const items = typeof part === 'number' ? valueAt(values, path.slice(0, at)) : undefined;
    if (typeof part !== 'number' || (Array.isArray(items) && part in items)) continue;
    const list = path.slice(0, at).join('.');
    throw new UsageError(`${list} has no item ${part}. To add one, set the whole list.`, 'usage/unknown-field');
  }
  return old !== undefined && sameValue(old, value) ? undefined : guide.set(values, path, path.join('.'), value);
}

/** Lists and tables in each other. No metadata file is that deep, and what holds itself has no end. */
const MAX_DEPTH = 100;

/** The value to store. A whole number stands for an integer, unless there is a float already. Throws a `UsageError`. */
function storedValue(key: string, value: FieldValue, old: unknown, depth = 0): StoredValue {
  const inner = (item: FieldValue) => storedValue(key, item, undefined, depth + 1);
  if (typeof value === 'number') return Number.isSafeInteger(value) && typeof old !== 'number' ? BigInt(value) : value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return value;
  if (typeof value === 'string' && isWellFormed(value)) return value;
  if (depth < MAX_DEPTH && Array.isArray(value)) return value.map(inner);
  if (depth < MAX_DEPTH && Object.prototype.toString.call(value) === '[object Object]')
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inner(item as FieldValue)]));
  throw new UsageError(
    `${key} takes Unicode text, a number, true or false, or lists and tables of them, up to ${MAX_DEPTH} in each other.`,
  );
}
