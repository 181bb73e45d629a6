import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PackageFile } from '../src/model/package.ts';
import { buildZip } from '../src/testing/zip-builder.ts';
import { forTerminal, toJson } from './inspect/json.ts';
import { summary } from './inspect/summary.ts';

const SHA = '0123456789abcdef'.repeat(4);
const RUNNER = '[runner]\nrunner_name = "noop"\nrequired_framework_version = "1"\nrunner_compat_version = 1\n';
const TOML = `spec_version = 1\nmodel_name = "\\u001b[31mred"\nfuture = [nan, 9007199254740993]\n${RUNNER}`;
const FILES: Record<string, string> = {
  'carton.toml': TOML,
  'model/m': 'm',
  'tensor_data/index.toml': 'tensor = []\n',
  MANIFEST: ['carton.toml', 'model/m', 'tensor_data/index.toml'].map((path) => `${path}=${SHA}\n`).join(''),
};

const ROOT = fileURLToPath(new URL('..', import.meta.url));
let folder = '';

/** Runs the script as a person would, from the repository. */
function inspect(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const command = ['--import', 'tsx', 'scripts/inspect.ts', ...args];
    execFile(process.execPath, command, { cwd: ROOT }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
  const entries = Object.entries(FILES).map(([name, data]) => ({ name, data }));
  await writeFile(join(folder, 'good.carton'), buildZip(entries));
  await writeFile(join(folder, 'bad.carton'), buildZip(entries.slice(1)));
  const hashed = Object.entries(FILES).filter(([path]) => path !== 'MANIFEST');
  const lines = hashed.map(([path, data]) => `${path}=${createHash('sha256').update(data).digest('hex')}\n`);
  const right = [...entries.slice(0, -1), { name: 'MANIFEST', data: lines.join('') }];
  await writeFile(join(folder, 'right.carton'), buildZip(right));
  await writeFile(join(folder, 'plain.zip'), buildZip([{ name: 'a', data: 'a' }]));
  await writeFile(join(folder, 'text.carton'), 'not a zip');
  for (const [path, data] of Object.entries(FILES)) {
    await mkdir(join(folder, 'unpacked', path, '..'), { recursive: true });
    await writeFile(join(folder, 'unpacked', path), data);
  }
  await mkdir(join(folder, 'escaping'));
  await symlink('/etc/hostname', join(folder, 'escaping', 'carton.toml'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('summary', () => {
  it('lists a great many files', () => {
    const file: PackageFile = { path: 'model/a', role: 'model', hash: 'unverified', kind: 'file' };
    const lines = summary({
      format: 'zip',
      formatName: 'A zip file',
      name: 'a.zip',
      size: 1,
      facts: [],
      inputs: [],
      outputs: [],
      tensors: [],
      examples: [],
      selfTests: [],
      files: new Array<PackageFile>(300_000).fill(file),
      findings: [],
      can: { verify: false, edit: false, repack: false },
    }).split('\n');
    expect(lines.filter((line) => line.includes('model/a'))).toHaveLength(300_000);
  });
});

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

  it('exits 1 where there are errors', async () => {
    const { code, out } = await inspect(join(folder, 'bad.carton'), '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out).findings[0]).toMatchObject({ code: 'carton/toml-missing', severity: 'error' });
  });

  it('exits 2 where nothing can be opened', async () => {
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

  it('reads what lies on a host, part by part', async () => {
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
    const plain = await inspect('http://192.0.2.1/a.carton', '--json');
    expect([plain.code, JSON.parse(plain.out).error.code]).toEqual([2, 'source/bad-url']);
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
      verified: { files: 3, bytes: TOML.length + 'm'.length + 'tensor = []\n'.length, mismatches: [] },
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
    expect((await inspect(join(folder, 'plain.zip'), '--verify')).code).toBe(2);
  });

  it.each([['--set', 'a=1', '--out', 'b'], ['--nonsense'], ['another']])('refuses %s', async (...args) => {
    const { code, err } = await inspect(join(folder, 'good.carton'), ...args);
    expect(code).toBe(2);
    expect(err).not.toBe('');
  });
});

describe('toJson', () => {
  it('is JSON', () => {
    const value = { a: [1, -0.5, true, null, 'x\n"\u009b\u202e'], b: {}, c: [], __proto__: null, d: undefined };
    expect(JSON.parse(toJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    expect(toJson('\u009b\u202e\u007f')).toBe('"\\u009b\\u202e\\u007f"');
    expect(toJson([2n ** 64n, Infinity, -Infinity, -0])).toBe(
      '[\n  18446744073709551616,\n  "Infinity",\n  "-Infinity",\n  -0\n]',
    );
  });
});

describe('forTerminal', () => {
  it('keeps text and escapes what acts', () => {
    expect(forTerminal('naïve 🥳 \u001b[2J\n\u202e')).toBe('naïve 🥳 \\u{1b}[2J\\u{a}\\u{202e}');
  });
});
