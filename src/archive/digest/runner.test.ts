import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '../../base/bytes.ts';
import { MAX_BATCHED_FILE, MAX_NAME_BYTES } from '../../base/limits.ts';
import { memorySource } from '../../source/memory.ts';
import { buildZip, extraField, longField, trueCrc32 } from '../../testing/builders/zip-builder.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { openArchive } from '../../testing/open-archive.ts';
import type { DigestJob, DigestResult } from './job.ts';
import { inThreadDigests } from './runner.ts';

const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

async function digestsOf(jobs: readonly DigestJob[], source = countingSource(memorySource('c', new Uint8Array()))) {
  const results = new Map<string, DigestResult>();
  await inThreadDigests(source).run(jobs, { onDigest: (result) => results.set(result.path, result) });
  return results;
}

describe('digests of a container whose files have no lead', () => {
  const small = Uint8Array.from({ length: 300 }, (_, at) => at % 7);
  const large = Uint8Array.from({ length: MAX_BATCHED_FILE + 5 }, (_, at) => (at * at) % 251);
  const packed = new Uint8Array(deflateRawSync(small));
  const bytes = new Uint8Array(512 + small.length + packed.length + large.length);
  bytes.set(small, 512);
  bytes.set(packed, 512 + small.length);
  bytes.set(large, 512 + small.length + packed.length);
  const at = (path: string, start: number, storedSize: number, size = storedSize) =>
    ({
      path,
      size,
      storedSize,
      codec: size === storedSize ? 'stored' : 'deflate',
      span: { start, end: start + storedSize },
    }) as const;
  const jobs: DigestJob[] = [
    at('large', 512 + small.length + packed.length, large.length),
    at('small', 512, small.length),
    at('packed', 512 + small.length, packed.length, small.length),
  ];

  it('reads each range, and nothing else', async () => {
    const source = countingSource(memorySource('c', bytes));
    const results = await digestsOf(jobs, source);
    expect(results.get('small')).toEqual({ path: 'small', sha256: hashOf(small), findings: [] });
    expect(results.get('packed')).toEqual({ path: 'packed', sha256: hashOf(small), findings: [] });
    expect(results.get('large')).toEqual({ path: 'large', sha256: hashOf(large), findings: [] });
    expect(source.touched(0, 512)).toBe(false);
    expect(source.bytes).toBe(bytes.length - 512);
    expect(source.accesses.filter(({ kind }) => kind === 'read')).toHaveLength(1);
  });

  it('checks sizes and checksums where they are stated', async () => {
    const source = countingSource(memorySource('c', bytes));
    const [, job] = jobs as [DigestJob, DigestJob];
    const right = await digestsOf([{ ...job, crc32: trueCrc32(small) } as DigestJob], source);
    expect(right.get('small')?.error).toBeUndefined();
    const wrong = await digestsOf([{ ...job, crc32: 1 } as DigestJob], source);
    expect(wrong.get('small')).toMatchObject({ sha256: hashOf(small), error: { code: 'zip/crc-mismatch' } });
    const short = await digestsOf([{ ...job, size: 299 } as DigestJob], source);
    expect(short.get('small')?.error?.code).toBe('zip/size-mismatch');
  });
});

it('small files of a zip are read together with their headers', async () => {
  const data = Array.from({ length: 20 }, (_, n) => new Uint8Array(100).fill(n));
  const zip = buildZip(data.map((bytes, n) => ({ name: `file ${n}`, data: bytes })));
  const source = countingSource(memorySource('a.zip', zip));
  const archive = await openArchive(source);
  const before = source.accesses.length;
  const results = await digestsOf(
    archive.entries.map((entry) => archive.digestJob(entry)),
    source,
  );
  expect(data.map((bytes, n) => results.get(`file ${n}`)?.sha256 === hashOf(bytes))).not.toContain(false);
  expect(source.accesses.length - before).toBe(1);
});

it('headers with the longest names agree with the directory, of small files and large ones', async () => {
  const names = ['n', '\u20ac', '\u{1f600}'].map((char) => char.repeat(MAX_NAME_BYTES / Buffer.byteLength(char)));
  const sizes = [1, MAX_BATCHED_FILE + 1];
  const zip = buildZip(
    names.flatMap((name) => sizes.map((size) => ({ name: `${size}${name.slice(8)}`, data: new Uint8Array(size) }))),
  );
  const source = countingSource(memorySource('a.zip', zip));
  const archive = await openArchive(source);
  const results = await digestsOf(
    archive.entries.map((entry) => archive.digestJob(entry)),
    source,
  );
  expect(results.size).toBe(names.length * sizes.length);
  for (const { error, findings } of results.values()) expect({ error, findings }).toEqual({ findings: [] });
});

it('sizes behind other extra fields of a header agree with the directory, of small files and large ones', async () => {
  const zip = buildZip(
    [1, MAX_BATCHED_FILE + 1].map((size) => ({
      name: `${size}`,
      data: new Uint8Array(size),
      local: { size: 0xffffffff, storedSize: 0xffffffff },
      localExtra: concatBytes([extraField(0xd935, new Uint8Array(3_000)), longField(1, size, size)]),
    })),
  );
  const source = countingSource(memorySource('a.zip', zip));
  const archive = await openArchive(source);
  for (const { path } of archive.entries) await archive.open(path)?.read(0, 1);
  expect(archive.contentFindings).toEqual([]);
  const results = await digestsOf(
    archive.entries.map((entry) => archive.digestJob(entry)),
    source,
  );
  expect(results.size).toBe(2);
  for (const { error, findings } of results.values()) expect({ error, findings }).toEqual({ findings: [] });
});

it('a file that the archive refuses has the reason as its result', async () => {
  const zip = buildZip([{ name: 'a', data: 'x', flags: 1 }]);
  const archive = await openArchive(memorySource('a.zip', zip));
  const [entry] = archive.entries;
  const job = entry && archive.digestJob(entry);
  expect(job).toMatchObject({ path: 'a', refusal: { code: 'zip/encrypted' } });
  const results = await digestsOf(job ? [structuredClone(job)] : []);
  expect(results.get('a')).toMatchObject({ refused: true, error: { code: 'zip/encrypted' } });
});
