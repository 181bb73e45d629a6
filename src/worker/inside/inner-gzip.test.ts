import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { isEqual } from '../../base/bytes.ts';
import type { DecodedRoom } from '../../source/decoded.ts';
import { memorySource } from '../../source/memory.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { DecodedRooms, GrowingRoom, memoryRoom, type RoomDisk } from './decoded-rooms.ts';

const MIB = 1024 * 1024;

// 256 MiB take seconds to decode.
vi.mock('../../base/limits.ts', async (original) => ({
  ...(await original<typeof import('../../base/limits.ts')>()),
  MAX_UNASKED_DECODED: 6 * 1024 * 1024,
  INNER_MEMORY_BYTES: 4 * 1024 * 1024,
}));

/** A disk that keeps its rooms in memory, and says what was done. */
function watchedDisk(free: number) {
  const done: string[] = [];
  const disk: RoomDisk = {
    freeBytes: async () => free,
    async open(): Promise<DecodedRoom> {
      done.push('open');
      const room = memoryRoom();
      return { ...room, release: () => void done.push('release') };
    },
  };
  return { disk, done };
}

/** Opens a zip around a file in gzip, and then that file. */
async function openInner(size: number, method: 0 | 8, disk?: RoomDisk, decodesAll = false) {
  const data = new Uint8Array(gzipSync(new Uint8Array(size).fill(7)));
  const container = memorySource('a.zip', buildZip([{ name: 'x/b.bin.gz', data, method }]));
  const worker = callsInThread({ container }, disk ? { disk } : {});
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.zip' } });
  const ask = { outer: handle, path: 'x/b.bin.gz', decodesAll };
  return { worker, opened: await worker.call('open', ask) };
}

test.each([0, 8] as const)(
  'what lies in gzip in a package is read from the shared room (method %i)',
  async (method) => {
    const { disk, done } = watchedDisk(100 * MIB);
    const { worker, opened } = await openInner(5 * MIB, method, disk);
    expect(opened.package).toMatchObject({ name: 'b.bin', size: 5 * MIB });
    expect(done).toContain('open');
    const read = { handle: opened.handle, path: 'b.bin', start: 4 * MIB - 2, end: 4 * MIB + 2 };
    expect(await worker.call('read', read)).toEqual(new Uint8Array(4).fill(7));
    await worker.call('close', { handle: opened.handle });
    expect(done.filter((what) => what === 'release')).toHaveLength(done.length / 2);
  },
);

test('more than is decoded unasked is refused, and decoded where that is asked for', async () => {
  const { disk, done } = watchedDisk(100 * MIB);
  await expect(openInner(7 * MIB, 0, disk)).rejects.toMatchObject({
    code: 'source/undecoded',
    fields: { limit: 6 * MIB },
  });
  expect(done.filter((what) => what === 'release')).toHaveLength(done.length / 2);
  expect((await openInner(7 * MIB, 0, disk, true)).opened.package.size).toBe(7 * MIB);
});

test('what the disk has no room for is refused', async () => {
  await expect(openInner(6 * MIB, 0, watchedDisk(2 * MIB).disk)).rejects.toMatchObject({ code: 'source/no-room' });
});

test('a growing room gives back what was put into it, and what it took', async () => {
  const { disk, done } = watchedDisk(100 * MIB);
  const room = new GrowingRoom(new DecodedRooms(disk), 40 * MIB);
  const bytes = Uint8Array.from({ length: 9 * MIB + 5 }, (_, at) => at % 251);
  for (let at = 0; at < bytes.length; at += 700_001) await room.append(bytes.subarray(at, at + 700_001));
  expect(isEqual(await room.read(0, bytes.length), bytes)).toBe(true);
  const middle = await room.read(4 * MIB - 1, 8 * MIB + 1);
  expect(isEqual(middle, bytes.slice(4 * MIB - 1, 8 * MIB + 1))).toBe(true);
  expect(await room.read(5, 5)).toEqual(new Uint8Array(0));
  room.release();
  expect(done).toEqual(['open', 'open', 'release', 'release']);
  await expect(room.read(0, 1)).rejects.toMatchObject({ tag: 'cancelled' });
});
