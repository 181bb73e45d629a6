import { csvCell } from '../../base/csv-cell.ts';

// Not papaparse 5.7 (well kept, 19 KB): it cannot stop within a row, so that a MiB of commas becomes a million cells
// first, and a MiB of stray quotation marks 500,000 errors, which takes 10 times as long on the page's own thread.

/** Rows and columns of a table that are shown. A text of 1 MiB can have a million of either. */
export const MAX_CSV_ROWS = 20_000;
export const MAX_CSV_COLUMNS = 200;

/** A table as text. Rows may have fewer cells than the first one. */
export interface CsvTable {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  /** Rows or columns were left out. */
  isCut: boolean;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Reads text with separated values (RFC 4180, and what spreadsheets make of it). The first row is the header. A quoted
 * cell may have line ends, and doubled quotation marks for one. A quotation mark within a cell stands for itself. Never
 * throws.
 *
 * @param delimiter by default the one of `,`, `;`, tab and `|` that the first line has most of
 */
export function readCsv(text: string, delimiter: string = delimiterOf(text)): CsvTable {
  const rows: string[][] = [];
  let row: string[] = [];
  let isCut = false;
  let at = text.startsWith('\ufeff') ? 1 : 0;
  const add = (value: string) => {
    if (row.length < MAX_CSV_COLUMNS) row.push(value);
    else isCut = true;
  };
  while (at < text.length && rows.length <= MAX_CSV_ROWS) {
    const { value, next } = csvCell(text, at, delimiter);
    add(value);
    at = next;
    if (text[at] === delimiter) {
      at++;
      if (at < text.length) continue;
      add('');
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  const [header = [], ...others] = rows;
  return { header, rows: others.slice(0, MAX_CSV_ROWS), isCut: isCut || at < text.length };
}

/**
 * A decimal number. Its digits can be matched in one way alone: with an optional point between two runs of them, a cell
 * of a hundred thousand digits and a letter would take half a minute.
 */
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** Whether a cell is a decimal number. */
export function isNumber(cell: string): boolean {
  return NUMBER.test(cell);
}

function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const line = (end < 0 ? text : text.slice(0, end)).slice(0, 100_000).replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string;
}
