import { quote } from '../../../base/text.ts';
import {
  type FieldPath,
  type FieldValue,
  type FieldValues,
  isTable,
  sameValue,
  valueAt,
} from '../../../model/field.ts';

/** One field of carton.toml that is not what it was, as people count changes. */
export interface FieldChange {
  /** Where it stands now; of what is gone, where it stood. */
  path: FieldPath;
  /** In words: "Short description", "Input “image” shape". Holds names as they stand in the file. */
  label: string;
  /** `renamed`: a key; `before` and `after` are its names. `moved`: a list's order; they are the names of what moved in it. */
  kind: 'changed' | 'added' | 'removed' | 'renamed' | 'moved';
  before?: FieldValue;
  after?: FieldValue;
}

/** More keys of one table that went at once are not looked at for new names. */
const MAX_RENAMED = 100;

type Table = { readonly [key: string]: FieldValue };

/**
 * What differs between two states of the file, in the file's order. Items of lists are matched by their names, so that removing the first
 * of three inputs is one change. Parts that are the same object are not looked into: of a draft, that is nearly all of it.
 */
export function changesOf(first: FieldValues, now: FieldValues): FieldChange[] {
  const changes: FieldChange[] = [];
  compareTables(first, now, { before: [], after: [], label: [] }, changes);
  return changes;
}

/** A place in both states, and the words for it so far. */
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
      changes.push({ path: place.after, label: labelOf(place), kind: 'renamed', before: old, after: key });
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
    if (!sameValue(before, after)) changes.push({ path: at.after, label: labelOf(at), kind: 'changed', before, after });
  } else if (after !== undefined) changes.push({ path: at.after, label: labelOf(at), kind: 'added', after });
  else if (before !== undefined) changes.push({ path: at.before, label: labelOf(at), kind: 'removed', before });
}

function compareLists(before: readonly Table[], after: readonly Table[], at: Place, changes: FieldChange[]): void {
  const origins = matched(before, after);
  const kept = new Set(origins.values());
  for (const [index, item] of after.entries()) {
    const from = origins.get(index);
    const place = within(
      at,
      index,
      from ?? index,
      nameOf(item) ?? (from === undefined ? undefined : nameOf(before[from])),
    );
    if (from === undefined) changes.push({ path: place.after, label: labelOf(place), kind: 'added', after: item });
    else compareTables(before[from] as Table, item, place, changes);
  }
  for (const [index, item] of before.entries()) {
    if (kept.has(index)) continue;
    const place = within(at, index, index, nameOf(item));
    changes.push({ path: place.before, label: labelOf(place), kind: 'removed', before: item });
  }
  const order = [...origins].sort(([a], [b]) => a - b).map(([, from]) => from);
  if (order.some((from, index) => index > 0 && from < (order[index - 1] as number))) {
    const names = (list: readonly Table[], indices: readonly number[]) =>
      indices.map((index) => nameOf(list[index]) ?? String(index + 1));
    changes.push({
      path: at.after,
      label: labelOf(at),
      kind: 'moved',
      before: names(
        before,
        [...order].sort((a, b) => a - b),
      ),
      after: names(before, order),
    });
  }
}

/** Of each item that was there before, by its index now: its index then. */
function matched(before: readonly Table[], after: readonly Table[]): Map<number, number> {
  const origins = new Map<number, number>();
  const taken = new Set<number>();
  const match = (index: number, from: number | undefined): boolean => {
    if (from === undefined || taken.has(from) || origins.has(index)) return false;
    taken.add(from);
    origins.set(index, from);
    return true;
  };
  const places = new Map(before.map((item, index) => [item, index]));
  for (const [index, item] of after.entries()) match(index, places.get(item));
  // By name; of several with one name, in their order.
  const named = new Map<string, number[]>();
  for (const [index, item] of before.entries()) {
    const name = nameOf(item);
    if (name === undefined || taken.has(index)) continue;
    const list = named.get(name);
    if (list) list.push(index);
    else named.set(name, [index]);
  }
  for (const [index, item] of after.entries()) {
    const name = nameOf(item);
    if (name !== undefined && !origins.has(index)) match(index, named.get(name)?.shift());
  }
  // Renamed, or without a name: beside the same neighbour, and much the same else.
  const beside = (index: number, step: 1 | -1) => {
    const neighbour = origins.get(index + step);
    const edge = step === -1 ? index === 0 : index === after.length - 1;
    const from = edge ? (step === -1 ? 0 : before.length - 1) : neighbour === undefined ? undefined : neighbour - step;
    const old = from === undefined ? undefined : before[from];
    if (old && mayBeOne(old, after[index] as Table)) match(index, from);
  };
  for (let index = 0; index < after.length; index++) if (!origins.has(index)) beside(index, -1);
  for (let index = after.length - 1; index >= 0; index--) if (!origins.has(index)) beside(index, 1);
  return origins;
}

/** Whether two items may be one, before and after: some other field is the same, or there is none but the name. */
function mayBeOne(before: Table, after: Table): boolean {
  const others = (item: Table) => Object.keys(item).filter((key) => key !== 'name');
  const [old, own] = [others(before), others(after)];
  if (old.length === 0 && own.length === 0) return true;
  return own.some(
    (key) => Object.hasOwn(before, key) && sameValue(before[key] as FieldValue, after[key] as FieldValue),
  );
}

function nameOf(item: Table | undefined): string | undefined {
  const name = item ? valueAt(item, ['name']) : undefined;
  return typeof name === 'string' ? name : undefined;
}

function isList(value: FieldValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isTables(value: FieldValue): boolean {
  return Array.isArray(value) && value.every(isTable);
}

/** What people call the fields, by dotted path; items of lists stand as `*`. The same words as the form's labels. */
const LABELS: Readonly<Record<string, string>> = {
  spec_version: 'Format version',
  model_name: 'Model name',
  short_description: 'Short description',
  model_description: 'Description',
  license: 'License',
  repository: 'Repository',
  homepage: 'Homepage',
  required_platforms: 'Required platforms',
  'runner.runner_name': 'Runner name',
  'runner.required_framework_version': 'Required framework version',
  'runner.runner_compat_version': 'Runner compat version',
  'runner.opts': 'Runner option',
  input: 'Input',
  output: 'Output',
  self_test: 'Self-test',
  example: 'Example',
  'input.*.internal_name': 'internal name',
  'output.*.internal_name': 'internal name',
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

/** Below these, keys are names that somebody gave. */
const NAMED = new Set(['Runner option', 'input', 'expected output', 'sample output']);

/** The place of a key, or of an item of a list. */
function within(at: Place, part: string | number, from: string | number = part, name?: string): Place {
  const after = [...at.after, part];
  let label: readonly string[];
  if (typeof part === 'number') label = [...at.label, name === undefined ? String(part + 1) : quote(name)];
  else {
    const dotted = after.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
    const known = Object.hasOwn(LABELS, dotted) ? LABELS[dotted] : undefined;
    // What leads to a known field is part of its own words.
    const lead = known !== undefined && !dotted.includes('*') ? [] : at.label;
    label = [...lead, known ?? (NAMED.has(at.label.at(-1) ?? '') ? quote(part) : part)];
  }
  return { before: [...at.before, from], after, label };
}

function labelOf({ after, label }: Place): string {
  const text = label.join(' ');
  return typeof after.at(-1) === 'string' && Object.hasOwn(LISTS, text) ? (LISTS[text] as string) : text;
}
