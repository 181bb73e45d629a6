import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../source/memory.ts';
import { countingSource } from '../testing/counting-source.ts';
import { columnMajorReader, isOneOrder, rowMajorSource } from './column-major.ts';
import { planePart } from './mapping.ts';
import { readCells } from './plane.ts';
import { NumericReader } from './reader.ts';
import { tensorStatistics } from './statistics/statistics.ts';

/** Numbers of `width` bytes from 0 on in row-major order, stored in column-major order. */
function stored(shape: readonly number[], width: number): { bytes: Uint8Array; expected: Uint8Array } {
  const count = shape.reduce((product, size) => product * size, 1);
  const bytes = new Uint8Array(count * width);
  const expected = new Uint8Array(count * width);
  for (let at = 0; at < count; at++) {
    let rest = at;
    let place = 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const size = shape[axis] as number;
      const stride = shape.slice(0, axis).reduce((product, before) => product * before, 1);
      place += (rest % size) * stride;
      rest = Math.floor(rest / size);
    }
    for (let byte = 0; byte < width; byte++) {
      const value = (at * 31 + byte * 7) & 0xff;
      expected[at * width + byte] = value;
      bytes[place * width + byte] = value;
    }
  }
  return { bytes, expected };
}

const bigs = (shape: readonly number[]) => shape.map(BigInt);

describe('a column-major tensor', () => {
  it('is read in row-major order, any range of its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(1, 2, 4, 8, 3),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (shape, width, a, b) => {
          const { bytes, expected } = stored(shape, width);
          const source = rowMajorSource(memorySource('t', bytes), bigs(shape), width);
          const [start, end] = [a, b].map((share) => Math.floor(share * bytes.length)).sort((x, y) => x - y) as [
            number,
            number,
          ];
          expect(await source.read(start, end)).toEqual(expected.slice(start, end));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is read by few reads where its elements lie far apart', async () => {
    const shape = [40_000, 60];
    const { bytes, expected } = stored(shape, 4);
    const counted = countingSource(memorySource('t', bytes));
    const reader = columnMajorReader(
      new NumericReader(rowMajorSource(counted, bigs(shape), 4), 'uint32', 2_400_000),
      counted,
      bigs(shape),
    );
    const whole = { rows: 40_000, columns: 60, start: 0, rowStride: 60, columnStride: 1 };
    const window = { rowStart: 20_000, rowEnd: 20_050, columnStart: 10, columnEnd: 30 };
    const cells = await readCells(reader, planePart(whole, window));
    const view = new DataView(expected.buffer);
    expect(cells[0]).toBe(String(view.getUint32(4 * (20_000 * 60 + 10), true)));
    expect(cells.at(-1)).toBe(String(view.getUint32(4 * (20_049 * 60 + 29), true)));
    // One block for each column, and some rows that lie across the end of one.
    expect(counted.accesses.length).toBeLessThanOrEqual(40);
    expect(counted.bytes).toBeLessThan(1_000_000);
  });

  it('has the statistics of what is stored, which is read once', async () => {
    const shape = [300, 200];
    const { bytes } = stored(shape, 2);
    const counted = countingSource(memorySource('t', bytes));
    const reader = columnMajorReader(
      new NumericReader(rowMajorSource(counted, bigs(shape), 2), 'int16', 60_000),
      counted,
      bigs(shape),
    );
    const plain = new NumericReader(memorySource('t', bytes), 'int16', 60_000);
    const [own, { places }] = [await tensorStatistics(reader), await tensorStatistics(plain)];
    expect({ ...own, places }).toEqual(await tensorStatistics(plain));
    for (const kind of ['min', 'max'] as const) {
      const place = places[kind];
      if (place === undefined) throw new Error(`no ${kind}`);
      expect(own.places[kind]).toBe((place % 300) * 200 + Math.floor(place / 300));
    }
    expect(counted.bytes).toBe(bytes.length);
  });

  it('streams as it reads, and honors an abort', async () => {
    const { bytes, expected } = stored([7, 5, 3], 4);
    const source = rowMajorSource(memorySource('t', bytes), [7n, 5n, 3n], 4);
    const chunks: number[] = [];
    const reader = source.stream(5, 300).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(...next.value);
    expect(chunks).toEqual([...expected.slice(5, 300)]);
    await expect(source.read(0, 4, AbortSignal.abort())).rejects.toThrow();
  });
});

it.each<[readonly number[], boolean]>([
  [[], true],
  [[5], true],
  [[1, 5, 1], true],
  [[2, 0], true],
  [[2, 3], false],
])('both orders of %j are one: %s', (shape, expected) => expect(isOneOrder(bigs(shape))).toBe(expected));
