import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BATCH_BYTES, BATCH_FILES } from '../../base/limits.ts';
import type { DigestJob, StoredFile } from './job.ts';
import { batchReach, scheduleDigests } from './schedule.ts';

const fileAt = (start: number, size: number): StoredFile => ({
  path: `${start}`,
  size,
  storedSize: size,
  codec: 'stored',
  span: { start, end: start + size },
});

function batchesOf(jobs: { length: number; at(place: number): DigestJob | undefined }): StoredFile[][] {
  const { batches } = scheduleDigests(jobs);
  const taken: StoredFile[][] = [];
  const count = batches.length;
  for (let files = batches.shift(); files; files = batches.shift()) taken.push(files);
  expect([count, batches.length]).toEqual([taken.length, 0]);
  return taken;
}

describe('batches of small files', () => {
  it('have every file once, in the order of the container, and span no more than one read', () => {
    const files = fc.uniqueArray(fc.nat(30_000_000), { maxLength: 200 });
    fc.assert(
      fc.property(files, (starts) => {
        const batches = batchesOf(starts.map((start) => fileAt(start, 1 + (start % 50_000))));
        const found = batches.flat().map(({ span }) => span?.start);
        expect(found).toEqual(starts.toSorted((a, b) => a - b));
        for (const files of batches) {
          const [first, last] = [files[0], files.at(-1)] as [StoredFile, StoredFile];
          expect(files.length === 1 || batchReach(last) - (first.span?.start ?? 0) <= BATCH_BYTES).toBe(true);
        }
      }),
    );
  });

  it('hold the jobs of one batch at a time', () => {
    const count = 5 * BATCH_FILES + 1;
    const held = new Set<number>();
    const jobs = {
      length: count,
      at(place: number) {
        held.add(place);
        return fileAt(place * 10, 10);
      },
    };
    const { batches } = scheduleDigests(jobs);
    // What was made to look at each file is not kept: taking a batch makes its files, and no others.
    held.clear();
    expect(batches.shift()?.length).toBe(BATCH_FILES);
    expect(held.size).toBe(BATCH_FILES);
    expect(batches.length).toBe(9);
  });

  it('read no long gap along', () => {
    const batches = batchesOf([fileAt(0, 10), fileAt(60_000, 10), fileAt(200_000, 10), fileAt(200_020, 10)]);
    expect(batches.map((files) => files.map(({ path }) => path))).toEqual([
      ['0', '60000'],
      ['200000', '200020'],
    ]);
  });

  it('become smaller at the end, so that no thread ends long before the others', () => {
    const sizes = batchesOf(Array.from({ length: 10_000 }, (_, at) => fileAt(at * 10, 10))).map(({ length }) => length);
    expect(sizes.slice(0, 15)).toEqual(Array(15).fill(BATCH_FILES));
    let left = 10_000;
    for (const size of sizes) {
      expect(size).toBe(Math.min(left, BATCH_FILES, Math.max(128, Math.ceil(left / 4))));
      left -= size;
    }
    expect(left).toBe(0);
  });

  it('keep the order of files that lie in no container, and put them first', () => {
    const blob = new Blob();
    const loose = ['c', 'a', 'b'].map((path): StoredFile => ({ path, size: 5, storedSize: 5, codec: 'stored', blob }));
    const batches = batchesOf([fileAt(90, 5), ...loose, fileAt(70, 5)]);
    expect(batches.flat().map(({ path }) => path)).toEqual(['c', 'a', 'b', '70', '90']);
  });
});
