import { describe, expect, it, vi } from 'vitest';
import { type Compression, type PackedEntry, type PackFile, packFile } from '../../archive/zip/pack.ts';
import { concatBytes } from '../../base/bytes.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { type PackerLike, PackPool } from './pack-pool.ts';
import { createPacking, type FromPacker, type ToPacker } from './packing.ts';

// Deflate takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const MIB = 1024 * 1024;

/** A worker of the pool in this thread: messages arrive in later tasks, and their bytes move. */
class FakePacker implements PackerLike {
  static all: FakePacker[] = [];
  terminated = false;
  tasks: string[] = [];
  #listeners = new Map<string, (event: never) => void>();
  #take = createPacking((message, transfer) => {
    const data: FromPacker = message.kind === 'bytes' ? structuredClone(message, { transfer }) : message;
    setTimeout(() => this.terminated || this.#listeners.get('message')?.({ data } as never));
  });

  constructor() {
    FakePacker.all.push(this);
  }
  postMessage(message: ToPacker): void {
    if (message.kind !== 'written') this.tasks.push(message.kind);
    setTimeout(() => this.terminated || this.#take(message));
  }
  terminate(): void {
    this.terminated = true;
  }
  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.set(type, listener);
  }
  die(): void {
    this.#listeners.get('error')?.(Object.assign(new Event('error'), { message: 'out of memory' }) as never);
  }
}

function pool(size = 2): PackPool {
  FakePacker.all = [];
  return new PackPool(() => new FakePacker(), size);
}

/**
 * Bytes that shrink, but not by much, at both ends. Those between, of a large file, tell their place and shrink to almost
 * nothing: to deflate takes a second for each MiB that does not.
 */
function bytes(size: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(size);
  for (let at = 0, state = 7; at < size; at++) {
    if (at === MIB + 100_000 && size > 2 * MIB) {
      const end = size - 100_000;
      for (; at < end; at += 1000) made.fill(at / 1000, at, Math.min(end, at + 1000));
      at = end;
    }
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    made[at] = at % 4 === 3 ? 60 : state >>> 24;
  }
  return made;
}

async function packed(
  pack: PackFile,
  source: ByteSource,
  compression: Compression,
): Promise<{ entry: PackedEntry; out: Uint8Array; counted: number }> {
  const parts: Uint8Array[] = [];
  let counted = 0;
  const entry = await pack(
    source,
    compression,
    async (part) => {
      await new Promise((resolve) => setTimeout(resolve));
      parts.push(part.slice());
    },
    { onBytes: (count) => (counted += count) },
  );
  return { entry, out: concatBytes(parts), counted };
}

const blobSource = (content: Uint8Array<ArrayBuffer>) => fileSource(new File([content], 'w.bin'));

describe('a pool that packs', () => {
  it.each(['zstd', 'deflate', 'stored'] as const)(
    'gives what one thread gives, for large and small files, with %s',
    async (compression) => {
      const ours = pool();
      for (const size of [0, 5000, MIB + 5, 8 * MIB + 1]) {
        const content = bytes(size);
        const alone = await packed(packFile, memorySource('w', content), compression);
        const shared = await packed(ours.pack, blobSource(content), compression);
        expect(shared.entry).toEqual(alone.entry);
        expect(Buffer.compare(shared.out, alone.out)).toBe(0);
        expect(shared.counted).toBe(size);
      }
      // The large file went through two workers.
      expect(FakePacker.all.map(({ tasks }) => tasks)).toEqual([['pack', 'pack', 'pack', 'pack'], ['check']]);
      ours.end();
      expect(FakePacker.all.every(({ terminated }) => terminated)).toBe(true);
    },
  );

  it('packs as many small files at once as it has workers, and the others after them', async () => {
    const ours = pool(2);
    const content = bytes(100_000);
    const alone = await packed(packFile, memorySource('w', content), 'zstd');
    const all = await Promise.all(Array.from({ length: 7 }, () => packed(ours.pack, blobSource(content), 'zstd')));
    for (const { entry } of all) expect(entry).toEqual(alone.entry);
    expect(FakePacker.all).toHaveLength(2);
    expect(FakePacker.all.flatMap(({ tasks }) => tasks)).toHaveLength(7);
  });

  it('packs large files by two workers each, in the order in which they came, however slow the first one is to read', async () => {
    const ours = pool(3);
    const [first, ...others] = Array.from({ length: 3 }, () => blobSource(bytes(8 * MIB)));
    const begun: number[] = [];
    const pack = (source: ByteSource, at: number) =>
      ours.pack(source, 'zstd', () => void (begun.includes(at) || begun.push(at)), {});
    const slow: ByteSource = {
      ...(first as ByteSource),
      read: async () => new Promise((resolve) => setTimeout(() => resolve(new Uint8Array(1)), 50)),
    };
    await Promise.all([slow, ...others].map(pack));
    expect(begun).toEqual([0, 1, 2]);
    // The third worker is never enough for the next large file.
    expect(FakePacker.all.map(({ tasks }) => tasks.length)).toEqual([3, 3]);
  });

  it('packs in this thread what is not on this machine', async () => {
    const ours = pool();
    expect((await packed(ours.pack, memorySource('w', bytes(4000)), 'zstd')).entry.size).toBe(4000);
    expect(FakePacker.all).toEqual([]);
  });

  it('holds no worker while it packs in this thread', async () => {
    const ours = pool();
    let emitted = () => {};
    const decoded = { ...memorySource('w', bytes(9 * MIB)), blob: () => undefined };
    const slow = ours.pack(decoded, 'zstd', () => new Promise<void>((resolve) => (emitted = resolve)), {});
    expect((await packed(ours.pack, blobSource(bytes(9 * MIB)), 'zstd')).entry.size).toBe(9 * MIB);
    const timer = setInterval(() => emitted());
    expect((await slow).size).toBe(9 * MIB);
    clearInterval(timer);
  });

  it.each([1000, 9 * MIB])('rejects where a file of %d bytes cannot be read, and goes on with others', async (size) => {
    const ours = pool();
    const source = blobSource(bytes(size));
    const short = { size, slice: () => short, stream: () => new Blob([bytes(size - 1)]).stream() } as unknown as Blob;
    await expect(packed(ours.pack, { ...source, blob: () => short }, 'zstd')).rejects.toMatchObject({ tag: 'network' });
    expect((await packed(ours.pack, blobSource(bytes(10)), 'zstd')).entry.size).toBe(10);
  });

  it('rejects when it is canceled, and when a worker dies', async () => {
    const ours = pool();
    const controller = new AbortController();
    const cancelled = ours.pack(blobSource(bytes(9 * MIB)), 'zstd', () => controller.abort(), {
      signal: controller.signal,
    });
    await expect(cancelled).rejects.toMatchObject({ tag: 'cancelled' });
    const dying = pool();
    const lost = dying.pack(blobSource(bytes(9 * MIB)), 'zstd', () => FakePacker.all[1]?.die(), {});
    await expect(lost).rejects.toMatchObject({ code: 'internal/worker-died' });
  });

  it('gives no worker to a file that waits once it has ended', async () => {
    const ours = pool();
    const files = Array.from({ length: 3 }, () => ours.pack(blobSource(bytes(9 * MIB)), 'zstd', () => {}, {}));
    const settled = Promise.allSettled(files);
    ours.end();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(ours.pack(blobSource(bytes(10)), 'zstd', () => {}, {})).rejects.toMatchObject({ tag: 'cancelled' });
    expect(FakePacker.all.every(({ terminated }) => terminated)).toBe(true);
  });
});
