import { expect, it, vi } from 'vitest';
import { concatBytes } from '../../base/bytes.ts';
import { memorySource } from '../../source/memory.ts';
import { buildZip, extraField, longField, trueCrc32 } from '../../testing/builders/zip-builder.ts';
import { plainEntry } from './record-entry.ts';
import { openZip } from './zip.ts';

const data = new TextEncoder().encode('ten bytes.');

it('an entry holds only what its record does not say', async () => {
  const zip = buildZip([
    { name: 'a', data },
    { name: 'long', data, zip64: true },
    { name: 'other', method: 14, stored: data, size: 9 },
    { name: 'locked', data, flags: 1 },
  ]);
  const { entries } = await openZip(memorySource('a.zip', zip), undefined);
  for (const entry of entries) expect(Object.keys(entry)).toEqual(['path', 'record']);
  const crc32 = trueCrc32(data);
  const [a, long, other, locked] = entries.map(plainEntry);
  expect(a).toMatchObject({ path: 'a', size: 10, storedSize: 10, storage: 'Stored', method: 'stored', crc32 });
  expect(Object.keys(a ?? {})).not.toContain('compressed');
  expect(long).toMatchObject({ path: 'long', size: 10, storedSize: 10, method: 'stored', kind: 'file' });
  expect(long?.span?.start).toBe(a?.span?.end);
  expect(other).toMatchObject({ method: 'other', methodId: 14, compressed: true, unreadable: 'unsupported' });
  expect(locked).toMatchObject({ encrypted: true, unreadable: 'encrypted' });
});

it('an entry outside the source has no span', async () => {
  const zip = buildZip([{ name: 'a', data, offset: 100_000 }]);
  const { entries } = await openZip(memorySource('a.zip', zip), undefined);
  expect(entries.map(({ span }) => span)).toEqual([undefined]);
});

it('the zip64 field of an entry is looked for once, however many fields stand before it', async () => {
  const fields = Array.from({ length: 1000 }, () => extraField(0xcafe, new Uint8Array(0)));
  const extra = concatBytes([...fields, longField(1, 10)]);
  const zip = buildZip([{ name: 'a', data, size: 0xffff_ffff, extra }]);
  const { entries } = await openZip(memorySource('a.zip', zip), undefined);
  expect(entries[0]?.size).toBe(10);
  const read = vi.spyOn(DataView.prototype, 'getUint16');
  try {
    for (let times = 0; times < 10; times++) expect(entries[0]?.size).toBe(10);
    expect(read.mock.calls.length).toBeLessThan(100);
  } finally {
    read.mockRestore();
  }
});
