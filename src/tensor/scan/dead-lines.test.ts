import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DTYPES, type NumericDtype } from '../dtype.ts';
import { DeadFinder, type DeadLines, linesOf } from './dead-lines.ts';

/** The rows and columns of zeros of a matrix, found by looking at every element. */
function plainly(isZero: (index: number) => boolean, rows: number, columns: number): DeadLines | undefined {
  const range = (count: number) => Array.from({ length: count }, (_, at) => at);
  const deadRows = range(rows).filter((row) => range(columns).every((column) => isZero(row * columns + column)));
  const deadColumns = range(columns).filter((column) => range(rows).every((row) => isZero(row * columns + column)));
  if (deadRows.length + deadColumns.length === 0) return undefined;
  return {
    rows: deadRows.length,
    firstRow: deadRows[0],
    columns: deadColumns.length,
    firstColumn: deadColumns[0],
  };
}

/** Elements of zeros, and of ones and minus zeros as bits of the type. */
function bytesOf(dtype: NumericDtype, kinds: readonly number[]): Uint8Array {
  const width = DTYPES[dtype].bits / 8;
  const bytes = new Uint8Array(kinds.length * width);
  for (const [at, kind] of kinds.entries()) {
    if (kind === 1) bytes[at * width] = 1;
    if (kind === 2) bytes[(at + 1) * width - 1] = 0x80;
  }
  return bytes;
}

const matrices = fc.record({
  rows: fc.integer({ min: 2, max: 9 }),
  columns: fc.integer({ min: 2, max: 9 }),
  seed: fc.array(fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2), { minLength: 81, maxLength: 81 }),
  cuts: fc.array(fc.nat(80), { maxLength: 4 }),
  isShuffled: fc.boolean(),
});

describe('dead rows and columns', () => {
  for (const dtype of [
    'float32',
    'float64',
    'float16',
    'float8_e4m3fn',
    'float8_e4m3fnuz',
    'int32',
    'uint8',
    'int64',
  ] as const) {
    it(`of ${dtype} are those that have nothing but zeros, across parts of any length in any order`, () => {
      const minusZero = DTYPES[dtype].kind === 'float' && !dtype.endsWith('fnuz');
      fc.assert(
        fc.property(matrices, ({ rows, columns, seed, cuts, isShuffled }) => {
          const kinds = seed.slice(0, rows * columns);
          const isZero = (index: number) => kinds[index] === 0 || (minusZero && kinds[index] === 2);
          const lines = linesOf([BigInt(rows), BigInt(columns)], dtype, false);
          if (!lines) throw new Error('a matrix has lines');
          const whole = new DeadFinder(dtype, lines);
          const edges = [...new Set([0, ...cuts.filter((cut) => cut < kinds.length), kinds.length])].sort(
            (a, b) => a - b,
          );
          const parts = edges.slice(0, -1).map((from, at) => {
            const finder = new DeadFinder(dtype, lines);
            const part = kinds.slice(from, edges[at + 1]);
            finder.add(bytesOf(dtype, part), from, part.length);
            return structuredClone(finder.part());
          });
          for (const part of isShuffled ? parts.reverse() : parts) whole.merge(part);
          expect(whole.result(false)).toEqual(plainly(isZero, rows, columns));
        }),
      );
    });
  }

  it('of packed floats are found in their bits', () => {
    const lines = linesOf([4n, 4n], 'F4', false);
    if (!lines) throw new Error('a matrix has lines');
    const finder = new DeadFinder('F4', lines);
    // Codes 8 are minus zeros, two to a byte. The third row, and the last column.
    finder.add(Uint8Array.of(0x11, 0x01, 0x11, 0x81, 0x88, 0x00, 0x21, 0x83), 0, 16);
    expect(finder.result(false)).toEqual({ rows: 1, firstRow: 2, columns: 1, firstColumn: 3 });
  });

  it('of column-major matrices change places, and deeper tensors have rows alone', () => {
    const stored = linesOf([2n, 3n], 'float32', true);
    if (!stored) throw new Error('a matrix has lines');
    const finder = new DeadFinder('float32', stored);
    // Column after column: the second row is zero, and so is the last column.
    const values = Float32Array.of(1, 0, 2, 0, 0, 0);
    finder.add(new Uint8Array(values.buffer), 0, 6);
    expect(finder.result(true)).toEqual({ rows: 1, firstRow: 1, columns: 1, firstColumn: 2 });
    const deep = linesOf([2n, 2n, 2n], 'float32', true);
    if (!deep) throw new Error('it has rows');
    const rows = new DeadFinder('float32', deep);
    // Of the first index 1, all elements are zero.
    rows.add(new Uint8Array(Float32Array.of(1, 0, 1, 0, 0, 0, 1, 0).buffer), 0, 8);
    expect(rows.result(true)).toEqual({ rows: 1, firstRow: 1, columns: 0, firstColumn: undefined });
  });

  it('lose places in short pieces of lines that begin and end anywhere', () => {
    const values = new Float32Array(4 * 10);
    for (const at of [0, 9, 13, 25, 39]) values[at] = 1;
    const lines = linesOf([4n, 10n], 'float32', false);
    if (!lines) throw new Error('a matrix has lines');
    const finder = new DeadFinder('float32', lines);
    for (let first = 0; first < 40; first += 6) {
      const bytes = new Uint8Array(values.slice(first, first + 6).buffer);
      finder.add(bytes, first, Math.min(6, 40 - first));
    }
    // Columns 0, 3, 5 and 9 hold something, and so does each row.
    expect(finder.part().alive).toEqual(Uint32Array.of(1, 2, 4, 6, 7, 8));
    expect(finder.result(false)).toEqual({ rows: 0, firstRow: undefined, columns: 6, firstColumn: 1 });
  });

  it('are not looked for where a row is one element, and in masks', () => {
    expect(linesOf([5n], 'float32', false)).toBeUndefined();
    expect(linesOf([5n, 1n], 'float32', false)).toBeUndefined();
    expect(linesOf([1n, 5n], 'float32', false)).toBeUndefined();
    expect(linesOf([0n, 5n], 'float32', false)).toBeUndefined();
    expect(linesOf([5n, 5n], 'bool', false)).toBeUndefined();
    expect(linesOf([], 'float32', false)).toBeUndefined();
    expect(linesOf([2n, 2n ** 21n], 'float32', false)).toMatchObject({ along: true, across: false });
  });
});
