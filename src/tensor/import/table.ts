import { formatNumberOf } from '../../base/amounts.ts';
import { csvCell } from '../../base/csv-cell.ts';
import { BadFileError, TooLargeError } from '../../base/errors.ts';
import { shortened } from '../../base/text.ts';
import { itemPacer } from '../../codec/pause.ts';
import { numberOf } from '../contents/number-text.ts';
import type { Shape } from '../shape.ts';
import { textChoice } from './text-values.ts';
import type { ReadableChoice, ReadHint } from './value-choice.ts';
import '../contents/findings.ts';

export type Separator = ',' | '\t' | ';';

/**
 * What separates the cells of a text: what its first line has most of. Semicolons do only between numbers: some
 * spreadsheets write them where the comma is for decimals. Undefined where there is nothing like it.
 */
export function separatorOf(text: string): Separator | undefined {
  const [first = '', second = ''] = text.replace(/^[\r\n]+/, '').split(/\r?\n/, 2);
  const [commas, tabs] = [',', '\t'].map((mark) => first.split(mark).length - 1) as [number, number];
  if (commas + tabs > 0) return tabs > commas ? '\t' : ',';
  const isRow = (line: string) => line.includes(';') && line.split(';').every((cell) => numberOf(cell) !== undefined);
  return isRow(first) || (first.includes(';') && isRow(second)) ? ';' : undefined;
}

/**
 * Separated values (RFC 4180), with any line ends: rows × columns, and one dimension where there is one row or one
 * column. A first row of names over numbers is left out, which the notes say. Indices in front of the elements, as
 * Boxcutter writes them for more than two dimensions, are read as such. Rejects with `values/hole` and `values/ragged` at
 * the row and the column, with `values/syntax` for a quotation mark without a second one, with `values/no-values`, and
 * with `source/too-large` beyond `MAX_TABLE_CELLS`.
 */
export async function tableChoices(
  text: string,
  separator: Separator | undefined,
  hint: ReadHint,
  signal?: AbortSignal,
): Promise<ReadableChoice[]> {
  const { cells, columns } = await tableOf(text, separator ?? '\n', signal);
  if (cells.length === 0) throw new BadFileError('values/no-values', 'The table is empty.');
  const head = cells.slice(0, columns);
  const found = await lookedThrough(cells, columns, signal);
  const isNamed = hasHead(head, found, cells.length);
  checkHoles(head, found, columns, isNamed);
  const body = isNamed ? cells.slice(columns) : cells;
  const rows = body.length / columns;
  const indexed = isNamed ? indexedShape(head, body) : undefined;
  const names = isNamed ? [`The first row is left out. It has names: ${shortened(head.join(', '), 80)}.`] : [];
  if (indexed) {
    const texts = body.filter((_, at) => at % columns >= indexed.lead);
    const note = `The first ${formatNumberOf(indexed.lead, 'column')} are the indices of each row.`;
    const about = { key: 'table', label: 'table with indices', notes: [note] };
    return [await textChoice({ texts: unmarked(texts), shape: indexed.shape }, about, hint, signal)];
  }
  const all = { key: 'table', label: isNamed ? 'table without its first row' : 'table', notes: names };
  const texts = unmarked(body);
  const choices = [await textChoice({ texts, shape: shapeOf(rows, columns) }, all, hint, signal)];
  // Of a table of texts, nobody can tell whether the first row has names.
  if (!isNamed && rows > 1 && choices[0]?.dtype === 'string') {
    const about = {
      key: 'rest',
      label: 'table without its first row',
      notes: [`The first row is left out: ${shortened(head.join(', '), 80)}.`],
    };
    const rest = { texts: texts.slice(columns), shape: shapeOf(rows - 1, columns) };
    choices.push(await textChoice(rest, about, hint, signal));
  }
  return choices;
}

function shapeOf(rows: number, columns: number): Shape {
  if (rows === 1 && columns === 1) return [];
  if (rows === 1) return [BigInt(columns)];
  return columns === 1 ? [BigInt(rows)] : [BigInt(rows), BigInt(columns)];
}

/** Text that a spreadsheet would run has an apostrophe in front of it, as Boxcutter writes it. */
const MARKED = /^'(?='*[=+\-@\t\r＝＋－＠])/;

function unmarked(texts: readonly string[]): readonly string[] {
  return texts.some((text) => text.startsWith("'")) ? texts.map((text) => text.replace(MARKED, '')) : texts;
}

/** Cells row by row, in one list: of millions of rows, a list for each would take gigabytes. */
interface Table {
  cells: readonly string[];
  /** As many in each row. */
  columns: number;
}

/** Cells of a table: all numbers of one digit that fit a text. Twice as many empty ones would take more than 1 GB. */
const MAX_TABLE_CELLS = 2 ** 24;

function tooMany(): TooLargeError {
  const message = `A table has up to ${formatNumberOf(MAX_TABLE_CELLS, 'cell')}, and this has more. Larger tensors can be .npy.`;
  return new TooLargeError('source/too-large', message, { limit: MAX_TABLE_CELLS, actual: MAX_TABLE_CELLS + 1 });
}

/** Reads all rows. Throws at the first that is longer or shorter than the first one. Blank ones at the end are no rows. */
async function tableOf(text: string, separator: string, signal: AbortSignal | undefined): Promise<Table> {
  const cells: string[] = [];
  const rows = new RowCounter();
  const pause = itemPacer(signal);
  for (let at = 0; at < text.length; ) {
    const start = cells.length;
    const isQuoted = text[at] === '"';
    for (;;) {
      const { value, next, isOpen } = csvCell(text, at, separator);
      if (isOpen) throw openQuote(rows.count + 1, cells.length - start + 1);
      if (cells.length === MAX_TABLE_CELLS) throw tooMany();
      cells.push(value);
      at = next;
      if (text[at] !== separator || separator === '\n') break;
      at++;
      const waits = pause();
      if (waits) await waits;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    const width = cells.length - start;
    rows.add(width, width === 1 && cells[start] === '' && !isQuoted);
    const waits = pause();
    if (waits) await waits;
  }
  cells.length -= rows.blank;
  return { cells, columns: rows.columns };
}

/** Holds the length of each row against that of the first one. */
class RowCounter {
  count = 0;
  columns = 0;
  /** Blank rows since the last one that is not. */
  blank = 0;

  add(width: number, isBlank: boolean): void {
    this.count++;
    if (this.count === 1) this.columns = width;
    if (isBlank) {
      this.blank++;
      return;
    }
    const { count, columns, blank } = this;
    if (width !== columns && blank === count - 1 && blank > 0) throw emptyRow();
    if (blank > 0 && columns !== 1) throw ragged(count - blank, 1, columns);
    if (width !== columns) throw ragged(count, width, columns);
    this.blank = 0;
  }
}

function emptyRow(): BadFileError {
  return new BadFileError('values/hole', 'Row 1 is empty.', { line: 1 });
}

function ragged(line: number, width: number, columns: number): BadFileError {
  const message = `Row ${line} has ${formatNumberOf(width, 'cell')}, and the first one has ${columns}.`;
  return new BadFileError('values/ragged', message, { line });
}

function openQuote(line: number, column: number): BadFileError {
  const message = `The quotation mark that begins row ${line}, column ${column} has no second one.`;
  return new BadFileError('values/syntax', message, { line, column });
}

/** What the cells below the first row are. */
interface LookedThrough {
  /** One of them has something that is not a number. */
  isText: boolean;
  /** The first one with nothing but spaces in it, up to the first text. -1: none. */
  hole: number;
  /** Spaces alone are a text that may stand among numbers. */
  hasSpaces: boolean;
}

async function lookedThrough(
  cells: readonly string[],
  from: number,
  signal: AbortSignal | undefined,
): Promise<LookedThrough> {
  const found = { isText: false, hole: -1, hasSpaces: false };
  const pause = itemPacer(signal);
  for (let at = from; at < cells.length && !found.isText; at++) {
    const cell = cells[at] as string;
    if (numberOf(cell) === undefined) {
      if (cell.trim() !== '') found.isText = true;
      else if (found.hole < 0) found.hole = at;
      if (cell !== '') found.hasSpaces = true;
    }
    const waits = pause();
    if (waits) await waits;
  }
  return found;
}

/** Throws at the first cell that is empty. Among texts, an empty one is a text, too. */
function checkHoles(head: readonly string[], found: LookedThrough, columns: number, isNamed: boolean): void {
  const inHead = isNamed ? -1 : head.findIndex((cell) => cell.trim() === '');
  const at = inHead < 0 ? found.hole : inHead;
  const isText = found.isText || found.hasSpaces || (!isNamed && head.some((cell) => cell !== '' && !isNumber(cell)));
  if (at < 0 || isText) return;
  const place = { line: Math.floor(at / columns) + 1, column: (at % columns) + 1 };
  throw new BadFileError('values/hole', `Row ${place.line}, column ${place.column} is empty.`, place);
}

function isNumber(cell: string): boolean {
  return numberOf(cell) !== undefined;
}

/** Whether the first row has names: some of its cells are no numbers, and all below are. A blank row names nothing. */
function hasHead(head: readonly string[], { isText }: LookedThrough, cells: number): boolean {
  if (cells === head.length) return false;
  if (head.some(isDimension)) return true;
  if (head.every(isNumber) || head.every((cell) => cell.trim() === '')) return false;
  return !isText;
}

function isDimension(name: string): boolean {
  return /^dimension \d+$/.test(name);
}

/** The shape that a head of Boxcutter's names, with the columns of indices. Undefined where the rows are not in order. */
function indexedShape(head: readonly string[], cells: readonly string[]): { lead: number; shape: Shape } | undefined {
  const lead = head.findIndex((name) => !isDimension(name));
  if (lead < 1) return undefined;
  const columns = head.length;
  const sizes = Array.from({ length: lead }, (_, axis) => distinct(cells, axis, columns));
  const across = columns - lead;
  if (sizes.reduce((product, size) => product * size, 1) !== cells.length / columns) return undefined;
  for (let at = columns; at < cells.length; at += columns) if (lexical(cells, at, columns, lead) >= 0) return undefined;
  const isColumn = across === 1 && head[lead] === 'value';
  return { lead, shape: [...sizes, ...(isColumn ? [] : [across])].map(BigInt) };
}

/** How many texts a column has. */
function distinct(cells: readonly string[], axis: number, columns: number): number {
  const texts = new Set<string>();
  for (let at = axis; at < cells.length; at += columns) texts.add(cells[at] as string);
  return texts.size;
}

/** Compares the row before a place with the one there, by the first columns. */
function lexical(cells: readonly string[], at: number, columns: number, count: number): number {
  for (let axis = 0; axis < count; axis++) {
    const difference = Number(cells[at - columns + axis]) - Number(cells[at + axis]);
    if (difference !== 0) return difference;
  }
  return 0;
}
