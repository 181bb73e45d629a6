import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AUTO_DOWNLOAD_BYTES, MAX_TENSOR_PICTURE_PIXELS, MAX_TENSOR_PICTURE_SIDE } from '../base/limits.ts';
import type { NumericValues } from './elements.ts';
import { firstMapping, type TensorMapping, type TensorPlane, withIndex, withStep } from './mapping.ts';
import { areAxes, channelCount, type PictureAxes, pictureAxes, pictureMapping } from './picture-layout.ts';
import { planPicture, readPicture } from './picture-reading.ts';
import { pixelElements } from './pixels.ts';

const big = (sizes: readonly number[]) => sizes.map(BigInt);

/** Reads planes of a tensor whose elements are their own numbers, in row-major order. */
function reads(make: (length: number) => NumericValues = (length) => new Float64Array(length)) {
  const planes: TensorPlane[] = [];
  const read = async (plane: TensorPlane) => {
    planes.push(plane);
    const values = make(plane.rows * plane.columns) as Record<number, unknown>;
    for (let row = 0; row < plane.rows; row++)
      for (let column = 0; column < plane.columns; column++) {
        const element = plane.start + row * plane.rowStride + column * plane.columnStride;
        values[row * plane.columns + column] = values instanceof BigInt64Array ? BigInt(element) : element;
      }
    return values as unknown as NumericValues;
  };
  return { planes, read };
}

/** The number of an element, by its index. */
const elementAt = (sizes: readonly number[], index: readonly number[]) =>
  index.reduce((at, one, dimension) => at * (sizes[dimension] as number) + one, 0);

/** The elements of a drawn pixel, looked up one by one. */
function expected(sizes: readonly number[], axes: PictureAxes, mapping: TensorMapping, row: number, column: number) {
  return Array.from({ length: channelCount(axes, big(sizes)) }, (_, channel) => {
    const index = mapping.steps.map(({ start, step }, dimension) => {
      if (dimension === axes.rows) return start + row * step;
      if (dimension === axes.columns) return start + column * step;
      return dimension === axes.channels ? channel : start;
    });
    return elementAt(sizes, index);
  });
}

const sizes = fc.array(fc.constantFrom(1, 2, 3, 4, 5, 9), { minLength: 2, maxLength: 4 });

test('the drawn pixels are those of the tensor, whichever dimensions they are of, in whatever steps', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), async (list, random) => {
      const [a = 0, b = 0, c = 0, index = 0, stepAt = 0, most = 0, row = 0, column = 0] = random;
      const rank = list.length;
      const free = { rows: a % rank, columns: b % rank };
      const axes = [
        { ...free, channels: c % (rank + 1) },
        { ...free, channels: undefined },
      ].find((each) => areAxes(each, big(list)));
      fc.pre(axes !== undefined);
      if (!axes) return;
      let mapping = pictureMapping(firstMapping(big(list)), big(list), axes);
      for (let dimension = 0; dimension < rank; dimension++)
        if (mapping.steps[dimension]?.isIndex) mapping = withIndex(mapping, big(list), dimension, index % 9);
      mapping = withStep(mapping, big(list), axes.rows, [1, 2, 3][stepAt % 3] as number);
      const plan = planPicture(mapping, big(list), axes, { pixels: 1 + (most % 80), side: 1 + (most % 9) });
      const { read } = reads();
      const values = await readPicture(plan, read);
      const [y, x] = [row % plan.height, column % plan.width];
      expect(pixelElements(values, x, y)).toEqual(expected(list, axes, mapping, y * plan.step, x * plan.step));
    }),
    { numRuns: 500 },
  );
});

test('whole interleaved pixels are read at once, planar ones channel by channel', () => {
  const plan = (list: number[], axes: PictureAxes) =>
    planPicture(pictureMapping(firstMapping(big(list)), big(list), axes), big(list), axes);
  const last = plan([20, 30, 3], { rows: 0, columns: 1, channels: 2 });
  expect(last.bands.map(({ plane }) => plane)).toEqual([
    { rows: 20, columns: 90, start: 0, rowStride: 90, columnStride: 1 },
  ]);
  expect(last.cost).toBe(1800);
  const first = plan([3, 20, 30], { rows: 1, columns: 2, channels: 0 });
  expect(first.bands.map(({ plane }) => plane.start)).toEqual([0, 600, 1200]);
  expect(first.cost).toBe(1800);
});

test('a drawn pixel is the mean of its box, of any part of a tensor, and the extent is that of all elements', async () => {
  const random = fc.array(fc.nat(), { minLength: 6, maxLength: 6 });
  const kinds = fc.constantFrom(
    (length: number): NumericValues => new Uint16Array(length),
    (length: number): NumericValues => new BigInt64Array(length),
  );
  await fc.assert(
    fc.asyncProperty(
      sizes,
      random,
      kinds,
      async (list, [a = 0, b = 0, c = 0, most = 0, by = 0, forMeans = 0], make) => {
        const free = { rows: a % list.length, columns: b % list.length };
        const axes = [
          { ...free, channels: c % list.length },
          { ...free, channels: undefined },
        ].find((each) => areAxes(each, big(list)));
        fc.pre(axes !== undefined);
        if (!axes) return;
        let mapping = pictureMapping(firstMapping(big(list)), big(list), axes);
        mapping = withStep(mapping, big(list), axes.columns, [1, 2, -1][by % 3] as number);
        const size = { pixels: 1 + (most % 12), side: 9, forMeans: [0, 1e6, undefined][forMeans % 3] };
        const plan = planPicture(mapping, big(list), axes, size);
        const values = await readPicture(plan, reads(make).read);
        const { step, box, rows, columns } = plan;
        if (size.forMeans === 1e6) expect(box).toEqual({ rows: step, columns: step });
        if (size.forMeans === undefined) expect(box).toEqual({ rows: 1, columns: 1 });
        const all: number[][] = Array.from({ length: plan.channels }, () => []);
        for (let y = 0; y < plan.height; y++)
          for (let x = 0; x < plan.width; x++) {
            const sums = new Array<number>(plan.channels).fill(0);
            let count = 0;
            for (let row = y * step; row < Math.min(rows, y * step + box.rows); row++)
              for (let column = x * step; column < Math.min(columns, x * step + box.columns); column++, count++)
                for (const [channel, value] of expected(list, axes, mapping, row, column).entries()) {
                  sums[channel] = (sums[channel] as number) + value;
                  all[channel]?.push(value);
                }
            for (const [channel, mean] of pixelElements(values, x, y).entries())
              expect(Number(mean)).toBeCloseTo((sums[channel] as number) / count, 2);
          }
        if (values.extents)
          expect(values.extents).toEqual(all.map((some) => ({ min: Math.min(...some), max: Math.max(...some) })));
      },
    ),
    { numRuns: 400 },
  );
});

test('fine stripes become gray, and a value that is not finite is not lost in a mean', async () => {
  const of = big([64, 64]);
  const axes = { rows: 0, columns: 1, channels: undefined };
  const most = { pixels: 1024, side: 32, forMeans: 0 };
  const plan = planPicture(firstMapping(of), of, axes, most);
  const striped = await readPicture(plan, async ({ rows, columns }) =>
    Uint8Array.from({ length: rows * columns }, (_, at) => (at % 2 ? 255 : 0)),
  );
  expect(new Set(striped.parts[0] as Float32Array)).toEqual(new Set([127.5]));
  // The levels are those of the elements, not of their means.
  expect(striped.extents).toEqual([{ min: 0, max: 255 }]);
  const holed = await readPicture(plan, async ({ rows, columns }) =>
    Float32Array.from({ length: rows * columns }, (_, at) => (at === 5 ? Number.NaN : at === 9 ? -Infinity : 1)),
  );
  expect(Array.from({ length: 6 }, (_, x) => pixelElements(holed, x, 0)[0])).toEqual([1, 1, NaN, 1, -Infinity, 1]);
  expect(holed.extents).toEqual([{ min: 1, max: 1 }]);
  const huge = await readPicture(plan, async ({ rows, columns }) => new Float64Array(rows * columns).fill(1.5e308));
  expect(pixelElements(huge, 0, 0)).toEqual([1.5e308]);
});

test('64-bit integers stay exact', async () => {
  const of = big([2 ** 20, 8, 8]);
  const axes = { rows: 1, columns: 2, channels: undefined };
  const mapping = withIndex(pictureMapping(firstMapping(of), of, axes), of, 0, 2 ** 20 - 1);
  const values = await readPicture(planPicture(mapping, of, axes), reads((length) => new BigInt64Array(length)).read);
  expect(pixelElements(values, 7, 7)).toEqual([BigInt(2 ** 26 - 1)]);
});

test('a large picture is drawn in part, within its limits, and by parts that can be canceled between', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 2 ** 20 }), fc.integer({ min: 8, max: 2 ** 20 }), (rows, columns) => {
      const of = big([rows, columns]);
      const [axes] = pictureAxes(of);
      if (!axes) throw new Error('not a picture');
      const plan = planPicture(firstMapping(of), of, axes);
      expect(plan.height * plan.width).toBeLessThanOrEqual(MAX_TENSOR_PICTURE_PIXELS);
      expect(Math.max(plan.height, plan.width)).toBeLessThanOrEqual(MAX_TENSOR_PICTURE_SIDE);
      expect((plan.height - 1) * plan.step).toBeLessThan(rows);
      expect((plan.width - 1) * plan.step).toBeLessThan(columns);
      for (const { plane } of plan.bands) expect(plane.rows === 1 || plane.rows * plane.columns <= 2 ** 20).toBe(true);
    }),
  );
  const of = big([4096, 4097]);
  const plan = planPicture(firstMapping(of), of, { rows: 0, columns: 1, channels: undefined });
  expect(plan).toMatchObject({ rows: 4096, columns: 4097, step: 3, height: 1366, width: 1366 });
  // What lies between two pixels of a row is read along, what lies between two such rows is not.
  expect(plan.box).toEqual({ rows: 1, columns: 3 });
  expect(plan.cost).toBe(1366 * 4097);
  const near = planPicture(firstMapping(big([20_000, 100])), big([20_000, 100]), {
    rows: 0,
    columns: 1,
    channels: undefined,
  });
  expect(near).toMatchObject({ step: 3, height: 6667, width: 34, box: { rows: 3, columns: 3 }, cost: 20_000 * 100 });
});

test('what reading costs is told, and a read for each element is never cheap', () => {
  const cost = (list: number[], axes: PictureAxes) =>
    planPicture(pictureMapping(firstMapping(big(list)), big(list), axes), big(list), axes).cost;
  // Far beyond what is downloaded without asking, though few pixels are drawn.
  expect(cost([8, 2 ** 31], { rows: 0, columns: 1, channels: undefined })).toBeGreaterThan(MAX_AUTO_DOWNLOAD_BYTES / 4);
  expect(cost([100, 64, 64, 100], { rows: 1, columns: 2, channels: undefined })).toBeLessThanOrEqual(64 * 64 * 100);
});

test('tells how many of its reads are done', async () => {
  const of = big([3000, 2000]);
  const axes = { rows: 0, columns: 1, channels: undefined };
  const plan = planPicture(firstMapping(of), of, axes);
  const done: number[] = [];
  await readPicture(
    plan,
    async ({ rows, columns }) => new Uint8Array(rows * columns),
    (count) => done.push(count),
  );
  expect(plan.bands.length).toBeGreaterThan(3);
  expect(done).toEqual(plan.bands.map((_, at) => at + 1));
});
