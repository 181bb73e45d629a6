import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_UNASKED_DOWNLOAD } from '../src/base/limits.ts';
import { buildNpy } from '../src/testing/builders/numpy-files.ts';
import { buildSafetensors } from '../src/testing/builders/safetensors-builder.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import {
  CARTON_FILES,
  CARTON_TOML_TEXT,
  inspect,
  inspectApart,
  makeInspected,
  makeScript,
  ROOT,
} from '../src/testing/inspected.ts';

// Some start processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';

beforeAll(async () => {
  folder = await makeInspected();
});

afterAll(() => rm(folder, { recursive: true }));

describe('inspect', () => {
  it('prints the package as JSON, with all digits', async () => {
    const { code, out } = await inspect(join(folder, 'good.carton'), '--json');
    expect(code).toBe(0);
    expect(out).toContain('9007199254740993');
    expect(JSON.parse(out)).toMatchObject({
      format: 'carton',
      title: '\u001b[31mred',
      carton: { spec_version: 1, other: [{ path: 'future', value: ['NaN', expect.any(Number)] }] },
    });
  });

  it('prints a summary in which no name acts on the terminal', async () => {
    const { code, out } = await inspect(join(folder, 'good.carton'));
    expect(code).toBe(0);
    expect(out).toContain('\\u{1b}[31mred');
    expect(out).not.toContain('\u001b');
  });

  it('exits with 1 if there are errors', async () => {
    const { code, out } = await inspect(join(folder, 'bad.carton'), '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out).findings[0]).toMatchObject({ code: 'carton/toml-missing', severity: 'error' });
  });

  it('opens any file, and what lies in gzip', async () => {
    await writeFile(join(folder, 'notes.txt'), 'hello');
    await writeFile(join(folder, 'array.npy.gz'), gzipSync(buildNpy()));
    expect(JSON.parse((await inspect(join(folder, 'notes.txt'), '--json')).out)).toMatchObject({
      format: 'file',
      formatName: 'Plain text',
      files: [{ path: 'notes.txt', size: 5 }],
    });
    const { code, out } = await inspect(join(folder, 'array.npy.gz'));
    expect(code).toBe(0);
    expect(out).toMatch(/^array\.npy\nA NumPy array, 152 B, 1 file: array\.npy\n/);
    expect(out).toContain('Decompressed from  array.npy.gz');
  });

  it('exits with 2 if nothing can be opened', async () => {
    for (const [path, errorCode] of [
      ['text.carton', 'zip/not-a-zip'],
      ['gone.carton', 'source/read-failed'],
      ['escaping', 'zip/unsafe-path'],
    ] as const) {
      const { code, out } = await inspect(join(folder, path), '--json');
      expect(code).toBe(2);
      expect(JSON.parse(out)).toEqual({ error: { code: errorCode, message: expect.any(String) } });
    }
    expect((await inspect(join(folder, 'text.carton'))).err).toMatch(/not a zip/);
  });

  it('reads a file on a host, part by part', async () => {
    const bytes = await readFile(join(folder, 'right.carton'));
    const asked: (string | undefined)[] = [];
    const server = createServer(({ headers, url }, response) => {
      asked.push(headers.range);
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      if (url !== '/right.carton') return void response.writeHead(404).end();
      if (start === undefined) return void response.end(bytes);
      const last = Math.min(Number(end), bytes.length - 1);
      response.writeHead(206, { 'Content-Range': `bytes ${start}-${last}/${bytes.length}` });
      response.end(bytes.subarray(Number(start), last + 1));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, out } = await inspect(`${origin}/right.carton`, '--json', '--verify');
    expect(JSON.parse(out)).toMatchObject({ name: 'right.carton', verified: { files: 3, mismatches: [] } });
    expect(code).toBe(0);
    expect(asked).toEqual(['bytes=0-16383']);
    const gone = await inspect(`${origin}/gone.carton`, '--json');
    expect([gone.code, JSON.parse(gone.out).error.code]).toEqual([2, 'source/not-found']);
    expect(gone.err).not.toContain('Download');
    const plain = await inspect('http://192.0.2.1/a.carton', '--json');
    expect([plain.code, JSON.parse(plain.out).error.code]).toEqual([2, 'source/bad-url']);
    await new Promise((done) => server.close(done));
  });

  it('reads a short file of a host that sends only whole files, and says what to do with a long one', async () => {
    const bytes = await readFile(join(folder, 'right.carton'));
    const server = createServer(({ url }, response) => {
      response.end(url === '/right.carton' ? bytes : Buffer.alloc(MAX_UNASKED_DOWNLOAD + 1));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    expect((await inspect(`http://127.0.0.1:${port}/right.carton`)).code).toBe(0);
    const { code, err } = await inspect(`http://127.0.0.1:${port}/long.carton`);
    expect([code, err]).toEqual([
      2,
      `http://127.0.0.1:${port}/long.carton: The host sends only whole files. Download the file, and inspect the copy.\n`,
    ]);
    await new Promise((done) => server.close(done));
  });

  it('opens a folder', async () => {
    const { code, out } = await inspect(join(folder, 'unpacked'), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ format: 'carton', name: 'unpacked' });
  });

  it('reads and compares every byte', async () => {
    const good = await inspect(join(folder, 'right.carton'), '--json', '--verify');
    expect(good.code).toBe(0);
    expect(JSON.parse(good.out)).toMatchObject({
      verified: { files: 3, bytes: CARTON_TOML_TEXT.length + 'm'.length + 'tensor = []\n'.length, mismatches: [] },
      files: expect.arrayContaining([expect.objectContaining({ path: 'model/m', hash: 'verified' })]),
    });
    const bad = await inspect(join(folder, 'good.carton'), '--json', '--verify');
    expect(bad.code).toBe(1);
    const { findings, verified, files } = JSON.parse(bad.out);
    expect(verified.mismatches.sort()).toEqual(['carton.toml', 'model/m', 'tensor_data/index.toml']);
    expect(findings).toContainEqual(expect.objectContaining({ code: 'manifest/hash-mismatch', path: 'model/m' }));
    expect(files).toContainEqual(expect.objectContaining({ path: 'model/m', hash: 'mismatch' }));
    const text = await inspect(join(folder, 'right.carton'), '--verify');
    expect(text.out).toContain('3 files of MANIFEST read and compared');
  });

  it('compares sizes and checksums of a zip that has no hashes', async () => {
    const good = await inspect(join(folder, 'plain.zip'), '--verify');
    expect(good.code).toBe(0);
    expect(good.out).toContain('It has no hashes. Sizes and checksums agree. 1 file read, 1 B');
    expect(JSON.parse((await inspect(join(folder, 'plain.zip'), '--verify', '--json')).out)).toMatchObject({
      format: 'zip',
      verified: { files: 1, bytes: 1, mismatches: [] },
      files: [{ path: 'a', hash: 'none' }],
      findings: [],
    });
    const path = join(folder, 'damaged.zip');
    await writeFile(path, buildZip([{ name: 'a', data: 'a', crc32: 1 }]));
    expect((await inspect(path)).code).toBe(0);
    const bad = await inspect(path, '--verify');
    expect(bad.code).toBe(1);
    expect(bad.out).toContain('It has no hashes. 1 file fails the size and checksum check');
    expect(bad.out).toMatch(/error +zip\/crc-mismatch +a/);
    expect(JSON.parse((await inspect(path, '--verify', '--json')).out)).toMatchObject({
      verified: { files: 1, mismatches: ['a'] },
      files: [{ path: 'a', hash: 'mismatch' }],
    });
  });

  it('says with --verify that there is nothing to compare, and all else', async () => {
    const path = join(folder, 'weights.safetensors');
    const header = '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
    await writeFile(path, buildSafetensors(header, new Uint8Array(4)));
    const text = await inspect(path, '--verify');
    expect(text.code).toBe(0);
    expect(text.out).toContain('Not verified: it has no hashes, sizes or checksums to compare');
    const json = JSON.parse((await inspect(path, '--verify', '--json')).out);
    expect(json).toMatchObject({ format: 'safetensors', verified: null, tensors: [{ name: 'a' }] });
  });

  it('opens what lies inside with --in, and saves it as a file of its own', async () => {
    const carton = buildZip(Object.entries(CARTON_FILES).map(([name, data]) => ({ name, data })));
    const middle = buildZip([{ name: 'm/inner.carton', data: carton }]);
    const path = join(folder, 'outer.zip');
    await writeFile(path, buildZip([{ name: 'middle.zip', data: middle, method: 8 }]));
    const inside = [path, '--in', 'middle.zip', '--in', 'm/inner.carton'];
    const { code, out } = await inspect(...inside, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ format: 'carton', name: 'inner.carton', size: carton.length });
    const saved = join(folder, 'from-inside.carton');
    expect((await inspect(...inside, '--set', 'license=MIT', '--out', saved)).code).toBe(0);
    expect(JSON.parse((await inspect(saved, '--json')).out)).toMatchObject({ format: 'carton', license: 'MIT' });
    expect(JSON.parse((await inspect(path, '--in', 'm', '--json')).out)).toMatchObject({
      error: { code: 'source/no-such-file' },
    });
  });

  it('runs from its sources, as `npm run inspect` does', () => {
    const asked = ['--import', 'tsx', 'scripts/inspect.ts', join(folder, 'good.carton')];
    const out = execFileSync(process.execPath, asked, { cwd: ROOT }).toString();
    expect(out).toContain('red');
  });

  it('prints and ends the same as a process of its own', async () => {
    const script = await makeScript(folder);
    for (const args of [['right.carton', '--json'], ['bad.carton'], ['text.carton'], ['gone.carton', '--json']]) {
      const [file = '', ...options] = args;
      expect(await inspectApart(script, join(folder, file), ...options)).toEqual(
        await inspect(join(folder, file), ...options),
      );
    }
  });

  it.each(['--help', '-h'])('prints its options and keys with %s', async (option) => {
    const { code, out } = await inspect(option);
    expect(code).toBe(0);
    for (const text of [
      '--in PATH',
      '--force',
      '@FILE',
      'input.+.name',
      'license',
      'input.N.dtype',
      'runner.opts.NAME',
    ])
      expect(out).toContain(text);
  });

  it('names an option that it does not know, and says how it is used', async () => {
    const { err } = await inspect(join(folder, 'good.carton'), '--sett', 'license=MIT');
    expect(err).toBe(
      'Unknown option “--sett”. Did you mean --set? npm run -s inspect -- --help explains all options.\n',
    );
    expect((await inspect(join(folder, 'good.carton'), '--nothing-like-it')).err).toMatch(
      /^Unknown option “--nothing-like-it”\. npm/,
    );
  });

  it.each([['--set', 'license=MIT'], ['--set', 'license', '--out', 'new'], ['--out', ''], ['--nonsense'], ['another']])(
    'refuses %s',
    async (...args) => {
      const { code, err } = await inspect(join(folder, 'good.carton'), ...args);
      expect(code).toBe(2);
      expect(err).not.toBe('');
    },
  );
});
