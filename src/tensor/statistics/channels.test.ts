import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import { columnMajorReader, rowMajorSource } from '../column-major.ts';
import { tensorReader } from '../reader.ts';
import { channelStatistics, MAX_CHANNELS } from './channels.ts';
import { StatisticsGatherer } from './gatherer.ts';

function readerOf(values: Float32Array<ArrayBuffer>) {
  return tensorReader(memorySource('t', new Uint8Array(values.buffer)), 'float32', values.length);
}

test('each index of any dimension has the statistics of its own elements', async () => {
  const value = fc.oneof(fc.float({ noNaN: true, min: -1000, max: 1000 }), fc.constantFrom(0, Number.NaN, Infinity));
  const shapes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      shapes,
      fc.nat(3),
      fc.array(value, { minLength: 1, maxLength: 20 }),
      async (shape, which, some) => {
        const dimension = which % shape.length;
        const count = shape.reduce((product, size) => product * size, 1);
        const values = Float32Array.from({ length: count }, (_, at) => some[at % some.length] as number);
        const all = await channelStatistics(readerOf(values), shape.map(BigInt), dimension);
        const run = shape.slice(dimension + 1).reduce((product, size) => product * size, 1);
        for (let channel = 0; channel < (shape[dimension] as number); channel++) {
          const own = values.filter((_, at) => Math.floor(at / run) % (shape[dimension] as number) === channel);
          const gatherer = new StatisticsGatherer('float32');
          gatherer.add(own);
          const { min, max, mean, std, nan, infinite, zeros, count: of } = gatherer.result();
          expect([all.count, all.nan[channel], all.infinite[channel], all.zeros[channel]]).toEqual([
            of,
            nan,
            infinite,
            zeros,
          ]);
          if (min === undefined) {
            expect(all.mean[channel]).toBeNaN();
            continue;
          }
          expect([all.min[channel], all.max[channel]].map((each) => (each as number) + 0)).toEqual([
            Number(min) + 0,
            Number(max) + 0,
          ]);
          expect(all.mean[channel]).toBeCloseTo(mean as number, 8);
          expect(all.std[channel]).toBeCloseTo(std as number, 5);
        }
      },
    ),
  );
});

test('a column-major tensor is read in the order in which it is stored', async () => {
  const shape = [2n, 3n, 4n];
  const stored = memorySource('t', new Uint8Array(Float32Array.from({ length: 24 }, (_, at) => at).buffer));
  const rows = tensorReader(rowMajorSource(stored, shape, 4), 'float32', 24);
  const reader = { ...columnMajorReader(rows, stored, shape), read: fail };
  for (const dimension of [0, 1, 2]) {
    const [own, expected] = [
      await channelStatistics(reader, shape, dimension),
      await channelStatistics(rows, shape, dimension),
    ];
    expect([own.count, own.min, own.max, own.zeros]).toEqual([
      expected.count,
      expected.min,
      expected.max,
      expected.zeros,
    ]);
    for (const [at, mean] of expected.mean.entries()) expect(own.mean[at]).toBeCloseTo(mean, 10);
  }
});

test('a dimension of no size has no statistics', async () => {
  const { count, min } = await channelStatistics(readerOf(new Float32Array(0)), [3n, 0n], 1);
  expect([count, min]).toEqual([0, new Float64Array(0)]);
  await expect(channelStatistics(readerOf(new Float32Array(1)), [], 0)).rejects.toMatchObject({ code: 'internal/bug' });
});

test('more indices than a list shows are refused before anything is read', async () => {
  const reader = { ...readerOf(new Float32Array(1)), dtype: 'float32', count: MAX_CHANNELS + 1 };
  const shape = [BigInt(MAX_CHANNELS + 1)];
  await expect(
    channelStatistics({ ...reader, data: memorySource('t', new Uint8Array(0)), read: fail }, shape, 0),
  ).rejects.toMatchObject({
    code: 'source/too-large',
  });
});

const fail = () => Promise.reject(new Error('read'));
