import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import { openPackage } from '../../formats/registry.ts';
import type { FileChange } from '../../model/draft.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { type BuiltEntry, buildZip } from '../../testing/builders/zip-builder.ts';
import { draftOf, textIn } from '../../testing/draft.ts';
import { fileDraft, put } from '../../testing/file-draft.ts';
import { fixtureSource, hasFixtures, validCartons } from '../../testing/fixtures.ts';
import type { FileChanges, PlanOptions } from '../plan.ts';
import { plannedSource, type SavePlan } from '../plan.ts';
import { checkSavedZip as checkSaved, type ZipPlan } from './saved.ts';
import { openZip, type ZipArchive } from './zip.ts';

/** Saved zips, read by other people's tools. */

// Starting these tools takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const runs = (tool: string, ...args: string[]) => spawnSync(tool, args).status === 0;
const has7z = runs('7z', 'i');
const hasUnzip = runs('unzip', '-v');
const hasBsdtar = runs('bsdtar', '--version');
/** A Python that can also decode zstd, which its zipfile cannot. */
const python = ['/usr/bin/python3', 'python3'].find((path) => runs(path, '-c', 'import zstandard, zipfile'));

/**
 * For each zip, lists the entries with zipfile, decodes each from where zipfile says that it lies, and compares size and
 * CRC-32. Prints a line of the SHA-256 by name, or of what is wrong. A symlink gets the hash of its target.
 */
const PYTHON = `
import hashlib, json, posixpath, struct, sys, traceback, zipfile, zlib
import zstandard
def hashes(path):
    data = open(path, 'rb').read()
    z = zipfile.ZipFile(path)
    out, links = {}, {}
    for i in z.infolist():
        if i.is_dir(): continue
        n, m = struct.unpack('<HH', data[i.header_offset + 26:i.header_offset + 30])
        start = i.header_offset + 30 + n + m
        raw = data[start:start + i.compress_size]
        if i.compress_type == 0: content = raw
        elif i.compress_type == 8: content = zlib.decompress(raw, -15)
        elif i.compress_type == 93: content = zstandard.ZstdDecompressor().decompressobj().decompress(raw)
        else: raise Exception(i.compress_type)
        if i.compress_type != 93: assert z.read(i) == content
        assert len(content) == i.file_size and zlib.crc32(content) == i.CRC, i.filename
        if i.external_attr >> 28 == 0xA: links[i.filename] = content.decode()
        else: out[i.filename] = hashlib.sha256(content).hexdigest()
    for name, to in links.items():
        while name in links: name = posixpath.normpath(posixpath.join(posixpath.dirname(name), links[name]))
        for link in links:
            if posixpath.normpath(posixpath.join(posixpath.dirname(link), links[link])) == name: out[link] = out.get(name)
    if 'MANIFEST' in z.namelist(): out['MANIFEST'] = z.read('MANIFEST').decode()
    return {'hashes': out}
for path in sys.argv[1:]:
    try: print(json.dumps(hashes(path)))
    except Exception: print(json.dumps({'wrong': traceback.format_exc()}))
`;

const planZip = (archive: ZipArchive, changes: FileChanges, options?: PlanOptions) => archive.plan(changes, options);

const checkSavedZip = (result: ByteSource, plan: ZipPlan, signal?: AbortSignal) =>
  checkSaved(result, plan, openZip, signal);

/** The hashes in each zip, or what is wrong with it, by path. */
type ByPython = ReadonlyMap<string, { hashes?: Record<string, string>; wrong?: string }>;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plan-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function bytesOf(plan: SavePlan): Promise<Uint8Array> {
  const result = plannedSource(plan);
  return result.read(0, result.size);
}

/** Saves a fixture once for all tools that read it, and gives its path. */
function once(save: (name: string) => Promise<string>): typeof save {
  const saved = new Map<string, Promise<string>>();
  return (name) => {
    const path = saved.get(name) ?? save(name);
    saved.set(name, path);
    return path;
  };
}

/** The path of a fixture with one field edited. */
const edited = once(async (name) => {
  const open = await openPackage(fixtureSource(name));
  const state = await open.edit?.({ edits: [{ kind: 'set', path: ['homepage'], value: 'https://models.example/é' }] });
  const plan = await open.plan?.(draftOf(textIn(state)));
  if (!plan) throw new Error(open.package.cannot?.save);
  await plan.check(plannedSource(plan));
  const path = join(folder, name.replaceAll('/', '-'));
  writeFileSync(path, await bytesOf(plan));
  return path;
});

const NOISE = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 2654435761) >>> 13);

/** The path of a fixture with files added, replaced and renamed: one that is stored as it stands among them. */
const withFiles = once(async (name) => {
  const open = await openPackage(fixtureSource(name));
  const targets = new Set(open.package.files.map(({ target }) => target));
  const [first, second] = open.package.files.filter(
    ({ path, kind, size }) => kind === 'file' && size !== undefined && path.startsWith('model/') && !targets.has(path),
  );
  const acts: FileChange[] = [put('misc/nëw.bin', NOISE), put('misc/new.txt', 'text '.repeat(100))];
  if (first) acts.push({ kind: 'rename', from: first.path, to: 'model/moved/é.bin' });
  if (second) acts.push(put(second.path, 'replaced'));
  const plan = await open.plan?.(await fileDraft(open, acts));
  if (!plan) throw new Error(open.package.cannot?.save);
  await plan.check(plannedSource(plan));
  const path = join(folder, `files-${name.replaceAll('/', '-')}`);
  writeFileSync(path, await bytesOf(plan));
  return path;
});

const regular = hasFixtures ? ['official.carton', ...validCartons] : [];
const withoutZstd = regular.filter((name) => /(deflate|stored|descriptor)\.carton$/.test(name));

/** A zip after changes. Has only methods that every tool knows, and features that are rare in zips. */
async function rare(zip64: boolean): Promise<string> {
  const zip = buildZip(
    [
      { name: 'folder/', data: '', externalAttributes: 0o40755 * 65536 + 0x10 },
      { name: 'carton.toml', data: 'old', zip64 },
      { name: 'folder/deflated', data: 'text '.repeat(100), method: 8, zip64, comment: encodeUtf8('note') },
      { name: 'folder/streamed', data: 'text '.repeat(100), method: 8, descriptor: true },
      { name: 'LINKS', data: 'links' },
      { name: 'MANIFEST', data: 'old manifest' },
    ],
    { comment: encodeUtf8('of the zip'), zip64 },
  );
  const changes = new Map([
    ['carton.toml', encodeUtf8('new '.repeat(99))],
    ['a/é.txt', encodeUtf8('x')],
    ['MANIFEST', encodeUtf8('new manifest')],
  ]);
  const plan = await planZip(await openZip(memorySource('', zip), undefined), changes, {
    last: ['MANIFEST', 'LINKS'],
  });
  const path = join(folder, `rare-${zip64}.zip`);
  writeFileSync(path, await bytesOf(plan));
  return path;
}

const tested: [string, () => Promise<string>][] = [
  ...withoutZstd.map((name): [string, () => Promise<string>] => [`${name}, other files`, () => withFiles(name)]),
  ...withoutZstd.map((name): [string, () => Promise<string>] => [name, () => edited(name)]),
  ['what is rare in zips', () => rare(false)],
  ['what is rare in zips, in zip64', () => rare(true)],
];

describe('a saved zip', () => {
  it.skipIf(!has7z).each(tested)('passes the test of 7-Zip: %s', async (_, make) => {
    const { status, stdout } = spawnSync('7z', ['t', await make()], { encoding: 'utf8' });
    expect([status, /warning|error/i.exec(stdout.replace(/no errors/gi, '').replace('Everything is Ok', ''))]).toEqual([
      0,
      null,
    ]);
  });

  it.skipIf(!hasUnzip).each(tested)('passes unzip -t: %s', async (_, make) => {
    const { status, stdout } = spawnSync('unzip', ['-t', await make()], { encoding: 'utf8' });
    expect([status, stdout.includes('No errors detected')]).toEqual([0, true]);
  });

  it
    .skipIf(!hasBsdtar)
    .each([
      ...regular.map((name): [string, () => Promise<string>] => [name, () => edited(name)]),
      ...regular.map((name): [string, () => Promise<string>] => [`${name}, other files`, () => withFiles(name)]),
      ...tested.slice(-2),
    ])('is listed by bsdtar: %s', async (_, make) => {
    const path = await make();
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const { status, stdout, stderr } = spawnSync('bsdtar', ['-tf', path], { encoding: 'utf8', env });
    expect([status, stderr]).toEqual([0, '']);
    const names = stdout.split('\n').filter((line) => line !== '' && !line.endsWith('/'));
    const reader = new ZipReader(new Uint8ArrayReader(await readAll(path)));
    const entries = await reader.getEntries();
    await reader.close();
    expect(names).toEqual(entries.filter(({ directory }) => !directory).map(({ filename }) => filename));
  });

  const changed = regular.flatMap((name): [string, () => Promise<string>][] => [
    [name, () => edited(name)],
    [`${name}, other files`, () => withFiles(name)],
  ]);

  /** What Python says of all of them, by path. One process does all: its start takes longer than its work. */
  let byPython: Promise<ByPython> | undefined;
  async function askPython(): Promise<ByPython> {
    const paths = await Promise.all(changed.map(([, make]) => make()));
    const { stdout, stderr } = spawnSync(python as string, ['-c', PYTHON, ...paths], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(paths.length);
    return new Map(paths.map((path, at) => [path, JSON.parse(lines[at] as string)]));
  }

  it.skipIf(!hasFixtures || !python).each(changed)('has the hashes of its MANIFEST, by Python: %s', async (_, make) => {
    byPython ??= askPython();
    const said = (await byPython).get(await make()) ?? {};
    expect(said.wrong).toBeUndefined();
    const { MANIFEST, ...hashes } = said.hashes ?? {};
    const lines = (MANIFEST ?? '').trimEnd().split('\n');
    const paths = lines.map((line) => line.slice(0, line.lastIndexOf('=')));
    expect(paths).toEqual(paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    const held = lines.filter((line) => hashes[line.slice(0, line.lastIndexOf('='))] !== undefined);
    expect(held.length).toBeGreaterThanOrEqual(3);
    for (const line of held) expect(line).toBe(`${line.slice(0, -65)}=${hashes[line.slice(0, -65)]}`);
    expect(Object.keys(hashes).filter((held) => held !== 'LINKS' && !paths.includes(held))).toEqual([]);
  });
});

async function readAll(path: string): Promise<Uint8Array> {
  const { readFile } = await import('node:fs/promises');
  return readFile(path);
}

describe('generated changes of generated zips', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd/e', 'd/é', 'MANIFEST', 'LINKS', 'carton.toml');
  const data = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.record({ byte: fc.nat(255), length: fc.nat(5000) }).map(({ byte, length }) => new Uint8Array(length).fill(byte)),
  );
  const entry = fc.record({
    name,
    data,
    method: fc.constantFrom(0, 8),
    descriptor: fc.boolean(),
    zip64: fc.boolean(),
    comment: fc.option(fc.uint8Array({ maxLength: 10 }), { nil: undefined }),
  });
  const options = fc.record({
    prefix: fc.option(fc.uint8Array({ maxLength: 20 }), { nil: undefined }),
    relative: fc.boolean(),
    zip64: fc.boolean(),
    comment: fc.option(fc.constant(encodeUtf8('a comment')), { nil: undefined }),
  });
  const changes = fc.uniqueArray(fc.tuple(name, fc.option(data)), { selector: ([path]) => path, maxLength: 5 });

  it('are read as intended by our reader and by zip.js, and give the same bytes each time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(entry, { selector: (item) => item.name, maxLength: 7 }),
        options,
        changes,
        async (entries, zip, changed) => {
          const built = entries.map((item): BuiltEntry => ({ ...item, comment: item.comment ?? new Uint8Array(0) }));
          const given = Object.fromEntries(Object.entries(zip).filter(([, value]) => value !== undefined));
          const old = memorySource('old.zip', buildZip(built, given));
          const make = async () =>
            planZip(await openZip(old, undefined), new Map(changed), { last: ['MANIFEST', 'LINKS'] });
          const plan = await make();
          const bytes = await bytesOf(plan);
          expect(Buffer.compare(bytes, await bytesOf(await make()))).toBe(0);
          const intended = new Map(entries.map((item) => [item.name as string, item.data]));
          for (const [path, content] of changed) {
            if (content) intended.set(path, content);
            else intended.delete(path);
          }
          const archive = await checkSavedZip(plannedSource(plan), plan);
          const reader = new ZipReader(new Uint8ArrayReader(bytes));
          const theirs = new Map<string, Uint8Array>();
          for (const item of await reader.getEntries()) {
            if (item.directory) throw new Error('no folder was built');
            const options = { checkSignature: true, useWebWorkers: false };
            theirs.set(item.filename, await item.getData(new Uint8ArrayWriter(), options));
          }
          await reader.close();
          expect([...theirs.keys()].sort()).toEqual([...intended.keys()].sort());
          expect(archive.entries.map(({ path }) => path).sort()).toEqual([...intended.keys()].sort());
          for (const [path, content] of intended) {
            expect(Buffer.compare(theirs.get(path) ?? Buffer.from('none'), content)).toBe(0);
            const source = archive.open(path);
            expect(Buffer.compare((await source?.read(0, source.size)) ?? Buffer.from('none'), content)).toBe(0);
          }
          const isAsBefore = changed.length === 0;
          const odd = archive.findings.filter(({ code }) => code !== 'zip/descriptor');
          if (!isAsBefore) expect(odd).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of damaged zips never crash or hang, and never give another file than planned', async () => {
    const zip = buildZip(
      [
        { name: 'carton.toml', data: 'spec_version = 1\n' },
        { name: 'model/w', data: 'weights '.repeat(50), method: 8, zip64: true },
        { name: 'model/link', data: 'w', mode: 0o120777 },
        { name: 'é', data: 'text', descriptor: true },
        { name: 'MANIFEST', data: 'manifest' },
      ],
      { comment: Buffer.from('comment'), zip64: true },
    );
    const damage = fc.record({ at: fc.nat(zip.length - 1), byte: fc.constantFrom(0, 1, 0x2f, 0x50, 0x7f, 0x80, 0xff) });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        const bytes = zip.slice();
        for (const { at, byte } of damages) bytes[at] = byte;
        const old = memorySource('mutated.zip', bytes);
        const changed = new Map([
          ['carton.toml', encodeUtf8('new')],
          ['MANIFEST', encodeUtf8('new manifest')],
        ]);
        try {
          const plan = await planZip(await openZip(old, undefined), changed, { last: ['MANIFEST', 'LINKS'] });
          const archive = await checkSavedZip(plannedSource(plan), plan);
          const source = archive.open('carton.toml');
          expect(Buffer.from((await source?.read(0, source.size)) ?? []).toString()).toBe('new');
        } catch (error) {
          const { tag, code } = error as { tag?: string; code?: string };
          if (tag !== 'bad-file' && tag !== 'unsupported' && tag !== 'too-large') throw error;
          // The written file must be the planned one, even if the old one was damaged.
          expect(code).not.toBe('source/save-mismatch');
        }
      }),
      { numRuns: 1500 },
    );
  });
});
