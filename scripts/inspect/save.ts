import type { Finding } from '../../src/base/findings.ts';
import type { DraftPlan, OpenPackage } from '../../src/formats/format.ts';
import { PackageEditor } from '../../src/library/editor.ts';
import type { EditOrder } from './arguments.ts';
import { FieldSetter } from './field-setter.ts';
import { FileSetter } from './file-order.ts';
import { type Progress, progressOf } from './output.ts';
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
  const { can } = opened.package;
  const advice = can.reseal && !can.save ? ` --reseal recomputes the hashes of all files.` : '';
  const editor = await PackageEditor.of(opened, { signal, reseals: reseal, advice });
  const files = new FileSetter(opened.package, editor, signal, force, progress);
  let fields: FieldSetter | undefined;
  for (const order of edits) {
    if (order.kind !== 'set') await files.make(order);
    else
      await editor.set((guide, values) => {
        fields ??= new FieldSetter(guide, force);
        return fields.step(values, order.assignment);
      });
  }
  editor.notes.push(...files.linkNotes);
  const hashes = reseal
    ? await opened.hash?.({ signal, onProgress: progressOf({ progress }, 'Hashing').object })
    : undefined;
  const planned = await editor.plan(reseal ? 'reseal' : false, hashes);
  if (force) return planned;
  refuseToLose(planned);
  refuseErrors(await editor.newErrors(planned, fields?.keys ?? new Set()));
  return planned;
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

/** Throws a `UsageError` where there are errors that the open package does not have. */
function refuseErrors(errors: readonly Finding[]): void {
  if (errors.length === 0) return;
  const lines = errors.slice(0, MAX_SHOWN_ERRORS).map(({ code, message }) => `  ${code}  ${message}`);
  if (errors.length > lines.length) lines.push(`  and ${errors.length - lines.length} more`);
  throw new UsageError(
    `Nothing was written: this edit causes new errors. --force saves it anyway.\n${lines.join('\n')}`,
  );
}
