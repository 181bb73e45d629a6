import { applyEdits, type Edit } from '../../../model/edit.ts';
import type { FieldPath, FieldValues } from '../../../model/field.ts';
import { changesOf, type FieldChange } from './changes.ts';
import { rebase } from './rebase.ts';

/** The kind of the change that takes one back. */
const OPPOSITE: Readonly<Record<FieldChange['kind'], FieldChange['kind']>> = {
  changed: 'changed',
  added: 'removed',
  removed: 'added',
  renamed: 'renamed',
  moved: 'moved',
};

/**
 * For each change from `first` to `now`: the edits of `now` that take it back alone. Changes that cannot be taken back
 * alone are left out, such as one of two items that then could not be told apart.
 *
 * @param changes all of them
 * @param limit how many of them, from the first, to look at
 */
export function putBackEdits(
  first: FieldValues,
  now: FieldValues,
  changes: readonly FieldChange[],
  limit: number = changes.length,
): Map<FieldChange, readonly Edit[]> {
  const opposites = new Map(
    changesOf(now, first).map((change) => [keyOf(change.kind, change.from, change.to), change]),
  );
  const edits = new Map<FieldChange, readonly Edit[]>();
  for (const change of changes.slice(0, limit)) {
    const opposite = opposites.get(keyOf(OPPOSITE[change.kind], change.to, change.from));
    const outcome = opposite && rebase(now, first, now, [opposite])[0];
    if (outcome?.is !== 'fit') continue;
    const left = changesOf(first, applyEdits(now, outcome.edits));
    if (left.length < changes.length) edits.set(change, outcome.edits);
  }
  return edits;
}

function keyOf(kind: FieldChange['kind'], from: FieldPath, to: FieldPath): string {
  return JSON.stringify([kind, from, to]);
}
