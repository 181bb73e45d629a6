import { InternalError } from '../../base/errors.ts';
import type { EditStep } from '../draft.ts';
import { type FieldPath, type FieldValue, type FieldValues, isTable, sameValue, valueAt } from './field.ts';

/**
 * Edits of a file's values, as a form makes them. They do not depend on how the text is written. Another module makes
 * the same edits in the text (for TOML: `src/toml`).
 */

/**
 * - `set` writes a value, and makes missing tables on the way to it. An existing table or list is replaced as a whole.
 * - `remove` takes away a key, or an item of a list, with the comments on its line and directly above it. A list that
 *   loses its last table goes too, because nothing is left of `[[input]]`. A list of other values stays, empty, such as
 *   the `shape = []` of a scalar. A table stays.
 * - `insert` puts an item into the list at `path`, before the one at `at`; at its length, at the end. The list is made
 *   where it is missing.
 * - `move` takes the item at `from` of the list at `path` out and puts it back in at index `to`.
 * - `rename` gives the key that `path` ends in another name, in its place.
 */
export type Edit =
  | { kind: 'set'; path: FieldPath; value: FieldValue }
  | { kind: 'remove'; path: FieldPath }
  | { kind: 'insert'; path: FieldPath; at: number; value: FieldValue }
  | { kind: 'move'; path: FieldPath; from: number; to: number }
  | { kind: 'rename'; path: FieldPath; to: string };

/** A step that consists of such edits, as data. */
export interface FieldStep extends Omit<EditStep, 'edits' | 'apply'> {
  edits: readonly Edit[];
}

/** Such a step for whoever keeps the history. Its values are `FieldValues`. */
export function editStep(step: FieldStep): EditStep {
  return {
    ...step,
    apply(values) {
      const before = values as FieldValues;
      const isSame = step.edits.every(
        (edit) => edit.kind === 'set' && sameValue(valueAt(before, edit.path), edit.value),
      );
      // Also where nothing changes, an edit that does not fit throws.
      const after = applyEdits(before, step.edits);
      return isSame ? values : after;
    },
  };
}

type Node = FieldValue | undefined;

/**
 * The values after some edits. What no edit touches is the same object as before, so that whoever shows it need not
 * look at it again. Throws `internal/bug` for an edit that does not fit the values.
 */
export function applyEdits(values: FieldValues, edits: readonly Edit[]): FieldValues {
  return edits.reduce<FieldValues>((now, edit) => applyEdit(now, edit), values);
}

function applyEdit(values: FieldValues, edit: Edit): FieldValues {
  switch (edit.kind) {
    case 'set':
      return withChanged(values, edit.path, () => edit.value);
    case 'remove':
      return withChanged(values, edit.path, () => undefined);
    case 'insert':
      return withChanged(values, edit.path, (old) => {
        const list = listOf(old ?? [], edit);
        if (edit.at < 0 || edit.at > list.length) misfit(edit);
        return [...list.slice(0, edit.at), edit.value, ...list.slice(edit.at)];
      });
    case 'move':
      return withChanged(values, edit.path, (old) => {
        const list = [...listOf(old, edit)];
        if (edit.to < 0 || edit.to >= list.length) misfit(edit);
        const [item] = list.splice(edit.from, 1);
        if (item === undefined) misfit(edit);
        list.splice(edit.to, 0, item);
        return list;
      });
    case 'rename': {
      const key = edit.path.at(-1);
      return withChanged(values, edit.path.slice(0, -1), (old) => {
        if (!isTable(old) || typeof key !== 'string' || !Object.hasOwn(old, key)) misfit(edit);
        if (edit.to !== key && Object.hasOwn(old, edit.to)) misfit(edit);
        return tableOf(Object.entries(old).map(([name, value]) => [name === key ? edit.to : name, value]));
      });
    }
  }
}

/** `root` with the value at `path` changed by `change`; undefined takes it away. */
function withChanged(root: FieldValues, path: FieldPath, change: (old: Node) => Node): FieldValues {
  const go = (at: Node, depth: number): Node => {
    const part = path[depth];
    if (part === undefined) return change(at);
    if (typeof part === 'number') {
      if (!Array.isArray(at) || part < 0 || part >= at.length) misfit({ path });
      const next = go(at[part], depth + 1);
      if (next === undefined && at.length === 1 && isTable(at[0]) && typeof path[depth - 1] === 'string')
        return undefined;
      if (next === undefined) return at.filter((_, index) => index !== part);
      return at.with(part, next);
    }
    const table = at ?? {};
    if (!isTable(table)) misfit({ path });
    const has = Object.hasOwn(table, part);
    const next = go(has ? table[part] : undefined, depth + 1);
    if (next === undefined && !has) misfit({ path });
    if (next === undefined) return tableOf(Object.entries(table).filter(([key]) => key !== part));
    if (has) return tableOf(Object.entries(table).map(([key, value]) => [key, key === part ? next : value]));
    return tableOf([...Object.entries(table), [part, next]]);
  };
  return go(root as { [key: string]: FieldValue }, 0) as FieldValues;
}

/** A table of these entries: `fromEntries`, so that a key such as `__proto__` is one like any other. */
function tableOf(entries: [string, FieldValue][]): { [key: string]: FieldValue } {
  return Object.fromEntries(entries);
}

function listOf(value: Node, edit: { path: FieldPath }): readonly FieldValue[] {
  if (!Array.isArray(value)) misfit(edit);
  return value;
}

function misfit({ path }: { path: FieldPath }): never {
  throw new InternalError('internal/bug', `An edit does not fit the values at ${path.join('.')}.`);
}
