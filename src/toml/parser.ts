import { parse } from 'smol-toml';
import { type AST, parseTOML } from 'toml-eslint-parser';
import { formatCount } from '../base/amounts.ts';
import { decodeUtf8 } from '../base/bytes.ts';
import { BadFileError } from '../base/errors.ts';
import { type Finding, type FindingCode, finding } from '../base/findings.ts';
import { MAX_TOML_DEPTH, MAX_TOML_VALUES } from '../base/limits.ts';
import { once } from '../base/memo.ts';
import { Report } from '../base/report.ts';
import { type FieldPath, type FieldValue, isTable } from '../model/edit/field.ts';
import { type Layout, layoutOf } from './layout.ts';
import { placeWords } from './place-words.ts';
import { itemStarts, LineIndex, ShortText, spanAt, type TextPlace } from './places.ts';
import { scanToml, type TomlScan } from './scan.ts';
import { mappedTable } from './values.ts';
import './findings.ts';

/** A parsed table. It has no prototype, so any key is safe. Integers are bigint, floats number, dates Date. */
export interface TomlTable {
  [key: string]: unknown;
}

/** Finds the place of a value in the text. */
export interface TomlPlaces {
  /** The place of the value at `path`. Where there is no such value, the table or list that would hold it. */
  at(path: FieldPath): TextPlace;
  /** The first place of a piece of the string at `path`. As `at`, where the string writes the piece with escapes. */
  within(path: FieldPath, piece: string): TextPlace;
  /** As `at`, but an offset into the text, for sorting. */
  offset(path: FieldPath): number;
}

export interface TomlDocument extends TomlPlaces {
  /** Undefined where the text is not TOML 1.0. `findings` then say why. */
  value?: TomlTable;
  findings: Finding[];
  /** Where each part of the text is. Undefined where it is not TOML, or has more than `MAX_TOML_VALUES`. */
  layout(): Layout | undefined;
}

/** Every integer of a file must fit: the reference reader's parser keeps them as i64. */
export const MIN_INTEGER = -(2n ** 63n);
export const MAX_INTEGER = 2n ** 63n - 1n;

/** How findings name a file, and their codes for a text that cannot be used as a whole. */
export interface TomlFile {
  path: string;
  /** For a text that is not TOML. */
  syntax: FindingCode;
  /** For a text with more values than Boxcutter reads. */
  tooLarge: FindingCode;
  /**
   * Keys, values and comments that are read. `MAX_TOML_VALUES` where it is left out. More than that are read only of a
   * plain text (`TomlScan.plain`) and without a tree.
   */
  maxValues?: number;
  /** Whether places name their field, in findings too. */
  fields?: true;
}

/**
 * Parses TOML 1.0 and knows the places of values. One parser gives the values, and also accepts what TOML 1.1 added.
 * The other gives the places, accepts only TOML 1.0, and takes five times as long. It reads the text when the first
 * place is asked for, but at once where the text is not plain (`TomlScan.plain`). A byte-order mark is allowed, as in
 * the reference reader. Never throws.
 *
 * @param source UTF-8 bytes, or the text
 */
export function parseToml(source: Uint8Array | string, file: TomlFile): TomlDocument {
  const { path, maxValues = MAX_TOML_VALUES, fields } = file;
  const decoded = typeof source === 'string' ? source : decodeUtf8(source);
  if (decoded === undefined) {
    const findings = [finding('toml/encoding', `${path} is not UTF-8 text.`, { path })];
    return { ...nowhere({ line: 1, column: 1 }, 0), findings };
  }
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  const lines = new LineIndex(text);
  const scan = scanWithin(text, maxValues);
  const found = scan.problem ? scanFault(scan.problem, scan.plain, file) : read(text, scan, lines, file);
  if ('code' in found) return faulty(found, file, lines);
  const { value, layout } = found;
  const items = once(() => itemStarts(text, scan.items));
  const spanOf = (where: FieldPath) => {
    const laid = layout();
    if (laid) return spanAt(laid, where);
    // Of a text that is too long to lay out, only the items of its lists are found.
    const starts = items().get(String(where[0])) ?? [];
    const start = starts[Number(where[1])] ?? starts[0] ?? 0;
    return { start, end: start };
  };
  const report = new Report();
  const offset = (at: FieldPath) => spanOf(at).start;
  const placed = (where: FieldPath, at: number) => ({
    ...lines.place(at),
    ...(fields && where.length > 0 ? { field: where.join('.') } : {}),
  });
  const at = (where: FieldPath) => placed(where, offset(where));
  const within = (where: FieldPath, piece: string) => {
    const { start, end } = spanOf(where);
    const inside = text.slice(start, end).indexOf(piece);
    return placed(where, start + Math.max(0, inside));
  };
  eachHugeInteger(value, [], (where) =>
    report.add('toml/integer-range', `${path} has an integer that does not fit in 64 bits.`, () => ({
      path,
      ...at(where),
    })),
  );
  return { value, findings: report.findings, layout, at, within, offset };
}

/** The places of a text that has no value. */
function nowhere(place: TextPlace, offset: number): Omit<TomlDocument, 'findings'> {
  return { layout: () => undefined, at: () => place, within: () => place, offset: () => offset };
}

/** Why a text cannot be used as a whole, and where. */
interface Fault {
  offset: number;
  code: FindingCode;
  /** What is wrong, in a sentence that names the place. */
  say(place: TextPlace): string;
}

function syntaxFault({ path, syntax }: TomlFile, offset: number, reason: string): Fault {
  const say = ({ line, column }: TextPlace) => `${path} is not valid TOML 1.0${placeWords(line, column)}: ${reason}.`;
  return { offset, code: syntax, say };
}

function scanFault({ kind, offset }: NonNullable<TomlScan['problem']>, isPlain: boolean, file: TomlFile): Fault {
  const { path, tooLarge, maxValues = MAX_TOML_VALUES } = file;
  switch (kind) {
    case 'escape':
      return syntaxFault(file, offset, 'TOML 1.0 does not have this escape in strings');
    case 'too-deep': {
      const say = ({ line }: TextPlace) => `${path} is nested more than ${MAX_TOML_DEPTH} levels deep on line ${line}.`;
      return { offset, code: 'toml/too-deep', say };
    }
    case 'too-many': {
      const most = isPlain ? maxValues : Math.min(maxValues, MAX_TOML_VALUES);
      return { offset, code: tooLarge, say: () => `${path} has more than ${formatCount(most)} values.` };
    }
    case 'too-long':
      return { offset, code: tooLarge, say: () => `${path} has a number or key that is longer than any real one.` };
  }
}

/** A document without values. All its places are that of the fault. */
function faulty({ offset, code, say }: Fault, { path }: TomlFile, lines: LineIndex): TomlDocument {
  const place = lines.place(offset);
  const excerpt = lines.excerpt(place);
  const where = { path, ...place, ...(excerpt === '' ? {} : { excerpt }) };
  return { ...nowhere(place, offset), findings: [finding(code, say(place), where)] };
}

type Reading = Required<Pick<TomlDocument, 'value' | 'layout'>>;

/** Reads a text whose scan has found no problem. */
function read(text: string, scan: TomlScan, lines: LineIndex, file: TomlFile): Reading | Fault {
  const short = new ShortText(text, scan.long);
  const fault = (offset: number, error: unknown) => syntaxFault(file, offset, reasonOf(error));
  let value: TomlTable | undefined;
  let wrong: unknown;
  try {
    value = tableOf(text);
  } catch (error) {
    wrong = error;
  }
  const layOut = once(() =>
    scan.values > MAX_TOML_VALUES ? undefined : layoutOf(treeOf(short), text, (at) => short.offset(at)),
  );
  if (!value || !scan.plain) {
    try {
      layOut();
    } catch (error) {
      const { index } = error as { index?: unknown };
      if (typeof index !== 'number') return fault(0, error);
      return fault(short.offset(faultAt(short.text, Math.min(index, short.text.length))), error);
    }
  }
  if (!value) {
    const { line, column } = wrong as Partial<TextPlace>;
    return fault(line === undefined ? 0 : lines.offset(line, column ?? 1), wrong);
  }
  const layout = once(() => {
    try {
      return layOut();
    } catch {
      // The parsers disagree, and the one that gives the values accepts the text.
      return undefined;
    }
  });
  return { value, layout };
}

/**
 * `scanToml`, with `MAX_TOML_VALUES` as the limit of a text that needs the parser of places, which takes much longer.
 */
function scanWithin(text: string, maxValues: number): TomlScan {
  const scan = scanToml(text, maxValues);
  return scan.plain || scan.values <= MAX_TOML_VALUES ? scan : { ...scanToml(text, MAX_TOML_VALUES), plain: false };
}

function tableOf(text: string): TomlTable {
  // The reference reader's parser takes CR LF in a multi-line string for LF.
  const folded = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
  return parse(folded, { integersAsBigInt: true, maxDepth: MAX_TOML_DEPTH + 1 }) as TomlTable;
}

function treeOf(short: ShortText): AST.TOMLProgram {
  // The line end keeps the parser from giving a wrong range to a number at the very end of a text.
  return parseTOML(`${short.text}\n`, { tomlVersion: '1.0' });
}

/**
 * The values of a TOML text without their places. For large files: it is faster. Throws BadFileError with `code` where
 * the text is not TOML.
 */
export function parseValues(text: string, path: string, code: FindingCode): TomlTable {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded', maxDepth: MAX_TOML_DEPTH }) as TomlTable;
  } catch (error) {
    const { line, column } = error as Partial<TextPlace>;
    const place = line === undefined ? {} : { line, column };
    throw new BadFileError(code, `${path} is not valid TOML: ${reasonOf(error)}.`, { path, ...place, cause: error });
  }
}

/** A TOML value as plain data: dates are text, tables have an ordinary prototype. */
export function plainValue(value: unknown): FieldValue {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainValue);
  return isTable(value) ? mappedTable(value, plainValue) : (value as FieldValue);
}

/** The name of a value's type, in TOML's words. */
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
 * Where the fault lies. At a line that ends too early, the parser stops at the start of the next line. The text before
 * that is then no TOML either, and the fault is at the end of the earlier line.
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

/** The parser's reason, as part of a sentence: its first line, without the prefix and in lower case. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const first = (message.split('\n')[0] ?? '')
    .replace(/^Invalid TOML document: /, '')
    .replace(/^Unexpected invalid (date|time)$/, 'There is no such $1')
    .replace(/\.$/, '');
  return first.charAt(0).toLowerCase() + first.slice(1);
}

/** Calls `found` with the path of each integer of a value that does not fit. */
function eachHugeInteger(value: unknown, path: (string | number)[], found: (path: FieldPath) => void): void {
  if (typeof value === 'bigint') {
    if (value < MIN_INTEGER || value > MAX_INTEGER) found([...path]);
  } else if (Array.isArray(value) || isTable(value)) {
    for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      path.push(key);
      eachHugeInteger(item, path, found);
      path.pop();
    }
  }
}
