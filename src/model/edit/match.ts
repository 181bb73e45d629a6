import { diffArrays } from 'diff';
import { groupBy } from '../../base/group-by.ts';
import { memo } from '../../base/memo.ts';
import { type FieldValue, isTable, sameValue, valueAt } from './field.ts';

/**
 * Changes between two lists beyond which their common order is not looked for. It takes time with the square of their
 * number; equal items are still found.
 */
const MAX_CHANGES = 300;

/** Pairs of an old and a new table that are compared key by key, which takes below 100 ms. */
const MAX_PAIRS = 10_000;

/**
 * Which item of an old list each item of a new one continues: an equal one, at the same place or moved; else, for a
 * table, the next one with its name, or the one that shares most keys, at least half; else the one in its place, where
 * as many items were taken out there as were put in. -1 for an item that is new.
 */
export function matchItems(old: readonly FieldValue[], now: readonly FieldValue[]): number[] {
  const matched = now.map(() => -1);
  const used = new Set<number>();
  const match = (from: number, to: number) => {
    matched[to] = from;
    used.add(from);
  };
  const oldKeys = old.map(identityOf);
  const newKeys = now.map(identityOf);
  const hunks = commonOrder(oldKeys, newKeys, match);
  const free = () => old.flatMap((_, from) => (used.has(from) ? [] : [from]));
  const left = groupBy(free(), (from) => oldKeys[from]);
  for (const [to, key] of newKeys.entries()) {
    const from = matched[to] === -1 ? left.get(key)?.shift() : undefined;
    if (from !== undefined) match(from, to);
  }
  const fresh = () => now.flatMap((_, to) => (matched[to] === -1 ? [to] : []));
  const named = groupBy(fresh(), (to) => nameOf(now[to]));
  for (const [from, item] of old.entries()) {
    const name = used.has(from) ? undefined : nameOf(item);
    const to = name === undefined ? undefined : named.get(name)?.shift();
    if (to !== undefined) match(from, to);
  }
  for (const { from, to } of alike(old, free(), now, fresh()))
    if (!used.has(from) && matched[to] === -1) match(from, to);
  for (const hunk of hunks) {
    const gone = hunk.gone.filter((from) => !used.has(from));
    const come = hunk.come.filter((to) => matched[to] === -1);
    if (gone.length === come.length) for (const [i, from] of gone.entries()) match(from, come[i] as number);
  }
  return matched;
}

/** The name of a list's item, if it has one. */
export function nameOf(item: FieldValue | undefined): string | undefined {
  const name = valueAt(item, ['name']);
  return typeof name === 'string' ? name : undefined;
}

/** How an old list becomes a new one, in this order. */
export interface ListChange {
  /** Items that stay, with the index that each has and the one that it gets. Their values may change. */
  kept: readonly { from: number; to: number }[];
  /** The order that the old items are put into. Undefined where it is theirs. */
  order: readonly number[] | undefined;
  runs: readonly Run[];
  /** Items that are taken out, as indices after the runs were put in. */
  gone: readonly number[];
}

/** New items that follow each other. `at` is the index of the old item that they stand before. */
export interface Run {
  at: number;
  items: FieldValue[];
}

/** The changes that make a new list of an old one, so that what stays is moved as little as possible. */
export function listChange(old: readonly FieldValue[], now: readonly FieldValue[]): ListChange {
  const matched = matchItems(old, now);
  const kept = matched.flatMap((from, to) => (from >= 0 ? { from, to } : []));
  // The kept items stand in these places, and stay in them in their new order.
  const places = kept.map(({ from }) => from).sort((a, b) => a - b);
  const order = [...old.keys()];
  for (const [i, place] of places.entries()) order[place] = kept[i]?.from as number;
  const runs = freshRuns(matched, now, places, old.length);
  const stays = new Set(places);
  let run = 0;
  let added = 0;
  const gone = order.flatMap((_, place) => {
    while ((runs[run]?.at ?? Number.POSITIVE_INFINITY) <= place) added += runs[run++]?.items.length ?? 0;
    return stays.has(place) ? [] : [place + added];
  });
  return { kept, order: order.some((from, i) => from !== i) ? order : undefined, runs, gone };
}

/**
 * The runs of items that are new.
 *
 * @param matched for each item the old one that it continues, or -1
 * @param places where the kept items stand, in order
 * @param count items that the list has now
 */
function freshRuns(
  matched: readonly number[],
  value: readonly FieldValue[],
  places: readonly number[],
  count: number,
): Run[] {
  const runs: Run[] = [];
  let kept = 0;
  for (const [to, from] of matched.entries()) {
    if (from >= 0) {
      kept++;
      continue;
    }
    const at = kept > 0 ? (places[kept - 1] as number) + 1 : (places[0] ?? count);
    const last = runs.at(-1);
    if (last?.at === at) last.items.push(value[to] as FieldValue);
    else runs.push({ at, items: [value[to] as FieldValue] });
  }
  return runs;
}

interface Hunk {
  gone: number[];
  come: number[];
}

/** Matches the longest common sequence of two lists. Gives what lies between its parts. */
function commonOrder(
  old: readonly string[],
  now: readonly string[],
  match: (from: number, to: number) => void,
): readonly Hunk[] {
  const whole = { gone: [...old.keys()], come: [...now.keys()] };
  const changes = diffArrays([...old], [...now], { maxEditLength: MAX_CHANGES });
  if (!changes) return [whole];
  const hunks: Hunk[] = [];
  let hunk: Hunk = { gone: [], come: [] };
  let from = 0;
  let to = 0;
  for (const { count, added, removed } of changes) {
    for (let i = 0; i < count; i++) {
      if (removed) hunk.gone.push(from++);
      else if (added) hunk.come.push(to++);
      else match(from++, to++);
    }
    if (added || removed) continue;
    hunks.push(hunk);
    hunk = { gone: [], come: [] };
  }
  return [...hunks, hunk];
}

/** Pairs of tables that share at least half of their keys and values, the most alike first. */
function alike(
  old: readonly FieldValue[],
  free: readonly number[],
  now: readonly FieldValue[],
  fresh: readonly number[],
): { from: number; to: number }[] {
  if (free.length * fresh.length > MAX_PAIRS) return [];
  const pairs = free.flatMap((from) => fresh.map((to) => ({ from, to, shared: sharedPart(old[from], now[to]) })));
  return pairs.filter(({ shared }) => shared >= 0.5).sort((a, b) => b.shared - a.shared);
}

function sharedPart(a: unknown, b: unknown): number {
  if (!isTable(a) || !isTable(b)) return 0;
  const keys = Object.keys(a);
  const most = Math.max(keys.length, Object.keys(b).length);
  return most === 0 ? 0 : keys.filter((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key])).length / most;
}

/** `identity`, kept for a table or list: of 10,000 inputs, all but one are the same objects at the next letter. */
function identityOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? kept(value) : identity(value);
}

const kept = memo(identity);

/** A text that is the same for two values just where they are the same (`sameValue`). */
function identity(value: unknown): string {
  if (value instanceof Date) return `date ${value.toISOString()}`;
  if (Array.isArray(value)) return `[${value.map(identity).join()}]`;
  if (isTable(value)) {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${identity(value[key])}`).join()}}`;
  }
  if (typeof value === 'string') return JSON.stringify(value);
  return `${typeof value} ${Object.is(value, -0) ? '-0' : String(value)}`;
}
