import { DrawingDoubt } from './doubt.ts';
import { type Measures, readLength, readLengths } from './number.ts';
import type { Part } from './part.ts';
import { readStyleSheet, type StyleSheet, valuesOf } from './style.ts';

/** Font size of a document that states none, in pixels. */
export const FONT_SIZE = 16;

/**
 * Characters of values that are read, of all elements and for each copy of one. Reading so many takes half a second.
 * Ten thousand elements with the styles of drawing programs have a tenth of it.
 */
const MAX_READ = 10_000_000;

/** The dashes and gaps of a line: length of one round, and how many there are in it. */
export interface Dash {
  period: number;
  count: number;
}

/**
 * Finds the values of styles. Where several could apply to an element, it takes all of them into account, so that it
 * does not depend on which one wins.
 */
export class Cascade {
  readonly #sheet: StyleSheet;
  readonly #known = new Map<Part, Map<string, readonly string[]>>();
  #read = 0;

  /** @param styles text of the style elements. Throws a `DrawingDoubt` where it is not plain. */
  constructor(styles: string) {
    this.#sheet = readStyleSheet(styles);
  }

  /**
   * All values that may apply. Throws a `DrawingDoubt` beyond `MAX_READ`: a few rules can give a thousand values to
   * each element.
   */
  values(part: Part, property: string): readonly string[] {
    const known = this.#known.get(part) ?? new Map<string, readonly string[]>();
    this.#known.set(part, known);
    const values = known.get(property) ?? valuesOf(this.#sheet, part, property);
    known.set(property, values);
    for (const { length } of values) this.#read += 1 + length;
    if (this.#read > MAX_READ) throw new DrawingDoubt('gives its elements too many styles');
    return values;
  }

  /** Whether a fill or stroke paints anything. */
  paints(part: Part, property: 'fill' | 'stroke', outside: boolean): boolean {
    const values = this.values(part, property).filter((value) => value !== 'inherit');
    return values.length === 0 ? outside : values.some((value) => value !== 'none' && value !== 'transparent');
  }

  /** The largest value that a property may have. */
  largest(part: Part, property: string, otherwise: number, read: (value: string) => number): number {
    const values = this.values(part, property).filter((value) => value !== 'inherit');
    return values.length === 0 ? otherwise : values.reduce((most, value) => Math.max(most, read(value)), -Infinity);
  }

  fontSize(part: Part, outside: Measures): number {
    const own = this.largest(part, 'font-size', outside.fontSize, (value) => fontSizeOf(value, outside));
    return this.largest(part, 'font', own, (value) => shorthandSize(value, outside));
  }

  dash(part: Part, outside: Dash | undefined, measures: Measures): Dash | undefined {
    const values = this.values(part, 'stroke-dasharray').filter((value) => value !== 'inherit');
    if (values.length === 0) return outside;
    let finest: Dash | undefined;
    for (const value of values) {
      if (value === 'none') continue;
      const lengths = readLengths(value, measures);
      const period = lengths.reduce((sum, length) => sum + Math.abs(length), 0);
      // With lengths of zero alone, the line has no dashes.
      if (period > 0 && !(finest && finest.period / finest.count <= period / lengths.length))
        finest = { period, count: lengths.length };
    }
    return finest;
  }
}

const FONT_WORDS = /^(?:xx-small|x-small|small|medium|large|x-large|xx-large|xxx-large|smaller|larger)$/;

function fontSizeOf(value: string, outside: Measures): number {
  // A number without a unit is valid in an attribute alone. In a style, the size around the element stays.
  if (/^[+.\d-]*$/.test(value)) return Math.max(outside.fontSize, Math.abs(readLength(value, outside)));
  // `xxx-large` is three times the usual size. `larger` is a step of a fifth.
  if (FONT_WORDS.test(value)) return Math.max(3 * FONT_SIZE, 1.2 * outside.fontSize);
  if (value.trim().endsWith('%')) return (readLength(value.trim().slice(0, -1), outside) / 100) * outside.fontSize;
  return Math.abs(readLength(value, outside));
}

/** The size in a `font` shorthand: its largest length. */
function shorthandSize(value: string, outside: Measures): number {
  const bare = value.replace(/"[^"]*"|'[^']*'/g, ' ');
  const sizes = bare
    .split(/[\s,/]+/)
    .filter((word) => /^[+.\d-]*\d/.test(word) && !/^\d+$/.test(word))
    .map((word) => fontSizeOf(word, outside));
  return Math.max(3 * FONT_SIZE, outside.fontSize, ...sizes);
}
