import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { crc32 } from '../../codec/crc32.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { Hasher } from './hasher.ts';
import type { DigestResult, StoredFile } from './job.ts';
import { MIN_ARENA } from './runner.ts';

const CONTENT = Uint8Array.from({ length: 300 }, (_, at) => at % 7);
const FILES: StoredFile[] = [0, 1, 2].map((at) => {
  return { path: `${at}`, size: 100, storedSize: 100, codec: 'stored', span: { start: at * 100, end: at * 100 + 100 } };
});

it('frees the bytes of batches once it has read many of them, and where it may', async () => {
  const transfer = vi.fn();
  const read = async (start: number, end: number) => {
    const bytes = CONTENT.slice(start, end);
    Object.defineProperty(bytes.buffer, 'transfer', { value: transfer });
    return bytes;
  };
  const source = { name: 'a', size: CONTENT.length, read } as unknown as ByteSource;
  const hashOf = (at: number) =>
    createHash('sha256')
      .update(CONTENT.subarray(at * 100, at * 100 + 100))
      .digest('hex');
  for (const [limits, freed] of [
    [{ freesReadsAfter: 2 * CONTENT.length }, [0, 0, 1]],
    [{ freesReadsAfter: 0 }, [1, 2, 3]],
    [{}, [0, 0, 0]],
  ] as const) {
    transfer.mockClear();
    const hasher = await Hasher.create(source, { arenaBytes: MIN_ARENA, ...limits });
    const calls: number[] = [];
    for (let batch = 0; batch < 3; batch++) {
      const before = transfer.mock.calls.length;
      // In any order.
      const hashes = new Map<string, string | undefined>();
      const onResult = ({ path, sha256 }: DigestResult) => {
        expect(transfer).toHaveBeenCalledTimes(before);
        hashes.set(path, sha256);
      };
      await hasher.batch(FILES, { onResult, onBytes: () => {} });
      expect(hashes).toEqual(new Map(FILES.map(({ path }, at) => [path, hashOf(at)])));
      calls.push(transfer.mock.calls.length);
    }
    hasher.free();
    expect(calls).toEqual(freed);
  }
  expect(transfer.mock.calls.every(([length]) => length === 0)).toBe(true);
});

it('tells the hash alone of a file only where there is nothing else to say of it', async () => {
  const [plain, wanted, damaged] = FILES as [StoredFile, StoredFile, StoredFile];
  const files = [plain, { ...wanted, wantsCrc32: true }, { ...damaged, crc32: 1 }] satisfies StoredFile[];
  const hasher = await Hasher.create(memorySource('a', CONTENT), { arenaBytes: MIN_ARENA });
  const hashed: number[] = [];
  const results: DigestResult[] = [];
  await hasher.batch(files, {
    onHash: (place) => hashed.push(place),
    onResult: (result) => results.push(result),
    onBytes: () => {},
  });
  hasher.free();
  expect(hashed).toEqual([0]);
  expect(results.sort((a, b) => a.path.localeCompare(b.path))).toMatchObject([
    { path: '1', crc32: crc32(CONTENT.subarray(100, 200)) },
    { path: '2', error: { code: 'zip/crc-mismatch' } },
  ]);
});
