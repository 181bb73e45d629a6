import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MLDEF_FILES, mldefManifest, signatureOf } from '../../src/testing/builders/mldef-builder.ts';
import { inspect } from '../../src/testing/inspected.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

const MANIFEST = JSON.stringify(mldefManifest(), undefined, 2);

let folder = '';
const at = (...parts: string[]) => join(folder, ...parts);

async function writeModel(name: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  for (const [path, data] of Object.entries(files)) {
    await mkdir(dirname(at(name, path)), { recursive: true });
    await writeFile(at(name, path), data);
  }
  return at(name);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-mldef-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** What Python reads: the names, the manifest, and whether each line of SIGNATURE is the SHA-256 of its file. */
const READ = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    names = sorted(z.namelist())
    signed = {}
    if 'SIGNATURE' in names:
        for line in z.read('SIGNATURE').decode().splitlines():
            digest, path = line.split('  ')
            signed[path] = hashlib.sha256(z.read(path)).hexdigest() == digest
    print(json.dumps({'names': names, 'manifest': json.loads(z.read('manifest.json')), 'signed': signed,
                      'methods': sorted({i.compress_type for i in z.infolist()})}))
`;

function readByPython(path: string) {
  return JSON.parse(execFileSync('python3', ['-c', READ, path], { encoding: 'utf8' }));
}

describe('an mldef model', () => {
  it('is what the ending of the new file says, also where fields are set', async () => {
    const data = await writeModel('data', { 'a.csv': '1\n' });
    const set = ['--set', 'model.authorName=Ada'];
    const made = await inspect('--new', data, ...set, '--out', at('set.mldef'), '--json');
    expect(JSON.parse(made.out)).toMatchObject({ format: 'mldef' });
    expect(made.out).toContain('Ada');
  });

  it('is compressed from none to the most', async () => {
    const text = Array.from({ length: 20_000 }, (_, line) => `${line % 97},${(line * 7919) % 1013}\n`).join('');
    const model = await writeModel('levels', { 'manifest.json': MANIFEST, ...MLDEF_FILES, 'notes.csv': text });
    const sizes: number[] = [];
    for (const level of ['0', '1', '9']) {
      expect((await inspect('--new', model, '--compression', level, '--out', at(`level-${level}.mldef`))).code).toBe(0);
      sizes.push((await stat(at(`level-${level}.mldef`))).size);
      if (hasPython) expect(readByPython(at(`level-${level}.mldef`)).methods).toEqual(level === '0' ? [0] : [0, 8]);
    }
    expect([...sizes].sort((a, b) => b - a)).toEqual(sizes);
    expect(new Set(sizes).size).toBe(sizes.length);
    expect((await inspect('--new', model, '--compression', '10', '--out', at('no.mldef'))).code).toBe(2);
  });

  it('is checked by its manifest, beside its files', async () => {
    const model = await writeModel('beside', { 'manifest.json': MANIFEST, ...MLDEF_FILES });
    expect(await inspect(join(model, 'manifest.json'), '--json')).toMatchObject({ code: 0 });
    await rm(join(model, 'license.txt'));
    const broken = await inspect(join(model, 'manifest.json'), '--json');
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.out)).toMatchObject({ format: 'mldef', name: 'beside' });
    // Any other manifest.json is a file.
    await writeFile(at('manifest.json'), '{"name": "An app"}');
    expect(JSON.parse((await inspect(at('manifest.json'), '--json')).out)).toMatchObject({ name: 'manifest.json' });
  });

  it('is made of a folder with a manifest, whatever the name is, and is the same each time', async () => {
    const model = await writeModel('model', { 'manifest.json': MANIFEST, ...MLDEF_FILES });
    const made = await inspect('--new', model, '--out', at('a.mldef'), '--json');
    expect(made).toMatchObject({ code: 0 });
    const found = JSON.parse(made.out);
    expect(found).toMatchObject({ format: 'mldef', title: 'Thermostat', findings: [] });
    expect((await inspect('--new', model, '--out', at('b.zip'), '--json')).code).toBe(0);
    if (!hasPython) return;
    const read = readByPython(at('a.mldef'));
    expect(read).toMatchObject({ manifest: mldefManifest(), signed: {} });
    expect(read.names).toEqual(['layers/t.csv', 'layers/w.float32', 'license.txt', 'manifest.json']);
    // Stored and Deflate: what every reader of zips knows.
    expect(read.methods.every((method: number) => method === 0 || method === 8)).toBe(true);
    expect(readByPython(at('b.zip'))).toEqual(read);
  });

  it('is made with its SIGNATURE written again, in its form', async () => {
    const old = signatureOf({ 'manifest.json': '{}', 'gone.csv': '' });
    const model = await writeModel('signed', { 'manifest.json': MANIFEST, ...MLDEF_FILES, SIGNATURE: old });
    const made = await inspect('--new', model, '--out', at('signed.mldef'), '--json', '--verify');
    expect(made).toMatchObject({ code: 0 });
    expect(JSON.parse(made.out)).toMatchObject({ verified: { files: 4, mismatches: [] }, findings: [] });
    if (hasPython) {
      const { signed } = readByPython(at('signed.mldef'));
      expect(signed).toEqual({
        'layers/t.csv': true,
        'layers/w.float32': true,
        'license.txt': true,
        'manifest.json': true,
      });
    }
  });

  it('is refused with what is wrong, and nothing is written', async () => {
    const wrong = MANIFEST.replace('layers/w.float32', 'layers/gone.float32');
    const model = await writeModel('wrong', { 'manifest.json': wrong, ...MLDEF_FILES });
    const made = await inspect('--new', model, '--out', at('wrong.mldef'));
    expect(made.code).toBe(2);
    expect(made.err).toContain(
      'The model would have errors. Line 12: The data file “weights” is “layers/gone.float32”',
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('wrong'))).toEqual(['wrong']);
    // The same findings beside the files, before.
    const looked = await inspect(model, '--json');
    expect([looked.code, JSON.parse(looked.out).findings[0].code]).toEqual([1, 'mldef/file-missing']);
  });

  it('gets a manifest that declares its data files where the folder has none', async () => {
    const model = await writeModel('plain', { ...MLDEF_FILES, 'README.md': '# Heater\n\nSays when to heat.\n' });
    const made = await inspect('--new', model, '--runner', 'signed', '--out', at('plain.mldef'), '--json', '--verify');
    expect(made).toMatchObject({ code: 0 });
    expect(JSON.parse(made.out)).toMatchObject({
      format: 'mldef',
      title: 'plain',
      summary: 'Says when to heat.',
      verified: { files: 5, mismatches: [] },
    });
    if (hasPython) {
      expect(readByPython(at('plain.mldef')).manifest['Data files']).toEqual([
        { Name: 't', Path: 'layers/t.csv', 'Storage-bytes': 8, 'Storage-format': 'float' },
        { Name: 'w', Path: 'layers/w.float32', 'Storage-bytes': 4, 'Storage-format': 'float' },
      ]);
    }
  });

  it('is a carton where the folder’s manifest.json is of something else', async () => {
    const model = await writeModel('extension', { 'manifest.json': '{"manifest_version": 3}', 'main.py': '' });
    const made = await inspect('--new', model, '--out', at('extension.carton'), '--json');
    expect(JSON.parse(made.out).format).toBe('carton');
  });

  it('is put together by names and places, and signed', async () => {
    const sets = [
      'layer.hidden.name=dense',
      'layer.+=dense',
      'layer.dense_2.prior=dense',
      'layer.out.prior=dense_2',
      'nodeRange.+.name=alarm',
      'nodeRange.+.type=output',
      'nodeRange.alarm.count=2',
      'nodeRange.alarm.#=1',
      'dataFile.table.storageBytes=8',
      'model.tags=home',
    ].flatMap((set) => ['--set', set]);
    const saved = await inspect(at('a.mldef'), ...sets, '--reseal', '--out', at('put.mldef'), '--json', '--verify');
    expect(saved).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(saved.out)).toMatchObject({ verified: { files: 4, mismatches: [] }, findings: [] });
    if (hasPython) {
      const { manifest, signed } = readByPython(at('put.mldef'));
      expect(manifest.Layers.map((layer: Record<string, string>) => [layer.Name, layer.Prior])).toEqual([
        ['in', ''],
        ['dense', 'in'],
        ['dense_2', 'dense'],
        ['out', 'dense_2'],
      ]);
      expect(manifest['Node ranges'].map(({ Name, Count }: Record<string, unknown>) => [Name, Count])).toEqual([
        ['room', 2],
        ['alarm', 2],
        ['heat', 1],
      ]);
      expect(Object.values(signed)).toEqual([true, true, true, true]);
    }
    const back = ['layer.-=dense_2', 'layer.out.prior=dense', 'nodeRange.-=alarm'].flatMap((set) => ['--set', set]);
    expect((await inspect(at('put.mldef'), ...back, '--out', at('back.mldef'))).code).toBe(0);
  });

  it('says its units, normalization and layers in plain words', async () => {
    const { out } = await inspect(at('a.mldef'));
    expect(out).toMatch(/room +input, 2 nodes, in kelvin, normalized as x × 0\.1, error values: missing -1/);
    expect(out).toMatch(/hidden +dense, input from in, weights weights\[1:4\], count 3/);
    expect(out).toMatch(/weights +layers\/w\.float32, 5 data points, float, 4 bytes +20 B/);
    expect(JSON.parse((await inspect(at('a.mldef'), '--tensor', 'hidden', '--json')).out).first).toEqual([
      '-1.25',
      '2',
      '3',
    ]);
  });
});
