import type { TablerIcon } from '@tabler/icons-react';
import { queryWords, rankOf } from './match.ts';

/** What Find lists, and what it is called above its results. */
export type FindKind = 'link' | 'tab' | 'file' | 'tensor' | 'example' | 'self-test' | 'action' | 'recent';

/** One line that Find can list. */
export interface FindEntry {
  /** A stranger's text, or ours. What was typed is marked in it. */
  text: string;
  Icon: TablerIcon;
  /** Whether the text is a name in a package, drawn as code. */
  mono?: boolean;
  /** More about it, after the text: a dtype and a shape, a size. */
  note?: string | undefined;
  /** Where it leads. The dialog is closed by then, and the focus is where it was. */
  choose(): void;
}

/** Items of one kind. Entries are made only for what is shown, because a package may have a million files. */
export interface FindSource<Item = unknown> {
  kind: FindKind;
  label: string;
  items: ArrayLike<Item>;
  /** What is searched of an item, by which it is ranked, and what is shown of it. */
  text(item: Item, index: number): string;
  /** Other words for an item. A match of these comes after all matches of texts. */
  also?(item: Item, index: number): string | undefined;
  entry(item: Item, index: number): Omit<FindEntry, 'text'>;
  /** Whether its entries are listed before anything is typed. */
  atRest?: boolean | undefined;
  /** Listed first or last, whatever is typed. */
  place?: 'first' | 'last' | undefined;
}

/** The results of one source. */
export interface FindGroup {
  kind: FindKind;
  label: string;
  entries: FindEntry[];
  /** How many there are. `entries` has the best of them. */
  total: number;
}

/** Entries shown of each source. Nobody reads further; another letter narrows them down. */
export const MAX_SHOWN = 12;

/** Time that a search takes from the page at a stretch. A frame has 16 ms. */
const STEP_MS = 6;

/** Names between two looks at the clock. One takes 0.2 µs, the worst that a zip can hold 0.2 ms. */
const STEP_NAMES = 16;

/** A match of other words ranks after any match of a text: there are at most 8 words of 7 tiers. */
const ALSO_RANK = 1_000_000;

interface Ranked {
  index: number;
  rank: number;
}

/**
 * Searches all sources, in steps between which the page can draw and read keys. Groups and entries come with the best
 * first; equals keep their order. With nothing typed, the first entries of the sources that are listed at rest.
 * Rejects with the signal's reason.
 */
export async function search(sources: readonly FindSource[], typed: string, signal: AbortSignal): Promise<FindGroup[]> {
  const words = queryWords(typed);
  const found: { source: FindSource; best: Ranked[]; total: number; rank: number }[] = [];
  const clock = { since: performance.now() };
  for (const source of sources) {
    if (source.items.length === 0) continue;
    const all = words.length === 0 || source.place !== undefined;
    if (words.length === 0 && !source.atRest) continue;
    const { best, total } = all ? firstOf(source) : await bestOf(source, words, clock, signal);
    signal.throwIfAborted();
    if (best.length > 0) found.push({ source, best, total, rank: placeRank(source, best[0]?.rank ?? 0) });
  }
  if (words.length > 0) found.sort((a, b) => a.rank - b.rank);
  return found.map(({ source, best, total }) => ({
    kind: source.kind,
    label: source.label,
    entries: best.map(({ index }) => entryAt(source, index)),
    total,
  }));
}

function entryAt({ items, text, entry }: FindSource, index: number): FindEntry {
  return { text: text(items[index], index), ...entry(items[index], index) };
}

function firstOf({ items: { length } }: FindSource) {
  const best = Array.from({ length: Math.min(length, MAX_SHOWN) }, (_, index) => ({ index, rank: 0 }));
  return { best, total: length };
}

async function bestOf(source: FindSource, words: readonly string[], clock: { since: number }, signal: AbortSignal) {
  const best: Ranked[] = [];
  let total = 0;
  for (let index = 0; index < source.items.length; index++) {
    if (index % STEP_NAMES === 0 && performance.now() - clock.since > STEP_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      clock.since = performance.now();
    }
    const rank = rankOf(source.text(source.items[index], index), words) ?? alsoRank(source, index, words);
    if (rank === undefined) continue;
    total++;
    keep(best, { index, rank });
  }
  return { best, total };
}

/** Other words count by their starts alone: nobody sees why a letter within them was found. */
function alsoRank(source: FindSource, index: number, words: readonly string[]): number | undefined {
  const other = source.also?.(source.items[index], index);
  if (other === undefined) return undefined;
  const known = `${source.text(source.items[index], index)} ${other}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const isFound = words.every((word) => known.some((one) => one.startsWith(word)));
  return isFound ? ALSO_RANK : undefined;
}

/** Puts an entry among the best, after those that are as good. */
function keep(best: Ranked[], next: Ranked): void {
  const last = best.at(-1);
  if (best.length === MAX_SHOWN && last && last.rank <= next.rank) return;
  let at = best.length;
  while (at > 0 && (best[at - 1] as Ranked).rank > next.rank) at--;
  best.splice(at, 0, next);
  if (best.length > MAX_SHOWN) best.pop();
}

function placeRank({ place }: FindSource, rank: number): number {
  return place === 'first' ? -1 : place === 'last' ? Number.POSITIVE_INFINITY : rank;
}
