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

/** Pixels of a column of values of this dtype whose last index is `lastIndex`. */
export function valueColumnWidth(dtype: DecodedDtype, lastIndex: number): number {
  return columnWidth(Math.max(charactersOf(dtype), String(lastIndex).length));
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
  return shortNumber(Number(exact));
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
