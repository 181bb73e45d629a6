import { beforeAll, describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import { NetworkError } from '../../base/errors.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { countingSource } from '../../testing/counting-source.ts';
import type { FileChanges, PlanOptions } from '../plan.ts';
import { plannedSource } from '../plan.ts';
import { plainEntry } from './record-entry.ts';
import { checkSavedZip as checkSaved, type ZipPlan } from './saved.ts';
import { openZip, type ZipArchive } from './zip.ts';

const planZip = (archive: ZipArchive, changes: FileChanges, options?: PlanOptions) => archive.plan(changes, options);

const checkSavedZip = (result: ByteSource, plan: ZipPlan, signal?: AbortSignal) =>
  checkSaved(result, plan, openZip, signal);

const zip = buildZip([
  { name: 'first', data: 'first content' },
  { name: 'model/weights', data: 'w'.repeat(5000) },
  { name: 'model/link', data: 'weights', mode: 0o120777 },
  { name: 'last', data: 'last content' },
]);

let plan: ZipPlan;
let bytes: Uint8Array;

beforeAll(async () => {
  const old = memorySource('old.zip', zip);
  const changes = new Map([['first', encodeUtf8('changed content '.repeat(4))]]);
  plan = await planZip(await openZip(old, undefined), changes);
  const result = plannedSource(plan);
  bytes = await result.read(0, result.size);
});

describe('a saved file', () => {
  it('is right where it is as planned', async () => {
    const archive = await checkSavedZip(memorySource('new.zip', bytes), plan);
    expect(archive.entries.map(({ path }) => path)).toEqual(['model/weights', 'model/link', 'last', 'first']);
  });

  it('is found wrong by any new byte that differs, and by headers in other places', async () => {
    const copied =
      bytes.length - plan.segments.reduce((sum, part) => sum + (part.kind === 'new' ? part.bytes.length : 0), 0);
    const places = Array.from({ length: bytes.length - copied }, (_, at) => copied + at);
    for (const at of [0, 1, ...places]) {
      const wrong = bytes.slice();
      wrong[at] = (wrong[at] as number) ^ 1;
      await expect(checkSavedZip(memorySource('new.zip', wrong), plan)).rejects.toMatchObject({
        code: 'source/save-mismatch',
      });
    }
  });

  it('is found wrong by its size', async () => {
    for (const wrong of [bytes.slice(0, -1), Uint8Array.of(...bytes, 0), zip, new Uint8Array(0)])
      await expect(checkSavedZip(memorySource('new.zip', wrong), plan)).rejects.toMatchObject({
        code: 'source/save-mismatch',
      });
  });

  it('is compared with the old entries, whatever the plan says', async () => {
    const wrong = plan.carried.map((entry) => (entry.path === 'last' ? { ...plainEntry(entry), crc32: 1 } : entry));
    for (const carried of [wrong, plan.carried.slice(1), plan.carried.toReversed()])
      await expect(checkSavedZip(memorySource('new.zip', bytes), { ...plan, carried })).rejects.toMatchObject({
        code: 'source/save-mismatch',
      });
    const written = new Map([['first', encodeUtf8('other')]]);
    await expect(checkSavedZip(memorySource('new.zip', bytes), { ...plan, written })).rejects.toMatchObject({
      code: 'source/save-mismatch',
    });
    const starts = plan.starts.map((start) => start + 1);
    await expect(checkSavedZip(memorySource('new.zip', bytes), { ...plan, starts })).rejects.toMatchObject({
      code: 'source/save-mismatch',
    });
  });

  it('is not called wrong where its bytes do not come', async () => {
    const gone: ByteSource = {
      ...memorySource('new.zip', bytes),
      read: () => Promise.reject(new NetworkError('source/read-failed', 'gone')),
    };
    await expect(checkSavedZip(gone, plan)).rejects.toMatchObject({ code: 'source/read-failed' });
    await expect(checkSavedZip(memorySource('', bytes), plan, AbortSignal.abort())).rejects.toMatchObject({
      tag: 'cancelled',
    });
  });

  it('is checked without reading bytes that were only copied', async () => {
    const large = buildZip([
      { name: 'first', data: 'first content' },
      { name: 'weights', data: 'w'.repeat(500_000) },
      { name: 'last', data: 'last' },
    ]);
    const old = countingSource(memorySource('old.zip', large));
    const made = await planZip(await openZip(old, undefined), new Map([['first', encodeUtf8('x')]]));
    const before = old.bytes;
    const result = countingSource(plannedSource(made));
    await checkSavedZip(result, made);
    expect(result.touched(1000, 400_000)).toBe(false);
    expect(old.bytes - before).toBeLessThan(100_000);
  });
});
