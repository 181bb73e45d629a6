import { type FieldPath, type FieldValue, type FieldValues, isTable, sameValue } from './field.ts';
import { matchItems, nameOf } from './match.ts';

/** One change of a file's values, as people count changes. */
export interface FieldChange {
  /** Where the field is now, or where it was if it is removed. */
  path: FieldPath;
  /** Where it was and where it is. If it is missing there, where it would be. */
  from: FieldPath;
  to: FieldPath;
  /** The names of the items on the way to it, as in the file, each at the depth of its index. */
  names: readonly (string | undefined)[];
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
  compareTables(first, now, { before: [], after: [], names: [] }, changes);
  return changes;
}

/** A place in both states, and the names of the items on the way to it. */
interface Place {
  before: FieldPath;
  after: FieldPath;
  names: readonly (string | undefined)[];
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

function whereabouts({ before, after, names }: Place): Pick<FieldChange, 'path' | 'from' | 'to' | 'names'> {
  return { path: after, from: before, to: after, names };
}

/** The place of a key, or of an item of a list. */
function within(at: Place, part: string | number, from: string | number = part, name?: string): Place {
  return { before: [...at.before, from], after: [...at.after, part], names: [...at.names, name] };
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
