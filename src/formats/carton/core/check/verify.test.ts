import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { folderContainer } from '../../../../archive/container.ts';
import type { DigestRunner } from '../../../../archive/digest/job.ts';
import { CancelledError } from '../../../../base/errors.ts';
import type { Finding } from '../../../../base/findings.ts';
import type { FileVerdict, Verification } from '../../../../model/verification.ts';
import { memorySource } from '../../../../source/memory.ts';
import { remoteSource } from '../../../../source/remote.ts';
import { type BuiltEntry, buildZip } from '../../../../testing/builders/zip-builder.ts';
import { zstdFrame } from '../../../../testing/builders/zstd-builder.ts';
import { countingSource } from '../../../../testing/counting-source.ts';
import { cpuClock } from '../../../../testing/cpu-clock.ts';
import { fixture, fixtureSource, hasFixtures, validCartons } from '../../../../testing/fixtures.ts';
import { openArchive } from '../../../../testing/open-archive.ts';
import { good, serve, stopServing } from '../../../../testing/range-host.ts';
import type { OpenPackage, VerifyOptions } from '../../../format.ts';
import { openPackage } from '../../../registry.ts';

const hashOf = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

const FILES: Record<string, string> = {
  'carton.toml':
    'spec_version = 1\n[runner]\nrunner_name = "a"\nrequired_framework_version = "1"\nrunner_compat_version = 1\n',
  'model/a': 'content of a',
  'model/b': 'b'.repeat(3000),
  'tensor_data/index.toml': 'tensor = []\n',
};

/** A carton of these files and entries. Its MANIFEST lists the files with the right hashes. */
function carton(files: Record<string, string>, entries: BuiltEntry[] = [], manifest = manifestOf(files)): Uint8Array {
  const packed = Object.entries(files).map(([name, data], at) => ({ name, data, method: at % 2 === 0 ? 0 : 8 }));
  return buildZip([...packed, ...entries, { name: 'MANIFEST', data: manifest }]);
}

function manifestOf(files: Record<string, string>): string {
  const lines = Object.entries(files).map(([path, data]) => `${path}=${hashOf(data)}\n`);
  return lines.sort().join('');
}

const open = (bytes: Uint8Array) => openPackage(memorySource('m.carton', bytes));

async function verify(opened: OpenPackage, options: VerifyOptions = {}): Promise<Verification> {
  if (!opened.verify) throw new Error('cannot be verified');
  return opened.verify(options);
}

/** What only verification finds, as code and path. */
async function found(bytes: Uint8Array): Promise<(string | undefined)[][]> {
  return (await verify(await open(bytes))).findings.map(({ code, path }) => [code, path]);
}

const isError = ({ severity }: Finding) => severity === 'error';

describe('verification', () => {
  it('compares every file and reports each once, with progress to the last byte', async () => {
    const verdicts: FileVerdict[] = [];
    const progress: { done: number; total: number }[] = [];
    const opened = await open(carton(FILES));
    const result = await verify(opened, {
      onFile: (file) => verdicts.push(file),
      onProgress: (at) => progress.push(at),
    });
    const bytes = Object.values(FILES).reduce((sum, text) => sum + text.length, 0);
    expect(result).toEqual({ findings: [], files: 4, bytes, mismatches: [] });
    expect(verdicts.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
      Object.entries(FILES).map(([path, data]) => ({ path, hash: 'verified', sha256: hashOf(data) })),
    );
    const total = bytes + manifestOf(FILES).length;
    expect(progress.at(0)).toEqual({ done: 0, total });
    expect(progress.at(-1)).toEqual({ done: total, total });
    expect(progress.map(({ done }) => done)).toEqual(progress.map(({ done }) => done).sort((a, b) => a - b));
  });

  it('takes hashes in upper case, as the reference reader does', async () => {
    const manifest = manifestOf(FILES).replace(/=.*/g, (hash) => hash.toUpperCase());
    expect((await verify(await open(carton(FILES, [], manifest)))).mismatches).toEqual([]);
  });

  it('names a file whose content is not the one that MANIFEST lists', async () => {
    const verdicts: FileVerdict[] = [];
    const bytes = carton({ ...FILES, 'model/a': 'content of A' }, [], manifestOf(FILES));
    const result = await verify(await open(bytes), { onFile: (file) => verdicts.push(file) });
    expect(result).toMatchObject({ files: 4, mismatches: ['model/a'] });
    expect(result.findings).toMatchObject([{ code: 'manifest/hash-mismatch', severity: 'error', path: 'model/a' }]);
    expect(verdicts).toContainEqual({ path: 'model/a', hash: 'mismatch', sha256: hashOf('content of A') });
  });

  it('reads an entry once for all paths that lead to it', async () => {
    const files = { ...FILES, 'model/one': FILES['model/b'] as string, 'model/two': FILES['model/b'] as string };
    const link = (name: string, data: string) => ({ name, data, mode: 0o120777, host: 3 });
    const manifest = manifestOf(files);
    const bytes = carton(FILES, [link('model/one', 'b'), link('model/two', 'one')], manifest);
    const verdicts: FileVerdict[] = [];
    const source = countingSource(memorySource('m.carton', bytes));
    const opened = await openPackage(source);
    const before = source.bytes;
    const result = await verify(opened, { onFile: (file) => verdicts.push(file) });
    expect(result).toMatchObject({ findings: [], files: 6, mismatches: [] });
    expect(verdicts.filter(({ hash }) => hash === 'verified').map(({ path }) => path)).toHaveLength(6);
    expect(source.bytes - before).toBeLessThan(bytes.length);
  });

  it('also reads unlisted files, MANIFEST and LINKS, and reports those that are damaged', async () => {
    const links = 'version = 1\n[urls]\n';
    const good = carton(FILES, [
      { name: 'LINKS', data: links },
      { name: 'misc/extra', data: 'extra' },
    ]);
    const verdicts: FileVerdict[] = [];
    await verify(await open(good), { onFile: (file) => verdicts.push(file) });
    expect(verdicts.map(({ path }) => path).sort()).toEqual(Object.keys(FILES).sort());
    const bad = carton(FILES, [{ name: 'misc/extra', data: 'extra', crc32: 1 }]);
    const result = await verify(await open(bad), { onFile: (file) => verdicts.push(file) });
    expect(result.findings).toMatchObject([{ code: 'zip/crc-mismatch', path: 'misc/extra' }]);
    expect(verdicts).toContainEqual(expect.objectContaining({ path: 'misc/extra', hash: 'mismatch' }));
    expect(result.mismatches).toEqual(['misc/extra']);
  });

  it('finds wrong sizes, damaged data, local headers that disagree, and data that runs into the next entry', async () => {
    const data = 'some content';
    const files = { ...FILES, 'model/x': data };
    const cases: [BuiltEntry, string][] = [
      [{ name: 'model/x', data, method: 8, size: data.length + 1 }, 'zip/size-mismatch'],
      [{ name: 'model/x', data, method: 8, size: data.length - 1 }, 'zip/size-mismatch'],
      [{ name: 'model/x', data, method: 8, stored: Uint8Array.of(7, 7, 7) }, 'zip/bad-data'],
      [{ name: 'model/x', data, method: 93, stored: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) }, 'zip/bad-data'],
      [{ name: 'model/x', data, crc32: 5 }, 'zip/crc-mismatch'],
      [{ name: 'model/x', data, local: { name: 'model/y' } }, 'zip/ambiguous'],
      [{ name: 'model/x', data, local: { size: 1 } }, 'zip/ambiguous'],
      [{ name: 'model/x', data, local: { crc32: 1 } }, 'zip/ambiguous'],
      [{ name: 'model/x', data, local: { signature: 0x12345678 } }, 'zip/local-header'],
    ];
    for (const [entry, code] of cases) {
      const packed = Object.entries(FILES).map(([name, text]) => ({ name, data: text }));
      const bytes = buildZip([...packed, entry, { name: 'MANIFEST', data: manifestOf(files) }]);
      expect(await found(bytes), code).toContainEqual([code, 'model/x']);
    }
  });

  it('reads zstd of several frames, and stops a bomb at the size that it states', async () => {
    const frames = zstdFrame([{ byte: 97, times: 1000 }]);
    const twice = new Uint8Array([...frames, ...frames]);
    const files = { ...FILES, 'model/x': 'a'.repeat(2000) };
    const entry = { name: 'model/x', data: files['model/x'], method: 93, stored: twice };
    const packed = Object.entries(FILES).map(([name, text]) => ({ name, data: text }));
    const right = buildZip([...packed, entry, { name: 'MANIFEST', data: manifestOf(files) }]);
    expect(await found(right)).toEqual([]);
    const bomb = zstdFrame(
      Array.from({ length: 200_000 }, () => ({ byte: 0, times: 128 * 1024 })),
      {
        window: 0x58,
      },
    );
    const lying = buildZip([...packed, { ...entry, stored: bomb }, { name: 'MANIFEST', data: manifestOf(files) }]);
    const seconds = cpuClock();
    expect(await found(lying)).toEqual([['zip/size-mismatch', 'model/x']]);
    expect(seconds()).toBeLessThan(15);
  });

  it('counts the strings of string tensors', async () => {
    const index = (count: number) =>
      `[[tensor]]\nname = "s"\ndtype = "string"\nshape = [${count}]\nfile = "s.toml"\ninner = []\n`;
    const files = { ...FILES, 'tensor_data/index.toml': index(2), 'tensor_data/s.toml': 'data = ["x", "y"]\n' };
    expect(await found(carton(files))).toEqual([]);
    expect(await found(carton({ ...files, 'tensor_data/index.toml': index(3) }))).toEqual([
      ['tensor/size-mismatch', 'tensor_data/s.toml'],
    ]);
    expect(await found(carton({ ...files, 'tensor_data/s.toml': 'data = ["x", 5 ]\n' }))).toEqual([
      ['tensor/bad-strings', 'tensor_data/s.toml'],
    ]);
  });

  it('compares an unpacked package', async () => {
    const all = { ...FILES, MANIFEST: manifestOf(FILES), 'model/b': 'not b' };
    const files = Object.entries(all).map(([path, data]) => ({ path, file: new File([data], path) }));
    const result = await verify(await openPackage(folderContainer('folder', files)));
    expect(result).toMatchObject({ files: 4, mismatches: ['model/b'] });
    expect(result.findings.map(({ code }) => code)).toEqual(['manifest/hash-mismatch']);
  });

  it('says that a file is unreadable where its bytes do not come', async () => {
    const verdicts: FileVerdict[] = [];
    const packed = Object.entries(FILES).map(([name, data]) => ({
      name,
      data,
      ...(name === 'model/a' && { flags: 1 }),
    }));
    const bytes = buildZip([...packed, { name: 'MANIFEST', data: manifestOf(FILES) }]);
    const opened = await open(bytes);
    const result = await verify(opened, { onFile: (file) => verdicts.push(file) });
    expect(verdicts).toContainEqual({ path: 'model/a', hash: 'unreadable' });
    // The directory has reported it already.
    expect(opened.package.findings).toContainEqual(expect.objectContaining({ code: 'zip/encrypted', path: 'model/a' }));
    expect(result).toMatchObject({ findings: [], files: 3, mismatches: [] });
  });

  it('stops when it is canceled, at once or on the way', async () => {
    const controller = new AbortController();
    const opened = await open(carton({ ...FILES, 'model/large': 'x'.repeat(30_000_000) }));
    const heard: number[] = [];
    const running = verify(opened, {
      signal: controller.signal,
      onProgress({ done }) {
        heard.push(done);
        if (done > 0) controller.abort();
      },
    });
    await expect(running).rejects.toBeInstanceOf(CancelledError);
    const { length } = heard;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toHaveLength(length);
    await expect(verify(opened, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(CancelledError);
  });

  it('rejects when the bytes of the package stop coming, and hashes with the runner that it is given', async () => {
    const opened = await open(carton(FILES));
    const digests: DigestRunner = { run: () => Promise.reject(new CancelledError()) };
    await expect(verify(opened, { digests })).rejects.toBeInstanceOf(CancelledError);
  });
});

describe.skipIf(!hasFixtures)('verification of the fixtures', () => {
  afterEach(stopServing);

  const valid = hasFixtures ? [...validCartons, 'official.carton'] : [];
  const expected: Record<string, { code: string; opens: boolean }> = hasFixtures
    ? JSON.parse(new TextDecoder().decode(fixture('carton/hostile/expected.json')))
    : {};

  it.each(valid)('%s is what its MANIFEST says', async (path) => {
    const opened = await openPackage(fixtureSource(path));
    const result = await verify(opened);
    expect(result.findings).toEqual([]);
    const held = opened.package.files.filter(({ hash }) => hash === 'unverified');
    expect(result.files).toBe(held.length);
  });

  it.each(Object.entries(expected).filter(([, { opens }]) => opens))('%s gives %o', async (name, { code }) => {
    const opened = await openPackage(fixtureSource(`carton/hostile/${name}.carton`));
    const { findings } = await verify(opened);
    expect([...opened.package.findings, ...findings].map((item) => item.code)).toContain(code);
  });

  it.each(Object.entries(expected).filter(([, { opens }]) => opens))(
    '%s on a host gives %o',
    async (name, { code }) => {
      const { url } = await serve(good({}, fixture(`carton/hostile/${name}.carton`)));
      const opened = await openPackage(await remoteSource(url));
      const { findings } = await verify(opened);
      expect([...opened.package.findings, ...findings].map((item) => item.code)).toContain(code);
    },
  );

  it('finds a wrong bit anywhere in any content', async () => {
    const cartons = await Promise.all(
      valid.map(async (path) => {
        const bytes = fixture(path);
        const { entries } = await openArchive(memorySource(path, bytes));
        return { path, bytes, entries: entries.filter(({ span, storedSize }) => span && storedSize > 0) };
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.nat(), fc.nat(7), async (whose, which, where, bit) => {
        const { path, bytes, entries } = cartons[whose % cartons.length] as (typeof cartons)[number];
        const entry = entries[which % entries.length] as (typeof entries)[number];
        const start = entry.span?.start ?? 0;
        const view = new DataView(bytes.buffer, start);
        const data = start + 30 + view.getUint16(26, true) + view.getUint16(28, true);
        const changed = bytes.slice();
        const at = data + (where % entry.storedSize);
        changed[at] = (changed[at] as number) ^ (1 << bit);
        const opened = await open(changed);
        const { findings } = await verify(opened);
        if ([...opened.package.findings, ...findings].some(isError)) return;
        // Some bits of compressed data mean nothing. Then the content is the same.
        const before = await contentOf(bytes, entry.path);
        expect(await contentOf(changed, entry.path), `${path}, byte ${at}, bit ${bit}`).toEqual(before);
        expect(entry.storage).not.toBe('Stored');
      }),
      { numRuns: 150 },
    );
  });
});

async function contentOf(bytes: Uint8Array, path: string): Promise<Uint8Array | undefined> {
  const source = (await openArchive(memorySource('m.carton', bytes))).open(path);
  return source?.read(0, source.size);
}
