import { InternalError } from '../base/errors.ts';
import type { TomlValue } from './carton-toml.ts';

/** Edits of carton.toml, as values: what a form says, whatever the text looks like. The text follows by splices (`formats/carton/core/edit`). */

/** Keys and indices (from 0) that lead to a value of the file: `['input', 0, 'name']`. */
export type FieldPath = readonly (string | number)[];

/** The whole file as plain data, also what is wrong or unknown of it. Integers are bigint, floats number, dates their text. */
export type TomlValues = { readonly [key: string]: TomlValue };

/**
 * - `set` writes a value; what leads to it is made where it is missing. A table or list that stands there is replaced as a whole.
 * - `remove` takes a key, or an item of a list, away, with the comments that stand on it and directly above it. A list that loses its last
 *   table goes too, as there is nothing left of `[[input]]`; of other values it stays, empty, as a scalar's `shape = []`. A table stays.
 * - `insert` puts an item into the list at `path`, before the one at `at`; at its length, at the end. The list is made where it is missing.
 * - `move` takes the item at `from` of the list at `path` out and puts it in so that it then stands at `to`.
 * - `rename` gives the key that `path` ends in another name, in its place.
 */
export type Edit =
  | { kind: 'set'; path: FieldPath; value: TomlValue }
  | { kind: 'remove'; path: FieldPath }
  | { kind: 'insert'; path: FieldPath; at: number; value: TomlValue }
  | { kind: 'move'; path: FieldPath; from: number; to: number }
  | { kind: 'rename'; path: FieldPath; to: string };

/** What one act of the user changes: one step of undo and redo. */
export interface EditStep {
  /** As Undo and Redo call it: "Rename input x to image". */
  name: string;
  edits: readonly Edit[];
  /** Steps with one key that follow each other soon are one, as while typing in a field. Such a step must make those before it moot. */
  key?: string;
  /** With a key: it goes on with the last step, if that has the same one, however long ago that was. */
  continues?: boolean;
}

type Node = TomlValue | undefined;

/**
 * The values after some edits. What no edit touches is the same object as before, so that whoever shows it need not look at it again.
 * Throws `internal/bug` for an edit that does not fit the values.
 */
export function applyEdits(values: TomlValues, edits: readonly Edit[]): TomlValues {
  return edits.reduce<TomlValues>((now, edit) => applyEdit(now, edit), values);
}

/** The value at a path, or undefined. */
export function valueAt(values: TomlValues, path: FieldPath): TomlValue | undefined {
  let at: Node = values;
  for (const part of path) {
    if (typeof at !== 'object') return undefined;
    if (Array.isArray(at)) at = typeof part === 'number' ? at[part] : undefined;
    else at = typeof part === 'string' && Object.hasOwn(at, part) ? at[part] : undefined;
  }
  return at;
}

function applyEdit(values: TomlValues, edit: Edit): TomlValues {
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
function withChanged(root: TomlValues, path: FieldPath, change: (old: Node) => Node): TomlValues {
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
  return go(root as { [key: string]: TomlValue }, 0) as TomlValues;
}

/** A table of these entries: `fromEntries`, so that a key such as `__proto__` is one like any other. */
function tableOf(entries: [string, TomlValue][]): { [key: string]: TomlValue } {
  return Object.fromEntries(entries);
}

/** Whether a value is a table: no list, and nothing else that stands for itself. */
export function isTable(value: Node): value is { [key: string]: TomlValue } {
  return typeof value === 'object' && !Array.isArray(value);
}

function listOf(value: Node, edit: { path: FieldPath }): readonly TomlValue[] {
  if (!Array.isArray(value)) misfit(edit);
  return value;
}

function misfit({ path }: { path: FieldPath }): never {
  throw new InternalError('internal/bug', `An edit does not fit the values at ${path.join('.')}.`);
}
