import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Segment } from '../../src/archive/plan.ts';
import type { ByteSource } from '../../src/source/source.ts';
import { writePlan } from './copy.ts';
import { openLocation } from './source.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('writePlan', () => {
  const PIECE = 8 * 1024 * 1024;

  /** What a plan of these segments writes of a file of `old`. */
  async function written(old: Uint8Array<ArrayBuffer>, segments: Segment[]): Promise<Uint8Array> {
    const path = join(folder, 'pieces');
    await writeFile(path, old);
    const from = await openLocation(path);
    try {
      const size = segments.reduce((sum, s) => sum + (s.kind === 'new' ? s.bytes.length : s.end - s.start), 0);
      const bytes = new Uint8Array(size);
      const plan = { segments, size, old: from.container.source as ByteSource, notes: [], check: async () => {} };
      await writePlan(plan, from, async (piece, to) => bytes.set(piece, to), new AbortController().signal);
      return bytes;
    } finally {
      await from.close();
    }
  }

  it('puts each piece in its place, whichever is read first', async () => {
    const old = new Uint8Array(5 * PIECE + 7).map((_, i) => i * 31 + (i >> 13));
    old.fill(0, PIECE + 100, 3 * PIECE + 200);
    const some = new Uint8Array([1, 2, 3]);
    const expected = Buffer.concat([old.subarray(50, 4 * PIECE + 9), some, old.subarray(3, 9), some, old]);
    const result = await written(old, [
      { kind: 'old', start: 50, end: 4 * PIECE + 9 },
      { kind: 'new', bytes: some },
      { kind: 'old', start: 3, end: 9 },
      { kind: 'new', bytes: some },
      { kind: 'old', start: 0, end: old.length },
    ]);
    expect(expected.equals(result)).toBe(true);
  });

  it('writes no piece that is all zeros', async () => {
    const path = join(folder, 'zeros');
    await writeFile(path, new Uint8Array(3 * PIECE + 5).fill(1, 2 * PIECE, 2 * PIECE + 1));
    const from = await openLocation(path);
    const segments: Segment[] = [{ kind: 'old', start: 0, end: 3 * PIECE + 5 }];
    const old = from.container.source as ByteSource;
    const places: number[] = [];
    const plan = { segments, size: old.size, old, notes: [], check: async () => {} };
    await writePlan(plan, from, async (_, to) => void places.push(to), new AbortController().signal);
    await from.close();
    expect(places).toEqual([2 * PIECE]);
  });

  it('stops where a write fails or it is cancelled, and waits for the writes that are under way', async () => {
    const path = join(folder, 'failing');
    await writeFile(path, new Uint8Array(20 * PIECE).fill(1));
    const from = await openLocation(path);
    const old = from.container.source as ByteSource;
    const segments: Segment[] = [{ kind: 'old', start: 0, end: old.size }];
    const plan = { segments, size: old.size, old, notes: [], check: async () => {} };
    let underWay = 0;
    let writes = 0;
    const write = async () => {
      underWay++;
      if (++writes === 3) {
        underWay--;
        throw new Error('the disk is full');
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay--;
    };
    await expect(writePlan(plan, from, write, new AbortController().signal)).rejects.toThrow('the disk is full');
    expect(underWay).toBe(0);
    expect(writes).toBeLessThan(10);
    await expect(writePlan(plan, from, async () => {}, AbortSignal.abort())).rejects.toMatchObject({
      tag: 'cancelled',
    });
    await from.close();
  });
});
