import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPackage } from '../../src/formats/registry.ts';
import { memorySource } from '../../src/source/memory.ts';
import { buildGguf, text, u32 } from '../../src/testing/builders/gguf-builder.ts';
import { buildSafetensors, entryText } from '../../src/testing/builders/safetensors-builder.ts';
import { buildZip } from '../../src/testing/builders/zip-builder.ts';
import {
  CARTON_FILES,
  CARTON_TOML_TEXT,
  HASH,
  inspect,
  inspectApart,
  makeInspected,
  makeScript,
  ROOT,
} from '../../src/testing/inspected.ts';
import { openArchive } from '../../src/testing/open-archive.ts';
import { parseAssignment } from './assignment.ts';
import { writePlanned } from './out-file.ts';
import { planOf } from './save.ts';
import { openLocation } from './source.ts';

// Some start processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';
let script = '';

beforeAll(async () => {
  folder = await makeInspected();
  script = await makeScript(folder);
});

afterAll(() => rm(folder, { recursive: true }));

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
    const toml = `${CARTON_TOML_TEXT.replace('"\\u001b[31mred"', '"=x"')}license = "MIT"\n[runner.opts]\n"a.b" = 2.0\n`;
    const linesOf = (text: string) => text.split('\n').filter(Boolean).sort();
    expect(linesOf(await contentOf('carton.toml'))).toEqual(linesOf(toml));
    const manifest = await contentOf('MANIFEST');
    expect(manifest).toContain(`carton.toml=${hashOf(await contentOf('carton.toml'))}\n`);
    expect(said).toContain(`New model hash: ${hashOf(manifest)}`);
    const before = (await inspect(join(folder, 'right.carton'), '--json')).out;
    expect(said).toContain(`Old model hash: ${JSON.parse(before).identity.sha256}`);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('says that a package without a runner will not load', async () => {
    const out = join(folder, 'no-runner.carton');
    const said = await inspect(join(folder, 'right.carton'), '--set', 'runner.runner_name=', '--out', out);
    expect([said.code, said.out]).toEqual([0, expect.stringContaining('Will not load: no runner is named.')]);
  });

  it('says that the hashes of other files were taken over without a look, but with --verify', async () => {
    const set = ['--set', 'license=MIT', '--out'];
    const unread = 'not compared with';
    const sentence = '2 unchanged files were not compared with their hashes in MANIFEST. --verify compares them\n';
    const wrong = await inspect(join(folder, 'good.carton'), ...set, join(folder, 'unread.carton'));
    expect([wrong.code, wrong.out]).toEqual([0, expect.stringContaining(sentence)]);
    const compared = await inspect(join(folder, 'good.carton'), ...set, join(folder, 'compared.carton'), '--verify');
    expect([compared.code, compared.out]).toEqual([1, expect.stringContaining('2 differ')]);
    expect(compared.out).not.toContain(unread);
    const resealed = ['--reseal', ...set, join(folder, 'hashed.carton')];
    expect((await inspect(join(folder, 'good.carton'), ...resealed)).out).not.toContain(unread);
  });

  it('says how many files MANIFEST still does not list, but with --reseal', async () => {
    const [from, out] = [join(folder, 'more.carton'), join(folder, 'more-edited.carton')];
    const entries = Object.entries({ ...CARTON_FILES, 'misc/one': '1', 'misc/two': '2' });
    await writeFile(from, buildZip(entries.map(([name, data]) => ({ name, data }))));
    const order = ['--set', 'license=MIT', '--out', out];
    const edited = await inspect(from, ...order);
    expect([edited.code, edited.out]).toEqual([
      0,
      expect.stringContaining('\n2 files are still not listed in MANIFEST. --reseal lists them\n'),
    ]);
    await rm(out);
    expect((await inspect(from, ...order, '--reseal')).out).not.toContain('not listed');
    await rm(out);
    expect((await inspect(join(folder, 'good.carton'), ...order)).out).not.toContain('not listed');
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

  it('sets metadata of a safetensors file, renames its tensors and keeps some, by keys with dots', async () => {
    const path = join(folder, 'm.safetensors');
    const entries = [entryText('model.a', 'U8', [2], 0, 2), entryText('0', 'U8', [1], 2, 3)];
    await writeFile(path, buildSafetensors(`{"__metadata__":{"a.b":"1"},${entries}}`, Uint8Array.of(1, 2, 3)));
    const out = join(folder, 'm2.safetensors');
    const sets = ['__metadata__.a.b=2', '__metadata__.n=5', 'rename.0=x.y', 'keep=["0"]'].flatMap((set) => [
      '--set',
      set,
    ]);
    const { code, out: said } = await inspect(path, ...sets, '--out', out, '--json');
    const found = JSON.parse(said);
    expect([code, found.tensors[0].name, found.tensors.length, found.saved.files]).toEqual([
      0,
      'x.y',
      1,
      [{ path: 'header', kind: 'changed' }],
    ]);
    expect((await readFile(out)).subarray(8).toString().replace(/ +/, '')).toBe(
      '{"__metadata__":{"a.b":"2","n":"5"},"x.y":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}\u0003',
    );
    const taken = await inspect(path, '--set', 'rename.0=model.a', '--out', join(folder, 'm3.safetensors'), '--json');
    expect([taken.code, JSON.parse(taken.out).error.code]).toEqual([2, 'safetensors/bad-edit']);
    const unknown = await inspect(
      path,
      '--set',
      'other=1',
      '--force',
      '--out',
      join(folder, 'm3.safetensors'),
      '--json',
    );
    expect(JSON.parse(unknown.out).error.code).toBe('safetensors/bad-edit');
  });

  it('sets key-values of a GGUF file in the types that they have', async () => {
    const path = join(folder, 'm.gguf');
    const built = (name: string, length: number) =>
      buildGguf({
        keyValues: [
          ['general.architecture', text('llama')],
          ['general.name', text(name)],
          ['llama.context_length', u32(length)],
        ],
        tensors: [{ name: 'w', type: 'I8', ne: [3], data: Uint8Array.of(1, 2, 3) }],
      });
    await writeFile(path, built('Tiny', 8));
    const out = join(folder, 'm2.gguf');
    const sets = ['--set', 'general.name=A longer name: 2', '--set', 'llama.context_length=4096'];
    const { code, out: said } = await inspect(path, ...sets, '--out', out, '--json');
    expect([code, JSON.parse(said).saved.files]).toEqual([0, [{ path: 'header', kind: 'changed' }]]);
    expect(Buffer.from(built('A longer name: 2', 4096)).equals(await readFile(out))).toBe(true);
    const bad = ['--set', 'llama.context_length=x', '--out', join(folder, 'm3.gguf'), '--json'];
    expect(JSON.parse((await inspect(path, ...bad)).out).error.code).toBe('gguf/bad-edit');
  });

  it('calls no warning new that the file had under its old name', async () => {
    const path = join(folder, 'odd.gguf');
    await writeFile(path, buildGguf({ keyValues: [['general.name', text('a')]], tensors: [] }));
    const { out } = await inspect(path, '--set', 'general.name=b', '--out', join(folder, 'odd2.gguf'), '--json');
    const { saved, findings } = JSON.parse(out);
    expect([saved.newWarnings, findings[0]?.code]).toEqual([[], 'gguf/no-architecture']);
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
    // An error that was there before is not a reason to refuse, but setting the same field to another wrong value is.
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
    expect(error.message).toMatch(/no key licence\. Did you mean license\?$/);
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
      ['plain.zip', 'license=MIT', 'This format has no fields to set: '],
      ['bad.carton', 'license=MIT', 'carton.toml is missing'],
    ] as const) {
      const { code, err } = await inspect(join(folder, file), '--set', set, '--out', out);
      expect([code, err]).toEqual([2, expect.stringContaining(why)]);
    }
    expect(await readdir(folder)).not.toContain('none.carton');
  });

  it('saves nothing if somebody writes to the file meanwhile, even if its length stays', async () => {
    const path = join(folder, 'changing.carton');
    const contents = [...Object.entries(CARTON_FILES), ['model/weights', 'w'.repeat(100_000)]] as const;
    await writeFile(path, buildZip(contents.map(([name, data]) => ({ name, data }))));
    const from = await openLocation(path);
    try {
      const opened = await openPackage(from.container);
      const signal = new AbortController().signal;
      const plan = await planOf(
        opened,
        { edits: [{ kind: 'set', assignment: parseAssignment('license=MIT') }], reseal: false, force: false },
        signal,
      );
      const out = join(folder, 'changing-new.carton');
      const file = await open(path, 'r+');
      await file.write('W', 60_000);
      await file.close();
      await expect(writePlanned(out, plan, from, signal)).rejects.toMatchObject({ code: 'source/changed' });
      expect((await readdir(folder)).filter((name) => /changing-new|\.part$/.test(name))).toEqual([]);
    } finally {
      await from.close();
    }
  });

  /** A carton with a stored file of that many zeros, which is a hole. Its checksum is wrong; saving does not read it. */
  async function sparseCarton(name: string, hole: number): Promise<string> {
    const contents = [...Object.entries(CARTON_FILES), ['model/weights', '']] as const;
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
    const args = [script, path, '--set', 'license=MIT', '--out', out];
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
    const next = await inspectApart(script, join(folder, 'right.carton'), '--set', 'license=MIT', '--out', out);
    expect(next.code).toBe(0);
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
    const more = Array.from({ length: 4000 }, (_, i) => `linked/${i}=${HASH}\n`).join('');
    const entries = Object.entries({ ...CARTON_FILES, MANIFEST: CARTON_FILES.MANIFEST + more });
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
    const { code, err } = await inspectApart(script, url, '--set', 'license=MIT', '--out', away);
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
    expect(text).toContain(`model/m                 ${HASH} -> ${hash('m')}`);
    expect(text).toContain('Hashed: 3 files, 3 differed');
    expect(text).toContain('“carton.toml” and 2 more do not match MANIFEST.');
    expect(text).toContain('3 files of MANIFEST read and compared');
    expect(text).toContain('all match');
    const saved = await openPackage(memorySource('a.carton', await readFile(out)));
    expect(saved.package.license).toBe('MIT');
    expect((await saved.verify?.())?.mismatches).toEqual([]);
  });

  it('prints the same as JSON, and makes a missing MANIFEST', async () => {
    const [from, out] = [join(folder, 'unsealed.carton'), join(folder, 'sealed.carton')];
    const entries = Object.entries({ ...CARTON_FILES, 'misc/new': 'n' }).filter(([path]) => path !== 'MANIFEST');
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
    const entries = Object.entries(CARTON_FILES).map(([name, data]) => ({ name, data }));
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
    const entries = Object.entries(CARTON_FILES).filter(([path]) => path !== 'tensor_data/index.toml');
    await writeFile(from, buildZip(entries.map(([name, data]) => ({ name, data }))));
    for (const order of [['--set', 'license=MIT'], ['--reseal']]) {
      const { code, err } = await inspect(from, ...order, '--out', out);
      expect(code).toBe(2);
      expect(err).toContain('Nothing was written. --force saves it anyway.');
      expect(err).toContain(`Its hash replaces that of the missing file, ${HASH}`);
      await expect(readFile(out)).rejects.toMatchObject({ code: 'ENOENT' });
      expect((await inspect(from, ...order, '--out', out, '--force')).code).toBe(0);
      await rm(out);
    }
  });
});
