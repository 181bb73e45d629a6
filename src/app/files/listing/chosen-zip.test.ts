import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import { MAX_ZIP_BYTES, MAX_ZIP_FILES, writeZip, zipExceeds, zipSize } from './chosen-zip.ts';

const CONTENTS = new Map([
  ['a/one.txt', new TextEncoder().encode('one')],
  ['empty', new Uint8Array(0)],
  ['größe/大.bin', Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7) % 256)],
]);
const FILES = [...CONTENTS].map(([path, { length }]) => ({ path, size: length }));

function zipping(over: Partial<Parameters<typeof writeZip>[1]> = {}) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const progress: number[] = [];
  const done = writeZip(FILES, {
    read: async (path) => new Blob([CONTENTS.get(path) as Uint8Array<ArrayBuffer>]),
    write: async (bytes) => void parts.push(bytes),
    onProgress: ({ done, total }) => progress.push(done / total),
    signal: new AbortController().signal,
    ...over,
  });
  return { done, parts, progress };
}

describe('writeZip', () => {
  it('writes files that another reader finds, byte for byte and with their checksums', async () => {
    const { done, parts, progress } = zipping();
    await done;
    const zip = new Blob(parts);
    expect(zip.size).toBe(zipSize(FILES));
    const entries = await new ZipReader(new BlobReader(zip), { checkSignature: true }).getEntries();
    expect(entries.map(({ filename }) => filename)).toEqual([...CONTENTS.keys()]);
    for (const entry of entries) {
      if (entry.directory) throw new Error(entry.filename);
      expect(await entry.getData(new Uint8ArrayWriter())).toEqual(CONTENTS.get(entry.filename));
    }
    expect(progress.at(-1)).toBe(1);
  });

  it('stops at a file that cannot be read, and at an abort', async () => {
    await expect(zipping({ read: () => Promise.reject(new Error('bad')) }).done).rejects.toThrow('bad');
    const controller = new AbortController();
    const { done, parts } = zipping({ signal: controller.signal, onProgress: () => controller.abort() });
    await expect(done).rejects.toMatchObject({ tag: 'cancelled' });
    expect(new Blob(parts).size).toBeLessThan(1000);
  });
});

describe('zipExceeds', () => {
  it('counts names and headers, too', () => {
    expect(zipExceeds([{ path: 'a', size: 4_000_000_000 }])).toBeUndefined();
    expect(zipExceeds([{ path: 'a', size: MAX_ZIP_BYTES - 50 }])).toBe('bytes');
    const many = Array.from({ length: MAX_ZIP_FILES + 1 }, (_, at) => ({ path: `${at}`, size: 0 }));
    expect(zipExceeds(many)).toBe('files');
    expect(zipExceeds(many.slice(1))).toBeUndefined();
  });
});
