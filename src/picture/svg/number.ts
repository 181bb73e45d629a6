import { DrawingDoubt } from './doubt.ts';

/** Coordinates, sizes and widths. Drawing programs stay below a million. */
const MAX_NUMBER = 10_000_000;

/** What relative lengths refer to, in user units. */
export interface Measures {
  /** Size of the nearest viewport. */
  width: number;
  height: number;
  fontSize: number;
}

/** Pixels for each unit (CSS Values 4, 6.2). */
const ABSOLUTE: Readonly<Record<string, number>> = {
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
const NUMBER = '[+-]?(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?';
const SPACES = '[ \\t\\r\\n]*';
const LENGTH = new RegExp(`^${SPACES}(${NUMBER})(px|pt|pc|in|cm|mm|q|em|ex|%)?${SPACES}$`, 'i');
const FIRST = new RegExp(`${SPACES}(${NUMBER})`, 'y');
const COMMA = `${SPACES}(?:,${SPACES})?`;
const FOLLOWING = new RegExp(`${COMMA}(${NUMBER})`, 'y');
const FLAG = new RegExp(`${COMMA}([01])`, 'y');
const LETTER = new RegExp(`${SPACES}([^ \\t\\r\\n])?`, 'y');

/** Checks that a number is at most `MAX_NUMBER`, with either sign. Throws a `DrawingDoubt`. */
export function bounded(value: number): number {
  if (!(Math.abs(value) <= MAX_NUMBER)) throw new DrawingDoubt('has a number that is too large');
  return value;
}

/** Checks that a number is not below zero. Throws a `DrawingDoubt`. */
export function positive(value: number): number {
  if (value < 0) throw new DrawingDoubt('has a negative number where none is allowed');
  return value;
}

/**
 * Reads a length, in user units. A percentage refers to the longer side of the viewport. Throws a `DrawingDoubt` where
 * the text is not a length.
 */
export function readLength(text: string, measures: Measures): number {
  const [found, digits, unit = ''] = LENGTH.exec(text) ?? [];
  if (found === undefined) throw new DrawingDoubt('has a length that is not a plain number');
  const factor = ABSOLUTE[unit.toLowerCase()];
  if (factor !== undefined) return bounded(Number(digits) * factor);
  if (unit === '%') return bounded((Number(digits) / 100) * Math.max(measures.width, measures.height));
  return bounded(Number(digits) * measures.fontSize);
}

/** Reads a list of lengths, separated by spaces or commas. */
export function readLengths(text: string, measures: Measures): number[] {
  return text.split(/[ \t\r\n]*,[ \t\r\n]*|[ \t\r\n]+/).map((part) => readLength(part, measures));
}

/** Reads numbers without units one after the other: path data, or the arguments of a transform. */
export class NumberReader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next number. A comma may precede it. Undefined where no number follows. */
  next(pattern: RegExp = FOLLOWING): number | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return undefined;
    this.at = pattern.lastIndex;
    return bounded(Number(found[1]));
  }

  /** The first number of a list. Undefined where no number follows. */
  first(): number | undefined {
    return this.next(FIRST);
  }

  /** The next number. Throws a `DrawingDoubt` where no number follows. */
  take(): number {
    const found = this.next();
    if (found === undefined) throw new DrawingDoubt('has path data or a list of numbers that ends too early');
    return found;
  }

  /** Reads a flag of an arc: one digit, which needs no space after it. */
  flag(): void {
    FLAG.lastIndex = this.at;
    if (!FLAG.exec(this.text)) throw new DrawingDoubt('has path data that is not plain');
    this.at = FLAG.lastIndex;
  }

  /** The next character other than a space. Moves to its end. Undefined at the end of the text. */
  letter(): string | undefined {
    LETTER.lastIndex = this.at;
    const letter = LETTER.exec(this.text)?.[1];
    if (letter !== undefined) this.at = LETTER.lastIndex;
    return letter;
  }
}

/** Reads a list of numbers. Throws a `DrawingDoubt` where it holds anything else. */
export function readNumbers(text: string): number[] {
  const reader = new NumberReader(text);
  const numbers: number[] = [];
  for (let next = reader.first(); next !== undefined; next = reader.next()) numbers.push(next);
  if (text.slice(reader.at).trim() !== '') throw new DrawingDoubt('has a list of numbers that is not plain');
  return numbers;
}
