import { describe, expect, test, vi } from 'vitest';
import { CancelledError } from '../../base/errors.ts';
import { openPackage } from '../../formats/registry.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { diskSource, fixturePath, fixtureSource, hasFixtures } from '../../testing/fixtures.ts';
import { checkedBlob } from './blob.ts';

/** Bytes that differ from place to place. */
function random(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) bytes[index] = (index * 2654435761) >>> 13;
  return bytes;
}

test('a source without a Blob of its own is copied from its stream, piece by piece', async () => {
  const data = random(40 * 1024 * 1024);
  const source = memorySource('a', data);
  const onProgress = vi.fn();
  const blob = await checkedBlob({ ...source, blob: () => undefined }, 'image/png', { onProgress });
  expect(blob.type).toBe('image/png');
  expect(Buffer.from(await blob.arrayBuffer()).equals(Buffer.from(data))).toBe(true);
  expect(onProgress.mock.calls.at(-1)).toEqual([{ done: data.length, total: data.length }]);
});

test('a local file’s Blob is a slice of it, given after it was streamed once', async () => {
  const file = new Blob([random(100_000)]);
  const source = countingSource(fileSource(file, 'a'));
  const blob = await checkedBlob(source, 'audio/mpeg');
  expect([blob.size, blob.type]).toEqual([100_000, 'audio/mpeg']);
  expect(source.accesses.map(({ kind }) => kind).sort()).toEqual(['blob', 'stream']);
});

test('an abort ends the stream and cancels it', async () => {
  const controller = new AbortController();
  const cancel = vi.fn();
  const endless = {
    name: 'a',
    size: 2 ** 40,
    read: async () => new Uint8Array(0),
    stream: () =>
      new ReadableStream<Uint8Array>(
        {
          pull: (stream) =>
            new Promise((resolve) =>
              setTimeout(() => {
                stream.enqueue(new Uint8Array(1000));
                resolve();
              }),
            ),
          cancel,
        },
        { highWaterMark: 0 },
      ),
  };
  const result = checkedBlob(endless, '', { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await expect(result).rejects.toBeInstanceOf(CancelledError);
  expect(cancel).toHaveBeenCalledOnce();
});

test('a stored entry of a zip on the disk is given as a slice of that zip, a compressed one is not', async () => {
  const data = random(300_000);
  const zip = buildZip([
    { name: 'carton.toml', data: '' },
    { name: 'stored', data },
    { name: 'deflated', data, method: 8 },
  ]);
  const container = countingSource(fileSource(new Blob([zip]), 'a.carton'));
  const open = await openPackage(container);
  const slices = () => container.accesses.filter(({ kind }) => kind === 'blob');
  for (const name of ['stored', 'deflated']) {
    const blob = await checkedBlob(open.source(name) as ByteSource, 'a/b');
    expect(Buffer.from(await blob.arrayBuffer()).equals(Buffer.from(data))).toBe(true);
    expect(slices().map(({ start, end }) => end - start)).toEqual([data.length]);
  }
});

describe.skipIf(!hasFixtures)('entries of an archive', () => {
  test('a damaged one is refused by its checksum, from memory and from the disk', async () => {
    const path = 'carton/hostile/crc-mismatch.carton';
    for (const container of [fixtureSource(path), await diskSource(fixturePath(path))]) {
      const open = await openPackage(container);
      const codes = await Promise.all(
        open.package.files.map(async ({ path: name }) => {
          const source = open.source(name);
          if (!source) return undefined;
          return checkedBlob(source, '').then(
            () => undefined,
            (error: { code: string }) => error.code,
          );
        }),
      );
      expect(codes.filter(Boolean)).toEqual(['zip/crc-mismatch']);
    }
  });
});
