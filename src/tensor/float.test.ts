import { expect, test } from 'vitest';
import { decodeFloats, unpackBits } from './float.ts';

/**
 * The value of a pattern, computed from its binary digits. Independent of the tables: it sums the digits of the
 * mantissa one by one.
 */
function spelled(
  pattern: number,
  exponentBits: number,
  mantissaBits: number,
  bias = (2 ** exponentBits - 2) / 2,
): number {
  const digits = pattern.toString(2).padStart(1 + exponentBits + mantissaBits, '0');
  const exponent = Number.parseInt(digits.slice(1, 1 + exponentBits), 2);
  let value = exponent === 0 ? 0 : 1;
  for (const [at, digit] of [...digits.slice(1 + exponentBits)].entries()) if (digit === '1') value += 2 ** -(at + 1);
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
    decodeFloats('float16', patterns16),
    Array.from(patterns16, (pattern) => ieeeSpelled(pattern, 5, 10)),
  );
});

test('every bfloat16 is the number that its digits spell', () => {
  expectSame(
    decodeFloats('bfloat16', patterns16),
    Array.from(patterns16, (pattern) => ieeeSpelled(pattern, 8, 7)),
  );
});

test('every float8_e5m2 is the number that its digits spell', () => {
  expectSame(
    decodeFloats('float8_e5m2', patterns8),
    Array.from(patterns8, (pattern) => ieeeSpelled(pattern, 5, 2)),
  );
});

test('every float8_e4m3fn is the number that its digits spell; two patterns are NaN and none is infinite', () => {
  expectSame(
    decodeFloats('float8_e4m3fn', patterns8),
    Array.from(patterns8, (pattern) => (pattern % 128 === 127 ? Number.NaN : spelled(pattern, 4, 3))),
  );
});

test.each([
  ['float8_e3m4', 3, 4],
  ['float8_e4m3', 4, 3],
] as const)('every %s is the number that its digits spell', (dtype, exponentBits, mantissaBits) => {
  expectSame(
    decodeFloats(dtype, patterns8),
    Array.from(patterns8, (pattern) => ieeeSpelled(pattern, exponentBits, mantissaBits)),
  );
});

test.each([
  ['float8_e4m3b11fnuz', 4, 3, 11],
  ['float8_e4m3fnuz', 4, 3, 8],
  ['float8_e5m2fnuz', 5, 2, 16],
] as const)('every %s is a finite number but one, which takes the place of -0', (dtype, exponent, mantissa, bias) => {
  expectSame(
    decodeFloats(dtype, patterns8),
    Array.from(patterns8, (pattern) => (pattern === 128 ? Number.NaN : spelled(pattern, exponent, mantissa, bias))),
  );
});

test('every float8_e8m0fnu is a power of two, and the last one is NaN', () => {
  const values = decodeFloats('float8_e8m0fnu', patterns8);
  expect([0, 1, 126, 127, 128, 254, 255].map((pattern) => values[pattern])).toEqual([
    2 ** -127,
    2 ** -126,
    0.5,
    1,
    2,
    2 ** 127,
    Number.NaN,
  ]);
});

test('every float of 4 and 6 bits is the number of the Microscaling formats’ document', () => {
  expectSame(decodeFloats('F4', patterns8.slice(0, 16)), [
    ...[0, 0.5, 1, 1.5, 2, 3, 4, 6],
    ...[-0, -0.5, -1, -1.5, -2, -3, -4, -6],
  ]);
  expectSame(
    decodeFloats('F6_E2M3', patterns8.slice(0, 64)),
    Array.from({ length: 64 }, (_, pattern) => spelled(pattern, 2, 3)),
  );
  expectSame(
    decodeFloats('F6_E3M2', patterns8.slice(0, 64)),
    Array.from({ length: 64 }, (_, pattern) => spelled(pattern, 3, 2)),
  );
  // Table 5: the largest are 7.5 and 28, the smallest 2^-3 and 2^-4.
  expect([decodeFloats('F6_E2M3', patterns8)[31], decodeFloats('F6_E2M3', patterns8)[1]]).toEqual([7.5, 0.125]);
  expect([decodeFloats('F6_E3M2', patterns8)[31], decodeFloats('F6_E3M2', patterns8)[1]]).toEqual([28, 0.0625]);
});

test('packed patterns begin in the lowest bits', () => {
  expect([...unpackBits(new Uint8Array([0x21, 0x43]), 4)]).toEqual([1, 2, 3, 4]);
  // 1, 2, 3 and 4 as 24 bits, the first lowest: 000100 000011 000010 000001.
  expect([...unpackBits(new Uint8Array([0b10000001, 0b00110000, 0b00010000]), 6)]).toEqual([1, 2, 3, 4]);
  expect([...unpackBits(new Uint8Array([0xff]), 6)]).toEqual([63]);
});

test('the limits are those of the formats’ documents', () => {
  expect([
    ...decodeFloats('float16', new Uint16Array([0x0001, 0x03ff, 0x0400, 0x3c00, 0x7bff, 0x7c00, 0x8000])),
  ]).toEqual([2 ** -24, 1023 * 2 ** -24, 2 ** -14, 1, 65504, Number.POSITIVE_INFINITY, -0]);
  // IEEE 754-2019 has no bfloat16; its largest is (2 − 2^-7) · 2^127, its smallest 2^-133.
  expect([...decodeFloats('bfloat16', new Uint16Array([0x0001, 0x7f7f, 0xff80, 0x8000]))]).toEqual([
    2 ** -133,
    (2 - 2 ** -7) * 2 ** 127,
    Number.NEGATIVE_INFINITY,
    -0,
  ]);
  // "FP8 Formats for Deep Learning", table 1.
  expect([...decodeFloats('float8_e4m3fn', new Uint8Array([0x01, 0x07, 0x08, 0x7e, 0x80]))]).toEqual([
    2 ** -9,
    0.875 * 2 ** -6,
    2 ** -6,
    448,
    -0,
  ]);
  expect([...decodeFloats('float8_e5m2', new Uint8Array([0x01, 0x03, 0x04, 0x7b, 0x7c]))]).toEqual([
    2 ** -16,
    0.75 * 2 ** -14,
    2 ** -14,
    57344,
    Number.POSITIVE_INFINITY,
  ]);
});
