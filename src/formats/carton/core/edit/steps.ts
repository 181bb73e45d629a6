import { capitalized } from '../../../../base/text.ts';
import type { Edit, FieldStep } from '../../../../model/edit/edit.ts';
import { type FieldPath, type FieldValue, type FieldValues, isTable, valueAt } from '../../../../model/edit/field.ts';
import { freeName, itemsOf, listSteps, namesOf, shownName } from '../../../../model/edit/list-steps.ts';

/**
 * What people do to carton.toml, as steps with the names that Undo and Redo show. All functions are pure: they take the
 * values that the step is made on, and change nothing.
 */

/** The two lists of the schema. */
export type SpecSide = 'input' | 'output';

/** The lists of self-tests and examples. */
export type CaseList = 'self_test' | 'example';

export type ItemList = SpecSide | CaseList;

export const ITEM_NOUNS: Readonly<Record<ItemList, string>> = {
  input: 'input',
  output: 'output',
  self_test: 'self-test',
  example: 'example',
};

/** The steps on the items of these lists. */
export const CARTON_LISTS = { ...listSteps(ITEM_NOUNS), leftBehind };

const { itemName } = CARTON_LISTS;

/** The tables in which self-tests and examples give values to inputs and outputs. */
export const BINDING_TABLES: Readonly<Record<CaseList, Readonly<Record<SpecSide, string>>>> = {
  self_test: { input: 'inputs', output: 'expected_out' },
  example: { input: 'inputs', output: 'sample_out' },
};

export const CASE_LISTS: readonly CaseList[] = ['self_test', 'example'];

/**
 * Sets a field that somebody types in. `what` is the field in words: "license". Steps of one field that follow each
 * other soon count as one.
 */
export function setField(values: FieldValues, path: FieldPath, what: string, value: FieldValue): FieldStep {
  const edit = settingEdit(values, path, value);
  // Where the edit replaces a wrong value on the way to the field, the next letter is another kind of edit. The two
  // must not count as one, so this step has no key.
  const key = edit.path.length === path.length ? path.join('\0') : undefined;
  return { name: `Change ${what}`, edits: [edit], key };
}

/** Sets a field whose value is chosen: each choice is a step of its own. */
export function setChosen(values: FieldValues, path: FieldPath, what: string, value: FieldValue): FieldStep {
  return { ...setField(values, path, what, value), key: undefined };
}

/**
 * Sets a field that is entered as a whole, or removes it where `value` is undefined. With `continues`, the field has
 * got a value since it was entered, and both are one step.
 */
export function setWhole(
  values: FieldValues,
  path: FieldPath,
  what: string,
  value: FieldValue | undefined,
  continues: boolean,
): FieldStep | undefined {
  if (value !== undefined) return { ...setField(values, path, what, value), continues };
  if (valueAt(values, path) === undefined) return undefined;
  return { name: `Remove ${what}`, edits: [{ kind: 'remove', path }] };
}

/**
 * Sets the text of a field. An optional field that is emptied is removed from the file. Undefined where nothing would
 * change.
 */
export function setText(
  values: FieldValues,
  path: FieldPath,
  what: string,
  text: string,
  required = false,
): FieldStep | undefined {
  if (valueAt(values, path) === text) return undefined;
  if (text !== '' || required) return setField(values, path, what, text);
  return setWhole(values, path, what, undefined, false);
}

/**
 * Renames an input or output, and its keys in all self-tests and examples unless `renamedBindings` leaves them.
 * Undefined where it has that name already.
 */
export function renameSpec(values: FieldValues, side: SpecSide, index: number, to: string): FieldStep | undefined {
  const from = valueAt(values, [side, index, 'name']);
  if (from === to) return undefined;
  const set = settingEdit(values, [side, index, 'name'], to);
  if (typeof from !== 'string') return { name: `Name ${side} ${index + 1} ${shownName(to)}`, edits: [set] };
  const renames = renamedBindings(values, side, index, to).map((path): Edit => ({ kind: 'rename', path, to }));
  return { name: `Rename ${side} ${shownName(from)} to ${shownName(to)}`, edits: [set, ...renames] };
}

/**
 * The keys of self-tests and examples that follow when an input or output is renamed to `to`: those with its old name.
 * They stay where another input or output has the old name too, or where the same table has a key `to` already.
 */
function renamedBindings(values: FieldValues, side: SpecSide, index: number, to: string): FieldPath[] {
  const from = ownName(values, side, index);
  if (from === undefined) return [];
  return CASE_LISTS.flatMap((list) =>
    itemsOf(values, list).flatMap((_, i): FieldPath[] => {
      const table = [list, i, BINDING_TABLES[list][side]];
      return canRename(valueAt(values, table), from, to) ? [[...table, from]] : [];
    }),
  );
}

/** The name of an input or output. Undefined where another one has it too. */
function ownName(values: FieldValues, side: SpecSide, index: number): string | undefined {
  const name = valueAt(values, [side, index, 'name']);
  const isShared = itemsOf(values, side).some((spec, i) => i !== index && isTable(spec) && spec.name === name);
  return typeof name !== 'string' || isShared ? undefined : name;
}

/** What a new item of a list holds before anybody fills it in. */
export function newItem(values: FieldValues, list: ItemList): { [key: string]: FieldValue } {
  if (list === 'example') return { inputs: {}, sample_out: {} };
  if (list === 'self_test') return { inputs: {} };
  const specs = itemsOf(values, list);
  return { name: freeName(list, namesOf(specs), specs.length + 1), dtype: 'float32', shape: '*' };
}

/**
 * Adds an item at the end of a list. An input or output gets a name that no other has.
 *
 * @param fields that are known of it, beside those of `newItem`
 */
export function addItem(values: FieldValues, list: ItemList, fields: Record<string, FieldValue> = {}): FieldStep {
  return CARTON_LISTS.addItem(values, list, { ...newItem(values, list), ...fields });
}

/** What still refers to an input or output once it is removed, as a sentence. Undefined where nothing does. */
function leftBehind(values: FieldValues, list: string, index: number): string | undefined {
  if (list !== 'input' && list !== 'output') return undefined;
  const name = ownName(values, list, index);
  if (name === undefined) return undefined;
  const users = CASE_LISTS.flatMap((of) => {
    const isUser = (i: number) => valueAt(values, [of, i, BINDING_TABLES[of][list], name]) !== undefined;
    const count = itemsOf(values, of).filter((_, i) => isUser(i)).length;
    return count === 0 ? [] : [`${count} ${ITEM_NOUNS[of]}${count === 1 ? '' : 's'}`];
  });
  if (users.length === 0) return undefined;
  const isOne = users.length === 1 && users[0]?.startsWith('1 ');
  return `${capitalized(list)} ${shownName(name)} is removed; ${users.join(' and ')} still ${isOne ? 'has' : 'have'} a value for it.`;
}

/** The inputs or the outputs of a self-test or example. */
export interface CaseSide {
  list: CaseList;
  index: number;
  side: SpecSide;
}

function tableOf({ list, index, side }: CaseSide): FieldPath {
  return [list, index, BINDING_TABLES[list][side]];
}

/** A value of a self-test or example in words: "input x of self-test 2". */
export function bindingName(values: FieldValues, { list, index, side }: CaseSide, name: string): string {
  return `${side} ${shownName(name)} of ${itemName(values, list, index)}`;
}

/**
 * Sets a value of a self-test or example, or adds it where it is missing. `to` is the reference as the file has it.
 * Undefined where nothing would change.
 */
export function setBinding(values: FieldValues, of: CaseSide, name: string, to: string): FieldStep | undefined {
  const path = [...tableOf(of), name];
  const old = valueAt(values, path);
  if (old === to) return undefined;
  return {
    name: `${old === undefined ? 'Add' : 'Change'} ${bindingName(values, of, name)}`,
    edits: [settingEdit(values, path, to)],
  };
}

/**
 * Renames a value of a self-test or example. Undefined where it has that name already, or another one of the same side
 * has.
 */
export function renameBinding(values: FieldValues, of: CaseSide, from: string, to: string): FieldStep | undefined {
  return renameKey(values, tableOf(of), from, to, bindingName(values, of, from));
}

function renameKey(
  values: FieldValues,
  table: FieldPath,
  from: string,
  to: string,
  what: string,
): FieldStep | undefined {
  if (!canRename(valueAt(values, table), from, to)) return undefined;
  return { name: `Rename ${what} to ${shownName(to)}`, edits: [{ kind: 'rename', path: [...table, from], to }] };
}

function canRename(table: unknown, from: string, to: string): boolean {
  return isTable(table) && Object.hasOwn(table, from) && !Object.hasOwn(table, to);
}

/**
 * Removes a value of a self-test or example. Removing the last expected output removes its table too: without the
 * table, a self-test only has to run.
 */
export function removeBinding(values: FieldValues, of: CaseSide, name: string): FieldStep {
  const table = tableOf(of);
  const bindings = valueAt(values, table);
  const isLast = isTable(bindings) && Object.keys(bindings).length === 1;
  const isWhole = of.list === 'self_test' && of.side === 'output' && isLast;
  return {
    name: `Remove ${bindingName(values, of, name)}`,
    edits: [{ kind: 'remove', path: isWhole ? table : [...table, name] }],
  };
}

const OPTIONS = ['runner', 'opts'];

/** Adds an option to the runner: an empty text with a name that no other option has. */
export function addOption(values: FieldValues): FieldStep {
  const options = valueAt(values, OPTIONS);
  const taken = new Set(isTable(options) ? Object.keys(options) : []);
  const key = taken.has('option') ? freeName('option', taken) : 'option';
  return { name: 'Add runner option', edits: [settingEdit(values, [...OPTIONS, key], '')] };
}

/** Renames an option of the runner. Undefined where it has that name already, or another one has. */
export function renameOption(values: FieldValues, from: string, to: string): FieldStep | undefined {
  return renameKey(values, OPTIONS, from, to, `runner option ${shownName(from)}`);
}

export function removeOption(key: string): FieldStep {
  return { name: `Remove runner option ${shownName(key)}`, edits: [{ kind: 'remove', path: [...OPTIONS, key] }] };
}

/** Writes a value at a path. Whatever is on the way and cannot hold fields is replaced. */
function settingEdit(values: FieldValues, path: FieldPath, value: FieldValue): Edit {
  for (let depth = 1; depth < path.length; depth++) {
    const at = valueAt(values, path.slice(0, depth));
    if (at === undefined) break;
    if (typeof path[depth] === 'number' ? Array.isArray(at) : isTable(at)) continue;
    const nested = path.slice(depth).reduceRight<FieldValue>((inner, part) => ({ [part]: inner }), value);
    return { kind: 'set', path: path.slice(0, depth), value: nested };
  }
  return { kind: 'set', path, value };
}
