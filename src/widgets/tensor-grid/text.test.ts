import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementCount } from '../../tensor/shape.ts';
import { firstPlane } from '../tensor/tensor-first.ts';
import { shortNumber, shortString, shortValue } from './text.ts';

test('floats at six digits, whole numbers as they are', () => {
  expect(shortNumber(0.10000000149011612)).toBe('0.1');
  expect(shortNumber(-1.0399841070175171)).toBe('-1.03998');
  expect(shortNumber(1.401298464324817e-45)).toBe('1.4013e-45');
  expect(shortNumber(3.3999999521443642e38)).toBe('3.4e+38');
  expect(shortNumber(16777216)).toBe('16777216');
  expect(shortNumber(1e9)).toBe('1e+9');
  expect(shortNumber(123456789.5)).toBe('1.2346e+8');
  expect([-0, 0, Number.NaN, Number.NEGATIVE_INFINITY].map(shortNumber)).toEqual(['-0', '0', 'NaN', '-Infinity']);
});

test('a short number is never longer than its column, nor further off than its digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const short = shortNumber(value);
      expect(short.length).toBeLessThanOrEqual(12);
      // The largest double rounds beyond what a double holds.
      if (Math.abs(value) > 1e308) return;
      expect(Math.abs(Number(short) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-4);
    }),
  );
});

test('integers are shown whole; strings cut, but not through a character', () => {
  expect(shortValue('float32', '0.5488135')).toBe(shortValue('float32', '0.54881352186203'));
  expect(shortValue('uint64', '18446744073709551615')).toBe('18446744073709551615');
  expect(shortString('a\n\u202eb')).toBe('a\n\u202eb');
  const long = shortString(`${'x'.repeat(59)}🥳 and more`);
  expect(long).toBe(`${'x'.repeat(59)}…`);
});

test('the first values of any shape are one plane, or none', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 20n }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 10 }),
      (shape, most) => {
        const plane = firstPlane(shape, most);
        const count = Number(elementCount(shape));
        if (count === 0) expect(plane).toBeUndefined();
        else expect(plane).toMatchObject({ rows: 1, columns: Math.min(count, most), start: 0 });
      },
    ),
  );
  expect(firstPlane([2n ** 40n, 2n ** 40n], 8)).toBeUndefined();
  expect(
    firstPlane(
      Array.from({ length: 100_000 }, () => 1n),
      8,
    ),
  ).toBeUndefined();
});
