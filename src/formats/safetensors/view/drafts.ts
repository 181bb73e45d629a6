import { quote } from '../../../base/text.ts';
import type { DraftChange, DraftRebase } from '../../../model/draft.ts';
import { entryChanges, entryRebase, entryReverts } from '../../../model/entry-changes.ts';
import type { FieldPath, FieldValues } from '../../../model/field.ts';
import { KEEP_KEY, RENAME_KEY } from '../core/header-edit.ts';

function label([table, key]: FieldPath): string {
  if (table === KEEP_KEY) return 'Tensors to save';
  return `${table === RENAME_KEY ? 'Tensor' : 'Metadata'} ${quote(String(key))}`;
}

const WORDS = { label };

/** A change of a tensor as people see it: its name before and after, and all tensors where none is left out. */
function reworded(change: DraftChange): DraftChange {
  const { item, key, before, after } = change;
  if (item === KEEP_KEY) return { ...change, kind: 'changed', before: before ?? 'all', after: after ?? 'all' };
  if (item !== RENAME_KEY) return change;
  const name = key.slice(key.indexOf('\0') + 1);
  return { ...change, kind: 'renamed', before: before ?? name, after: after ?? name };
}

/** What the page asks about the draft of a header. */
export const drafts = {
  changes: (first: unknown, now: unknown) =>
    entryChanges(first as FieldValues, now as FieldValues, WORDS).map(reworded),
  reverts: (first: unknown, now: unknown, limit: number) =>
    entryReverts(first as FieldValues, now as FieldValues, limit, WORDS),
  rebase(first: unknown, now: unknown, onto: unknown): DraftRebase {
    const { fits, misfits, present } = entryRebase(
      first as FieldValues,
      now as FieldValues,
      onto as FieldValues,
      WORDS,
    );
    return {
      fits: fits.map((fit) => ({ ...fit, change: reworded(fit.change) })),
      misfits: misfits.map((misfit) => ({ ...misfit, change: reworded(misfit.change) })),
      present: present.map(reworded),
    };
  },
  // What is wrong with a file that can be edited is nothing that an edit mends.
  fixName: () => undefined,
  fixStep: () => undefined,
};
