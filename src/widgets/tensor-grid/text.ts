import { type DecodedDtype, DTYPES, isComplexDtype } from '../../tensor/dtype.ts';
import { complexParts } from '../../tensor/elements.ts';

/** Digits of a float in a grid, nearly all that a float32 has. The exact value stands below the grid. */
const DIGITS = 6;

/** Digits of a float with an exponent: one less, so that it is not wider. */
const EXPONENT_DIGITS = 5;

/** Characters of a string in a grid's cell. */
const STRING_CHARACTERS = 60;

/** Characters of the longest value of a dtype as the grid shows it, where its kind and its bits do not say them. */
const CHARACTERS: Readonly<Partial<Record<DecodedDtype, number>>> = {
  float8_e3m4: 9,
  F6_E2M3: 6,
  F6_E3M2: 7,
  F4: 4,
  float64: 12,
  complex64: 23,
  complex128: 25,
  string: 28,
};
const FLOAT_CHARACTERS = 11;
const LEAST_CHARACTERS = 4;

function charactersOf(dtype: DecodedDtype): number {
  const facts = DTYPES[dtype];
  if (facts.kind === 'int') return String(-(2n ** BigInt(facts.bits - 1))).length;
  if (facts.kind === 'uint') return Math.max(LEAST_CHARACTERS, String(2n ** BigInt(facts.bits) - 1n).length);
  return CHARACTERS[dtype] ?? (facts.kind === 'bool' ? 'false'.length : FLOAT_CHARACTERS);
}

/** Pixels of a mono character of 13 px, rounded up, and of a cell's padding and border. */
const CHARACTER_WIDTH = 8;
const CELL_PADDING = 17;

/** Pixels of a column that holds `characters`. */
export function columnWidth(characters: number): number {
  return Math.max(40, characters * CHARACTER_WIDTH + CELL_PADDING);
}

/** Pixels of a column of values of this dtype, written so, whose last index is `lastIndex`. */
export function valueColumnWidth(dtype: DecodedDtype, notation: NumberNotation, lastIndex: number): number {
  return columnWidth(Math.max(notationCharacters(dtype, notation), String(lastIndex).length));
}

/** How numbers are written. `hex` and `bits` show what is stored. */
export const NUMBER_NOTATIONS = ['auto', 'fixed', 'scientific', 'hex', 'bits'] as const;

export type NumberNotation = (typeof NUMBER_NOTATIONS)[number];

/** Digits after the point of `fixed`. What has more than nine before it is written as `scientific`. */
const FIXED_DIGITS = 6;
const FIXED_BELOW = 1e9;

/** Digits after the point of `scientific`: with the one before it, seven, about those that a float32 has. */
const SCIENTIFIC_DIGITS = 6;

/** Characters of the longest number as `fixed` or `scientific`: "-123456789.123456", and "-1.234567e+308". */
const FIXED_CHARACTERS = 17;
const SCIENTIFIC_CHARACTERS = 14;

function notationCharacters(dtype: DecodedDtype, notation: NumberNotation): number {
  const facts = DTYPES[dtype];
  if ('bits' in facts && notation === 'hex') return facts.bits / 4;
  if ('bits' in facts && notation === 'bits') return facts.bits;
  const parts = isComplexDtype(dtype) ? 2 : 1;
  if (facts.kind === 'string' || facts.kind === 'bool' || notation === 'auto') return charactersOf(dtype);
  if (notation === 'scientific') return parts * SCIENTIFIC_CHARACTERS + (parts - 1);
  return facts.kind === 'float' || parts > 1 ? parts * FIXED_CHARACTERS + (parts - 1) : charactersOf(dtype);
}

/** An exact value as the notation writes it. Bools and strings are the same in all. */
export function formattedValue(
  dtype: Exclude<DecodedDtype, 'string'>,
  exact: string,
  notation: NumberNotation,
): string {
  const { kind } = DTYPES[dtype];
  if (notation === 'auto' || kind === 'bool') return shortValue(dtype, exact);
  const write = notation === 'scientific' ? scientific : fixed;
  if (isComplexDtype(dtype)) {
    const [real, imaginary] = complexParts(exact).map((part) => write(Number(part))) as [string, string];
    return `${real}${imaginary.startsWith('-') ? '' : '+'}${imaginary}j`;
  }
  return kind === 'float' || notation === 'scientific' ? write(Number(exact)) : exact;
}

function scientific(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return `${Object.is(value, -0) ? '-' : ''}${value.toExponential(SCIENTIFIC_DIGITS)}`;
}

function fixed(value: number): string {
  if (!(Math.abs(value) < FIXED_BELOW)) return scientific(value);
  return `${Object.is(value, -0) ? '-' : ''}${value.toFixed(FIXED_DIGITS)}`;
}

/** The bits of an element, given in hexadecimal digits, as the notation writes them. */
export function formattedBits(digits: string, notation: NumberNotation): string {
  if (notation !== 'bits') return digits;
  return Array.from(digits, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
}

/** The first `most` characters of a string, and an ellipsis where there are more. */
export function shortString(text: string, most = STRING_CHARACTERS): string {
  // A surrogate pair is not cut in two.
  return text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** An exact number as a grid shows it: floats at six digits, also those of a complex number. */
export function shortValue(dtype: Exclude<DecodedDtype, 'string'>, exact: string): string {
  if (isComplexDtype(dtype)) {
    const [real, imaginary] = complexParts(exact).map((part) => shortNumber(Number(part))) as [string, string];
    return `${real}${imaginary.startsWith('-') ? '' : '+'}${imaginary}j`;
  }
  if (DTYPES[dtype].kind !== 'float') return exact;
  // Its shortest text may be rounded to the other side.
  return shortNumber(dtype === 'float32' ? Math.fround(Number(exact)) : Number(exact));
}

/** A number at six digits, without trailing zeros: "0.1", "-1.2346e-45", "300000". */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0';
  const magnitude = Math.abs(value);
  // Whole numbers below 10^9 as they are: 16777216 says more than 1.6777e+7.
  if (Number.isInteger(value) && magnitude < 1e9) return String(value);
  // A float that rounds to a whole number must not look like a whole number.
  if (magnitude >= 1e6 || magnitude < 1e-4) {
    return value.toExponential(EXPONENT_DIGITS - 1).replace(/\.?0+e/, 'e');
  }
  return String(Number(value.toPrecision(DIGITS)));
}
