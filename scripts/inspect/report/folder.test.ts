import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildNpy } from '../../../src/testing/builders/numpy-files.ts';
import { buildSafetensors, entryText } from '../../../src/testing/builders/safetensors-builder.ts';
import { buildZip } from '../../../src/testing/builders/zip-builder.ts';
import { CARTON_FILES, inspect } from '../../../src/testing/inspected.ts';
import { packagesOf } from './folder.ts';

vi.setConfig({ testTimeout: 60_000 });

let root = '';
const at = (path: string) => join(root, path);

async function put(files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, data] of Object.entries(files)) {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), data);
  }
}

const carton = (folder: string, left?: string) =>
  Object.fromEntries(
    Object.entries(CARTON_FILES).flatMap(([path, data]) => (path === left ? [] : [[`${folder}/${path}`, data]])),
  );
const tensors = (name: string) => buildSafetensors(`{${entryText(name, 'F32', [2], 0, 8)}}`, 8);
const badCarton = buildZip(Object.entries(CARTON_FILES).map(([name, data]) => ({ name, data })));

const filesOf = (out: string): string[] =>
  JSON.parse(out).map(({ file }: { file: string }) => file.slice(root.length + 1));
const checkedIn = async (path: string) =>
  (await packagesOf(at(path), new AbortController().signal)).packages.map(({ file }) => file.slice(root.length + 1));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'folder-'));
  await put({
    'models/a.npy': buildNpy(),
    'models/notes.txt': 'x',
    'models/deep/er/b.npy': buildNpy(),
    'models/.git/c.npy': buildNpy(),
    'models/.cache/d.npy': buildNpy(),
    ...carton('models/unpacked'),
    'models/unpacked/.hidden/x': 'x',
    'models/shards/m-00001-of-00002.safetensors': tensors('a'),
    'models/shards/m-00002-of-00002.safetensors': tensors('b'),
    'models/shards/README.md': 'x',
    'broken/x.carton': badCarton,
    'broken/y.npy': 'x',
    'none/a.txt': 'x',
    'none/deep/b.md': 'x',
  });
  await mkdir(at('empty'));
});

afterAll(() => rm(root, { recursive: true }));

describe('a folder of packages', () => {
  it('has each of them checked, at any depth, and says what was not', async () => {
    const { code, out, err } = await inspect(at('models'), '--json');
    expect([code, err]).toEqual([0, '2 other files and 2 hidden folders were not checked.\n']);
    expect(filesOf(out)).toEqual([
      'models/a.npy',
      'models/deep/er/b.npy',
      'models/shards/m-00001-of-00002.safetensors',
      'models/shards/m-00002-of-00002.safetensors',
      'models/unpacked',
    ]);
    const text = await inspect(at('models'));
    expect(text.out).toMatch(
      /\n\n5 packages: 0 errors, [^\n]*\n2 other files and 2 hidden folders were not checked\.\n$/,
    );
    expect(text.out).toContain(`${at('models/deep/er/b.npy')}\n`);
  });

  it('ends as the worst of them does, in all formats', async () => {
    for (const format of ['text', 'findings', 'github', 'sarif']) {
      expect((await inspect(at('models'), '--format', format)).code).toBe(0);
      expect((await inspect(at('broken'), at('models'), '--format', format)).code).toBe(2);
    }
    await put({ 'one/x.carton': badCarton });
    expect((await inspect(at('one'), '--verify')).code).toBe(1);
  });

  it('is a list also where it has one, and says in each format what was not checked', async () => {
    await put({ 'single/x.npy': buildNpy(), 'single/y.txt': '' });
    const said = '1 other file was not checked.';
    const json = await inspect(at('single'), '--json');
    expect([filesOf(json.out), json.err]).toEqual([['single/x.npy'], `${said}\n`]);
    expect((await inspect(at('single'), '--format', 'github')).out).toBe(`1 package: 0 errors, 0 warnings\n${said}\n`);
    expect((await inspect(at('single'), '--format', 'findings')).out).toBe(
      `1 package: 0 errors, 0 warnings\n${said}\n`,
    );
    const sarif = JSON.parse((await inspect(at('single'), '--format', 'sarif')).out);
    expect(sarif.runs[0].invocations[0].toolExecutionNotifications).toEqual([
      { level: 'note', message: { text: said } },
    ]);
  });

  it('has findings that a baseline accepts by the path of the package', async () => {
    await put({ 'accepted/deep/x.carton': badCarton });
    const baseline = at('accepted.toml');
    const until = ['--reason', 'r', '--until', '2999-01-01'];
    expect((await inspect(at('accepted'), '--verify', '--write-baseline', baseline, ...until)).code).toBe(0);
    expect(await readFile(baseline, 'utf8')).toContain('package = "accepted/deep/x.carton"');
    expect((await inspect(at('accepted'), '--verify', '--baseline', baseline)).code).toBe(0);
  });

  it('has what is given twice checked once', async () => {
    const args = [at('models/a.npy'), at('models'), `${at('models')}/deep/../a.npy`, '--json'];
    const files = filesOf((await inspect(...args)).out);
    expect(files).toHaveLength(new Set(files).size);
    expect(files).toEqual(expect.arrayContaining(['models/a.npy', 'models/deep/er/b.npy']));
  });

  it('is not scanned as if it were a package, and its packages are named', async () => {
    for (const [option, ...more] of [['--scan'], ['--tensor', 'x'], ['--checklist'], ['--run']] as [
      string,
      ...string[],
    ][]) {
      const { code, out, err } = await inspect(at('models'), option, ...more);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^--\w+ takes one package\. \S+models contains 4: \S+a\.npy, \S+b\.npy, \S+ and 1 more\.\n$/);
    }
    expect((await inspect(at('none'), '--scan')).err).toMatch(/contains no packages/);
    expect((await inspect(at('models/shards'), '--scan')).out).toMatch(/^2 tensors scanned/);
    expect((await inspect(at('models/unpacked'), '--checklist')).out).not.toBe('');
  });

  it.each(['none', 'empty'])('is refused where it has none: %s', async (name) => {
    const { code, out, err } = await inspect(at(name));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^\S+ (?:is empty|contains no packages, only 2 other files)\.\n$/);
    expect(JSON.parse((await inspect(at(name), '--json')).out).error.code).toBe('source/no-package');
    expect((await inspect(at('models'), at(name), '--format', 'github')).code).toBe(2);
  });

  it('may only have the names of a package, and then what is in it is checked', async () => {
    await put({
      'site/manifest.json': '{"name":"page"}',
      'site/a/config.json': '{}',
      'site/a/x.npy': 'x',
      'site/b.npy': 'x',
    });
    expect(await checkedIn('site')).toEqual(['site/a/x.npy', 'site/b.npy']);
    await put({ 'all/site/manifest.json': '{}', 'all/site/a/x.npy': buildNpy(), 'all/y.npy': buildNpy() });
    const { packages, leftOut } = await packagesOf(at('all'), new AbortController().signal);
    expect(packages.map(({ file }) => file)).toEqual([at('all/site/a/x.npy'), at('all/y.npy')]);
    expect(leftOut['other file']).toBe(1);
  });

  it('is one package where it opens as one, also a broken one', async () => {
    await put({ ...carton('torn', 'carton.toml'), 'torn/a.npy': buildNpy(), 'torn/b.npy': buildNpy() });
    expect(await checkedIn('torn')).toEqual(['torn']);
    expect((await inspect(at('torn'))).code).toBe(1);
    expect(await checkedIn('models/unpacked')).toEqual(['models/unpacked']);
    expect(await checkedIn('models/shards')).toEqual(['models/shards']);
    await put({ 'both/m-00001-of-00001.safetensors': tensors('a'), 'both/deep/x.npy': buildNpy() });
    expect(await checkedIn('both')).toEqual(['both/deep/x.npy', 'both/m-00001-of-00001.safetensors']);
  });

  it('has sets of files, each of which is one package where it opens as one', async () => {
    const index = {
      metadata: {},
      weight_map: { a: 'm-00001-of-00002.safetensors', b: 'm-00002-of-00002.safetensors' },
    };
    await put({
      'sets/x.npy': buildNpy(),
      'sets/m.safetensors.index.json': JSON.stringify(index),
      'sets/m-00001-of-00002.safetensors': tensors('a'),
      'sets/m-00002-of-00002.safetensors': tensors('b'),
    });
    expect(filesOf((await inspect(at('sets'), '--json')).out)).toEqual(['sets/m.safetensors.index.json', 'sets/x.npy']);
    // A set that cannot be put together has each of its files looked at.
    await put({ 'sets/m.safetensors.index.json': '{' });
    const { code, out } = await inspect(at('sets'), '--json');
    expect(filesOf(out)).toHaveLength(4);
    expect(code).toBe(1);
  });

  it('has links: those in it are followed to files, and those out of it cannot be opened', async () => {
    await put({ 'links/a.npy': buildNpy(), 'links/deep/b.npy': buildNpy(), 'outside/c.npy': buildNpy() });
    await symlink('deep/b.npy', at('links/inside.npy'));
    await symlink('deep', at('links/folder'));
    await symlink('..', at('links/deep/loop'));
    await symlink('/etc/hostname', at('links/readme.txt'));
    const inside = await inspect(at('links'), '--json');
    expect([inside.code, filesOf(inside.out)]).toEqual([0, ['links/a.npy', 'links/deep/b.npy', 'links/inside.npy']]);
    expect(inside.err).toBe('1 other file and 2 links to folders were not checked.\n');
    await symlink('../outside/c.npy', at('links/out.npy'));
    await symlink('../outside', at('links/outfolder'));
    await symlink('nowhere', at('links/gone.npy'));
    const { code, err } = await inspect(at('links'), '--format', 'sarif');
    expect(code).toBe(2);
    expect(err.split('\n').filter((line) => line.includes('points outside the folder'))).toHaveLength(2);
    expect(err).toContain(`${at('links/gone.npy')} does not exist.`);
  });

  it.skipIf(process.getuid?.() === 0)('says of a folder in it that is not open to the user', async () => {
    await put({ 'closed/a.npy': buildNpy(), 'closed/b/c.npy': buildNpy() });
    await chmod(at('closed/b'), 0);
    const { code, err } = await inspect(at('closed'));
    await chmod(at('closed/b'), 0o755);
    expect([code, err]).toEqual([2, expect.stringContaining('cannot be read (EACCES)')]);
  });

  it('is refused where it has more than can be listed', async () => {
    const { packages } = await packagesOf(at('models'), new AbortController().signal, 5);
    expect(packages).toEqual([
      { file: at('models'), error: expect.objectContaining({ code: 'zip/directory-too-large' }) },
    ]);
  });

  it('is one package where a file in it is to be opened', async () => {
    expect((await inspect(at('models'), '--in', 'a.npy', '--json')).out).toMatch(/^\{/);
  });
});
