import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { columnMajorReader, rowMajorSource } from '../column-major.ts';
import { firstMapping, withAxis } from '../mapping.ts';
import { NumericReader } from '../reader.ts';
import { parseSlice, type TensorSlice } from '../slice.ts';
import type { TensorReader } from '../values.ts';
import {
  checkPart,
  isWhole,
  mappingPart,
  partCount,
  partPlane,
  partValues,
  slicePart,
  type TensorPart,
  wholePart,
} from './part.ts';

/** Elements 0, 1, 2 and so on. */
function counting(count: number): TensorReader {
  return new NumericReader(
    memorySource('t', new Uint8Array(Uint32Array.from({ length: count }, (_, at) => at).buffer)),
    'uint32',
    count,
  );
}

async function valuesOf(reader: TensorReader, part: TensorPart): Promise<number[]> {
  const values: number[] = [];
  for await (const some of partValues(reader, part)) values.push(...Array.from(some, Number));
  return values;
}

/** The same, one element at a time. */
function plainly({ start, axes }: TensorPart): number[] {
  const [outer, ...inner] = axes;
  if (!outer) return [start];
  return Array.from({ length: outer.count }, (_, at) =>
    plainly({ start: start + at * outer.stride, axes: inner }),
  ).flat();
}

const shapes = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 5 });

/** A slice of a tensor of this shape: an index or a range with a step of each dimension. */
function sliceFor(shape: readonly number[]): fc.Arbitrary<string> {
  const items = shape.map((size) =>
    fc.oneof(
      ...(size > 0 ? [fc.integer({ min: -size, max: size - 1 }).map(String)] : []),
      fc
        .tuple(fc.integer({ min: -7, max: 7 }), fc.integer({ min: -7, max: 7 }), fc.constantFrom(1, 2, -1, -2, 3))
        .map(([from, to, step]) => `${from}:${to}:${step}`),
      fc.constantFrom(':', '::-1', '::2'),
    ),
  );
  return fc.tuple(...items).map((each) => `[${each.join(', ')}]`);
}

test('the values of any slice come in its order, whatever axes are merged', async () => {
  const any = shapes.chain((shape) => fc.tuple(fc.constant(shape), sliceFor(shape)));
  await fc.assert(
    fc.asyncProperty(any, async ([shape, text]) => {
      const count = shape.reduce((product, size) => product * size, 1);
      const part = slicePart(parseSlice(text, shape.map(BigInt)) as TensorSlice);
      const expected = plainly(part);
      expect(partCount(part)).toBe(expected.length);
      expect(await valuesOf(counting(count), part)).toEqual(expected);
      expect(isWhole(part, count)).toBe(expected.length === count && expected.every((value, at) => value === at));
    }),
    { numRuns: 500 },
  );
});

test('a plane of a part has its elements, each once, and is found wherever there is one', () => {
  const any = shapes.chain((shape) => fc.tuple(fc.constant(shape), sliceFor(shape)));
  const ascending = (list: number[]) => list.toSorted((a, b) => a - b);
  fc.assert(
    fc.property(any, ([shape, text]) => {
      const part = slicePart(parseSlice(text, shape.map(BigInt)) as TensorSlice);
      fc.pre(partCount(part) > 0);
      const plane = partPlane(part);
      const long = part.axes.filter(({ count }) => count > 1);
      if (long.length <= 2) expect(plane).toBeDefined();
      if (!plane) return;
      const { rows, columns, start, rowStride, columnStride } = plane;
      const elements = plainly({
        start,
        axes: [
          { count: rows, stride: rowStride, first: 0, step: 1 },
          { count: columns, stride: columnStride, first: 0, step: 1 },
        ],
      });
      expect(ascending(elements)).toEqual(ascending(plainly(part)));
    }),
    { numRuns: 500 },
  );
  const plane = (text: string, shape: bigint[]) => partPlane(slicePart(parseSlice(text, shape) as TensorSlice));
  // A picture whose columns are cut; all channels of one of a batch; some columns of some rows of planes of channels.
  expect(plane('[:, 2:5, :]', [8n, 9n, 3n])).toEqual({
    rows: 8,
    columns: 9,
    start: 6,
    rowStride: 27,
    columnStride: 1,
  });
  expect(plane('[4]', [5n, 3n, 8n, 9n])).toMatchObject({ rows: 1, columns: 216, start: 864 });
  expect(plane('[4, :, 1:, ::2]', [5n, 3n, 8n, 9n])).toBeUndefined();
});

test('any axes of any strides, over more than one block', async () => {
  const axis = fc.record({ count: fc.integer({ min: 1, max: 9 }), stride: fc.integer({ min: -20, max: 20 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(axis, { maxLength: 4 }), async (given) => {
      const axes = given.map((each) => ({ ...each, first: 0, step: 1 }));
      const start = axes.reduce((low, { count, stride }) => low - Math.min(0, (count - 1) * stride), 0);
      const part = { start, axes };
      expect(await valuesOf(counting(2000), part)).toEqual(plainly(part));
    }),
    { numRuns: 300 },
  );
  const large = 3 * 2 ** 20 + 5;
  const reader = counting(large);
  const flat = { start: large - 1, axes: [{ count: large, stride: -1, first: large - 1, step: -1 }] };
  let expected = large;
  let wrong = 0;
  for await (const some of partValues(reader, flat))
    for (const value of some as Uint32Array) if (value !== --expected) wrong++;
  expect([expected, wrong]).toEqual([0, 0]);
}, 30_000);

test('a whole tensor is read once, in few reads', async () => {
  const count = 2 ** 22;
  const source = countingSource(memorySource('t', new Uint8Array(4 * count)));
  for await (const _ of partValues(new NumericReader(source, 'uint32', count), wholePart([64n, 64n, 1024n])));
  expect(source.accesses.length).toBeLessThanOrEqual(4);
});

test('a mapping is its plane, with rows and columns swapped as they are shown', async () => {
  const shape = [2n, 3n, 4n];
  const first = firstMapping(shape);
  expect(await valuesOf(counting(24), mappingPart(first, shape))).toEqual(Array.from({ length: 12 }, (_, at) => at));
  const swapped = mappingPart(withAxis(first, shape, 'rows', 2), shape);
  expect(swapped.axes.map(({ count }) => count)).toEqual([4, 3]);
  expect(await valuesOf(counting(24), swapped)).toEqual([0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
  expect(mappingPart(firstMapping([]), [])).toEqual({ start: 0, axes: [] });
  expect(mappingPart(firstMapping([5n]), [5n]).axes).toEqual([
    { count: 5, stride: 1, first: 0, step: 1, dimension: 0 },
  ]);
  expect(swapped.axes.map(({ dimension }) => dimension)).toEqual([2, 1]);
});

test('a tensor in column-major order is read in the order of its indices', async () => {
  const stored = memorySource('t', new Uint8Array(Uint32Array.from({ length: 24 }, (_, at) => at).buffer));
  const reader = columnMajorReader(new NumericReader(rowMajorSource(stored, [4n, 6n], 4), 'uint32', 24), stored, [
    4n,
    6n,
  ]);
  expect((await valuesOf(reader, wholePart([4n, 6n]))).slice(0, 7)).toEqual([0, 4, 8, 12, 16, 20, 1]);
});

test('what is outside the tensor is refused before anything is read', async () => {
  const axis = { count: 3, stride: 2, first: 0, step: 1 };
  for (const part of [
    { start: 20, axes: [axis] },
    { start: -1, axes: [] },
    { start: 0, axes: [{ ...axis, stride: -1 }] },
    { start: 0, axes: [{ ...axis, count: 1.5 }] },
    { start: 0, axes: [{ ...axis, count: -1 }] },
    { start: Number.NaN, axes: [] },
  ])
    expect(() => checkPart(part, 24), JSON.stringify(part)).toThrow(expect.objectContaining({ code: 'internal/bug' }));
  await expect(valuesOf(counting(24), { start: 24, axes: [] })).rejects.toMatchObject({ code: 'internal/bug' });
  expect(await valuesOf(counting(24), { start: 99, axes: [{ ...axis, count: 0 }] })).toEqual([]);
});
