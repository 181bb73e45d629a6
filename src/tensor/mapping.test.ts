import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_RANK } from '../base/limits.ts';
import {
  cellIndex,
  cellOf,
  firstMapping,
  planeOf,
  showing,
  sliceText,
  type TensorMapping,
  withAxis,
  withIndex,
  withSlice,
  withStep,
} from './mapping.ts';
import { checkPlane } from './plane.ts';
import { parseSlice } from './slice.ts';

const big = (sizes: readonly number[]) => sizes.map(BigInt);

/** The element at an index, in row-major order. */
function elementAt(sizes: readonly number[], index: readonly number[]): number {
  return index.reduce((at, one, dimension) => at * (sizes[dimension] as number) + one, 0);
}

const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 5 });

/** Any mapping of a shape: axes chosen, indices set, and every other element of an axis left out, in some order. */
function mappingOf(shape: readonly number[], random: Iterator<number>): TensorMapping {
  const next = (below: number) => Number(random.next().value) % Math.max(1, below);
  let mapping = firstMapping(big(shape));
  for (let turn = 0; turn < 6 && shape.length > 0; turn++) {
    const dimension = next(shape.length);
    const axis = next(2) === 0 ? 'rows' : 'columns';
    if (next(3) === 0) mapping = withAxis(mapping, big(shape), axis, dimension);
    else if (dimension !== mapping.rows && dimension !== mapping.columns)
      mapping = withIndex(mapping, big(shape), dimension, next(9) - 1);
    else mapping = withStep(mapping, big(shape), dimension, [1, 2, -1, 3][next(4)] as number);
  }
  return mapping;
}

test('the cells of any mapping are the elements at their indices', () => {
  fc.assert(
    fc.property(sizes, fc.infiniteStream(fc.nat(1000)), (shape, random) => {
      const mapping = mappingOf(shape, random);
      const plane = planeOf(mapping, big(shape));
      for (let row = 0; row < plane.rows; row++) {
        for (let column = 0; column < plane.columns; column++) {
          const index = cellIndex(mapping, { row, column });
          const at = plane.start + row * plane.rowStride + column * plane.columnStride;
          expect(at).toBe(elementAt(shape, index));
          expect(cellOf(mapping, index)).toEqual({ row, column });
        }
      }
    }),
  );
});

test('a mapping’s own slice is read back as the same mapping', () => {
  fc.assert(
    fc.property(sizes, fc.infiniteStream(fc.nat(1000)), (shape, random) => {
      const mapping = mappingOf(shape, random);
      const text = sliceText(mapping, big(shape));
      expect(withSlice(mapping, big(shape), text)).toEqual(mapping);
      const slice = parseSlice(text, big(shape));
      const { rows, columns } = planeOf(mapping, big(shape));
      expect('mistake' in slice ? slice : slice.count).toBe(rows * columns);
    }),
  );
});

test('an index is shown by every mapping that is led to it', () => {
  fc.assert(
    fc.property(sizes, fc.infiniteStream(fc.nat(1000)), (shape, random) => {
      const mapping = mappingOf(shape, random);
      const index = shape.map((size) => Number(random.next().value) % size);
      const led = showing(mapping, big(shape), index);
      expect([led.rows, led.columns]).toEqual([mapping.rows, mapping.columns]);
      const cell = cellOf(led, index);
      expect(cell && cellIndex(led, cell)).toEqual(index);
    }),
  );
});

test('the last dimensions are shown first; a vector is a column', () => {
  expect(firstMapping([])).toEqual({ rows: undefined, columns: undefined, steps: [] });
  expect(planeOf(firstMapping([]), [])).toMatchObject({ rows: 1, columns: 1, start: 0 });
  expect(planeOf(firstMapping([5n]), [5n])).toMatchObject({ rows: 5, columns: 1, rowStride: 1 });
  const mapping = firstMapping([2n, 3n, 4n]);
  expect(sliceText(mapping, [2n, 3n, 4n])).toBe('[0, :, :]');
  expect(planeOf(mapping, [2n, 3n, 4n])).toEqual({ rows: 3, columns: 4, start: 0, rowStride: 4, columnStride: 1 });
});

test('an axis that is taken is swapped, and one that is left keeps its first index', () => {
  const shape = [2n, 3n, 4n];
  const swapped = withAxis(firstMapping(shape), shape, 'rows', 2);
  expect([swapped.rows, swapped.columns]).toEqual([2, 1]);
  const other = withAxis(withStep(swapped, shape, 2, -1), shape, 'rows', 0);
  expect([other.rows, other.columns, sliceText(other, shape)]).toEqual([0, 1, '[:, :, 0]']);
  const line = withAxis(firstMapping(shape), shape, 'columns', undefined);
  expect(planeOf(line, shape)).toMatchObject({ rows: 3, columns: 1 });
});

test.each<[text: string, rows: number | undefined, columns: number | undefined, slice: string]>([
  ['[1, :, 0]', 1, undefined, '[1, :, 0]'],
  ['[:, 1:3, -1]', 0, 1, '[:, 1:, 3]'],
  ['...', 1, 2, '[0, :, :]'],
  ['1, 2, 3', undefined, undefined, '[1, 2, 3]'],
  ['[::-1, 0, ::2]', 0, 2, '[::-1, 0, ::2]'],
  ['[0, 0, :]', undefined, 2, '[0, 0, :]'],
])('the slice %s', (text, rows, columns, slice) => {
  const shape = [2n, 3n, 4n];
  const mapping = withSlice(firstMapping(shape), shape, text);
  if ('mistake' in mapping) throw new Error(mapping.mistake);
  expect([mapping.rows, mapping.columns, sliceText(mapping, shape)]).toEqual([rows, columns, slice]);
});

test('what is wrong with a slice is told, and the mapping stays', () => {
  expect(withSlice(firstMapping([2n, 3n]), [2n, 3n], '[0, 7]')).toMatchObject({ start: 4, end: 5 });
});

test('32 dimensions, none and empty ones can be mapped; more than can be shown are refused', () => {
  const many = Array.from({ length: 32 }, () => 2n);
  expect(planeOf(withAxis(firstMapping(many), many, 'rows', 0), many)).toMatchObject({ rows: 2, rowStride: 2 ** 31 });
  expect(planeOf(firstMapping([0n, 4n]), [0n, 4n])).toMatchObject({ rows: 0, columns: 4 });
  expect(planeOf(firstMapping([2n, 2n ** 31n]), [2n, 2n ** 31n])).toMatchObject({ columns: 2 ** 31 });
  expect(() => firstMapping(Array.from({ length: MAX_RANK + 1 }, () => 1n))).toThrow('dimensions');
});

test('any slice leads to a plane inside the tensor, also one that takes nothing or goes far beyond', () => {
  const bound = fc.constantFrom('', '0', '2', '-1', '9', '-9', '99999999999999999999');
  const step = fc.constantFrom('', ':-1', ':2', ':99999999999999999999', `:-${'9'.repeat(400)}`);
  const item = fc.tuple(bound, bound, step).map(([from, to, by]) => `${from}:${to}${by}`);
  fc.assert(
    fc.property(sizes, fc.array(item, { maxLength: 5 }), (shape, items) => {
      fc.pre(items.length <= shape.length);
      const read = withSlice(firstMapping(big(shape)), big(shape), items.join());
      if ('mistake' in read) throw new Error(read.mistake);
      const count = shape.reduce((product, size) => product * size, 1);
      checkPlane(planeOf(read, big(shape)), count);
      for (const [dimension, { start, isIndex }] of read.steps.entries())
        if (isIndex) expect([...Array(shape[dimension]).keys()]).toContain(start);
    }),
  );
  const four = [2, 3, 4, 5];
  const beside = withSlice(firstMapping(big(four)), big(four), '[1,-10::-1,:,:]') as TensorMapping;
  expect(sliceText(beside, big(four))).toBe('[1, 0, :, :]');
});
