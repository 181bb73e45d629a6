import { shortened, visibleText } from '../../base/text.ts';
import type { Edit, FieldStep } from './edit.ts';
import { type FieldValue, type FieldValues, isTable, valueAt } from './field.ts';

/** Most characters of a name from the file in the name of a step. */
const MAX_NAME = 40;

/** A name from the file in the name of a step: short, with invisible characters made visible. */
export function shownName(name: string): string {
  return name === '' ? '“”' : visibleText(shortened(name, MAX_NAME));
}

/** The items of a list. None where there is something else. */
export function itemsOf(values: FieldValues, list: string): readonly FieldValue[] {
  const items = Object.hasOwn(values, list) ? values[list] : undefined;
  return Array.isArray(items) ? items : [];
}

/** The names of items. */
export function namesOf(items: readonly FieldValue[]): ReadonlySet<unknown> {
  return new Set(items.map((item) => (isTable(item) ? item.name : undefined)));
}

/** `stem_2`, or with the next number that no other has. */
export function freeName(stem: string, taken: ReadonlySet<unknown>, from = 2): string {
  let number = from;
  while (taken.has(`${stem}_${number}`)) number++;
  return `${stem}_${number}`;
}

/** What people do to the items of a file's lists. */
export interface ListSteps extends ReturnType<typeof listSteps> {
  /** What still refers to an item once it is removed, as a sentence. Undefined where nothing does. */
  leftBehind?(values: FieldValues, list: string, index: number): string | undefined;
}

/**
 * The steps on the items of a file's lists, with the names that Undo and Redo show. All functions are pure: they take
 * the values that the step is made on, and change nothing. Items may have a `name`.
 *
 * @param nouns what an item of each list is called, by the list's key: "input"
 */
export function listSteps(nouns: Readonly<Record<string, string>>) {
  const isList = (list: string) => Object.hasOwn(nouns, list);

  /** What an item of a list is called: "input". */
  const nounOf = (list: string) => (isList(list) && nouns[list]) || list;

  /** An item of a list in words: "input x", "self-test 2". */
  function itemName(values: FieldValues, list: string, index: number): string {
    const name = valueAt(values, [list, index, 'name']);
    const called = typeof name === 'string' && name.trim() !== '' ? shownName(name) : String(index + 1);
    return `${nounOf(list)} ${called}`;
  }

  return {
    isList,
    nounOf,
    itemName,

    /** Adds an item at the end. */
    addItem(values: FieldValues, list: string, value: FieldValue): FieldStep {
      const items = values[list] ?? [];
      const edit: Edit = Array.isArray(items)
        ? { kind: 'insert', path: [list], at: items.length, value }
        : { kind: 'set', path: [list], value: [value] };
      return { name: `Add ${nounOf(list)}`, edits: [edit] };
    },

    /** Removes items of a list as one step. Indices in any order, each once. Undefined for none. */
    removeItems(values: FieldValues, list: string, indices: readonly number[]): FieldStep | undefined {
      const [only, ...more] = indices;
      if (only === undefined) return undefined;
      const fromEnd = [...indices].sort((a, b) => b - a);
      return {
        name: `Remove ${more.length === 0 ? itemName(values, list, only) : `${indices.length} ${nounOf(list)}s`}`,
        edits: fromEnd.map((index): Edit => ({ kind: 'remove', path: [list, index] })),
      };
    },

    /**
     * Puts a copy of an item behind it, under a name that no other item has. What refers to the item by its name is not
     * copied. Undefined where there is no such item.
     */
    duplicateItem(values: FieldValues, list: string, index: number): FieldStep | undefined {
      const items = itemsOf(values, list);
      const item = items[index];
      if (item === undefined) return undefined;
      const name = isTable(item) ? item.name : undefined;
      const copy =
        isTable(item) && typeof name === 'string' && name !== ''
          ? { ...item, name: freeName(name.replace(/_\d+$/, ''), namesOf(items)) }
          : item;
      return {
        name: `Duplicate ${itemName(values, list, index)}`,
        edits: [{ kind: 'insert', path: [list], at: index + 1, value: copy as FieldValue }],
      };
    },

    /** Moves an item of a list. Undefined where the list has no place `to`. */
    moveItem(values: FieldValues, list: string, from: number, to: number): FieldStep | undefined {
      if (from === to || to < 0 || to >= itemsOf(values, list).length) return undefined;
      const name = `Move ${itemName(values, list, from)} ${to < from ? 'up' : 'down'}`;
      return { name, edits: [{ kind: 'move', path: [list], from, to }] };
    },
  };
}
