import type { InlineList, KeyPart, Layout, LayoutNode, Pair, Value } from './layout.ts';
import { indentAt, lineStart } from './lines.ts';

/** How the text around a place is written, so that new text beside it looks the same. */

export type Quote = 'basic' | 'literal';

/** How a list with one item a line is laid out. */
export interface ListLines {
  /** What an item's line is indented by, beyond the line that opens the list. */
  indent: string;
  /** Whether the last item has a comma too. */
  trailing: boolean;
}

/** Pairs and values whose style counts equally. */
export interface Neighbors {
  pairs: readonly Pair[];
  /** Which of a pair's keys counts: the one at `depth` of `opts.a.b`. 0 where it is left out. */
  depth?: number;
  values?: readonly Value[];
}

/** Values of one group that are looked at: enough to know its style, and few enough for a file of 80,000 values. */
const MAX_VALUES = 2000;

/** Keys that need no quotes. */
export const BARE = /^[A-Za-z0-9_-]+$/;

/**
 * The style of a place, from the nearest neighbors that show it. Each property is found out when it is asked for: most
 * edits need none or one. Where no neighbor shows a property, it has the style of the format document's example.
 */
export class Style {
  readonly #text: string;
  readonly #groups: readonly (() => Neighbors)[];

  /** @param groups the nearest neighbors first */
  constructor(text: string, groups: readonly (() => Neighbors)[]) {
    this.#text = text;
    this.#groups = groups;
  }

  /** What stands between a key and its value: ` = ` or `=`. */
  get equals(): string {
    const before = this.#most(({ pairs }) => pairs.map((pair) => /^[ \t]/.test(between(this.#text, pair))));
    const after = this.#most(({ pairs }) => pairs.map((pair) => /[ \t]$/.test(between(this.#text, pair))));
    return `${(before ?? true) ? ' ' : ''}=${(after ?? true) ? ' ' : ''}`;
  }

  /** The same for pairs inside braces. */
  get innerEquals(): string {
    const found = this.#most((group) => innerPairs(group).map((pair) => between(this.#text, pair)), 2);
    return found !== undefined && /^ ?= ?$/.test(found) ? found : this.equals;
  }

  /** What stands inside the braces of a table: a space or nothing. */
  get pad(): string {
    const padded = this.#most((group) =>
      valuesOf(group).flatMap((value) =>
        value.kind === 'table' && value.pairs.length > 0 ? [/[ \t]/.test(this.#text[value.start + 1] as string)] : [],
      ),
    );
    return (padded ?? this.equals !== '=') ? ' ' : '';
  }

  /** What stands inside the brackets of a list on one line: a space or nothing. */
  get listPad(): string {
    const padded = this.#most((group) =>
      valuesOf(group).flatMap((value) =>
        value.kind === 'list' && value.items.length > 0 && !isLined(this.#text, value)
          ? [/[ \t]/.test(this.#text[value.start + 1] as string)]
          : [],
      ),
    );
    return padded ? ' ' : '';
  }

  /** What stands between two items on one line: `, ` or `,`. */
  get comma(): string {
    const spaced = this.#most((group) =>
      valuesOf(group).flatMap((value) => {
        const inner = value.kind === 'list' ? value.items : value.kind === 'table' ? value.pairs : [];
        const [first, second] = inner;
        if (!first || !second) return [];
        const gap = this.#text.slice(first.end, second.start);
        return /^[ \t]*,[ \t]*$/.test(gap) ? [/[ \t]$/.test(gap)] : [];
      }),
    );
    return (spaced ?? true) ? ', ' : ',';
  }

  /** The quotes of strings on one line. */
  get quote(): Quote {
    return this.#quoteOf(1) ?? 'basic';
  }

  /** The quotes of strings of several lines: three of these. */
  get longQuote(): Quote {
    return this.#quoteOf(3) ?? this.quote;
  }

  /** Whether keys that need no quotes have them. Only the nearest neighbors count: other tables hold other keys. */
  get quotesKeys(): boolean {
    const quoted = this.#most(
      (group) =>
        keysOf(group).flatMap((key) => (BARE.test(key.name) ? [quoteAt(this.#text, key.start) !== undefined] : [])),
      2,
    );
    return quoted ?? false;
  }

  /** The quotes of keys that have some. */
  get keyQuote(): Quote {
    const found = this.#most((group) =>
      keysOf(group).flatMap((key) =>
        isPlain(this.#text, key.start + 1, key.end - 1) ? (quoteAt(this.#text, key.start) ?? []) : [],
      ),
    );
    return found ?? this.quote;
  }

  /**
   * How a list of tables, or of other values, has one item a line. Undefined where it is on one line. Only the nearest
   * neighbors count.
   */
  lines(ofTables: boolean): ListLines | undefined {
    const found = this.#most(
      ({ pairs }) =>
        pairs.flatMap(({ value }) => {
          if (value.kind !== 'list' || value.items.length === 0) return [];
          if ((value.items[0]?.kind === 'table') !== ofTables) return [];
          return isLined(this.#text, value) ? [JSON.stringify(linesOf(this.#text, value))] : [''];
        }),
      2,
    );
    return found ? (JSON.parse(found) as ListLines) : undefined;
  }

  #quoteOf(width: 1 | 3): Quote | undefined {
    return this.#most((group) =>
      valuesOf(group).flatMap(({ kind, start, end }) => {
        const quote = kind === 'scalar' ? quoteAt(this.#text, start) : undefined;
        if (!quote) return [];
        const isLong = end - start >= 6 && this.#text.startsWith((this.#text[start] as string).repeat(3), start);
        return isLong === (width === 3) && isPlain(this.#text, start + width, end - width, isLong) ? [quote] : [];
      }),
    );
  }

  /** What the nearest group that shows anything shows most often. Of equally many, the first. */
  #most<T>(shownBy: (group: Neighbors) => readonly T[], groups = this.#groups.length): T | undefined {
    for (const group of this.#groups.slice(0, groups)) {
      const counts = new Map<T, number>();
      for (const one of shownBy(group())) counts.set(one, (counts.get(one) ?? 0) + 1);
      let most: T | undefined;
      for (const [one, count] of counts) if (most === undefined || count > (counts.get(most) as number)) most = one;
      if (most !== undefined) return most;
    }
    return undefined;
  }
}

/**
 * The column at which every pair of a section has its `=`, counted from the start of the key. Undefined where the pairs
 * are not aligned, or too few to tell.
 */
export function alignedColumn(text: string, pairs: readonly Pair[]): number | undefined {
  let column: number | undefined;
  const widths = new Set<number>();
  for (const pair of pairs) {
    const width = (pair.keys.at(-1) as KeyPart).end - pair.start;
    const at = width + between(text, pair).indexOf('=');
    if (column !== undefined && at !== column) return undefined;
    column = at;
    widths.add(width);
  }
  return widths.size > 1 ? column : undefined;
}

/** The pairs of a table: those on one line, below its header, or with dotted keys. */
export function pairsOf(node: LayoutNode | undefined): Neighbors {
  if (node?.value?.kind === 'table') return { pairs: node.value.pairs };
  if (node?.section && node.section.pairs.length > 0) return { pairs: node.section.pairs };
  const through = node?.through.at(-1);
  if (node && through) return { pairs: node.through.map(({ pair }) => pair), depth: through.keys };
  return { pairs: node?.section?.pairs ?? [] };
}

/** The neighbors of everything: the whole file. */
export function wholeFile(layout: Layout): Neighbors {
  const pairs: Pair[] = [];
  for (const section of layout.sections) {
    for (const pair of section.pairs) {
      pairs.push(pair);
      if (pairs.length >= MAX_VALUES) return { pairs };
    }
  }
  return { pairs };
}

/** How the lines of a list are laid out that `isLined`. */
function linesOf(text: string, list: InlineList): ListLines {
  const first = list.items[0] as Value;
  const outer = indentAt(text, list.start);
  const own = text.slice(lineStart(text, first.start), first.start);
  const last = list.items.at(-1) as Value;
  return {
    indent: own.startsWith(outer) ? own.slice(outer.length) : own,
    trailing: /^[ \t\r\n]*,/.test(text.slice(last.end, list.end)),
  };
}

/** Whether the first item of a list is alone at the start of a line below the bracket. */
function isLined(text: string, list: InlineList): boolean {
  const first = list.items[0];
  if (!first) return false;
  const line = lineStart(text, first.start);
  return line > list.start && /^[ \t]*$/.test(text.slice(line, first.start));
}

/** Every value of a group, those inside others too. */
function valuesOf({ pairs, values }: Neighbors): Value[] {
  const all: Value[] = [...(values ?? []).slice(0, MAX_VALUES)];
  for (const { value } of pairs) {
    if (all.length >= MAX_VALUES) break;
    all.push(value);
  }
  for (let i = 0; i < all.length && all.length < MAX_VALUES; i++) {
    const value = all[i] as Value;
    if (value.kind === 'list') for (const item of value.items.slice(0, MAX_VALUES)) all.push(item);
    else if (value.kind === 'table') for (const pair of value.pairs.slice(0, MAX_VALUES)) all.push(pair.value);
  }
  return all;
}

/** The pairs inside the tables on one line of a group. */
function innerPairs(group: Neighbors): Pair[] {
  return valuesOf(group).flatMap((value) => (value.kind === 'table' ? value.pairs : []));
}

function keysOf({ pairs, depth = 0 }: Neighbors): KeyPart[] {
  return pairs.flatMap(({ keys }) => keys[depth] ?? []);
}

const between = (text: string, { keys, value }: Pair) => text.slice((keys.at(-1) as KeyPart).end, value.start);

function quoteAt(text: string, at: number): Quote | undefined {
  return text[at] === '"' ? 'basic' : text[at] === "'" ? 'literal' : undefined;
}

/** Whether a string's inside could stand in either kind of quotes, so that its quotes are a choice. */
function isPlain(text: string, start: number, end: number, isLong = false): boolean {
  return !(isLong ? /\\|'''|"""/ : /["'\\]/).test(text.slice(start, end));
}
