import { addTo } from '../base/group-by.ts';
import { lastAtMost } from '../base/search.ts';
import type { FieldPath } from '../model/edit/field.ts';
import type { Layout } from './layout.ts';
import type { TomlScan } from './scan.ts';

/** Where values stand in a TOML text. */

/** 1-based. Columns count UTF-16 units, as web editors do. */
export interface TextPlace {
  line: number;
  column: number;
  /** The path that was asked for, joined by dots. Only with `TomlFile.fields`. */
  field?: string;
}

/** Characters of a line in a finding. */
const EXCERPT = 120;

/** Where a value stands, or where the table or list begins that would hold it. */
export function spanAt({ root }: Layout, path: FieldPath): { start: number; end: number } {
  let node = root;
  for (const part of path) {
    const next = node.children.get(part);
    if (!next) break;
    node = next;
  }
  const { value, through, section, under } = node;
  if (value) return value;
  // A table is written in several places, and has that of the first one.
  const starts = [through[0]?.pair, section?.header, under[0]?.header].flatMap((part) => part?.start ?? []);
  const start = node === root ? 0 : Math.min(...starts);
  return { start, end: start };
}

/**
 * Where the items of lists at the top of a text begin, by the list's key, from the offsets of their headers (`[[key]]`).
 * Parses nothing.
 */
export function itemStarts(text: string, headers: readonly number[]): ReadonlyMap<string, readonly number[]> {
  const starts = new Map<string, number[]>();
  for (const offset of headers) {
    const key = /^\[\[[ \t]*([\w-]{1,80})[ \t]*\]\]/.exec(text.slice(offset, offset + 100))?.[1];
    if (key !== undefined) addTo(starts, key, offset);
  }
  return starts;
}

/** A text without the insides of its long strings and comments. Maps its offsets back to the whole text. */
export class ShortText {
  readonly text: string;
  private readonly starts: number[] = [0];
  private readonly shifts: number[] = [0];

  constructor(text: string, long: TomlScan['long']) {
    let short = '';
    let from = 0;
    for (const { start, end } of long) {
      // The mark holds the offset, so that two long keys stay different.
      short += `${text.slice(from, start)}~${start}~`;
      from = end;
      this.starts.push(short.length);
      this.shifts.push(end - short.length);
    }
    this.text = short + text.slice(from);
  }

  /** The offset in the whole text of an offset in the short one. */
  offset(short: number): number {
    return short + (this.shifts[lastAtMost(this.starts, short)] as number);
  }
}

/** Lines and columns of a text. */
export class LineIndex {
  private readonly text: string;
  private readonly starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  place(offset: number): TextPlace {
    const line = lastAtMost(this.starts, offset);
    return { line: line + 1, column: offset - (this.starts[line] as number) + 1 };
  }

  offset(line: number, column: number): number {
    return (this.starts[line - 1] ?? this.text.length) + column - 1;
  }

  /** The line of a place, cut around its column. */
  excerpt({ line, column }: TextPlace): string {
    const whole = this.text.slice(this.starts[line - 1], this.starts[line] ?? this.text.length);
    const from = Math.max(0, column - 1 - EXCERPT / 2);
    const cut = whole.slice(from, from + EXCERPT).replace(/\r?\n$/, '');
    return `${from > 0 ? '…' : ''}${cut}${from + EXCERPT < whole.length ? '…' : ''}`;
  }
}
