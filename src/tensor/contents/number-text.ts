import { DTYPES, type NumericDtype } from '../dtype.ts';
import { isNarrowFloat } from '../float.ts';
import { shortestFloat } from '../short-float.ts';

/** A number that a text stands for: whole ones beyond 2^53 as a bigint. */
export type TextNumber = number | bigint;

const WHOLE = /^[-+]?\d+$/;
const HEX = /^[-+]?0x[\da-f]+$/i;
/** No digit can be matched in two ways: a long text that is not a number would take the square of its length. */
const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
const DECIMAL_PARTS = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i;
/** A digit other than 0, in front of the exponent. */
const NOT_ZERO = /^[-+]?[0.]*[1-9]/;

const WORDS: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  '-nan': Number.NaN,
  '+nan': Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  '+inf': Number.POSITIVE_INFINITY,
  '+infinity': Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
  true: 1,
  false: 0,
};

/** Longer ones are no numbers: a BigInt of a million digits takes seconds. A float64 has 767 digits at most. */
const MAX_NUMBER_LENGTH = 1100;

/** Whole numbers of fewer characters are exact as a float64. */
const EXACT_LENGTH = 15;

/**
 * The number that a text stands for: a decimal, a hexadecimal whole number, NaN, an infinity, true or false, in any case
 * and with spaces around it. Whole numbers are exact. Undefined for any other text.
 */
export function numberOf(text: string): TextNumber | undefined {
  const short = shortWhole(text);
  if (short !== undefined) return short;
  const word = text.trim();
  if (word.length > MAX_NUMBER_LENGTH) return undefined;
  if (WHOLE.test(word)) {
    const number = Number(word);
    return word.length <= EXACT_LENGTH || Number.isSafeInteger(number) ? number : BigInt(word.replace('+', ''));
  }
  if (DECIMAL.test(word)) return Number(word);
  if (HEX.test(word)) {
    const value = BigInt(word.replace(/^[-+]/, ''));
    const signed = word.startsWith('-') ? -value : value;
    return Number.isSafeInteger(Number(signed)) ? Number(signed) : signed;
  }
  const lower = word.toLowerCase();
  return Object.hasOwn(WORDS, lower) ? WORDS[lower] : undefined;
}

/** Digits of 2^64. Decimals with more are beyond every type of integers. */
const MAX_WHOLE_DIGITS = 20;

/**
 * The whole number that a text stands for, exactly: 9007199254740993.0 is not ...992. Undefined where there is something
 * after the point, be it smaller than a float64 tells, and beyond `MAX_WHOLE_DIGITS`.
 *
 * @param number what `numberOf` gives for the text
 */
export function wholeNumber(text: string, number: TextNumber): TextNumber | undefined {
  if (typeof number === 'bigint') return number;
  if (!Number.isInteger(number)) return undefined;
  const word = text.trim();
  const isExact = word.length <= EXACT_LENGTH && !/e[-+]?\d/i.test(word);
  const parts = isExact ? undefined : DECIMAL_PARTS.exec(word);
  return parts ? wholeDecimal(parts) : number;
}

function wholeDecimal([, sign = '', whole = '', fraction = '', exponent = '0']: readonly string[]): bigint | undefined {
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  if (end === 0) return 0n;
  const zeros = Number(exponent) - fraction.length + digits.length - end;
  if (zeros < 0 || end + zeros > MAX_WHOLE_DIGITS) return undefined;
  return BigInt(`${sign === '-' ? '-' : ''}${digits.slice(0, end)}${'0'.repeat(zeros)}`);
}

/** Whether a number was written in digits, and is an infinity as a float64. */
export function isBeyondFloats(text: string, number: TextNumber): boolean {
  return !Number.isFinite(Number(number)) && /\d/.test(text);
}

/** Whether a digit other than 0 was written, and the number is 0 as a float64. */
export function isBelowFloats(text: string, number: TextNumber): boolean {
  return number === 0 && NOT_ZERO.test(text.trim());
}

/** A text of few digits, without an expression for each of millions. Undefined for any other. */
function shortWhole(text: string): number | undefined {
  if (text.length === 0 || text.length > EXACT_LENGTH) return undefined;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return undefined;
    value = 10 * value + digit;
  }
  return value;
}

/** Whether a text is one of the words for a truth. */
export function isTruth(text: string): boolean {
  return /^\s*(?:true|false)\s*$/i.test(text);
}

/**
 * Whether a text has more digits than a type keeps of it: 0.123456789 of float32. 0.1 has not: read back, the stored
 * number is 0.1 again. Neither has a number with all digits of a stored one, as programs write them.
 *
 * @param number of the text, a finite one
 * @param stored what the type makes of it, as a float64
 */
export function isCut(dtype: NumericDtype, number: TextNumber, stored: number): boolean {
  if (DTYPES[dtype].kind !== 'float') return false;
  if (typeof number === 'bigint') return !Number.isFinite(stored) || BigInt(stored) !== number;
  if (number === stored || dtype === 'float64') return false;
  return Number(shortestFloat(dtype, String(stored))) !== number;
}

/** The least and the greatest number of a type of integers. */
export function integerRange(dtype: NumericDtype): { min: bigint; max: bigint } | undefined {
  const { kind, bits } = DTYPES[dtype];
  if (kind === 'uint') return { min: 0n, max: 2n ** BigInt(bits) - 1n };
  if (kind === 'int') return { min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n };
  return undefined;
}

/** What a type holds, in words: "0 to 255". Undefined for types that hold about any number. */
export function rangeWords(dtype: NumericDtype): string | undefined {
  const range = integerRange(dtype);
  if (range) return `${range.min} to ${range.max}`;
  return isNarrowFloat(dtype) && dtype !== 'bfloat16' ? LARGEST[dtype] : undefined;
}

const LARGEST: Partial<Record<NumericDtype, string>> = {
  float16: '-65504 to 65504',
  float8_e4m3fn: '-448 to 448',
  float8_e5m2: '-57344 to 57344',
  F4: '-6 to 6',
};
