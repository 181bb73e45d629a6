import type { AST } from 'toml-eslint-parser';
import { lastAtMost } from '../base/search.ts';
import type { FieldPath } from '../model/edit/field.ts';
import type { TomlScan } from './scan.ts';

/** Where values stand in a TOML text. */

/** 1-based. Columns count UTF-16 units, as web editors do. */
export interface TextPlace {
  line: number;
  column: number;
  /** The path that was asked for, joined by dots. Only with `ParseOptions.fields`. */
  field?: string;
}

/** Characters of a line in a finding. */
const EXCERPT = 120;

/** The place of a value, and of those inside it. */
export interface PlaceNode {
  offset: number;
  /** Where a string ends. */
  end?: number;
  children?: Map<string | number, PlaceNode>;
}

/** The node at a path, or the nearest one above it. */
export function find(root: PlaceNode, path: FieldPath): PlaceNode {
  let node = root;
  for (const part of path) {
    const next = node.children?.get(part);
    if (!next) return node;
    node = next;
  }
  return node;
}

function child(node: PlaceNode, key: string | number, offset: number): PlaceNode {
  node.children ??= new Map();
  let next = node.children.get(key);
  if (!next) {
    next = { offset };
    node.children.set(key, next);
  }
  return next;
}

/** The places of all values. The parser's tree, many times larger, need not be kept. */
export function placesOf(program: AST.TOMLProgram, short: ShortText): PlaceNode {
  const root: PlaceNode = { offset: 0 };
  const names = (key: AST.TOMLKey) => key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
  const addValue = (node: PlaceNode, value: AST.TOMLContentNode) => {
    node.offset = short.offset(value.range[0]);
    if (value.type === 'TOMLValue' && value.kind === 'string') node.end = short.offset(value.range[1]);
    if (value.type === 'TOMLArray') {
      for (const [i, element] of value.elements.entries()) addValue(child(node, i, 0), element);
    } else if (value.type === 'TOMLInlineTable') addPairs(node, value.body);
  };
  const addPairs = (table: PlaceNode, pairs: readonly AST.TOMLKeyValue[]) => {
    for (const pair of pairs) {
      const offset = short.offset(pair.range[0]);
      let node = table;
      for (const name of names(pair.key)) node = child(node, name, offset);
      addValue(node, pair.value);
    }
  };
  for (const item of program.body[0].body) {
    if (item.type === 'TOMLKeyValue') addPairs(root, [item]);
    else {
      const offset = short.offset(item.range[0]);
      let node = root;
      for (const part of item.resolvedKey) node = child(node, part, offset);
      addPairs(node, item.body);
    }
  }
  return root;
}

/**
 * The places of the items of lists at the top of a text, from the offsets of their headers (`[[key]]`). Finds no other
 * values, and parses nothing.
 */
export function itemPlaces(text: string, headers: readonly number[]): PlaceNode {
  const root: PlaceNode = { offset: 0 };
  for (const offset of headers) {
    const key = /^\[\[[ \t]*([\w-]{1,80})[ \t]*\]\]/.exec(text.slice(offset, offset + 100))?.[1];
    if (key === undefined) continue;
    const list = child(root, key, offset);
    child(list, list.children?.size ?? 0, offset);
  }
  return root;
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
