import { formatNumberOf } from '../../base/amounts.ts';
import { csvCell } from '../../base/csv-cell.ts';
import { BadFileError } from '../../base/errors.ts';
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
  const [first = '', second = ''] = text.split(/\r?\n/, 2);
  const [commas, tabs] = [',', '\t'].map((mark) => first.split(mark).length - 1) as [number, number];
  if (commas + tabs > 0) return tabs > commas ? '\t' : ',';
  const isRow = (line: string) => line.includes(';') && line.split(';').every((cell) => numberOf(cell) !== undefined);
  return isRow(first) || (first.includes(';') && isRow(second)) ? ';' : undefined;
}

/**
 * Separated values (RFC 4180), with any line ends: rows × columns, and one dimension where there is one row or one
 * column. A first row of names over numbers is left out, which the notes say. Indices in front of the elements, as
 * Boxcutter writes them for more than two dimensions, are read as such. Rejects with `values/hole` and `values/ragged` at
 * the row and the column, with `values/syntax` for a quotation mark without a second one, and with `values/no-values`.
 */
export async function tableChoices(
  text: string,
  separator: Separator | undefined,
  hint: ReadHint,
  signal?: AbortSignal,
): Promise<ReadableChoice[]> {
  const rows = await rowsOf(text, separator ?? '\n', signal);
  const [head] = rows;
  if (!head) throw new BadFileError('values/no-values', 'The table is empty.');
  const isNamed = hasHead(rows);
  const body = isNamed ? rows.slice(1) : rows;
  const indexed = isNamed ? indexedShape(head, body) : undefined;
  const columns = head.length;
  checkCells(body, columns, isNamed ? 2 : 1);
  const names = isNamed ? [`The first row is left out. It has names: ${shortened(head.join(', '), 80)}.`] : [];
  if (indexed) {
    const texts = body.flatMap((row) => row.slice(indexed.lead));
    const note = `The first ${formatNumberOf(indexed.lead, 'column')} are the indices of each row.`;
    const about = { key: 'table', label: 'table with indices', notes: [note] };
    return [await textChoice({ texts: unmarked(texts), shape: indexed.shape }, about, hint, signal)];
  }
  const all = { key: 'table', label: isNamed ? 'table without its first row' : 'table', notes: names };
  const choices = [
    await textChoice({ texts: unmarked(body.flat()), shape: shapeOf(body.length, columns) }, all, hint, signal),
  ];
  // Of a table of texts, nobody can tell whether the first row has names.
  if (!isNamed && rows.length > 1 && choices[0]?.dtype === 'string') {
    const rest = rows.slice(1);
    const about = {
      key: 'rest',
      label: 'table without its first row',
      notes: [`The first row is left out: ${shortened(head.join(', '), 80)}.`],
    };
    choices.push(
      await textChoice({ texts: unmarked(rest.flat()), shape: shapeOf(rest.length, columns) }, about, hint, signal),
    );
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

function unmarked(texts: readonly string[]): string[] {
  return texts.map((text) => text.replace(MARKED, ''));
}

/** Reads all rows. Blank lines at the end are no rows. */
async function rowsOf(text: string, separator: string, signal: AbortSignal | undefined): Promise<string[][]> {
  const rows: string[][] = [];
  let blank = 0;
  const pause = itemPacer(signal);
  for (let at = 0; at < text.length; ) {
    const row: string[] = [];
    const isQuoted = text[at] === '"';
    for (;;) {
      const { value, next, isOpen } = csvCell(text, at, separator);
      const place = { line: rows.length + 1, column: row.length + 1 };
      if (isOpen) {
        const message = `The quotation mark that begins row ${place.line}, column ${place.column} has no second one.`;
        throw new BadFileError('values/syntax', message, place);
      }
      row.push(value);
      at = next;
      if (text[at] !== separator || separator === '\n') break;
      at++;
      const waits = pause();
      if (waits) await waits;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    rows.push(row);
    blank = row.length === 1 && row[0] === '' && !isQuoted ? blank + 1 : 0;
    const waits = pause();
    if (waits) await waits;
  }
  return blank === 0 ? rows : rows.slice(0, -blank);
}

/** Throws at the first row that is longer or shorter than the first one, and at the first cell that is empty. */
function checkCells(rows: readonly (readonly string[])[], columns: number, firstLine: number): void {
  for (const [at, row] of rows.entries()) {
    const line = at + firstLine;
    if (row.length !== columns) {
      const message = `Row ${line} has ${formatNumberOf(row.length, 'cell')}, and the first one has ${columns}.`;
      throw new BadFileError('values/ragged', message, { line });
    }
  }
  const isText = rows.some((row) => row.some((cell) => cell !== '' && numberOf(cell) === undefined));
  for (const [at, row] of rows.entries()) {
    const column = row.findIndex((cell) => cell.trim() === '');
    // Among texts, an empty one is a text, too.
    if (column < 0 || isText) continue;
    const message = `Row ${at + firstLine}, column ${column + 1} is empty.`;
    throw new BadFileError('values/hole', message, { line: at + firstLine, column: column + 1 });
  }
}

/** Whether the first row has names: some of its cells are no numbers, and all below are. */
function hasHead([head = [], ...body]: readonly (readonly string[])[]): boolean {
  if (body.length === 0) return false;
  if (head.some(isDimension)) return true;
  if (head.every((cell) => numberOf(cell) !== undefined)) return false;
  return body.every((row) => row.every((cell) => cell.trim() === '' || numberOf(cell) !== undefined));
}

function isDimension(name: string): boolean {
  return /^dimension \d+$/.test(name);
}

/** The shape that a head of Boxcutter's names, with the columns of indices. Undefined where the rows are not in order. */
function indexedShape(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): { lead: number; shape: Shape } | undefined {
  const lead = head.findIndex((name) => !isDimension(name));
  if (lead < 1) return undefined;
  const sizes = Array.from({ length: lead }, (_, axis) => new Set(rows.map((row) => row[axis])).size);
  const across = head.length - lead;
  if (sizes.reduce((product, size) => product * size, 1) !== rows.length) return undefined;
  const isOrdered = rows.every((row, at) => at === 0 || lexical(rows[at - 1] as readonly string[], row, lead) < 0);
  const isColumn = across === 1 && head[lead] === 'value';
  return isOrdered ? { lead, shape: [...sizes, ...(isColumn ? [] : [across])].map(BigInt) } : undefined;
}

function lexical(before: readonly string[], after: readonly string[], count: number): number {
  for (let at = 0; at < count; at++) {
    const difference = Number(before[at]) - Number(after[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}
