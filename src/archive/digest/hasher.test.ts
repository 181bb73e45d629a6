import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { ByteSource } from '../../source/source.ts';
import { Hasher } from './hasher.ts';
import type { DigestResult, StoredFile } from './job.ts';
import { MIN_ARENA } from './runner.ts';

const CONTENT = Uint8Array.from({ length: 300 }, (_, at) => at % 7);
const FILES: StoredFile[] = [0, 1, 2].map((at) => {
  return { path: `${at}`, size: 100, storedSize: 100, codec: 'stored', span: { start: at * 100, end: at * 100 + 100 } };
});

it.each([true, false])('frees the bytes of a batch once it is hashed where it may: %s', async (freesReads) => {
  const transfer = vi.fn();
  const read = async (start: number, end: number) => {
    const bytes = CONTENT.slice(start, end);
    Object.defineProperty(bytes.buffer, 'transfer', { value: transfer });
    return bytes;
  };
  const source = { name: 'a', size: CONTENT.length, read } as unknown as ByteSource;
  const hasher = await Hasher.create(source, { arenaBytes: MIN_ARENA, freesReads });
  const results: DigestResult[] = [];
  const onResult = (result: DigestResult) => {
    expect(transfer).not.toHaveBeenCalled();
    results.push(result);
  };
  await hasher.batch(FILES, { onResult, onBytes: () => {} });
  hasher.free();
  const hashOf = (at: number) =>
    createHash('sha256')
      .update(CONTENT.subarray(at * 100, at * 100 + 100))
      .digest('hex');
  expect(results.map(({ sha256 }) => sha256)).toEqual([0, 1, 2].map(hashOf));
  expect(transfer.mock.calls).toEqual(freesReads ? [[0]] : []);
});
