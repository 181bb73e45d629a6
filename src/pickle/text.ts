import { decodeAscii, decodeUtf8 } from '../base/bytes.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** One character for each byte. */
export function latin1Text(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Text of strict UTF-8, as names of GLOBAL are. Undefined where Python refuses the bytes. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  // Nearly all are ASCII, and short: a decoder takes longer.
  return decodeAscii(bytes) ?? decodeUtf8(bytes);
}

/** Text of UTF-8, or, where the bytes are not UTF-8, one character for each. */
export function textOf(bytes: Uint8Array): string {
  return utf8Text(bytes) ?? latin1Text(bytes);
}

/** Text of UTF-8 in which surrogates may be encoded alone. Undefined where Python refuses the bytes. */
export function unicodeText(bytes: Uint8Array): string | undefined {
  const text = utf8Text(bytes);
  if (text !== undefined) return text;
  // Surrogates are ED A0..BF 80..BF. The rest between them is strict.
  const parts = latin1Text(bytes).split(/(\xed[\xa0-\xbf][\x80-\xbf])/);
  let whole = '';
  for (const [index, part] of parts.entries()) {
    const encoded = Uint8Array.from(part, (char) => char.charCodeAt(0));
    const [, high = 0, low = 0] = encoded;
    const decoded =
      index % 2 === 0 ? decodeUtf8(encoded) : String.fromCharCode(0xd000 | ((high & 0x3f) << 6) | (low & 0x3f));
    if (decoded === undefined) return undefined;
    whole += decoded;
  }
  return whole;
}

/**
 * The bytes of a quoted string of protocol 0, one character for each, with escapes read as Python reads them. Undefined
 * where Python refuses the line.
 */
export function quotedBytes(line: string): string | undefined {
  const [quote] = line;
  // Earlier versions of Python allow space after the string.
  const text = line.trimEnd();
  if (text.length < 2 || (quote !== "'" && quote !== '"') || !text.endsWith(quote)) return undefined;
  const inner = text.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  let isSound = true;
  const bytes = inner.replace(
    /\\(?:x([0-9a-fA-F]{2})|([0-7]{1,3})|(.?))/gs,
    (whole, hex?: string, octal?: string, one?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      if (one === '' || one === 'x') isSound = false;
      return SIMPLE[one as string] ?? whole;
    },
  );
  return isSound ? bytes : undefined;
}

/** The text of a line of protocol 0 (Python's `raw-unicode-escape`). Undefined where Python refuses it. */
export function rawEscapedText(line: string): string | undefined {
  if (!line.includes('\\')) return line;
  let isSound = true;
  const text = line.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gs,
    (whole, four?: string, eight?: string, one?: string) => {
      if (one !== undefined) {
        if (one === 'u' || one === 'U') isSound = false;
        return whole;
      }
      const point = Number.parseInt((four ?? eight) as string, 16);
      if (point > 0x10ffff) isSound = false;
      return isSound ? String.fromCodePoint(point) : whole;
    },
  );
  return isSound ? text : undefined;
}

/** The C unpickler takes the line for a C string, which ends at a NUL; the Python one refuses a NUL. */
function beforeNul(line: string): string {
  const end = line.indexOf('\0');
  return end < 0 ? line : line.slice(0, end);
}

const DIGITS = '[0-9]+(?:_[0-9]+)*';

const DECIMAL = new RegExp(`^[\\t-\\r ]*([+-]?)(${DIGITS})[\\t-\\r ]*$`);

/** Digits of a number that is held as one. */
const SAFE_DIGITS = 15;

/**
 * The number of a memo entry, as `int()` takes it from a line: with space, a sign and underscores. One of over
 * `SAFE_DIGITS` digits is their text. Undefined where both unpicklers refuse it.
 */
export function memoNumber(line: string): number | string | undefined {
  const [, sign, written] = DECIMAL.exec(beforeNul(line)) ?? [];
  if (written === undefined) return undefined;
  const digits = written.replace(/_/g, '').replace(/^0+(?=.)/, '');
  if (sign === '-' && digits !== '0') return undefined;
  return digits.length > SAFE_DIGITS ? digits : Number(digits);
}

/** Whole numbers as `int(line, 0)` and C's `strtol` take them, and some that both refuse: an octal one with a 9. */
const WHOLE = new RegExp(
  `^[\\t-\\r ]*[+-]?(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|${DIGITS})[\\t-\\r ]*$`,
);

/** Decimal digits that are converted. Python allows 4,300. */
const MAX_DIGITS = 4300;

/**
 * A whole number as INT and LONG have it in a line, or that it is one whose value is not kept. Undefined where both
 * unpicklers refuse it.
 *
 * @param isLong for LONG, which may end with `L` and does not begin with a NUL
 */
export function lineNumber(line: string, isLong: boolean): number | bigint | 'unkept' | undefined {
  if (!isLong && line.startsWith('\0')) return 0;
  const text = beforeNul(isLong && line.endsWith('L') ? line.slice(0, -1) : line);
  if (!WHOLE.test(text)) return undefined;
  const plain = /^[+-]?\d+$/.exec(text.trim())?.[0];
  if (plain === undefined || plain.length > MAX_DIGITS) return 'unkept';
  const number = Number(plain);
  return Number.isSafeInteger(number) ? number : BigInt(plain.replace('+', ''));
}

const FLOAT = new RegExp(
  `^[\\t-\\r ]*[+-]?(?:(?:${DIGITS}\\.?(?:${DIGITS})?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?|inf(?:inity)?|nan)[\\t-\\r ]*$`,
  'i',
);

/** The number of FLOAT. Undefined where both unpicklers refuse the line. */
export function floatNumber(line: string): number | undefined {
  const text = beforeNul(line);
  if (!FLOAT.test(text)) return undefined;
  const plain = Number(text);
  if (!Number.isNaN(plain)) return plain;
  const number = text.trim().toLowerCase().replace(/_/g, '');
  return Number(number.replace(/inf(?:inity)?/, 'Infinity').replace(/[+-]?nan/, 'NaN'));
}

/** A whole number of little-endian bytes in two's complement, of at most `MAX_LONG_BYTES`. */
export function longNumber(bytes: Uint8Array): number | bigint {
  let value = 0n;
  for (let at = bytes.length - 1; at >= 0; at--) value = (value << 8n) | BigInt(bytes[at] as number);
  if (((bytes.at(-1) ?? 0) & 0x80) !== 0) value -= 1n << BigInt(8 * bytes.length);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
