import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { countingSource } from '../testing/counting-source.ts';
import { memoryRoom } from '../worker/inside/decoded-rooms.ts';
import { cachedSource } from './cache.ts';
import { coalescedSource } from './coalesce.ts';
import { decodedSource } from './decoded.ts';
import { blobPieces, fileSource } from './file.ts';
import { memorySource } from './memory.ts';
import { sliceSource } from './slice.ts';
import type { ByteSource } from './source.ts';
import { chunksOf } from './stream.ts';

const BYTES = Uint8Array.from({ length: 1000 }, (_, at) => at * 7);

async function drain(stream: ReadableStream<Uint8Array>): Promise<number[]> {
  const all: number[] = [];
  for await (const chunk of chunksOf(stream)) all.push(...chunk);
  return all;
}

const kinds: [string, () => ByteSource][] = [
  ['memory', () => memorySource('bytes', BYTES)],
  ['file', () => fileSource(new File([BYTES], 'bytes'))],
  ['slice', () => sliceSource(memorySource('more', Uint8Array.from([1, 2, 3, ...BYTES, 4, 5])), 3, 1003, 'bytes')],
  ['slice of a file', () => sliceSource(fileSource(new Blob(['abc', BYTES])), 3, 1003, 'bytes')],
  ['decoded', () => decodedSource(memorySource('packed', BYTES), memoryRoom(), 1000, 'bytes')],
  ['cache', () => cachedSource(memorySource('bytes', BYTES), { blockBytes: 64, maxBytes: 300 })],
];

describe.each(kinds)('a source of the kind %s', (_kind, make) => {
  it('has the name and size of its bytes', () => {
    const source = make();
    expect([source.name, source.size]).toEqual(['bytes', 1000]);
  });

  it('reads exactly what is asked for', async () => {
    const source = make();
    for (const [start, end] of [
      [0, 1000],
      [0, 0],
      [1000, 1000],
      [1, 2],
      [60, 70],
      [64, 128],
      [990, 1000],
      [100, 900],
    ] as const) {
      expect(await source.read(start, end)).toEqual(BYTES.slice(start, end));
      expect(await drain(source.stream(start, end))).toEqual([...BYTES.slice(start, end)]);
    }
  });

  it('refuses ranges outside its bytes', async () => {
    const source = make();
    for (const [start, end] of [
      [-1, 5],
      [5, 1001],
      [6, 5],
      [0.5, 2],
      [0, Number.NaN],
      [0, 2 ** 60],
    ] as const) {
      await expect(source.read(start, end)).rejects.toMatchObject({ code: 'source/out-of-range' });
      await expect(drain(source.stream(start, end))).rejects.toMatchObject({ code: 'source/out-of-range' });
    }
  });

  it('hands out buffers that may be transferred', async () => {
    const source = make();
    const first = (await source.read(0, 1000)) as Uint8Array<ArrayBuffer>;
    structuredClone(first.buffer, { transfer: [first.buffer] });
    expect(await source.read(0, 1000)).toEqual(BYTES);
    const small = (await source.read(10, 20)) as Uint8Array<ArrayBuffer>;
    structuredClone(small.buffer, { transfer: [small.buffer] });
    expect(await source.read(10, 20)).toEqual(BYTES.slice(10, 20));
  });

  it('obeys a signal', async () => {
    const source = make();
    const signal = AbortSignal.abort();
    await expect(source.read(0, 10, signal)).rejects.toMatchObject({ code: 'internal/cancelled' });
    await expect(drain(source.stream(0, 10, signal))).rejects.toMatchObject({ code: 'internal/cancelled' });
  });
});

describe('fileSource', () => {
  it('gives Blobs without reading', async () => {
    const blob = sliceSource(fileSource(new File([BYTES], 'bytes')), 100, 200).blob?.(10, 20);
    expect(new Uint8Array((await blob?.arrayBuffer()) as ArrayBuffer)).toEqual(BYTES.slice(110, 120));
    expect(sliceSource(memorySource('bytes', BYTES), 0, 10).blob?.(0, 1)).toBeUndefined();
  });

  it.each([
    ['NotReadableError', 'source/changed', /changed on the disk/],
    ['NotFoundError', 'source/read-failed', /no longer where it was/],
    ['SecurityError', 'source/read-failed', /can no longer be read/],
  ])('reports %s as a file that changed, was moved, or cannot be read', async (name, code, message) => {
    const file = new File([BYTES], 'gone.carton');
    const failure = new DOMException('moved', name);
    file.slice = () =>
      Object.assign(new Blob(), {
        arrayBuffer: () => Promise.reject(failure),
        stream: () => new ReadableStream({ pull: () => Promise.reject(failure) }),
      });
    const expected = { code, tag: 'network', cause: failure, message: expect.stringMatching(message) };
    await expect(fileSource(file).read(0, 10)).rejects.toMatchObject(expected);
    await expect(drain(fileSource(file).stream(0, 10))).rejects.toMatchObject(expected);
  });

  it('holds the stream of a Blob while it waits for bytes', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    // As in Chromium, only the page holds the stream.
    const held = (() => {
      let controller: WeakRef<ReadableByteStreamController> | undefined;
      const file = new File([BYTES], 'held.carton');
      file.stream = () =>
        new ReadableStream({
          type: 'bytes',
          start(given) {
            controller = new WeakRef(given);
          },
        });
      void blobPieces(file, file.name).next();
      return () => controller?.deref();
    })();
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setTimeout(resolve));
      collect();
    }
    expect(held()).toBeDefined();
  });

  it('says that a file with fewer bytes than its size has changed', async () => {
    const file = new File([BYTES], 'short.carton');
    file.slice = () => new Blob(['abc']);
    await expect(fileSource(file).read(0, 10)).rejects.toMatchObject({ code: 'source/changed' });
    await expect(drain(fileSource(file).stream(0, 10))).rejects.toMatchObject({ code: 'source/changed' });
  });
});

describe('cachedSource', () => {
  it('listens to a signal only while it reads', async () => {
    const cached = cachedSource(coalescedSource(memorySource('bytes', BYTES)), { blockBytes: 10 });
    const { signal } = new AbortController();
    const reading = cached.read(0, 80, signal);
    expect(getEventListeners(signal, 'abort').length).toBeGreaterThan(5);
    await reading;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  const make = (maxBytes = 1000) => {
    const counted = countingSource(memorySource('bytes', BYTES));
    return { counted, cached: cachedSource(counted, { blockBytes: 100, maxBytes }) };
  };

  it('reads a block once, and neighbors together', async () => {
    const { counted, cached } = make();
    await cached.read(150, 160);
    await cached.read(101, 199);
    expect(counted.accesses).toEqual([{ kind: 'read', start: 100, end: 200 }]);
    await cached.read(0, 500);
    expect(counted.accesses.slice(1)).toEqual([
      { kind: 'read', start: 0, end: 100 },
      { kind: 'read', start: 200, end: 500 },
    ]);
    await Promise.all([cached.read(900, 950), cached.read(950, 1000)]);
    expect(counted.accesses).toHaveLength(4);
  });

  it('keeps no more than `maxBytes`', async () => {
    const { counted, cached } = make(250);
    await cached.read(0, 100);
    await cached.read(100, 200);
    await cached.read(0, 100);
    await cached.read(200, 300); // drops the second block, the least recently used
    counted.accesses.length = 0;
    await cached.read(0, 100);
    await cached.read(200, 300);
    expect(counted.accesses).toEqual([]);
    await cached.read(100, 200);
    expect(counted.accesses).toHaveLength(1);
    await cached.read(0, 1000);
    expect(counted.accesses.at(-1)).toEqual({ kind: 'read', start: 0, end: 1000 });
  });

  it('does not keep a failure', async () => {
    const source = memorySource('bytes', BYTES);
    let fail = true;
    const cached = cachedSource({
      ...source,
      read: (start, end, signal) => (fail ? Promise.reject(new Error('down')) : source.read(start, end, signal)),
    });
    await expect(cached.read(0, 10)).rejects.toThrow('down');
    fail = false;
    expect(await cached.read(0, 10)).toEqual(BYTES.slice(0, 10));
  });

  it('aborts a read only when its last caller has aborted', async () => {
    const source = memorySource('bytes', BYTES);
    const seen: AbortSignal[] = [];
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const cached = cachedSource(
      {
        ...source,
        async read(start, end, signal) {
          if (signal) seen.push(signal);
          await gate;
          return source.read(start, end);
        },
      },
      { blockBytes: 100 },
    );
    const first = new AbortController();
    const second = new AbortController();
    const a = cached.read(0, 300, first.signal);
    const b = cached.read(0, 50, second.signal);
    first.abort();
    await expect(a).rejects.toMatchObject({ code: 'internal/cancelled' });
    expect(seen.map((signal) => signal.aborted)).toEqual([false]);
    const c = cached.read(200, 250);
    second.abort();
    await expect(b).rejects.toMatchObject({ code: 'internal/cancelled' });
    release();
    expect(await c).toEqual(BYTES.slice(200, 250));
    expect(await cached.read(0, 300)).toEqual(BYTES.slice(0, 300));
  });
});
