import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { TooLargeError } from '../../base/errors.ts';
import { MAX_WHOLE_ENTRY } from '../../base/limits.ts';
import { keepDecodedOf } from '../../source/decoded.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf } from '../../source/stream.ts';
import { type BuiltEntry, type BuiltZip, buildZip } from '../../testing/builders/zip-builder.ts';
import { zstdFrame } from '../../testing/builders/zstd-builder.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { cpuClock } from '../../testing/cpu-clock.ts';
import { openArchive } from '../../testing/open-archive.ts';

// Many of these decode 20 MB several times, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Bytes whose values tell their place, and that still compress. */
function pattern(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 4 <= length; at += 4) view.setUint32(at, at, true);
  return bytes;
}

/** The bytes as a zstd frame of raw blocks with a window of 2 MiB. */
function zstd(bytes: Uint8Array): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(bytes.length / 100_000) }, (_, n) =>
    bytes.subarray(n * 100_000, (n + 1) * 100_000),
  );
  return zstdFrame(blocks, { window: 11 << 3 });
}

/** A function that computes its result once for each array of bytes. */
function once(pack: (bytes: Uint8Array) => Uint8Array): typeof pack {
  const made = new WeakMap<Uint8Array, Uint8Array>();
  return (bytes) => {
    const packed = made.get(bytes) ?? pack(bytes);
    made.set(bytes, packed);
    return packed;
  };
}

const deflated = once((bytes) => new Uint8Array(deflateRawSync(bytes)));
const framed = once(zstd);
const asDeflate = (name: string, data: Uint8Array): BuiltEntry => ({ name, data, method: 8, stored: deflated(data) });
const asZstd = (name: string, data: Uint8Array): BuiltEntry => ({ name, data, method: 93, stored: framed(data) });

async function openCounted(entries: BuiltEntry[], zip?: BuiltZip) {
  const source = countingSource(memorySource('test.zip', buildZip(entries, zip)));
  const archive = await openArchive(source);
  source.accesses.length = 0;
  const get = (path: string): ByteSource => {
    const found = archive.open(path);
    if (!found) throw new Error(`${path} cannot be opened`);
    return found;
  };
  return { source, archive, get };
}

async function drain(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunksOf(stream)) parts.push(chunk);
  return Buffer.concat(parts);
}

function expectSame(actual: Uint8Array, expected: Uint8Array): void {
  expect(actual.length).toBe(expected.length);
  expect(Buffer.compare(actual, expected)).toBe(0);
}

const SMALL = pattern(300_000);
const LARGE = pattern(MAX_WHOLE_ENTRY + 3_000_001);

describe.each([
  ['stored', (name: string, data: Uint8Array): BuiltEntry => ({ name, data })],
  ['deflate', asDeflate],
  ['zstd', asZstd],
])('an entry by %s', (method, make) => {
  it('is read in any order, and streamed from anywhere', async () => {
    const entries = [
      make('empty', new Uint8Array(0)),
      make('tiny', pattern(8)),
      make('small', SMALL),
      make('large', LARGE),
    ];
    const { archive, get } = await openCounted(entries);
    expect(archive.findings).toEqual([]);
    expect(await get('empty').read(0, 0)).toHaveLength(0);
    expect(await drain(get('empty').stream(0, 0))).toHaveLength(0);
    for (const [path, bytes] of [
      ['tiny', pattern(8)],
      ['small', SMALL],
      ['large', LARGE],
    ] as const) {
      const { length } = bytes;
      const ranges = [
        [0, 5],
        [length - 5, length],
        [3, 3],
        [1, length - 1],
        [0, length],
        [length >> 1, (length >> 1) + 1],
      ];
      for (const [start, end] of ranges as [number, number][]) {
        expectSame(await get(path).read(start, end), bytes.subarray(start, end));
        expectSame(await drain(get(path).stream(start, end)), bytes.subarray(start, end));
      }
      await expect(get(path).read(0, length + 1)).rejects.toMatchObject({ code: 'source/out-of-range' });
    }
  });

  it('is refused where its CRC-32 is wrong, as a whole and as a stream', async () => {
    for (const bytes of [SMALL, LARGE]) {
      const { get } = await openCounted([{ ...make('a', bytes), crc32: 0x12345678 }]);
      const expected = { code: 'zip/crc-mismatch', tag: 'bad-file', fields: { path: 'a' } };
      await expect(get('a').read(0, bytes.length)).rejects.toMatchObject(expected);
      let given = 0;
      const reading = (async () => {
        for await (const chunk of chunksOf(get('a').stream(0, bytes.length))) given += chunk.length;
      })();
      await expect(reading).rejects.toMatchObject(expected);
      expect(given).toBeLessThan(bytes.length);
      // A second read fails in the same way: the failure is not kept as a value.
      await expect(get('a').read(0, bytes.length)).rejects.toMatchObject(expected);
    }
  });

  it.skipIf(method === 'stored')('is refused where its size is wrong', async () => {
    for (const bytes of [SMALL, LARGE]) {
      for (const size of [bytes.length - 1, bytes.length + 1]) {
        const { get } = await openCounted([{ ...make('a', bytes), size }]);
        const expected = { code: 'zip/size-mismatch', fields: { path: 'a' } };
        await expect(get('a').read(size - 1, size)).rejects.toMatchObject(expected);
        await expect(drain(get('a').stream(0, size))).rejects.toMatchObject(expected);
      }
    }
  });

  it.skipIf(method === 'stored')('is refused where its data is damaged', async () => {
    const entry = make('a', SMALL);
    const stored = (entry.stored ?? new Uint8Array(deflateRawSync(SMALL))).slice();
    stored.fill(0xff, 2, 40);
    const { get } = await openCounted([{ ...entry, stored }]);
    await expect(get('a').read(0, 10)).rejects.toMatchObject({ code: 'zip/bad-data', fields: { path: 'a' } });
    await expect(drain(get('a').stream(0, 10))).rejects.toMatchObject({ code: 'zip/bad-data', fields: { path: 'a' } });
  });

  it('stops when it is aborted, and can be read again', async () => {
    const { get } = await openCounted([make('large', LARGE)]);
    const source = get('large');
    await expect(source.read(0, 10, AbortSignal.abort())).rejects.toMatchObject({ tag: 'cancelled' });
    const controller = new AbortController();
    const read = source.read(LARGE.length - 10, LARGE.length, controller.signal);
    controller.abort();
    await expect(read).rejects.toMatchObject({ tag: 'cancelled' });
    expectSame(await source.read(100, 200), LARGE.subarray(100, 200));
    const streaming = new AbortController();
    const reader = source.stream(0, LARGE.length, streaming.signal).getReader();
    await reader.read();
    streaming.abort();
    await expect(reader.read()).rejects.toMatchObject({ tag: 'cancelled' });
  });
});

describe('reading an entry', () => {
  it('reads nothing but that entry, and a small one with one read', async () => {
    const { source, archive, get } = await openCounted([
      asZstd('a', pattern(1000)),
      asZstd('b', pattern(1000)),
      asZstd('c', pattern(8)),
    ]);
    const span = archive.entries[1]?.span as { start: number; end: number };
    await get('b').read(0, 1000);
    expect(source.accesses).toEqual([{ kind: 'read', ...span }]);
    await get('b').read(10, 20);
    expect(source.accesses).toHaveLength(1);
  });

  it('reads only the range of a stored one', async () => {
    const { source, archive, get } = await openCounted([
      { name: 'a', data: LARGE },
      { name: 'b', data: 'x' },
    ]);
    const start = archive.entries[0]?.span?.start as number;
    await get('a').read(1_000_000, 1_000_100);
    expect(source.accesses.at(-1)).toEqual({
      kind: 'read',
      start: start + 31 + 1_000_000,
      end: start + 31 + 1_000_100,
    });
    expect(source.bytes).toBeLessThan(1000);
  });

  it('reads forward through a large one without reading anything twice', async () => {
    const noise = new Uint8Array(randomBytes(MAX_WHOLE_ENTRY + 1000));
    const { source, get } = await openCounted([asZstd('a', noise)]);
    for (let at = 0; at < noise.length; at += 3_000_000) {
      const end = Math.min(at + 100, noise.length);
      expectSame(await get('a').read(at, end), noise.subarray(at, end));
    }
    expect(source.bytes).toBeLessThan(noise.length + 10_000);
    expectSame(await get('a').read(5, 10), noise.subarray(5, 10));
    expect(source.bytes).toBeLessThan(2 * noise.length + 20_000);
    expect(source.accesses.filter(({ kind }) => kind === 'stream')).toHaveLength(2);
  });

  it('serves readers of the same large entry one after the other', async () => {
    const { get } = await openCounted([asZstd('a', LARGE)]);
    const starts = [9_000_000, 100, 18_000_000, 5];
    const reads = await Promise.all(starts.map((start) => get('a').read(start, start + 1000)));
    for (const [n, start] of starts.entries()) expectSame(reads[n] as Uint8Array, LARGE.subarray(start, start + 1000));
  });

  it('keeps a few large ones open, and closes the others', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const { source, get } = await openCounted(names.map((name) => asZstd(name, LARGE)));
    for (let step = 0; step < 3; step++) {
      for (const name of names) {
        const start = step * 1_000_000;
        expectSame(await get(name).read(start, start + 50), LARGE.subarray(start, start + 50));
      }
    }
    expect(source.accesses.filter(({ kind }) => kind === 'stream').length).toBeGreaterThan(4);
  });

  it('decodes once for several readers, and goes on for one when another leaves', async () => {
    const { source, get } = await openCounted([asZstd('a', SMALL)]);
    const leaving = new AbortController();
    const reads = [get('a').read(0, 10, leaving.signal), get('a').read(10, 20), get('a').read(20, 30)];
    leaving.abort();
    await expect(reads[0]).rejects.toMatchObject({ tag: 'cancelled' });
    expectSame((await reads[1]) as Uint8Array, SMALL.subarray(10, 20));
    expectSame((await reads[2]) as Uint8Array, SMALL.subarray(20, 30));
    expect(source.accesses.filter(({ kind }) => kind === 'stream')).toHaveLength(1);
  });

  it('is cheap where 3 GB hide behind a small stated size', async () => {
    const blocks = Array.from({ length: 30_000 }, () => ({ byte: 0, times: 100_000 }));
    const stored = zstdFrame(blocks, { window: 11 << 3 });
    const before = process.memoryUsage.rss();
    const seconds = cpuClock();
    for (const size of [600, MAX_WHOLE_ENTRY + 600]) {
      const { get } = await openCounted([{ name: 'a', method: 93, stored, size, data: '', crc32: 0 }]);
      await expect(get('a').read(0, size)).rejects.toMatchObject({ code: 'zip/size-mismatch' });
      await expect(drain(get('a').stream(0, size))).rejects.toMatchObject({ code: 'zip/size-mismatch' });
    }
    const deflated = new Uint8Array(deflateRawSync(new Uint8Array(60_000_000)));
    const { get } = await openCounted([{ name: 'a', method: 8, stored: deflated, size: 600, data: '' }]);
    await expect(get('a').read(0, 600)).rejects.toMatchObject({ code: 'zip/size-mismatch' });
    // Decoding all of it takes six seconds.
    expect(seconds()).toBeLessThan(3);
    expect(process.memoryUsage.rss() - before).toBeLessThan(400e6);
  });

  it('lets a timer run between the chunks of a long decoding', async () => {
    const blocks = Array.from({ length: 6000 }, () => ({ byte: 7, times: 100_000 }));
    const size = 600_000_000;
    const { get } = await openCounted([
      { name: 'a', method: 93, stored: zstdFrame(blocks, { window: 11 << 3 }), size, data: '' },
    ]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    await expect(get('a').read(size - 1, size, controller.signal)).rejects.toMatchObject({ tag: 'cancelled' });
  });

  it('gives a Blob of a stored entry of a local file, after it found where the data begins', async () => {
    const source = fileSource(
      new File(
        [
          buildZip([
            { name: 'a', data: 'hello' },
            { name: 'b', data: 'hello', method: 8 },
          ]),
        ],
        'a',
      ),
    );
    const archive = await openArchive(source);
    expect(archive.open('a')?.blob?.(0, 5)).toBeUndefined();
    await archive.open('a')?.read(0, 0);
    expect(await archive.open('a')?.blob?.(1, 4)?.text()).toBe('ell');
    await archive.open('b')?.read(0, 0);
    expect(archive.open('b')?.blob?.(1, 4)).toBeUndefined();
  });
});

describe('a local header that disagrees with the directory', () => {
  const data = 'some content';

  it.each([
    ['name', { name: 'b' }],
    ['name', { name: 'longer' }],
    ['method', { method: 8 }],
    ['CRC-32', { crc32: 5 }],
    ['size', { size: 5 }],
    ['size', { storedSize: 5 }],
    ['encryption', { flags: 1 }],
  ])('in its %s is ambiguous, and the directory counts', async (what, local) => {
    const { archive, get } = await openCounted([{ name: 'a', data, local }, { name: 'z' }]);
    expect([archive.findings, archive.contentFindings]).toEqual([[], []]);
    for (let n = 0; n < 2; n++) expect(Buffer.from(await get('a').read(0, data.length)).toString()).toBe(data);
    expect(archive.contentFindings).toEqual([
      expect.objectContaining({ code: 'zip/ambiguous', path: 'a', message: expect.stringContaining(what) }),
    ]);
  });

  it('is refused where it is missing', async () => {
    const { get } = await openCounted([{ name: 'a', data, local: { signature: 0x12345678 } }]);
    await expect(get('a').read(0, 5)).rejects.toMatchObject({ code: 'zip/local-header', fields: { path: 'a' } });
  });

  it('overlaps, or lies outside, where it reaches further', async () => {
    const far = buildZip([
      { name: 'a', data },
      { name: 'b', data },
    ]);
    new DataView(far.buffer).setUint16(28, 60, true);
    const archive = await openArchive(memorySource('far', far));
    await expect(archive.open('a')?.read(0, 5)).resolves.toHaveLength(5);
    expect(archive.contentFindings.map(({ code }) => code)).toContain('zip/overlap');
    new DataView(far.buffer).setUint16(28, 60_000, true);
    const outside = await openArchive(memorySource('outside', far));
    await expect(outside.open('a')?.read(0, 5)).rejects.toMatchObject({ code: 'zip/out-of-bounds' });
  });
});

describe('an entry that is read backwards', () => {
  /** Room in memory that counts what is appended. */
  const roomOf = (size: number) => {
    const bytes = new Uint8Array(size);
    let at = 0;
    return {
      append(chunk: Uint8Array) {
        bytes.set(chunk, at);
        at += chunk.length;
      },
      read: (start: number, end: number) => bytes.slice(start, end),
      blob: () => new Blob([bytes]),
      release() {},
      appended: () => at,
    };
  };

  it.each([
    ['deflate', asDeflate],
    ['zstd', asZstd],
  ])('is decoded once more and kept, of %s', async (_, as) => {
    const { source, get } = await openCounted([as('a', LARGE)]);
    const rooms: ReturnType<typeof roomOf>[] = [];
    keepDecodedOf(source, async (size) => {
      const room = roomOf(size);
      rooms.push(room);
      return room;
    });
    const entry = get('a');
    const at = 12_000_000;
    expect(await entry.read(at, at + 100)).toEqual(LARGE.slice(at, at + 100));
    // Forward, nothing is kept.
    expect(rooms).toEqual([]);
    expect(await entry.read(4000, 4100)).toEqual(LARGE.slice(4000, 4100));
    expect(rooms).toHaveLength(1);
    // Only as far as it was read.
    expect(rooms[0]?.appended()).toBeLessThan(at);
    expect(await entry.read(LARGE.length - 9, LARGE.length)).toEqual(LARGE.slice(-9));
    const before = source.bytes;
    for (const start of [at, 0, 5_000_000, LARGE.length - 9])
      expect(await entry.read(start, start + 9)).toEqual(LARGE.slice(start, start + 9));
    expect([source.bytes - before, rooms.length]).toEqual([0, 1]);
  });

  it('is decoded from its start where there is no room for it, and that is said once', async () => {
    const { source, archive, get } = await openCounted([asDeflate('a', LARGE)]);
    keepDecodedOf(source, () => Promise.reject(new TooLargeError('source/no-room', 'There is no room.')));
    const entry = get('a');
    for (const start of [9_000_000, 10, 8_000_000, 20])
      expect(await entry.read(start, start + 9)).toEqual(LARGE.slice(start, start + 9));
    expect(archive.contentFindings.map(({ code, path }) => [code, path])).toEqual([['zip/decoded-again', 'a']]);
  });
});
