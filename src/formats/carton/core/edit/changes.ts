import { capitalized, quote } from '../../../../base/text.ts';
import { type FieldPath, type FieldValue, type FieldValues, isTable, sameValue } from '../../../../model/edit/field.ts';
import { matchItems, nameOf } from '../../../../toml/match.ts';
import { CARTON_TOML_ORDER } from '../read/key-order.ts';

/** One change of carton.toml, as people count changes. */
export interface FieldChange {
  /** Where the field is now, or where it was if it is removed. */
  path: FieldPath;
  /** Where it was and where it is. If it is missing there, where it would be. */
  from: FieldPath;
  to: FieldPath;
  /** The field in words: "Short description", "Input “image” shape". Names are as in the file. */
  label: string;
  /**
   * `renamed`: a key has another name; `before` and `after` are the names. `moved`: a list has another order; `before`
   * and `after` are the names of its items in the old and the new order.
   */
  kind: 'changed' | 'added' | 'removed' | 'renamed' | 'moved';
  before?: FieldValue;
  after?: FieldValue;
}

/** If more keys of one table disappear at once, they are not searched for under new names. */
const MAX_RENAMED = 100;

export type Table = { readonly [key: string]: FieldValue };

/**
 * The differences between two states of the file, in the file's order. Items of lists are matched by their names, so
 * removing the first of three inputs is one change. Parts that are the same object are skipped; in a draft, nearly all
 * are.
 */
export function changesOf(first: FieldValues, now: FieldValues): FieldChange[] {
  const changes: FieldChange[] = [];
  compareTables(first, now, { before: [], after: [], label: [] }, changes);
  return changes;
}

/** A place in both states, and the words of its label so far. */
interface Place {
  before: FieldPath;
  after: FieldPath;
  label: readonly string[];
}

function compareTables(before: Table, after: Table, at: Place, changes: FieldChange[]): void {
  if (before === after) return;
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const renamed = new Map<string, string>();
  for (const key of Object.keys(after)) {
    if (Object.hasOwn(before, key) || gone.length > MAX_RENAMED) continue;
    const index = gone.findIndex((old) => sameValue(before[old] as FieldValue, after[key] as FieldValue));
    if (index >= 0) renamed.set(key, gone.splice(index, 1)[0] as string);
  }
  for (const [key, value] of Object.entries(after)) {
    const old = renamed.get(key);
    const place = within(at, key);
    if (old !== undefined) {
      const from = { ...place, before: [...at.before, old] };
      changes.push({ ...whereabouts(from), kind: 'renamed', before: old, after: key });
    } else {
      compareValues(Object.hasOwn(before, key) ? before[key] : undefined, value, place, changes);
    }
  }
  for (const key of gone) compareValues(before[key], undefined, within(at, key), changes);
}

function compareValues(
  before: FieldValue | undefined,
  after: FieldValue | undefined,
  at: Place,
  changes: FieldChange[],
): void {
  if (before === after) return;
  if (isTables(before ?? []) && isTables(after ?? []) && (isList(before) || isList(after))) {
    compareLists((before ?? []) as Table[], (after ?? []) as Table[], at, changes);
    return;
  }
  const [old, own] = [before ?? {}, after ?? {}];
  if (isTable(old) && isTable(own) && Object.keys(old).length + Object.keys(own).length > 0) {
    compareTables(old, own, at, changes);
    return;
  }
  if (before !== undefined && after !== undefined) {
    if (!sameValue(before, after)) changes.push({ ...whereabouts(at), kind: 'changed', before, after });
  } else if (after !== undefined) changes.push({ ...whereabouts(at), kind: 'added', after });
  else if (before !== undefined) changes.push({ ...whereabouts(at), path: at.before, kind: 'removed', before });
}

function compareLists(before: readonly Table[], after: readonly Table[], at: Place, changes: FieldChange[]): void {
  const origins = matched(before, after);
  const kept = new Set(origins.values());
  for (const [index, item] of after.entries()) {
    const from = origins.get(index);
    const place = within(at, index, from ?? index, nameOf(item) ?? nameOf(before[from ?? -1]));
    if (from === undefined) changes.push({ ...whereabouts(place), kind: 'added', after: item });
    else compareTables(before[from] as Table, item, place, changes);
  }
  for (const [index, item] of before.entries()) {
    if (kept.has(index)) continue;
    const place = within(at, index, index, nameOf(item));
    changes.push({ ...whereabouts(place), path: place.before, kind: 'removed', before: item });
  }
  const order = [...origins].sort(([a], [b]) => a - b).map(([, from]) => from);
  if (order.some((from, index) => index > 0 && from < (order[index - 1] as number))) {
    const names = (indices: readonly number[]) => indices.map((index) => nameOf(before[index]) ?? String(index + 1));
    const old = order.toSorted((a, b) => a - b);
    changes.push({ ...whereabouts(at), kind: 'moved', before: names(old), after: names(order) });
  }
}

function whereabouts(at: Place): Pick<FieldChange, 'path' | 'from' | 'to' | 'label'> {
  return { path: at.after, from: at.before, to: at.after, label: labelOf(at) };
}

/** Maps the index of an item now to its index before. New items are left out. */
export function matched(before: readonly Table[], after: readonly Table[]): Map<number, number> {
  const origins = matchItems(before as readonly FieldValue[], after as readonly FieldValue[]);
  return new Map(origins.flatMap((from, to) => (from >= 0 ? [[to, from]] : [])));
}

function isList(value: FieldValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0;
}

export function isTables(value: FieldValue | undefined): value is { [key: string]: FieldValue }[] {
  return Array.isArray(value) && value.every(isTable);
}

/**
 * Fields in words that do not follow from their keys, by dotted path, with `*` for an index. The same words as the
 * form's labels.
 */
const LABELS: Readonly<Record<string, string>> = {
  spec_version: 'Format version',
  model_description: 'Description',
  runner: 'runner',
  'runner.opts': 'Runner option',
  self_test: 'Self-test',
  'self_test.*.inputs': 'input',
  'self_test.*.expected_out': 'expected output',
  'example.*.inputs': 'input',
  'example.*.sample_out': 'sample output',
};

const LISTS: Readonly<Record<string, string>> = {
  Input: 'Inputs',
  Output: 'Outputs',
  'Self-test': 'Self-tests',
  Example: 'Examples',
};

/** Labels of tables whose keys are names that the author chose. */
const NAMED = new Set(['Runner option', 'input', 'expected output', 'sample output']);

/** The place of a key, or of an item of a list. */
function within(at: Place, part: string | number, from: string | number = part, name?: string): Place {
  const after = [...at.after, part];
  let label: readonly string[];
  if (typeof part === 'number') label = [...at.label, name === undefined ? String(part + 1) : quote(name)];
  else {
    const isInItem = after.some((step) => typeof step === 'number');
    const isKnown = CARTON_TOML_ORDER.keys(at.after).includes(part);
    const words = part.replaceAll('_', ' ');
    const dotted = after.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
    const known = LABELS[dotted] ?? (isInItem ? words : capitalized(words));
    const own = NAMED.has(at.label.at(-1) ?? '') ? quote(part) : part;
    // The words of a known field already say where it is.
    label = [...(isKnown && !isInItem ? [] : at.label), isKnown ? known : own];
  }
  return { before: [...at.before, from], after, label };
}

function labelOf({ after, label }: Place): string {
  const text = label.join(' ');
  return typeof after.at(-1) === 'string' && Object.hasOwn(LISTS, text) ? (LISTS[text] as string) : text;
}
