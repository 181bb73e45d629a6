import { DrawingDoubt } from './doubt.ts';

/** Coordinates, sizes and widths. Drawing programs stay below a million. */
const MAX_NUMBER = 10_000_000;

/** Pixels for each unit (CSS Values 4, 6.2). Relative units have a measure of their own. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};

// The syntax is strict: after a mistake, a browser may ignore the whole attribute, and draw something much larger.
const NUMBER = '[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?';
const LENGTH = new RegExp(`^\\s*(${NUMBER})(px|pt|pc|in|cm|mm|q|em|ex|%)?\\s*$`, 'i');
const NUMBERS = new RegExp(NUMBER, 'g');
const SEPARATED = /^\s*$|^\s*[^\s,]+(?:(?:\s*,\s*|\s+)[^\s,]+)*\s*$/;

/** What relative lengths refer to, in user units. */
export interface Measures {
  /** The longer side of the drawing, for percentages. */
  side: number;
  fontSize: number;
}

/** Reads a length, in user units. Throws a `DrawingDoubt` where the text is not a length, or is too large. */
export function readLength(text: string, { side, fontSize }: Measures): number {
  const [found, digits, unit = ''] = LENGTH.exec(text) ?? [];
  if (found === undefined) throw new DrawingDoubt('has a length that is not a plain number');
  const factor = UNITS[unit.toLowerCase()] ?? (unit === '%' ? side / 100 : fontSize);
  return bounded(Number(digits) * factor);
}

/** Reads numbers with commas or spaces between them. Throws a `DrawingDoubt` for anything else. */
export function readNumbers(text: string): number[] {
  const words = text.trim() === '' ? [] : text.trim().split(/\s*,\s*|\s+/);
  if (!SEPARATED.test(text)) throw new DrawingDoubt('has a list of numbers that is not plain');
  return words.map((word) => readLength(word, { side: 0, fontSize: Number.NaN }));
}

/** Numbers of path data or of points: how many there are, the largest, and their sum, without their signs. */
export function numbersIn(data: string): { count: number; largest: number; sum: number } {
  const found = { count: 0, largest: 0, sum: 0 };
  for (const [digits] of data.matchAll(NUMBERS)) {
    const value = Math.abs(bounded(Number(digits)));
    found.count++;
    found.largest = Math.max(found.largest, value);
    found.sum += value;
  }
  return found;
}

/** User units that a `viewBox` shows. Undefined where there is none, or where it shows nothing. */
export function readViewBox(text: string | undefined): { width: number; height: number } | undefined {
  if (text === undefined || text.trim() === 'none') return undefined;
  const numbers = readNumbers(text);
  if (numbers.length !== 4) throw new DrawingDoubt('has a viewBox that is not plain');
  const [, , width = 0, height = 0] = numbers;
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** A number as it is. Throws a `DrawingDoubt` where it is too large, or NaN. */
export function bounded(value: number): number {
  if (!(Math.abs(value) <= MAX_NUMBER)) throw new DrawingDoubt('has a number that is too large');
  return value;
}
