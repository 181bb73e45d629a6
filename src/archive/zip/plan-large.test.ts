import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { diskFile } from '../../../scripts/inspect/disk-file.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { openPackage } from '../../formats/registry.ts';
import type { Draft, FileChange } from '../../model/draft.ts';
import { type BuiltEntry, buildZip, trueCrc32 } from '../../testing/builders/zip-builder.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { draftOf } from '../../testing/draft.ts';
import { diskSource } from '../../testing/fixtures.ts';
import { plannedSource } from '../plan.ts';
import { openZip } from './zip.ts';

/**
 * Cartons around 4 GiB, where a zip's 32-bit numbers end. The files are sparse: their weights are a hole that is never
 * read.
 */

vi.setConfig({ testTimeout: 60_000 });

const GIB = 2 ** 30;
const MIB = 2 ** 20;
const MAX_32 = 0xffffffff;

const hasPython = spawnSync('python3', ['-c', 'import zipfile']).status === 0;

/** What Python's zipfile says about each entry, and the SHA-256 of each one except the weights. */
const PYTHON = `
import hashlib, json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(json.dumps([dict(name=i.filename, offset=i.header_offset, size=i.file_size, version=i.extract_version,
  sha256=hashlib.sha256(z.read(i)).hexdigest() if i.filename != 'model/weights' else None) for i in z.infolist()]))
`;

/** What Python's zipfile says of the sizes of each entry, stored and decoded. */
const PYTHON_SIZES = `
import json, sys, zipfile
print(json.dumps({i.filename: [i.compress_size, i.file_size] for i in zipfile.ZipFile(sys.argv[1]).infolist()}))
`;

const sha = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

const TOML =
  'spec_version = 1\n[runner]\nrunner_name = "noop"\nrequired_framework_version = "1"\nrunner_compat_version = 1\n';
const HELD: Record<string, string> = { 'model/tail': 'after the weights', 'tensor_data/index.toml': 'tensor = []\n' };
const LINKS = `version = 1\n[urls]\n`;
const WEIGHTS_HASH = 'e'.repeat(64);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a carton whose weights are a hole of `hole` bytes, with LINKS before them. */
async function sparseCarton(name: string, hole: number, zip64: boolean): Promise<string> {
  const path = join(folder, name);
  const file = await open(path, 'w');
  const lines = {
    'carton.toml': sha(TOML),
    'model/weights': WEIGHTS_HASH,
    ...Object.fromEntries(Object.entries(HELD).map(([held, data]) => [held, sha(data)])),
  };
  const manifest = Object.entries(lines)
    .map(([listed, hash]) => `${listed}=${hash}\n`)
    .join('');
  const contents = { LINKS, 'carton.toml': TOML, 'model/weights': '', ...HELD, MANIFEST: manifest };
  const records: BuiltEntry[] = [];
  let at = 0;
  for (const [entryName, data] of Object.entries(contents)) {
    const isWeights = entryName === 'model/weights';
    const size = isWeights ? hole : data.length;
    const entry: BuiltEntry = {
      name: entryName,
      data,
      zip64,
      size,
      storedSize: size,
      crc32: isWeights ? 1 : trueCrc32(encodeUtf8(data)),
    };
    const built = buildZip([entry]);
    const directory = Buffer.from(built).indexOf('PK\x01\x02');
    await file.write(built.subarray(0, directory), 0, directory, at);
    records.push({ ...entry, offset: at, absent: true });
    at += directory + (isWeights ? hole : 0);
  }
  const size = buildZip(records).length - 22;
  const end = buildZip(records, { zip64, ...(zip64 ? { end64: { offset: at } } : { end: { offset: at, size } }) });
  await file.write(end, 0, end.length, at);
  await file.close();
  return path;
}

interface Saved {
  path: string;
  /**
   * Each record as stored: name, 32-bit offset, length of the extra fields, version needed. And the offset that a
   * reader gets.
   */
  records: { name: string; offset32: number; extra: number; needed: number; offset: number }[];
  isZip64: boolean;
  text: string;
}

/** Saves with another carton.toml. Writes only the bytes outside the hole. */
const savedWith = (path: string, text: string) => savedAs(path, draftOf(text), text);

async function savedAs(path: string, draft: Draft, text = TOML): Promise<Saved> {
  const old = countingSource(await diskSource(path));
  const opened = await openPackage(old);
  const result = await opened.plan?.(draft);
  if (!result) throw new Error(opened.package.cannot?.save);
  const read = old.bytes;
  expect(read).toBeLessThan(MIB);
  const out = `${path}-new`;
  const file = await open(out, 'w');
  let at = 0;
  for (const segment of result.segments) {
    if (segment.kind === 'new') {
      await file.write(segment.bytes, 0, segment.bytes.length, at);
      at += segment.bytes.length;
      continue;
    }
    if (segment.kind === 'added') {
      // A hole, or small.
      const { blob } = segment.file;
      if (blob.size < GIB) {
        const bytes = new Uint8Array(await blob.arrayBuffer());
        await file.write(bytes, 0, bytes.length, at);
      }
      at += blob.size;
      continue;
    }
    const { start, end } = segment;
    const edge = Math.min(end - start, 64 * 1024);
    for (const from of [start, end - edge])
      await file.write(await old.read(from, from + edge), 0, edge, at + from - start);
    at += end - start;
  }
  await file.close();
  const saved = await diskSource(out);
  expect(saved.size).toBe(result.review.size);
  await result.check(saved);
  const archive = await openZip(saved, undefined);
  const planned = await openZip(plannedSource(result), undefined);
  expect(planned.entries).toEqual(archive.entries);
  expect(archive.findings).toEqual([]);
  const { bytes, zip64 } = archive.directory;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const records = archive.entries.map(({ path: name, record, span }) => ({
    name,
    offset32: view.getUint32(record + 42, true),
    extra: view.getUint16(record + 30, true),
    needed: view.getUint16(record + 6, true),
    offset: span?.start ?? -1,
  }));
  return { path: out, records, isZip64: zip64, text };
}

function readByPython({ path, records, text }: Saved, hole: number): void {
  const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON, path], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const rows = JSON.parse(stdout) as { name: string; offset: number; size: number; sha256: string | null }[];
  expect(rows.map(({ name, offset }) => [name, offset])).toEqual(records.map(({ name, offset }) => [name, offset]));
  const hashes = Object.fromEntries(rows.map(({ name, sha256 }) => [name, sha256]));
  expect(hashes).toMatchObject({
    'carton.toml': sha(text),
    LINKS: sha(LINKS),
    ...Object.fromEntries(Object.entries(HELD).map(([name, data]) => [name, sha(data)])),
  });
  expect(rows.find(({ name }) => name === 'model/weights')?.size).toBe(hole);
}

describe('a carton that crosses 4 GiB', () => {
  const hole = 4 * GIB - MIB;

  it.skipIf(!hasPython)('gains zip64 exactly where it must', async () => {
    const path = await sparseCarton('crossing.carton', hole, false);
    // Bytes that do not compress, so that the entries after them lie beyond 4 GiB.
    const noise = Array.from({ length: 32_768 }, (_, at) => createHash('sha256').update(`${at}`).digest('base64'));
    const saved = await savedWith(path, `${TOML}# ${noise.join('')}\n`);
    const { records, isZip64 } = saved;
    expect(isZip64).toBe(true);
    expect(records.map(({ name }) => name).slice(-3)).toEqual(['carton.toml', 'MANIFEST', 'LINKS']);
    for (const { name, offset, offset32, extra, needed } of records) {
      const isBeyond = name === 'MANIFEST' || name === 'LINKS';
      expect([name, offset >= MAX_32]).toEqual([name, isBeyond]);
      expect([name, offset32, extra]).toEqual([name, isBeyond ? MAX_32 : offset, isBeyond ? 12 : 0]);
      if (isBeyond) expect(needed).toBe(45);
      else expect(needed).toBeLessThan(45);
    }
    readByPython(saved, hole);
  });

  it.skipIf(!hasPython)('gains no zip64 where everything fits', async () => {
    const path = await sparseCarton('below.carton', hole, false);
    const saved = await savedWith(path, `${TOML}# edited\n`);
    expect(saved.isZip64).toBe(false);
    expect(saved.records.map(({ extra }) => extra)).toEqual(saved.records.map(() => 0));
    readByPython(saved, hole);
  });

  it.skipIf(!hasPython)('keeps zip64 where the old file was larger', async () => {
    const path = await sparseCarton('beyond.carton', 5 * GIB, true);
    const saved = await savedWith(path, `${TOML}# edited\n`);
    expect(saved.isZip64).toBe(true);
    for (const { name, offset, offset32, extra } of saved.records) {
      const isNew = name === 'carton.toml' || name === 'MANIFEST';
      // Carried entries have all three numbers in their field. New ones have only the offset, which they need.
      expect([name, offset32, extra]).toEqual([name, MAX_32, isNew ? 12 : 28]);
      if (isNew) expect(offset).toBeGreaterThan(5 * GIB);
    }
    readByPython(saved, 5 * GIB);
  });

  const holeOf = async (size: number) => {
    const path = join(folder, 'hole');
    const file = await open(path, 'w');
    await file.truncate(size);
    await file.close();
    return diskFile(path, 'hole');
  };

  it.skipIf(!hasPython)('takes a file beyond 4 GiB, in zip64', async () => {
    const size = 4 * GIB + 5;
    const path = await sparseCarton('small.carton', MIB, false);
    // Nobody reads the hole: its hash and its checksum are not its own.
    const put = {
      kind: 'put',
      path: 'model/large',
      blob: await holeOf(size),
      digest: { sha256: WEIGHTS_HASH, crc32: 1 },
    };
    const saved = await savedAs(path, { texts: new Map(), files: [put as FileChange], renew: false });
    expect(saved.isZip64).toBe(true);
    const large = saved.records.find(({ name }) => name === 'model/large');
    expect(large).toMatchObject({ extra: 20, needed: 45 });
    expect(saved.records.slice(-2)).toMatchObject([
      { name: 'MANIFEST', offset32: MAX_32, extra: 12 },
      { name: 'LINKS', offset32: MAX_32, extra: 12 },
    ]);
    const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON_SIZES, saved.path], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ 'model/large': [size, size], 'model/weights': [MIB, MIB] });
  });

  it.skipIf(!hasPython)('gives a renamed entry zip64 where its new place is beyond 4 GiB', async () => {
    const path = await sparseCarton('renamed.carton', hole, false);
    const noise = new Uint8Array(2 * MIB).map((_, at) => (at * 2654435761) >>> 13);
    const blob = new Blob([noise]);
    const files: FileChange[] = [
      { kind: 'rename', from: 'model/tail', to: 'model/ü' },
      { kind: 'put', path: 'model/new', blob, digest: { sha256: sha(noise), crc32: trueCrc32(noise) } },
    ];
    const { records, isZip64, path: out } = await savedAs(path, { texts: new Map(), files, renew: false });
    expect(isZip64).toBe(true);
    expect(records.find(({ name }) => name === 'model/ü')).toMatchObject({ offset32: MAX_32, extra: 12, needed: 45 });
    const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON, out], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(
      Object.fromEntries(
        JSON.parse(stdout).map(({ name, sha256 }: { name: string; sha256: string }) => [name, sha256]),
      ),
    ).toMatchObject({
      'model/ü': sha(HELD['model/tail'] as string),
      'model/new': sha(noise),
    });
  });
});
