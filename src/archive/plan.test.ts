import { describe, expect, it } from 'vitest';
import { fileSource } from '../source/file.ts';
import { memorySource } from '../source/memory.ts';
import type { ByteSource } from '../source/source.ts';
import { chunksOf, collect } from '../source/stream.ts';
import { countingSource } from '../testing/counting-source.ts';
import { digestBlob } from './digest/blob.ts';
import { checkAdded, PieceBuilder, type Pieces, plannedSource, unchanged } from './plan.ts';

const old = Uint8Array.from({ length: 100 }, (_, at) => at);

/** Bytes 90 to 100 of the old file, three new bytes, and bytes 10 to 30 of the old file. */
function pieces(): Pieces {
  const builder = new PieceBuilder();
  builder.old(90, 95);
  builder.old(95, 100);
  builder.old(50, 50);
  builder.add(Uint8Array.of(201, 202));
  builder.add(new Uint8Array(0));
  builder.add(Uint8Array.of(203));
  builder.old(10, 30);
  return builder;
}

const plan = (old: ByteSource, made = pieces()) => ({ segments: made.segments, size: made.size, old });

const whole = [...old.slice(90), 201, 202, 203, ...old.slice(10, 30)];

describe('a planned source', () => {
  it('joins ranges that follow each other, and leaves out empty ones', () => {
    expect(pieces().segments.map((segment) => (segment.kind === 'new' ? segment.bytes.length : segment.start))).toEqual(
      [90, 2, 1, 10],
    );
    expect(pieces().size).toBe(whole.length);
  });

  it('gives any range by a read and by a stream', async () => {
    const source = plannedSource(plan(memorySource('a', old)));
    for (let start = 0; start <= whole.length; start++) {
      for (let end = start; end <= whole.length; end++) {
        expect([...(await source.read(start, end))]).toEqual(whole.slice(start, end));
        const streamed = await collect(chunksOf(source.stream(start, end)), end - start);
        expect([...streamed]).toEqual(whole.slice(start, end));
      }
    }
    await expect(source.read(0, whole.length + 1)).rejects.toMatchObject({ code: 'source/out-of-range' });
  });

  it('reads no more of the old file than it must, and hands out copies of new bytes', async () => {
    const counting = countingSource(memorySource('a', old));
    const made = pieces();
    const source = plannedSource(plan(counting, made));
    (await source.read(10, 13)).fill(0);
    expect(counting.accesses).toEqual([]);
    expect([...(await source.read(10, 13))]).toEqual([201, 202, 203]);
    await source.read(11, 15);
    expect(counting.bytes).toBe(2);
  });

  it('gives a Blob where the old file does, without a read', async () => {
    const counting = countingSource(fileSource(new Blob([old]), 'a'));
    const blob = plannedSource(plan(counting)).blob?.(9, 15);
    expect(counting.bytes).toBe(0);
    expect([...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual(whole.slice(9, 15));
    expect(plannedSource(plan(memorySource('a', old))).blob).toBeUndefined();
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const source = plannedSource(plan(memorySource('a', old)));
    const reader = source.stream(0, whole.length, controller.signal).getReader();
    await reader.read();
    controller.abort();
    await expect(reader.read()).rejects.toMatchObject({ code: 'internal/cancelled' });
    await expect(source.read(10, 13, controller.signal)).rejects.toMatchObject({ code: 'internal/cancelled' });
  });

  it('is the old file where nothing changes', async () => {
    const source = plannedSource(plan(memorySource('a', old), unchanged(100)));
    expect(await source.read(0, 100)).toEqual(old);
    expect(unchanged(0).segments).toEqual([]);
  });
});

describe('the check of files that are added', () => {
  const content = Uint8Array.from({ length: 3_000_000 }, (_, at) => at * 7 + (at >> 8));

  /** A plan that adds a file twice, and reads `now` in its place the second time. */
  async function added(now: Blob): Promise<Pieces> {
    const blob = new File([content], 'weights.bin');
    const digest = await digestBlob(blob);
    const builder = new PieceBuilder();
    builder.add(Uint8Array.of(1));
    builder.addFile({ blob, digest });
    builder.old(0, 10);
    builder.addFile({ blob: now, digest });
    return builder;
  }

  /** A file of the same size, whose stream is this one. */
  function reading(stream: () => ReadableStream<Uint8Array<ArrayBuffer>>): File {
    return Object.assign(new File([content], 'weights.bin'), { stream });
  }

  it('reads each of them once, and tells how far it is', async () => {
    const told: number[] = [];
    await checkAdded(await added(new File([content], 'weights.bin')), undefined, (done) => told.push(done));
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(2 * content.length);
  });

  it.each([
    ['has one other byte', new File([content.slice(0, -1), '!'], 'weights.bin')],
    ['is shorter', reading(() => new Blob([content.slice(1)]).stream())],
    [
      'vanished',
      reading(
        () => new ReadableStream({ type: 'bytes', pull: () => Promise.reject(new DOMException('', 'NotFoundError')) }),
      ),
    ],
  ])('names one that %s', async (_, now) => {
    await expect(checkAdded(await added(now))).rejects.toMatchObject({
      code: 'source/changed',
      message: expect.stringContaining('“weights.bin” changed on the disk after you added it'),
      fields: { added: true },
    });
  });

  it('ends when it is canceled', async () => {
    const controller = new AbortController();
    const plan = await added(new File([content], 'weights.bin'));
    const checking = checkAdded(plan, controller.signal, () => controller.abort());
    await expect(checking).rejects.toMatchObject({ code: 'internal/cancelled' });
  });
});
