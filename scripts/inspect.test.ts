import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openArchive } from '../src/archive/open.ts';
import { openPackage } from '../src/formats/registry.ts';
import type { FieldValues } from '../src/model/field.ts';
import type { Package, PackageFile } from '../src/model/package.ts';
import { memorySource } from '../src/source/memory.ts';
import { buildZip } from '../src/testing/zip-builder.ts';
import { assignmentStep, parseAssignment } from './inspect/assignment.ts';
import { forTerminal, toJson } from './inspect/json.ts';
import { planOf, saveTo } from './inspect/save.ts';
import { openPath } from './inspect/source.ts';
import { summary } from './inspect/summary.ts';
import { UsageError } from './inspect/usage.ts';

// Each run starts a process, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

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
  const empty: Package = {
    format: 'zip',
    formatName: 'A zip file',
    words: { one: 'file', a: 'a file', checked: [] },
    verdicts: { refused: [], unsoundHashList: [] },
    name: 'a.zip',
    size: 1,
    facts: [],
    inputs: [],
    outputs: [],
    tensors: [],
    examples: [],
    selfTests: [],
    files: [],
    findings: [],
    can: { verify: false, edit: false, save: false },
  };

  it('lists a great many files', () => {
    const file: PackageFile = { path: 'model/a', role: 'model', hash: 'unverified', kind: 'file' };
    const lines = summary({ ...empty, files: new Array<PackageFile>(300_000).fill(file) }).split('\n');
    expect(lines.filter((line) => line.includes('model/a'))).toHaveLength(300_000);
  });

  it('names the host that an address leads to', () => {
    const href = 'https://github.com@\u0430pple.com/x';
    const text = summary({ ...empty, facts: [{ label: 'Repository', value: href, href }] });
    expect(text).toContain('https://xn--pple-43d.com/x (user name left out)');
    expect(text).not.toContain('github.com');
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

  it('exits with 1 if there are errors', async () => {
    const { code, out } = await inspect(join(folder, 'bad.carton'), '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out).findings[0]).toMatchObject({ code: 'carton/toml-missing', severity: 'error' });
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
  });

  it('compares sizes and checksums of a zip that has no hashes', async () => {
    const good = await inspect(join(folder, 'plain.zip'), '--verify');
    expect(good.code).toBe(0);
    expect(good.out).toContain('It has no hashes; sizes and checksums agree. 1 file read, 1 bytes');
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
    expect(bad.out).toContain('It has no hashes; 1 file fails the check of sizes and checksums');
    expect(bad.out).toMatch(/error +zip\/crc-mismatch +a/);
    expect(JSON.parse((await inspect(path, '--verify', '--json')).out)).toMatchObject({
      verified: { files: 1, mismatches: ['a'] },
      files: [{ path: 'a', hash: 'mismatch' }],
    });
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

describe('inspect --set --out', () => {
  const hashOf = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

  it('saves with fields set, and prints both hashes', async () => {
    const out = join(folder, 'set.carton');
    const sets = ['--set', 'license=MIT', '--set', 'runner.opts."a.b"=2.0', '--set', 'model_name="=x"'];
    const { code, out: said } = await inspect(join(folder, 'right.carton'), ...sets, '--out', out);
    expect(code).toBe(0);
    const archive = await openArchive(memorySource('set.carton', await readFile(out)));
    const contentOf = async (path: string) => {
      const source = archive.open(path);
      return Buffer.from((await source?.read(0, source.size)) ?? []).toString();
    };
    const toml = `${TOML.replace('"\\u001b[31mred"', '"=x"')}license = "MIT"\n[runner.opts]\n"a.b" = 2.0\n`;
    const linesOf = (text: string) => text.split('\n').filter(Boolean).sort();
    expect(linesOf(await contentOf('carton.toml'))).toEqual(linesOf(toml));
    const manifest = await contentOf('MANIFEST');
    expect(manifest).toContain(`carton.toml=${hashOf(await contentOf('carton.toml'))}\n`);
    expect(said).toContain(`New model hash: ${hashOf(manifest)}`);
    const before = (await inspect(join(folder, 'right.carton'), '--json')).out;
    expect(said).toContain(`Old model hash: ${JSON.parse(before).identity.sha256}`);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('prints the new package as JSON, and verifies it', async () => {
    const out = join(folder, 'json.carton');
    const { code, out: said } = await inspect(
      ...[join(folder, 'right.carton'), '--set', 'runner.runner_compat_version=2', '--out', out, '--json', '--verify'],
    );
    expect(code).toBe(0);
    const found = JSON.parse(said);
    expect(found).toMatchObject({ name: 'json.carton', verified: { files: 3, mismatches: [] } });
    expect(found.carton.runner.runner_compat_version).toBe(2);
    expect(found.saved).toMatchObject({
      path: out,
      newSha256: found.identity.sha256,
      files: [
        { path: 'carton.toml', kind: 'changed' },
        { path: 'MANIFEST', kind: 'changed' },
      ],
    });
    expect(found.saved.size).toBe((await readFile(out)).length);
    expect(found.saved.oldSha256).not.toBe(found.identity.sha256);
  });

  it('writes the same bytes if nothing changes', async () => {
    const out = join(folder, 'same.carton');
    const { code, out: said } = await inspect(join(folder, 'right.carton'), '--set', 'spec_version=1', '--out', out);
    expect([code, said]).toEqual([0, expect.stringContaining('the same, byte for byte')]);
    expect(await readFile(out)).toEqual(await readFile(join(folder, 'right.carton')));
  });

  it('never overwrites a file', async () => {
    const good = join(folder, 'good.carton');
    const right = await readFile(join(folder, 'right.carton'));
    for (const out of [join(folder, 'right.carton'), good, folder]) {
      const { code, err } = await inspect(good, '--set', 'license=MIT', '--out', out);
      expect([code, err]).toEqual([2, expect.stringContaining('exists already')]);
    }
    expect(await readFile(join(folder, 'right.carton'))).toEqual(right);
    const nowhere = await inspect(good, '--set', 'license=MIT', '--out', join(folder, 'none', 'a.carton'), '--json');
    expect([nowhere.code, JSON.parse(nowhere.out).error.code]).toEqual([2, 'source/save-failed']);
  });

  it('saves a carton that the reference refuses, and says so', async () => {
    const out = join(folder, 'wrong.carton');
    const { code, out: said } = await inspect(
      ...[join(folder, 'right.carton'), '--set', 'runner.required_framework_version=>=1 <2', '--out', out],
    );
    expect([code, said]).toEqual([1, expect.stringContaining('schema/version-req')]);
    expect((await inspect(out, '--json')).code).toBe(1);
  });

  it('says why something cannot be set, and writes nothing', async () => {
    const out = join(folder, 'none.carton');
    for (const [file, set, why] of [
      ['right.carton', 'input.0.name=x', 'no list input'],
      ['right.carton', 'spec_version=one', 'no value of TOML'],
      ['right.carton', 'spec_version.x=1', 'no table'],
      ['right.carton', 'spec_version=1979-05-27', 'no value of TOML'],
      ['unpacked', 'license=MIT', 'a folder'],
      ['plain.zip', 'license=MIT', 'cannot be edited'],
      ['bad.carton', 'license=MIT', 'no carton.toml'],
    ] as const) {
      const { code, err } = await inspect(join(folder, file), '--set', set, '--out', out);
      expect([code, err]).toEqual([2, expect.stringContaining(why)]);
    }
    expect(await readdir(folder)).not.toContain('none.carton');
  });

  it('saves nothing if somebody writes to the file meanwhile, even if its length stays', async () => {
    const path = join(folder, 'changing.carton');
    const contents = [...Object.entries(FILES), ['model/weights', 'w'.repeat(100_000)]] as const;
    await writeFile(path, buildZip(contents.map(([name, data]) => ({ name, data }))));
    const from = await openPath(path);
    try {
      const opened = await openPackage(from.container);
      const signal = new AbortController().signal;
      const plan = await planOf(opened, [parseAssignment('license=MIT')], signal);
      const out = join(folder, 'changing-new.carton');
      const file = await open(path, 'r+');
      await file.write('W', 60_000);
      await file.close();
      await expect(saveTo(out, plan, from, signal)).rejects.toMatchObject({ code: 'source/changed' });
      expect((await readdir(folder)).filter((name) => /changing-new|\.part$/.test(name))).toEqual([]);
    } finally {
      await from.close();
    }
  });

  it('saves under a name of the greatest length', async () => {
    const out = join(folder, 'n'.repeat(255));
    expect(await inspect(join(folder, 'right.carton'), '--set', 'license=MIT', '--out', out)).toMatchObject({
      code: 0,
    });
    const { code, err } = await inspect(join(folder, 'right.carton'), '--set', 'license=MIT', '--out', `${out}n`);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('could not be written') });
  });

  it('saves a file from a host', async () => {
    const bytes = await readFile(join(folder, 'right.carton'));
    const server = createServer(({ headers }, response) => {
      const [, start = '0', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      const last = Math.min(Number(end), bytes.length - 1);
      response.writeHead(206, { 'Content-Range': `bytes ${start}-${last}/${bytes.length}` });
      response.end(bytes.subarray(Number(start), last + 1));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.carton`;
    const here = join(folder, 'here.carton');
    const away = join(folder, 'away.carton');
    expect((await inspect(url, '--set', 'license=MIT', '--out', away)).code).toBe(0);
    await new Promise((done) => server.close(done));
    expect((await inspect(join(folder, 'right.carton'), '--set', 'license=MIT', '--out', here)).code).toBe(0);
    expect(await readFile(away)).toEqual(await readFile(here));
  });
});

describe('an assignment', () => {
  const values: FieldValues = {
    license: 'MIT',
    input: [{ name: 'x', dtype: 'float32', shape: ['batch', 3n] }],
    required_platforms: ['a'],
    runner: { opts: { 'a.b': '4', threads: 4n } },
    self_test: [{ inputs: { x: '@tensor_data/t' } }],
  };
  const editsOf = (text: string) => assignmentStep(values, parseAssignment(text))?.edits;

  it.each([
    ['license=Apache-2.0', ['license'], 'Apache-2.0'],
    ['license="Apache-2.0"', ['license'], 'Apache-2.0'],
    ["license='a\\b'", ['license'], 'a\\b'],
    ['license=', ['license'], ''],
    ['license=1.0', ['license'], '1.0'],
    ['license=a = "b"', ['license'], 'a = "b"'],
    ['license="a"\nother = 1', ['license'], '"a"\nother = 1'],
    ['runner.required_framework_version=1.2', ['runner', 'required_framework_version'], '1.2'],
    ['runner.opts.threads=1.0', ['runner', 'opts', 'threads'], 1],
    ['runner.opts.threads=9007199254740993', ['runner', 'opts', 'threads'], 9007199254740993n],
    ['runner . "opts" . \'a.b\' = true', ['runner', 'opts', 'a.b'], true],
    ['runner.opts."a.b"=free text', ['runner', 'opts', 'a.b'], 'free text'],
    ['runner.opts."\\u0041"=1', ['runner', 'opts', 'A'], 1n],
    ['runner.opts."4"=1', ['runner', 'opts', '4'], 1n],
    ['input.0.shape=[1, "n"]', ['input', 0, 'shape'], [1n, 'n']],
    ['input.0.shape=*', ['input', 0, 'shape'], '*'],
    ['input.0.dtype=string', ['input', 0, 'dtype'], 'string'],
    ['required_platforms.0=x86_64-unknown-linux-gnu', ['required_platforms', 0], 'x86_64-unknown-linux-gnu'],
    ['required_platforms=[]', ['required_platforms'], []],
    ['self_test.0.inputs.x=@tensor_data/u', ['self_test', 0, 'inputs', 'x'], '@tensor_data/u'],
  ])('%s', (text, path, value) => {
    expect(editsOf(text)).toEqual([{ kind: 'set', path, value }]);
  });

  it('renames an input with its keys', () => {
    expect(editsOf('input.0.name=image')).toEqual([
      { kind: 'set', path: ['input', 0, 'name'], value: 'image' },
      { kind: 'rename', path: ['self_test', 0, 'inputs', 'x'], to: 'image' },
    ]);
  });

  it('makes no step if nothing changes', () => {
    for (const text of ['license=MIT', 'input.0.name=x', 'runner.opts.threads=4', 'input.0.shape=["batch", 3]'])
      expect(editsOf(text)).toBeUndefined();
  });

  it.each([
    ...['license', '=1', 'a..b=1', '.a=1', 'a.=1', '"a=1', 'input.1.name=x', 'input."0".name=x', 'input.name=x'],
    ...[
      'license.x=1',
      'unknown=text',
      'unknown=1\nother = 2',
      'input.0.shape=batch, 3',
      'runner.opts.n=99999999999999999999',
    ],
  ])('is refused: %s', (text) => {
    expect(() => editsOf(text)).toThrow(UsageError);
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
  it('keeps text and escapes characters that act on the terminal', () => {
    expect(forTerminal('naïve 🥳 \u001b[2J\n\u202e')).toBe('naïve 🥳 \\u{1b}[2J\\u{a}\\u{202e}');
  });
});
