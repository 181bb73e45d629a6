import { parse } from 'smol-toml';
import { type AST, parseTOML } from 'toml-eslint-parser';
import { Report } from '../../../archive/report.ts';
import { decodeUtf8 } from '../../../base/bytes.ts';
import { BadFileError, type ErrorOptions } from '../../../base/errors.ts';
import { type Finding, type FindingCode, finding } from '../../../base/findings.ts';
import { MAX_TOML_DEPTH, MAX_TOML_VALUES } from '../../../base/limits.ts';
import { lastAtMost } from '../../../base/search.ts';
import type { TomlValue } from '../../../model/carton-toml.ts';
import { scanToml, type TomlScan } from './scan.ts';

/** A parsed table: without a prototype, each key its own. Integers are bigint, floats number, dates Date. */
export interface TomlTable {
  [key: string]: unknown;
}

/** 1-based; columns count UTF-16 units, as editors of the web do. */
export interface TextPlace {
  line: number;
  column: number;
  /** The path that was asked for, joined by dots; where `ParseOptions.fields` asks for it. */
  field?: string;
}

export interface ParseOptions {
  /** Whether places, those of findings too, name their field. */
  fields?: boolean;
  /** Gets the parser's tree before it is let go, the text without a byte-order mark, and what gives a place's offset there. */
  onTree?: (tree: AST.TOMLProgram, text: string, offset: (at: number) => number) => void;
}

export type TomlPath = readonly (string | number)[];

/** Finds where in the text something stands. */
export interface TomlPlaces {
  /** The value at `path`, or where there is none the table or list that it would stand in. */
  at(path: TomlPath): TextPlace;
  /** Where a piece of a string's text stands first in the file; where it is written otherwise there (escaped), as `at`. */
  within(path: TomlPath, piece: string): TextPlace;
  /** As `at`, as an offset into the text, for sorting. */
  offset(path: TomlPath): number;
}

export interface TomlDocument extends TomlPlaces {
  /** Undefined where the text is no TOML 1.0; `findings` then say why. */
  value?: TomlTable;
  findings: Finding[];
}

/** Every integer of a file must fit: the reference's parser keeps them as i64. */
const MIN_INTEGER = -(2n ** 63n);
export const MAX_INTEGER = 2n ** 63n - 1n;

const EXCERPT = 120;

/**
 * TOML 1.0 with places. One parser gives the values, the other the places and TOML 1.0's strictness (the first also accepts
 * what TOML 1.1 added); a text must please both. A byte-order mark is allowed, as the reference allows it. Never throws.
 *
 * @param source UTF-8, or its text
 * @param path the file's name in findings
 * @param syntaxCode the code of a text that is no TOML
 */
export function parseToml(
  source: Uint8Array | string,
  path: string,
  syntaxCode: FindingCode = 'toml/syntax',
  { fields = false, onTree }: ParseOptions = {},
): TomlDocument {
  const decoded = typeof source === 'string' ? source : decodeUtf8(source);
  if (decoded === undefined) {
    const nowhere = { at: () => ({ line: 1, column: 1 }), within: () => ({ line: 1, column: 1 }), offset: () => 0 };
    return { ...nowhere, findings: [finding('toml/encoding', `${path} is not UTF-8 text.`, { path })] };
  }
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  const lines = new LineIndex(text);
  const fail = (code: FindingCode, offset: number, say: (place: TextPlace) => string): TomlDocument => {
    const place = lines.place(offset);
    const excerpt = lines.excerpt(place);
    return {
      at: () => place,
      within: () => place,
      offset: () => offset,
      findings: [finding(code, say(place), { path, ...place, ...(excerpt === '' ? {} : { excerpt }) })],
    };
  };
  const failSyntax = (offset: number, reason: string) =>
    fail(
      syntaxCode,
      offset,
      ({ line, column }) => `${path} is not valid TOML 1.0 at line ${line}, column ${column}: ${reason}.`,
    );

  const scan = scanToml(text);
  if (scan.problem) {
    const { kind, offset } = scan.problem;
    if (kind === 'escape') return failSyntax(offset, 'TOML 1.0 has no such escape in a string');
    if (kind === 'too-deep')
      return fail(
        'toml/too-deep',
        offset,
        (at) => `${path} nests more than ${MAX_TOML_DEPTH} levels at line ${at.line}.`,
      );
    return fail('carton/file-too-large', offset, () =>
      kind === 'too-many'
        ? `${path} holds more than ${MAX_TOML_VALUES.toLocaleString('en')} values.`
        : `${path} holds a number or key that is longer than any real one.`,
    );
  }

  const short = new ShortText(text, scan.long);
  let root: PlaceNode;
  let tree: AST.TOMLProgram | undefined;
  try {
    // Of a number at the very end of a text, the parser gives a wrong range.
    tree = parseTOML(`${short.text}\n`, { tomlVersion: '1.0' });
    root = placesOf(tree, short);
  } catch (error) {
    const index = (error as { index?: unknown }).index;
    if (typeof index !== 'number') return failSyntax(0, reasonOf(error));
    return failSyntax(short.offset(faultAt(short.text, Math.min(index, short.text.length))), reasonOf(error));
  }
  let value: TomlTable;
  try {
    // The reference's parser takes CR LF in a string of several lines for LF.
    const folded = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
    value = parse(folded, { integersAsBigInt: true, maxDepth: MAX_TOML_DEPTH + 1 }) as TomlTable;
  } catch (error) {
    const { line, column } = error as Partial<TextPlace>;
    return failSyntax(line === undefined ? 0 : lines.offset(line, column ?? 1), reasonOf(error));
  }
  onTree?.(tree, text, (at) => short.offset(at));
  const report = new Report();
  const offset = (at: TomlPath) => find(root, at).offset;
  const placed = (where: TomlPath, at: number) => ({
    ...lines.place(at),
    ...(fields && where.length > 0 ? { field: where.join('.') } : {}),
  });
  const at = (where: TomlPath) => placed(where, offset(where));
  const within = (where: TomlPath, piece: string) => {
    const { offset: start, end = start } = find(root, where);
    const found = text.slice(start, end).indexOf(piece);
    return placed(where, start + Math.max(0, found));
  };
  for (const where of hugeIntegers(value)) {
    report.add('toml/integer-range', `${path} holds an integer that does not fit in 64 bits.`, () => ({
      path,
      ...at(where),
    }));
  }
  return { value, findings: report.findings, at, within, offset };
}

/**
 * The strings of a string tensor's file: a list `data` (format document, "tensor_data"). Values only, for speed: the file may be large.
 * Throws BadFileError `tensor/bad-strings`.
 */
export function parseStrings(bytes: Uint8Array, path: string): string[] {
  const bad = (why: string, fields: ErrorOptions = {}) =>
    new BadFileError('tensor/bad-strings', `${path} ${why}.`, { path, ...fields });
  const text = decodeUtf8(bytes);
  if (text === undefined) throw bad('is not UTF-8 text');
  let value: TomlTable;
  try {
    value = parse(text, { integersAsBigInt: 'asNeeded', maxDepth: MAX_TOML_DEPTH }) as TomlTable;
  } catch (error) {
    const { line, column } = error as Partial<TextPlace>;
    const place = line === undefined ? {} : { line, ...(column === undefined ? {} : { column }) };
    throw bad(`is not valid TOML: ${reasonOf(error)}`, { ...place, cause: error });
  }
  const { data } = value;
  if (!Array.isArray(data)) throw bad('holds no list “data”');
  if (!data.every((item) => typeof item === 'string'))
    throw bad('holds something else than strings in its list “data”');
  return data;
}

/** A TOML value as plain data: dates as text, tables with an ordinary prototype. */
export function plainValue(value: unknown): TomlValue {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainValue(inner)]));
  return value as TomlValue;
}

export function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** What a value is, in TOML's words. */
export function tomlTypeName(value: unknown): string {
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'bigint') return 'an integer';
  if (typeof value === 'number') return 'a float';
  if (typeof value === 'boolean') return 'a boolean';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  return 'a table';
}

/**
 * Where the fault lies: the parser stops at the beginning of a line also where what is wrong is that the line before has ended. Then
 * the text up to there is no TOML either, and the end of that line is the place to look at.
 */
function faultAt(text: string, stopped: number): number {
  const before = text.slice(0, stopped);
  if (stopped < text.length && before.slice(before.lastIndexOf('\n') + 1).trim() !== '') return stopped;
  try {
    parseTOML(before, { tomlVersion: '1.0' });
    return stopped;
  } catch {
    return before.trimEnd().length;
  }
}

/** The parser's words, as a part of our sentence: its first line without the prefix, in lower case. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const first = (message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '').replace(/\.$/, '');
  return first.charAt(0).toLowerCase() + first.slice(1);
}

function* hugeIntegers(value: unknown, path: (string | number)[] = []): Generator<TomlPath> {
  if (typeof value === 'bigint') {
    if (value < MIN_INTEGER || value > MAX_INTEGER) yield [...path];
  } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value)) {
      path.push(isList ? Number(key) : key);
      yield* hugeIntegers(inner, path);
      path.pop();
    }
  }
}

interface PlaceNode {
  offset: number;
  /** Of a string: where it ends. */
  end?: number;
  children?: Map<string | number, PlaceNode>;
}

function find(root: PlaceNode, path: TomlPath): PlaceNode {
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

/** The places of all values, of which the parser's tree, many times larger, is then let go. */
function placesOf(program: AST.TOMLProgram, short: ShortText): PlaceNode {
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

/** A text without the insides of its long strings and comments, and the way back from its offsets. */
class ShortText {
  readonly text: string;
  private readonly starts: number[] = [0];
  private readonly shifts: number[] = [0];

  constructor(text: string, long: TomlScan['long']) {
    let short = '';
    let from = 0;
    for (const { start, end } of long) {
      // Unlike any other mark, so that two long keys stay different.
      short += `${text.slice(from, start)}~${start}~`;
      from = end;
      this.starts.push(short.length);
      this.shifts.push(end - short.length);
    }
    this.text = short + text.slice(from);
  }

  /** Offset in the whole text of an offset in the short one. */
  offset(short: number): number {
    return short + (this.shifts[lastAtMost(this.starts, short)] as number);
  }
}

class LineIndex {
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
