import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import type { NumericDtype } from '../dtype.ts';
import { type NumericReader, tensorReader } from '../reader.ts';
import { findElement, parseWanted, type WantedValue } from './search.ts';

function readerOf(dtype: NumericDtype, values: ArrayBufferView<ArrayBuffer> & { length: number }): NumericReader {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return tensorReader(memorySource('t', bytes), dtype, values.length) as NumericReader;
}

const wantedOf = (text: string) => parseWanted(text) as WantedValue;

test('every value is found in turn, forward and backward, and around the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(0, 1, -2.5, Number.NaN, Number.POSITIVE_INFINITY), { minLength: 1, maxLength: 40 }),
      fc.constantFrom('nan', 'inf', '1', '-3..0', '> 0', '<= -2.5'),
      fc.nat(),
      fc.boolean(),
      async (list, text, start, isBackward) => {
        const values = Float32Array.from(list);
        const from = start % values.length;
        const tests: Record<string, (value: number) => boolean> = {
          nan: Number.isNaN,
          inf: (value) => value === Number.POSITIVE_INFINITY,
          '1': (value) => value === 1,
          '-3..0': (value) => value >= -3 && value <= 0,
          '> 0': (value) => value > 0,
          '<= -2.5': (value) => value <= -2.5,
        };
        const order = values.map(
          (_, at) => (from + (isBackward ? -1 - at : 1 + at) + 2 * values.length) % values.length,
        );
        const expected = order.find((at) => tests[text]?.(values[at] as number) === true);
        expect(await findElement(readerOf('float32', values), { wanted: wantedOf(text), from, isBackward })).toBe(
          expected,
        );
      },
    ),
  );
});

test('what lies millions of elements away is found, and no more is read than until there', async () => {
  const values = new Int8Array(5_000_000);
  values[4_500_000] = 9;
  const reader = readerOf('int8', values);
  const reads: number[] = [];
  const counted = { ...reader, dtype: reader.dtype, count: reader.count, data: reader.data } as never as NumericReader;
  counted.read = async (start, end) => {
    reads.push(end - start);
    return reader.read(start, end);
  };
  expect(await findElement(counted, { wanted: wantedOf('9'), from: 0 })).toBe(4_500_000);
  expect(await findElement(counted, { wanted: wantedOf('9'), from: 0, isBackward: true })).toBe(4_500_000);
  expect(reads).toHaveLength(6);
  expect(await findElement(reader, { wanted: wantedOf('8'), from: 7 })).toBeUndefined();
});

test('a number is that of the type which is nearest, and whole numbers are exact', async () => {
  expect(await findElement(readerOf('float32', Float32Array.of(1, 0.1)), { wanted: wantedOf('0.1'), from: 0 })).toBe(1);
  const half = readerOf('float16', Uint16Array.of(0x3c00, 0x2e66));
  expect(await findElement(half, { wanted: wantedOf('0.1'), from: 0 })).toBe(1);
  const big = readerOf('int64', BigInt64Array.of(2n ** 53n, 2n ** 53n + 1n));
  expect(await findElement(big, { wanted: wantedOf('9007199254740993'), from: 0 })).toBe(1);
  expect(await findElement(big, { wanted: wantedOf('> 9007199254740992'), from: 1 })).toBe(1);
  expect(await findElement(big, { wanted: wantedOf('0.5..9e15'), from: 1 })).toBeUndefined();
});

test('no integer of 64 bits is infinite, or beyond what a number holds', async () => {
  const big = readerOf('int64', BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n));
  for (const typed of ['inf', '+inf', '-inf', '>= 1e400', '<= -1e400', '1e999..2e999'])
    expect(await findElement(big, { wanted: wantedOf(typed), from: 0 }), typed).toBeUndefined();
  expect(await findElement(big, { wanted: wantedOf('1..inf'), from: 0 })).toBe(1);
});

test('what is typed', () => {
  expect(parseWanted(' NaN ')).toEqual({ kind: 'nan' });
  expect(parseWanted('inf')).toEqual({ kind: 'infinite' });
  expect(parseWanted('-inf')).toEqual({ kind: 'range', low: '-Infinity', high: '-Infinity' });
  expect(parseWanted('1e-3 .. 2')).toEqual({ kind: 'range', low: '1e-3', high: '2' });
  expect(parseWanted('>=9000')).toEqual({ kind: 'range', low: '9000', high: 'Infinity' });
  expect(parseWanted('< 1')).toEqual({ kind: 'range', low: '-Infinity', high: '0.9999999999999999' });
  expect(parseWanted('')).toBeUndefined();
  expect(parseWanted('weights')).toBeUndefined();
  expect(parseWanted('1..')).toBeUndefined();
});

test('an empty tensor has no value to find', async () => {
  const search = { wanted: wantedOf('nan'), from: 0 };
  expect(await findElement(readerOf('float32', new Float32Array(0)), search)).toBeUndefined();
});

test('a number that a packed float cannot hold finds the nearest one', async () => {
  // 0, 0.5, 1, 1.5, from the lowest bits on.
  const reader = tensorReader(memorySource('t', new Uint8Array([0x10, 0x32])), 'F4', 4);
  expect(await findElement(reader, { wanted: wantedOf('1.1'), from: 0 })).toBe(2);
});

test('no integer of 64 bits is infinite', async () => {
  const reader = readerOf('int64', BigInt64Array.of(1n, -1n));
  for (const text of ['>= inf', '= inf', '<= -inf', '> 1e400'])
    expect(await findElement(reader, { wanted: wantedOf(text), from: 0 })).toBeUndefined();
  expect(await findElement(reader, { wanted: wantedOf('>= -inf'), from: 0 })).toBe(1);
});
