import { isUnchanged, plannedSource } from '../../src/archive/plan.ts';
import type { DraftPlan, OpenPackage } from '../../src/formats/format.ts';
import { fieldGuides, openPackage } from '../../src/formats/registry.ts';
import type { EditedTexts, FileChange, Texts } from '../../src/model/draft.ts';
import type { FieldValues } from '../../src/model/edit/field.ts';
import { newErrors } from '../../src/model/new-findings.ts';
import type { Package } from '../../src/model/package.ts';
import type { EditOrder } from './arguments.ts';
import { type WriteAt, writePlan } from './copy.ts';
import { FieldSetter } from './field-setter.ts';
import { FileSetter } from './file-order.ts';
import { writeOut } from './out-file.ts';
import type { Progress } from './output.ts';
import type { Opened } from './source.ts';
import { UsageError } from './usage.ts';

/** What is to be saved. */
export interface SaveOrder {
  /** Fields to set and files to change, in this order. */
  edits: readonly EditOrder[];
  /** Whether every file is hashed again. */
  reseal: boolean;
  /** Saves although the format does not know a key, the edit brings new errors, or something is lost. */
  force: boolean;
}

/**
 * The plan to save the open package with these fields set, as the page would save it. Throws a `UsageError` if that is
 * impossible. Without `force`, also if the format does not know a key, if the edit brings new errors, or where the page
 * would ask first. Resealing is its own yes to what follows from it.
 */
export async function planOf(
  opened: OpenPackage,
  { edits, reseal, force }: SaveOrder,
  signal: AbortSignal,
  progress?: Progress,
): Promise<DraftPlan> {
  const { package: shown, plan } = opened;
  const { can, cannot } = shown;
  const why = cannot?.save ?? cannot?.edit ?? `This format cannot be edited: ${shown.formatName}.`;
  const hint = can.reseal && !can.save ? ` --reseal recomputes the hashes of all files.` : '';
  if (!plan || !(reseal ? can.reseal : can.save))
    throw new UsageError(`${shown.name} cannot be edited and saved. ${why}${hint}`);
  const { texts, files, keys, notes } = await edited(opened, edits, signal, force, progress);
  const hashes = reseal
    ? await opened.hash?.({ signal, onProgress: ({ done, total }) => progress?.('Hashing', done, total) })
    : undefined;
  const planned = await plan({ texts, files, renew: reseal ? 'reseal' : false }, signal, hashes);
  if (!force) {
    refuseToLose(planned);
    await refuseNewErrors(shown, planned, keys, signal);
  }
  return { ...planned, review: { ...planned.review, notes: [...notes, ...planned.review.notes] } };
}

/** The texts with these fields set, the changes of files and notes about them, and the keys that were set. */
async function edited(
  { package: shown, edit }: OpenPackage,
  orders: readonly EditOrder[],
  signal: AbortSignal,
  force: boolean,
  progress: Progress | undefined,
): Promise<{ texts: Texts; files: readonly FileChange[]; keys: ReadonlySet<string>; notes: readonly string[] }> {
  const guide = (await fieldGuides()).get(shown.format);
  const setter = guide && new FieldSetter(guide, force);
  const files = new FileSetter(shown, signal, force, progress);
  let state: EditedTexts | undefined;
  for (const order of orders) {
    if (order.kind === 'set') {
      const why = shown.cannot?.edit ?? `This format has no fields to set: ${shown.formatName}.`;
      if (!edit) throw new UsageError(`${shown.name} cannot be edited. ${why}`);
      if (!setter) throw new UsageError(`${shown.name} cannot be edited by key.`);
      state ??= await edit({}, signal);
      if (!state.values) throw new UsageError(`No field can be set: ${setter.file} of ${shown.name} cannot be parsed.`);
      // A format with a guide has such values.
      const step = await setter.step(state.values as FieldValues, order.assignment);
      if (step) state = await edit({ texts: state.texts, edits: step.edits }, signal);
      continue;
    }
    const renames = await files.make(order);
    if (renames.size === 0 || !edit || !guide?.followRenames) continue;
    state ??= await edit({}, signal);
    const follow = state.values === undefined ? [] : guide.followRenames(state.values as FieldValues, renames);
    if (follow.length > 0) state = await edit({ texts: state.texts, edits: follow }, signal);
  }
  const { files: changes, notes } = files;
  return { texts: state?.texts ?? new Map(), files: changes, keys: setter?.keys ?? new Set(), notes };
}

/** Throws a `UsageError` where the page would ask before it saves. */
function refuseToLose({ review }: DraftPlan): void {
  const questions = (review.asks ?? []).filter(({ of }) => of !== 'reseal');
  if (questions.length === 0) return;
  const lines = questions.map(({ note }) => `  ${note}`);
  throw new UsageError(`Nothing was written. --force saves it anyway.\n${lines.join('\n')}`);
}

/** New errors that are printed: enough to see what is wrong. */
const MAX_SHOWN_ERRORS = 20;

/** Opens what would be written, and throws a `UsageError` if it has errors that the open package does not have. */
async function refuseNewErrors(
  shown: Package,
  plan: DraftPlan,
  keys: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  if (isUnchanged(plan)) return;
  const after = await openPackage(plannedSource(plan), { signal });
  const errors = newErrors(shown.findings, after.package.findings, keys);
  if (errors.length === 0) return;
  const lines = errors.slice(0, MAX_SHOWN_ERRORS).map(({ code, message }) => `  ${code}  ${message}`);
  if (errors.length > lines.length) lines.push(`  and ${errors.length - lines.length} more`);
  throw new UsageError(
    `Nothing was written: this edit causes new errors. --force saves it anyway.\n${lines.join('\n')}`,
  );
}

/**
 * Writes the result to a new file, as `writeOut`. Rejects also with `source/changed` if somebody wrote to the old file
 * meanwhile.
 */
export async function saveTo(
  path: string,
  plan: DraftPlan,
  from: Opened,
  signal: AbortSignal,
  progress?: Progress,
): Promise<void> {
  let done = 0;
  await writeOut(path, signal, {
    async write(writeAt) {
      const write: WriteAt = async (bytes, to) => {
        await writeAt(bytes, to);
        done += bytes.length;
        progress?.('Saving', done, plan.size);
      };
      await writePlan(plan, from, write, signal);
      await from.checkUnchanged?.();
      return plan;
    },
    check: (written) => plan.check(written, signal),
  });
}
