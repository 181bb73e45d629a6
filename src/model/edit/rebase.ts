import { changesOf, type FieldChange, isTables, matched, type Table } from './changes.ts';
import { applyEdits, type Edit } from './edit.ts';
import { type FieldPath, type FieldValue, type FieldValues, isTable, sameValue, valueAt } from './field.ts';
import { nameOf } from './match.ts';

/** What becomes of one change of a draft in other values than those that it was made in. */
export type RebasedChange = { change: FieldChange } & (
  | { is: 'fit'; edits: readonly Edit[] }
  /** The values are as the change makes them. */
  | { is: 'present' }
  /** `found` is the value at its place, which is neither the one before the change nor the one after it. */
  | { is: 'misfit'; found?: FieldValue }
);

type Outcome = { edits: Edit[] } | 'present' | { found?: FieldValue };

/**
 * Makes the changes from `first` to `now` in the values `onto`, one after the other. A change fits where its place has
 * what it had in `first`; a value that somebody else has changed meanwhile is never replaced. Items of lists are found
 * by their names. Gives the changes in the order in which their edits are to be made.
 *
 * @param changes those to make, of the changes from `first` to `now`
 */
export function rebase(
  first: FieldValues,
  now: FieldValues,
  onto: FieldValues,
  changes: readonly FieldChange[] = changesOf(first, now),
): RebasedChange[] {
  let values = onto;
  const make = (changes: readonly FieldChange[], outcomeOf: (change: FieldChange) => Outcome): RebasedChange[] =>
    changes.map((change) => {
      const outcome = outcomeOf(change);
      if (outcome === 'present') return { change, is: 'present' };
      if ('edits' in outcome) {
        try {
          values = applyEdits(values, outcome.edits);
          return { change, is: 'fit', edits: outcome.edits };
        } catch {
          return { change, is: 'misfit' };
        }
      }
      return { change, is: 'misfit', found: outcome.found };
    });

  const moved = changes.filter(({ kind }) => kind === 'moved');
  const items = changes.filter((change) => change.kind !== 'moved' && isItem(change));
  const fields = changes.filter((change) => change.kind !== 'moved' && !isItem(change));
  const before = placesIn(first, onto);
  const moves = make(moved, (change) => moveOutcome(change, before(change.from), values));
  // Nothing that follows changes the index of an item before that index was used.
  const places = placesIn(first, values);
  const made = make(fields, (change) => fieldOutcome(change, places(change.from), values, now));
  const listed = make(inListOrder(items), (change) =>
    change.kind === 'removed'
      ? fieldOutcome(change, places(change.from), values, now)
      : additionOutcome(change, places(change.from.slice(0, -1)), values, now),
  );
  return [...moves, ...made, ...listed];
}

/** Whether a change is about an item of a list as a whole. */
function isItem({ from }: FieldChange): boolean {
  return typeof from.at(-1) === 'number';
}

/** Lists within lists first, and in each list what is removed from its end on, then what is added. */
function inListOrder(items: readonly FieldChange[]): FieldChange[] {
  const index = ({ from }: FieldChange) => from.at(-1) as number;
  return [...items].sort((a, b) => {
    if (a.from.length !== b.from.length) return b.from.length - a.from.length;
    if (a.kind !== b.kind) return a.kind === 'removed' ? -1 : 1;
    return a.kind === 'removed' ? index(b) - index(a) : 0;
  });
}

/** A function that says where a place of `first` is in `values`; undefined where an item on the way is not there. */
function placesIn(first: FieldValues, values: FieldValues): (path: FieldPath) => FieldPath | undefined {
  /** Of lists of `first`: where each of their items is now. */
  const known = new Map<unknown, Map<number, number>>();
  return (path) => {
    const place: (string | number)[] = [];
    let old: FieldValue | undefined = first as Table;
    for (const part of path) {
      let own: string | number | undefined = part;
      if (typeof part === 'number') {
        const list = valueAt(values, place);
        if (!isTables(old) || !isTables(list)) return undefined;
        const indices =
          known.get(old) ?? new Map([...matched(old as Table[], list)].map(([index, from]) => [from, index]));
        known.set(old, indices);
        own = indices.get(part);
        if (own === undefined) return undefined;
      }
      place.push(own as string | number);
      old = valueAt(old, [part]);
    }
    return place;
  };
}

function fieldOutcome(
  change: FieldChange,
  place: FieldPath | undefined,
  values: FieldValues,
  now: FieldValues,
): Outcome {
  const { kind, before, after } = change;
  // Of an item that is gone, nothing is left to remove.
  if (!place) return kind === 'removed' ? 'present' : {};
  if (kind === 'renamed') return renameOutcome(before as string, after as string, place, values);
  return outcomeAt(valueAt(values, place), change, () =>
    after === undefined
      ? [{ kind: 'remove', path: place }, ...emptiedTables(change.to, place, values, now)]
      : [{ kind: 'set', path: place, value: after }],
  );
}

/** What becomes of a change where this value is found at its place. */
function outcomeAt(
  found: FieldValue | undefined,
  { before, after }: Pick<FieldChange, 'before' | 'after'>,
  edits: () => Edit[],
): Outcome {
  if (sameValue(found, after)) return 'present';
  return sameValue(found, before) ? { edits: edits() } : { found };
}

/** Removes the tables that the draft removed too, where they are empty once the value at `place` is gone. */
function emptiedTables(to: FieldPath, place: FieldPath, values: FieldValues, now: FieldValues): Edit[] {
  const edits: Edit[] = [];
  let left = applyEdits(values, [{ kind: 'remove', path: place }]);
  for (let depth = place.length - 1; depth > 0; depth--) {
    const path = place.slice(0, depth);
    const table = valueAt(left, path);
    if (typeof path.at(-1) !== 'string' || valueAt(now, to.slice(0, depth)) !== undefined) break;
    if (!isTable(table) || Object.keys(table).length > 0) break;
    const edit: Edit = { kind: 'remove', path };
    edits.push(edit);
    left = applyEdits(left, [edit]);
  }
  return edits;
}

function renameOutcome(from: string, to: string, place: FieldPath, values: FieldValues): Outcome {
  const table = valueAt(values, place.slice(0, -1));
  const has = (key: string) => isTable(table) && Object.hasOwn(table, key);
  if (has(from) && !has(to)) return { edits: [{ kind: 'rename', path: place, to }] };
  return !has(from) && has(to) ? 'present' : { found: valueAt(values, place) };
}

function additionOutcome(
  { to, after }: FieldChange,
  list: FieldPath | undefined,
  values: FieldValues,
  now: FieldValues,
): Outcome {
  if (!list || after === undefined) return {};
  const items = valueAt(values, list) ?? [];
  if (!isTables(items)) return { found: items };
  const same = indexOf(items, after);
  if (same >= 0) return sameValue(items[same], after) ? 'present' : { found: items[same] };
  return { edits: [{ kind: 'insert', path: list, at: placeAmong(items, to, now), value: after }] };
}

/** The index of the item with the same name; of an item without a name, of the one that is the same. */
function indexOf(items: readonly Table[], item: FieldValue | undefined): number {
  const name = isTable(item) ? nameOf(item as Table) : undefined;
  return items.findIndex((other) => (name === undefined ? sameValue(other, item) : nameOf(other) === name));
}

/**
 * Where an added item goes: behind the nearest one that it follows in the draft, else before the nearest one that
 * follows it, else at the end.
 */
function placeAmong(items: readonly Table[], to: FieldPath, now: FieldValues): number {
  const index = to.at(-1) as number;
  const list = valueAt(now, to.slice(0, -1));
  const isLast = Array.isArray(list) && index === list.length - 1;
  if (isLast || !Array.isArray(list)) return items.length;
  if (index === 0) return 0;
  for (let before = index - 1; before >= 0; before--) {
    const at = indexOf(items, list[before]);
    if (at >= 0) return at + 1;
  }
  const after = list.slice(index + 1).map((item) => indexOf(items, item));
  return after.find((at) => at >= 0) ?? items.length;
}

function moveOutcome({ before, after }: FieldChange, list: FieldPath | undefined, values: FieldValues): Outcome {
  const items = list && valueAt(values, list);
  if (!list || !isTables(items)) return {};
  const wanted = after as string[];
  const isWanted = new Set<string | undefined>(wanted);
  const others = items.filter((item) => !isWanted.has(nameOf(item)));
  const found = new Map<string | undefined, { item: Table; behind: number }>();
  let behind = 0;
  for (const item of items) {
    if (item === others[behind]) behind++;
    else found.set(nameOf(item), { item, behind });
  }
  // An item without a name, or one of two with the same, is not known again in another order.
  if (found.size !== wanted.length || items.length - others.length !== wanted.length) return {};
  return outcomeAt([...found.keys()] as string[], { before, after }, () => {
    // The others keep their order. Each of these goes behind the one that it follows, where it is not behind it already.
    const value: Table[] = [];
    let taken = 0;
    for (const name of wanted) {
      const { item, behind } = found.get(name) as { item: Table; behind: number };
      while (taken < behind) value.push(others[taken++] as Table);
      value.push(item);
    }
    return [{ kind: 'set', path: list, value: [...value, ...others.slice(taken)] }];
  });
}

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
