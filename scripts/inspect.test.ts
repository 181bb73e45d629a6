import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openArchive } from '../src/archive/open.ts';
import type { Segment } from '../src/archive/plan.ts';
import { finding } from '../src/base/findings.ts';
import { CARTON_FIELDS } from '../src/formats/carton/core/field-guide.ts';
import { openPackage } from '../src/formats/registry.ts';
import { applyEdits } from '../src/model/edit.ts';
import type { FieldValues } from '../src/model/field.ts';
import type { Package, PackageFile } from '../src/model/package.ts';
import { memorySource } from '../src/source/memory.ts';
import type { ByteSource } from '../src/source/source.ts';
import { buildZip } from '../src/testing/zip-builder.ts';
import { parseAssignment } from './inspect/assignment.ts';
import { writePlan } from './inspect/copy.ts';
import { FieldSetter } from './inspect/field-setter.ts';
import { forTerminal, toJson } from './inspect/json.ts';
import { newErrors } from './inspect/new-errors.ts';
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
    expect(gone.err).not.toContain('Download');
    const plain = await inspect('http://192.0.2.1/a.carton', '--json');
    expect([plain.code, JSON.parse(plain.out).error.code]).toEqual([2, 'source/bad-url']);
    await new Promise((done) => server.close(done));
  });

  it('says what to do where a host sends only whole files', async () => {
    const bytes = await readFile(join(folder, 'right.carton'));
    const server = createServer((_, response) => response.end(bytes));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const { code, err } = await inspect(`http://127.0.0.1:${port}/right.carton`);
    expect([code, err]).toEqual([2, 'The host sends only whole files.\nDownload the file, and inspect the copy.\n']);
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
    expect(good.out).toContain('It has no hashes. Sizes and checksums agree. 1 file read, 1 bytes');
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

  it('opens what lies inside with --in, and saves it as a file of its own', async () => {
    const carton = buildZip(Object.entries(FILES).map(([name, data]) => ({ name, data })));
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

  it('says that the hashes of other files were taken over without a look, but with --verify', async () => {
    const set = ['--set', 'license=MIT', '--out'];
    const unread = 'from MANIFEST, not compared';
    const wrong = await inspect(join(folder, 'good.carton'), ...set, join(folder, 'unread.carton'));
    expect([wrong.code, wrong.out]).toEqual([0, expect.stringContaining(unread)]);
    const compared = await inspect(join(folder, 'good.carton'), ...set, join(folder, 'compared.carton'), '--verify');
    expect([compared.code, compared.out]).toEqual([1, expect.stringContaining('2 differ')]);
    expect(compared.out).not.toContain(unread);
    const resealed = ['--reseal', ...set, join(folder, 'hashed.carton')];
    expect((await inspect(join(folder, 'good.carton'), ...resealed)).out).not.toContain(unread);
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
    expect([code, said]).toEqual([0, expect.stringContaining('the files are identical')]);
    expect(await readFile(out)).toEqual(await readFile(join(folder, 'right.carton')));
  });

  it('never overwrites a file', async () => {
    const good = join(folder, 'good.carton');
    const right = await readFile(join(folder, 'right.carton'));
    for (const out of [join(folder, 'right.carton'), good, folder]) {
      const { code, err } = await inspect(good, '--set', 'license=MIT', '--out', out);
      expect([code, err]).toEqual([2, expect.stringContaining('already exists')]);
    }
    expect(await readFile(join(folder, 'right.carton'))).toEqual(right);
    const nowhere = await inspect(good, '--set', 'license=MIT', '--out', join(folder, 'none', 'a.carton'), '--json');
    expect([nowhere.code, JSON.parse(nowhere.out).error.code]).toEqual([2, 'source/save-failed']);
  });

  it('writes nothing where an edit brings new errors, but with --force', async () => {
    const out = join(folder, 'wrong.carton');
    const args = [join(folder, 'right.carton'), '--set', 'runner.required_framework_version=>=1 <2', '--out', out];
    const refused = await inspect(...args);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('Nothing was written');
    expect(refused.err).toContain('schema/version-req');
    expect((await readdir(folder)).filter((name) => /wrong|\.part$/.test(name))).toEqual([]);
    const { code, out: said } = await inspect(...args, '--force');
    expect([code, said]).toEqual([1, expect.stringContaining('schema/version-req')]);
    expect((await inspect(out, '--json')).code).toBe(1);
    // An error that was there before is no reason to refuse, but setting the same field to another wrong value is.
    const next = join(folder, 'wrong-next.carton');
    expect((await inspect(out, '--set', 'license=MIT', '--out', next)).code).toBe(1);
    const again = await inspect(out, '--set', 'runner.required_framework_version=>=2 <3', '--out', `${next}2`);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('Nothing was written')]);
  });

  it('refuses a key that the format does not know, and names the nearest, but with --force', async () => {
    const out = join(folder, 'unknown.carton');
    const args = [join(folder, 'right.carton'), '--set', 'licence="MIT"', '--out', out];
    const refused = await inspect(...args, '--json');
    expect(refused.code).toBe(2);
    const { error } = JSON.parse(refused.out);
    expect(error.code).toBe('usage');
    expect(error.message).toMatch(/no key licence\. The nearest key is license\. --force/);
    expect(await readdir(folder)).not.toContain('unknown.carton');
    expect((await inspect(...args, '--force')).code).toBe(0);
    const found = JSON.parse((await inspect(out, '--json')).out);
    expect(found.carton.other).toContainEqual({ path: 'licence', value: 'MIT' });
  });

  it('reads a value from a file, longer than an argument may be', async () => {
    const text = `# Häuser\r\n\n${'0123456789 '.repeat(20_000)}\n`;
    await writeFile(join(folder, 'README.md'), text);
    const out = join(folder, 'described.carton');
    const set = `model_description=@${join(folder, 'README.md')}`;
    expect((await inspect(join(folder, 'right.carton'), '--set', set, '--out', out)).code).toBe(0);
    expect(JSON.parse((await inspect(out, '--json')).out).description).toBe(text);
  });

  it('adds an input', async () => {
    const out = join(folder, 'added.carton');
    const sets = ['input.+.name=image', 'input.+.dtype=uint8', 'input.+.name=mask', 'required_platforms.+=wasm32-wasi'];
    const args = sets.flatMap((set) => ['--set', set]);
    expect((await inspect(join(folder, 'right.carton'), ...args, '--out', out)).code).toBe(0);
    const { inputs, carton } = JSON.parse((await inspect(out, '--json')).out);
    expect(inputs).toEqual([
      { name: 'image', dtype: 'uint8', shape: '*' },
      { name: 'mask', dtype: 'float32', shape: '*' },
    ]);
    expect(carton.required_platforms).toEqual(['wasm32-wasi']);
  });

  it('says why something cannot be set, and writes nothing', async () => {
    const out = join(folder, 'none.carton');
    for (const [file, set, why] of [
      ['right.carton', 'input.0.name=x', 'no list input'],
      ['right.carton', 'spec_version=one', 'not a TOML 1.0 value'],
      ['right.carton', 'spec_version.x=1', 'not a table'],
      ['right.carton', 'spec_version=1979-05-27', 'not a TOML 1.0 value'],
      ['unpacked', 'license=MIT', 'a folder'],
      ['plain.zip', 'license=MIT', 'This format cannot be edited: '],
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
      const plan = await planOf(opened, { set: [parseAssignment('license=MIT')], reseal: false, force: false }, signal);
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

  /** A carton with a stored file of so many zeros, which is a hole. Its checksum is wrong; saving does not read it. */
  async function sparseCarton(name: string, hole: number): Promise<string> {
    const contents = [...Object.entries(FILES), ['model/weights', '']] as const;
    const entries = contents.map(([path, data]) => ({ name: path, data }));
    const weights = { name: 'model/weights', data: '', size: hole, storedSize: hole, crc32: 1 };
    const bytes = buildZip([...entries.slice(0, -1), weights]);
    const directory = Buffer.from(bytes).indexOf('PK\x01\x02');
    const path = join(folder, name);
    const file = await open(path, 'w');
    await file.write(bytes, 0, directory, 0);
    const tail = Buffer.from(bytes.subarray(directory));
    const end = tail.lastIndexOf('PK\x05\x06');
    tail.writeUInt32LE(directory + hole, end + 16);
    await file.write(tail, 0, tail.length, directory + hole);
    await file.close();
    return path;
  }

  /** Starts to save a large file, and calls back once some of it is written. Resolves to the exit code or signal. */
  async function interrupted(out: string, stop: (pid: number) => void): Promise<number | string | null> {
    const path = await sparseCarton('interrupted.carton', 3 * 2 ** 30);
    const args = ['--import', 'tsx', 'scripts/inspect.ts', path, '--set', 'license=MIT', '--out', out];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
    const ended = new Promise<number | string | null>((resolve) =>
      child.once('exit', (code, signal) => resolve(code ?? signal)),
    );
    const isOver = await Promise.race([ended.then(() => true), partFiles().then(() => false)]);
    if (!isOver) stop(child.pid as number);
    return ended;
  }

  async function partFiles(): Promise<string[]> {
    for (;;) {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.part'));
      if (names.length > 0) return names;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'leaves nothing where it is interrupted by %s, twice',
    async (signal) => {
      const code = await interrupted(join(folder, 'stopped.carton'), (pid) => {
        process.kill(pid, signal);
        process.kill(pid, signal);
      });
      expect(code).toBe(2);
      expect((await readdir(folder)).filter((name) => /stopped|\.part$/.test(name))).toEqual([]);
    },
  );

  it('removes what a killed run left, and nothing that another one is writing', async () => {
    const out = join(folder, 'killed.carton');
    expect(await interrupted(out, (pid) => process.kill(pid, 'SIGKILL'))).toBe('SIGKILL');
    const [left = ''] = await partFiles();
    // The same name with the number of a process that runs: this one.
    const running = left.replace(/-\d+-/, `-${process.pid}-`);
    const elsewhere = left.replace(/boxcutter-[0-9a-f]{8}/, 'boxcutter-00000000');
    const old = elsewhere.replace('00000000', '00000001');
    for (const name of [running, elsewhere, old]) await writeFile(join(folder, name), '');
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(join(folder, old), yesterday, yesterday);
    expect((await inspect(join(folder, 'right.carton'), '--set', 'license=MIT', '--out', out)).code).toBe(0);
    expect((await partFiles()).sort()).toEqual([elsewhere, running].sort());
    for (const name of [running, elsewhere]) await rm(join(folder, name));
  });

  it('saves under a name of the greatest length', async () => {
    const out = join(folder, 'n'.repeat(255));
    expect(await inspect(join(folder, 'right.carton'), '--set', 'license=MIT', '--out', out)).toMatchObject({
      code: 0,
    });
    const { code, err } = await inspect(join(folder, 'right.carton'), '--set', 'license=MIT', '--out', `${out}n`);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('could not be written') });
  });

  it('saves a file from a host, and listens to a signal without warnings', async () => {
    // MANIFEST takes many blocks of the cache, and each one that is read listens.
    const more = Array.from({ length: 4000 }, (_, i) => `linked/${i}=${SHA}\n`).join('');
    const entries = Object.entries({ ...FILES, MANIFEST: FILES.MANIFEST + more });
    const bytes = Buffer.from(buildZip(entries.map(([name, data]) => ({ name, data }))));
    await writeFile(join(folder, 'many-lines.carton'), bytes);
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
    const { code, err } = await inspect(url, '--set', 'license=MIT', '--out', away);
    expect(err).toBe('');
    await new Promise((done) => server.close(done));
    const local = await inspect(join(folder, 'many-lines.carton'), '--set', 'license=MIT', '--out', here);
    expect(local.code).toBe(code);
    expect(await readFile(away)).toEqual(await readFile(here));
  });
});

describe('inspect --reseal --out', () => {
  const hash = (data: string) => createHash('sha256').update(data).digest('hex');

  it('makes a MANIFEST that fits, and prints each file that differed', async () => {
    const [from, out] = [join(folder, 'good.carton'), join(folder, 'resealed.carton')];
    const { code, out: text } = await inspect(from, '--reseal', '--set', 'license=MIT', '--out', out, '--verify');
    expect(code).toBe(0);
    expect(text).toContain(`model/m                 ${SHA} -> ${hash('m')}`);
    expect(text).toContain('Hashed: 3 files, of which 3 differed');
    expect(text).toContain('“carton.toml” and 2 more are not what MANIFEST said.');
    expect(text).toContain('3 files of MANIFEST read and compared');
    expect(text).toContain('all match');
    const saved = await openPackage(memorySource('a.carton', await readFile(out)));
    expect(saved.package.license).toBe('MIT');
    expect((await saved.verify?.())?.mismatches).toEqual([]);
  });

  it('prints the same as JSON, and makes a MANIFEST where there is none', async () => {
    const [from, out] = [join(folder, 'unsealed.carton'), join(folder, 'sealed.carton')];
    const entries = Object.entries({ ...FILES, 'misc/new': 'n' }).filter(([path]) => path !== 'MANIFEST');
    await writeFile(from, buildZip(entries.map(([name, data]) => ({ name, data }))));
    const refused = await inspect(from, '--set', 'license=MIT', '--out', out);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('--reseal');
    const { code, out: text } = await inspect(from, '--reseal', '--out', out, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({
      saved: {
        files: [{ path: 'MANIFEST', kind: 'added' }],
        reseal: { files: 4, differing: [], added: entries.map(([path]) => path), dropped: [], linked: [] },
      },
    });
  });

  it('saves nothing where a file cannot be read, needs --out, and changes nothing where all is right', async () => {
    const [from, out] = [join(folder, 'damaged.carton'), join(folder, 'none.carton')];
    const entries = Object.entries(FILES).map(([name, data]) => ({ name, data }));
    await writeFile(from, buildZip([...entries, { name: 'model/damaged', data: 'x', crc32: 1 }]));
    const { code, err } = await inspect(from, '--reseal', '--out', out);
    expect(code).toBe(2);
    expect(err).toContain('because “model/damaged” cannot be read');
    await expect(readFile(out)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await inspect(from, '--reseal')).err).toContain('--reseal needs --out');
    const right = join(folder, 'right.carton');
    expect((await inspect(right, '--reseal', '--out', out)).code).toBe(0);
    expect(await readFile(out)).toEqual(await readFile(right));
  });

  it('refuses what the page would ask about, also with --set alone, but with --force', async () => {
    const [from, out] = [join(folder, 'lost.carton'), join(folder, 'found.carton')];
    const entries = Object.entries(FILES).filter(([path]) => path !== 'tensor_data/index.toml');
    await writeFile(from, buildZip(entries.map(([name, data]) => ({ name, data }))));
    for (const order of [['--set', 'license=MIT'], ['--reseal']]) {
      const { code, err } = await inspect(from, ...order, '--out', out);
      expect(code).toBe(2);
      expect(err).toContain('Nothing was written. --force saves it anyway.');
      expect(err).toContain(`its hash replaces the hash of the missing file: ${SHA}`);
      await expect(readFile(out)).rejects.toMatchObject({ code: 'ENOENT' });
      expect((await inspect(from, ...order, '--out', out, '--force')).code).toBe(0);
      await rm(out);
    }
  });
});

describe('writePlan', () => {
  const PIECE = 8 * 1024 * 1024;

  /** What a plan of these segments writes of a file of `old`. */
  async function written(old: Uint8Array<ArrayBuffer>, segments: Segment[]): Promise<Uint8Array> {
    const path = join(folder, 'pieces');
    await writeFile(path, old);
    const from = await openPath(path);
    try {
      const size = segments.reduce((sum, s) => sum + (s.kind === 'old' ? s.end - s.start : s.bytes.length), 0);
      const bytes = new Uint8Array(size);
      const plan = { segments, size, old: from.container.source as ByteSource, notes: [], check: async () => {} };
      await writePlan(plan, from, async (piece, to) => bytes.set(piece, to), new AbortController().signal);
      return bytes;
    } finally {
      await from.close();
    }
  }

  it('puts each piece in its place, whichever is read first', async () => {
    const old = new Uint8Array(5 * PIECE + 7).map((_, i) => i * 31 + (i >> 13));
    old.fill(0, PIECE + 100, 3 * PIECE + 200);
    const some = new Uint8Array([1, 2, 3]);
    const expected = Buffer.concat([old.subarray(50, 4 * PIECE + 9), some, old.subarray(3, 9), some, old]);
    const result = await written(old, [
      { kind: 'old', start: 50, end: 4 * PIECE + 9 },
      { kind: 'new', bytes: some },
      { kind: 'old', start: 3, end: 9 },
      { kind: 'new', bytes: some },
      { kind: 'old', start: 0, end: old.length },
    ]);
    expect(expected.equals(result)).toBe(true);
  });

  it('writes no piece that is all zeros', async () => {
    const path = join(folder, 'zeros');
    await writeFile(path, new Uint8Array(3 * PIECE + 5).fill(1, 2 * PIECE, 2 * PIECE + 1));
    const from = await openPath(path);
    const segments: Segment[] = [{ kind: 'old', start: 0, end: 3 * PIECE + 5 }];
    const old = from.container.source as ByteSource;
    const places: number[] = [];
    const plan = { segments, size: old.size, old, notes: [], check: async () => {} };
    await writePlan(plan, from, async (_, to) => void places.push(to), new AbortController().signal);
    await from.close();
    expect(places).toEqual([2 * PIECE]);
  });

  it('stops where a write fails or it is cancelled, and waits for the writes that are under way', async () => {
    const path = join(folder, 'failing');
    await writeFile(path, new Uint8Array(20 * PIECE).fill(1));
    const from = await openPath(path);
    const old = from.container.source as ByteSource;
    const segments: Segment[] = [{ kind: 'old', start: 0, end: old.size }];
    const plan = { segments, size: old.size, old, notes: [], check: async () => {} };
    let underWay = 0;
    let writes = 0;
    const write = async () => {
      underWay++;
      if (++writes === 3) {
        underWay--;
        throw new Error('the disk is full');
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay--;
    };
    await expect(writePlan(plan, from, write, new AbortController().signal)).rejects.toThrow('the disk is full');
    expect(underWay).toBe(0);
    expect(writes).toBeLessThan(10);
    await expect(writePlan(plan, from, async () => {}, AbortSignal.abort())).rejects.toMatchObject({
      tag: 'cancelled',
    });
    await from.close();
  });
});

describe('newErrors', () => {
  const error = (field: string, message: string, more?: number) =>
    finding('schema/wrong-type', message, { path: 'a', field, ...(more ? { more } : {}) });
  const keys = new Set(['license']);

  it('are those of a code that there are more of, and those of a field that was set', () => {
    const [a, b] = [error('x', 'one'), error('y', 'two')];
    expect(newErrors([a], [a, b], keys)).toEqual([b]);
    expect(newErrors([a], [b], keys)).toEqual([]);
    expect(newErrors([error('license', 'one')], [error('license', 'two')], keys)).toHaveLength(1);
    expect(newErrors([error('license.0', 'one')], [error('license.0', 'one')], keys)).toEqual([]);
    expect(newErrors([error('z', 'one')], [error('license.0', 'one')], keys)).toHaveLength(1);
    expect(newErrors([error('x', 'one', 5)], [error('x', 'one', 6)], keys)).toHaveLength(1);
    expect(newErrors([error('x', 'one', 5)], [error('x', 'one', 5)], keys)).toEqual([]);
    expect(newErrors([], [{ ...a, severity: 'warning' }], keys)).toEqual([]);
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
  const editsOf = async (text: string, force = false) =>
    (await new FieldSetter(CARTON_FIELDS, force).step(values, parseAssignment(text)))?.edits;

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
  ])('%s', async (text, path, value) => {
    expect(await editsOf(text)).toEqual([{ kind: 'set', path, value }]);
  });

  it('renames an input with its keys', async () => {
    expect(await editsOf('input.0.name=image')).toEqual([
      { kind: 'set', path: ['input', 0, 'name'], value: 'image' },
      { kind: 'rename', path: ['self_test', 0, 'inputs', 'x'], to: 'image' },
    ]);
  });

  it('makes no step if nothing changes', async () => {
    for (const text of ['license=MIT', 'input.0.name=x', 'runner.opts.threads=4', 'input.0.shape=["batch", 3]'])
      expect(await editsOf(text)).toBeUndefined();
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
  ])('is refused: %s', async (text) => {
    await expect((async () => editsOf(text))()).rejects.toThrow(UsageError);
  });

  it.each([
    ['licence=MIT', 'no key licence. The nearest key is license'],
    ['LICENSE=MIT', 'nearest key is license'],
    ['name=x', 'nearest key is input.N.name'],
    ['description=x', 'nearest key is input.N.description'],
    ['runner_name=x', 'nearest key is runner.runner_name'],
    ['input.0.dtyp=string', 'no key input.0.dtyp. The nearest key is input.0.dtype'],
    ['runner.opt.threads=1', 'no key runner.opt. The nearest key is runner.opts'],
    ['runner={runner_name = "x", runer = 1}', 'no key runner.runer\\. '],
    ['input=[{name = "x", unit = "m"}]', 'no key input.0.unit\\. '],
    ['runner.opts.a={b = 1}', 'no key runner.opts.a.b\\. '],
    ['xyzzyxyzzy=1', '--help lists its keys'],
    ['__proto__=1', 'no key __proto__'],
  ])('is refused, as the format does not know the key: %s', async (text, why) => {
    await expect(editsOf(text)).rejects.toThrow(new RegExp(why));
  });

  it('sets a key that the format does not know if it is forced', async () => {
    expect(await editsOf('licence="MIT"', true)).toEqual([{ kind: 'set', path: ['licence'], value: 'MIT' }]);
    expect(await editsOf('future.+.a=1', true)).toEqual([
      { kind: 'insert', path: ['future'], at: 0, value: { a: 1n } },
    ]);
    await expect(editsOf('licence=MIT', true)).rejects.toThrow('not a TOML 1.0 value');
  });

  it.each([
    ['input.+.name=y', ['input'], 1, { name: 'y', dtype: 'float32', shape: '*' }],
    ['output.+.shape=[3]', ['output'], 0, { name: 'output_1', dtype: 'float32', shape: [3n] }],
    ['input.+={name = "y", dtype = "string", shape = []}', ['input'], 1, { name: 'y', dtype: 'string', shape: [] }],
    ['self_test.+.inputs.x=@tensor_data/t', ['self_test'], 1, { inputs: { x: '@tensor_data/t' } }],
    ['required_platforms.+=b', ['required_platforms'], 1, 'b'],
  ])('adds an item: %s', async (text, path, at, value) => {
    expect(await editsOf(text)).toEqual([{ kind: 'insert', path, at, value }]);
  });

  it('sets fields of one new item until one is set twice', async () => {
    const setter = new FieldSetter(CARTON_FIELDS);
    let now: FieldValues = values;
    for (const text of [
      'input.+.name=a',
      'input.+.dtype=int8',
      'input.0.dtype=int16',
      'input.+.name=b',
      'input.+.shape=n',
    ])
      now = applyEdits(now, (await setter.step(now, parseAssignment(text)))?.edits ?? []);
    expect(now.input).toEqual([
      { name: 'x', dtype: 'int16', shape: ['batch', 3n] },
      { name: 'a', dtype: 'int8', shape: '*' },
      { name: 'b', dtype: 'float32', shape: 'n' },
    ]);
  });

  it.each([
    ['input.2.name=y', 'has 1 items, counted from 0, and no 2. input.\\+.name adds one'],
    ['output.0.name=y', 'there is no list output. output.\\+.name creates it'],
    ['license.+=y', 'license is not a list'],
    ['+=y', 'the file is not a list'],
    ['input.+.shape.+=1', 'input.1.shape is not a list'],
    ['input.+.new.+=1', 'only one \\+'],
    ['input.+.unit=m', 'no key input.1.unit'],
  ])('adds no item: %s', async (text, why) => {
    await expect(editsOf(text)).rejects.toThrow(new RegExp(why));
  });

  it('takes the content of a file as text, or as TOML', async () => {
    const file = async (name: string, content: string | Uint8Array) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const setValue = async (text: string) => {
      const [edit] = (await editsOf(text)) ?? [];
      return edit?.kind === 'set' ? edit.value : undefined;
    };
    const line = await file('line.txt', '\ufeffApache-2.0\r\n');
    expect(await setValue(`license=@${line}`)).toBe('Apache-2.0');
    expect(await setValue(`model_description=@${line}`)).toBe('Apache-2.0\r\n');
    const quoted = await file('quoted.txt', '"as it stands"');
    expect(await setValue(`model_description=@${quoted}`)).toBe('"as it stands"');
    expect(await setValue(`input.0.shape=@${await file('shape.toml', '[\n  1, # one\n  "n",\n]\n')}`)).toEqual([
      1n,
      'n',
    ]);
    expect(await setValue(`input.0.shape=@${await file('symbol.txt', 'n\n')}`)).toBe('n');
    expect(await setValue('license="@x"')).toBe('@x');
    await expect(editsOf(`license=@${join(folder, 'gone')}`)).rejects.toThrow(/there is no file .*quotation marks/);
    await expect(editsOf(`license=@${folder}`)).rejects.toThrow('EISDIR');
    await expect(editsOf(`license=@${await file('bytes', new Uint8Array([0xff]))}`)).rejects.toThrow('not UTF-8');
    await expect(editsOf(`spec_version=@${line}`)).rejects.toThrow('not a TOML 1.0 value');
    const long = await file('long.txt', 'x'.repeat(16 * 1024 * 1024 + 1));
    await expect(editsOf(`license=@${long}`)).rejects.toThrow('more than 16,777,216 bytes');
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
