import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memorySource } from '../source/memory.ts';
import { sliceSource } from '../source/slice.ts';
import type { ByteSource } from '../source/source.ts';
import { chunksOf, collect, streamOf } from '../source/stream.ts';
import { countingSource } from '../testing/counting-source.ts';
import { elementBytes } from './dtype.ts';
import { elementText } from './elements.ts';
import { ComplexReader, NumericReader, tensorReader } from './reader.ts';
import { tensorStatistics } from './statistics/statistics.ts';

const VALUES = [1.5, -0, Number.NaN, 2 ** 70, Number.NEGATIVE_INFINITY, -7.25];

/** A file that holds these float64 values in its middle, and where it holds them. */
function fileOf(littleEndian: boolean): { bytes: Uint8Array; start: number; end: number } {
  const bytes = new Uint8Array(5 + 8 * VALUES.length + 3).fill(0xee);
  const view = new DataView(bytes.buffer, 5);
  for (const [index, value] of VALUES.entries()) view.setFloat64(8 * index, value, littleEndian);
  return { bytes, start: 5, end: 5 + 8 * VALUES.length };
}

/**
 * The same source, with a stream in chunks of these lengths in turn. Each chunk is a view of memory that the source
 * keeps.
 */
function inChunks(source: ByteSource, bytes: Uint8Array, lengths: readonly number[]): ByteSource {
  return {
    ...source,
    stream: (start, end, signal) =>
      streamOf(async function* () {
        for (let at = start, turn = 0; at < end; turn++) {
          const next = Math.min(end, at + (lengths[turn % lengths.length] as number));
          yield bytes.subarray(at, next);
          at = next;
        }
      }, signal),
  };
}

describe('a numeric tensor in the middle of a file', () => {
  for (const order of ['little', 'big'] as const) {
    test(`${order}-endian: its values and its bytes`, async () => {
      const { bytes, start, end } = fileOf(order === 'little');
      const reader = new NumericReader(sliceSource(memorySource('f', bytes), start, end), 'float64', 6, order);
      expect(Array.from(await reader.read(0, 6), elementText)).toEqual(VALUES.map(elementText));
      expect(Array.from(await reader.read(3, 4), Number)).toEqual([2 ** 70]);
      const { bytes: little } = fileOf(true);
      expect(await reader.data.read(0, 48)).toEqual(little.slice(5, 53));
      const statistics = await tensorStatistics(reader);
      expect(statistics).toMatchObject({ count: 6, nan: 1, infinite: 1, zeros: 1, min: '-7.25', max: String(2 ** 70) });
      // The bytes of the file are unchanged.
      expect(bytes).toEqual(fileOf(order === 'little').bytes);
    });
  }

  test('reads only what is asked for', async () => {
    const { bytes, start, end } = fileOf(true);
    const source = countingSource(memorySource('f', bytes));
    const reader = new NumericReader(sliceSource(source, start, end), 'float64', 6);
    await reader.read(2, 4);
    expect(source.accesses).toEqual([{ kind: 'read', start: 21, end: 37 }]);
  });

  test('is refused where its data has another length, and refuses elements that it does not have', async () => {
    const data = memorySource('f', new Uint8Array(12));
    expect(() => new NumericReader(data, 'int32', 4)).toThrow(
      expect.objectContaining({ code: 'tensor/size-mismatch' }),
    );
    expect(() => new NumericReader(data, 'int32', 2)).toThrow(
      expect.objectContaining({ code: 'tensor/size-mismatch' }),
    );
    const reader = new NumericReader(data, 'int32', 3);
    for (const [start, end] of [
      [-1, 1],
      [2, 1],
      [0, 4],
      [0.5, 1],
    ] as const) {
      await expect(reader.read(start, end)).rejects.toMatchObject({ code: 'source/out-of-range' });
    }
  });
});

test('any range of big-endian data equals the same range of little-endian data, however it is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('uint8', 'float16', 'int32', 'uint64'),
      fc.uint8Array({ maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.nat(),
      async (dtype, random, lengths, one, other) => {
        const width = elementBytes(dtype);
        const big = random.slice(0, random.length - (random.length % width));
        const little = Uint8Array.from(big, (_, at) => {
          const first = at - (at % width);
          return big[first + width - 1 - (at % width)] as number;
        });
        const [start = 0, end = 0] = [one % (big.length + 1), other % (big.length + 1)].sort((a, b) => a - b);
        const source = inChunks(memorySource('f', big), big, lengths);
        const { data } = new NumericReader(source, dtype, big.length / width, 'big');
        expect(await data.read(start, end)).toEqual(little.slice(start, end));
        const streamed = await collect(chunksOf(data.stream(start, end)), end - start);
        expect(streamed).toEqual(little.slice(start, end));
        await expect(data.read(0, big.length + 1)).rejects.toMatchObject({ code: 'source/out-of-range' });
      },
    ),
  );
});

describe('packed elements', () => {
  // 0.5, 1, 1.5, 2, 3, 4, 6 and -0.5 as patterns 1 to 7 and 9.
  const data = memorySource('f', new Uint8Array([0x21, 0x43, 0x65, 0x97]));
  const values = [0.5, 1, 1.5, 2, 3, 4, 6, -0.5];

  test('are read from any one to any other', async () => {
    const reader = new NumericReader(data, 'F4', 8);
    for (let start = 0; start <= 8; start++)
      for (let end = start; end <= 8; end++)
        expect([...(await reader.read(start, end))]).toEqual(values.slice(start, end));
    await expect(reader.read(0, 9)).rejects.toMatchObject({ code: 'source/out-of-range' });
    expect(() => new NumericReader(data, 'F4', 7)).toThrow(expect.objectContaining({ code: 'tensor/size-mismatch' }));
  });

  test('have statistics, in whatever chunks they come', async () => {
    const bytes = new Uint8Array([0x81, 0x30, 0x10, 0x81, 0x30, 0x10]);
    const source = inChunks(memorySource('f', bytes), bytes, [1, 2]);
    const reader = new NumericReader(source, 'F6_E2M3', 8);
    // Patterns 1, 2, 3 and 4 twice: eighths.
    expect([...(await reader.read(1, 7))]).toEqual([2, 3, 4, 1, 2, 3].map((eighths) => eighths / 8));
    expect(await tensorStatistics(reader)).toMatchObject({ count: 8, min: '0.125', max: '0.5', mean: 0.3125 });
  });
});

test('complex numbers are texts of both parts, in both orders of bytes', async () => {
  for (const order of ['little', 'big'] as const) {
    for (const dtype of ['complex64', 'complex128'] as const) {
      const width = dtype === 'complex64' ? 4 : 8;
      const bytes = new Uint8Array(4 * width);
      const view = new DataView(bytes.buffer);
      for (const [index, part] of [0.5, -2, Number.NaN, -0].entries()) {
        if (width === 4) view.setFloat32(4 * index, part, order === 'little');
        else view.setFloat64(8 * index, part, order === 'little');
      }
      const reader = tensorReader(memorySource('f', bytes), dtype, 2, order);
      expect(reader).toBeInstanceOf(ComplexReader);
      expect(await reader.read(0, 2)).toEqual(['0.5-2j', 'NaN-0j']);
      expect(await reader.read(1, 2)).toEqual(['NaN-0j']);
    }
  }
});
