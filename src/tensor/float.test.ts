import { expect, test } from 'vitest';
import { decodeBfloat16, decodeFloat8E4m3fn, decodeFloat8E5m2, decodeFloat16 } from './float.ts';

/**
 * The value of a pattern, computed from its binary digits. Independent of the tables: it sums the digits of the
 * mantissa one by one.
 */
function spelled(pattern: number, exponentBits: number, mantissaBits: number): number {
  const digits = pattern.toString(2).padStart(1 + exponentBits + mantissaBits, '0');
  const exponent = Number.parseInt(digits.slice(1, 1 + exponentBits), 2);
  let value = exponent === 0 ? 0 : 1;
  for (const [at, digit] of [...digits.slice(1 + exponentBits)].entries()) if (digit === '1') value += 2 ** -(at + 1);
  const bias = (2 ** exponentBits - 2) / 2;
  return (digits[0] === '1' ? -1 : 1) * value * 2 ** ((exponent === 0 ? 1 : exponent) - bias);
}

/** The same for floats whose largest exponent means infinity and NaN. */
function ieeeSpelled(pattern: number, exponentBits: number, mantissaBits: number): number {
  const infinity = (2 ** exponentBits - 1) * 2 ** mantissaBits;
  const magnitude = pattern % 2 ** (exponentBits + mantissaBits);
  if (magnitude > infinity) return Number.NaN;
  if (magnitude === infinity) return pattern === magnitude ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return spelled(pattern, exponentBits, mantissaBits);
}

const patterns16 = Uint16Array.from({ length: 65536 }, (_, pattern) => pattern);
const patterns8 = Uint8Array.from({ length: 256 }, (_, pattern) => pattern);

/** Every value must be the same number, and minus zero differs from zero. */
function expectSame(actual: Float32Array, expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  const wrong = expected.flatMap((value, pattern) =>
    Object.is(actual[pattern], value) ? [] : [{ pattern, is: actual[pattern], not: value }],
  );
  expect(wrong).toEqual([]);
}

test('every float16 is the number that its digits spell', () => {
  expectSame(
    decodeFloat16(patterns16),
    Array.from(patterns16, (pattern) => ieeeSpelled(pattern, 5, 10)),
  );
});

test('every bfloat16 is the number that its digits spell', () => {
  expectSame(
    decodeBfloat16(patterns16),
    Array.from(patterns16, (pattern) => ieeeSpelled(pattern, 8, 7)),
  );
});

test('every float8_e5m2 is the number that its digits spell', () => {
  expectSame(
    decodeFloat8E5m2(patterns8),
    Array.from(patterns8, (pattern) => ieeeSpelled(pattern, 5, 2)),
  );
});

test('every float8_e4m3fn is the number that its digits spell; two patterns are NaN and none is infinite', () => {
  expectSame(
    decodeFloat8E4m3fn(patterns8),
    Array.from(patterns8, (pattern) => (pattern % 128 === 127 ? Number.NaN : spelled(pattern, 4, 3))),
  );
});

test('the limits are those of the formats’ documents', () => {
  expect([...decodeFloat16(new Uint16Array([0x0001, 0x03ff, 0x0400, 0x3c00, 0x7bff, 0x7c00, 0x8000]))]).toEqual([
    2 ** -24,
    1023 * 2 ** -24,
    2 ** -14,
    1,
    65504,
    Number.POSITIVE_INFINITY,
    -0,
  ]);
  // IEEE 754-2019 has no bfloat16; its largest is (2 − 2^-7) · 2^127, its smallest 2^-133.
  expect([...decodeBfloat16(new Uint16Array([0x0001, 0x7f7f, 0xff80, 0x8000]))]).toEqual([
    2 ** -133,
    (2 - 2 ** -7) * 2 ** 127,
    Number.NEGATIVE_INFINITY,
    -0,
  ]);
  // "FP8 Formats for Deep Learning", table 1.
  expect([...decodeFloat8E4m3fn(new Uint8Array([0x01, 0x07, 0x08, 0x7e, 0x80]))]).toEqual([
    2 ** -9,
    0.875 * 2 ** -6,
    2 ** -6,
    448,
    -0,
  ]);
  expect([...decodeFloat8E5m2(new Uint8Array([0x01, 0x03, 0x04, 0x7b, 0x7c]))]).toEqual([
    2 ** -16,
    0.75 * 2 ** -14,
    2 ** -14,
    57344,
    Number.POSITIVE_INFINITY,
  ]);
});
