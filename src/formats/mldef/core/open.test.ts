import { describe, expect, it } from 'vitest';
import { folderContainer } from '../../../archive/container.ts';
import { memorySource } from '../../../source/memory.ts';
import { MLDEF_FILES, mldefManifest, mldefModel, signatureOf } from '../../../testing/builders/mldef-builder.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { countingSource } from '../../../testing/counting-source.ts';
import type { OpenPackage } from '../../format.ts';
import { openPackage } from '../../registry.ts';
import { MAX_ASKED_CSV_BYTES, MAX_CSV_BYTES } from './limits.ts';
import type { MldefOwn } from './own.ts';

type Json = Record<string, unknown>;

function open(bytes: Uint8Array<ArrayBuffer>, name = 'a.mldef'): Promise<OpenPackage> {
  return openPackage(memorySource(name, bytes));
}

/** The manifest with the sections of one kind changed. */
function changed(section: string, change: (items: Json[]) => unknown): Json {
  const manifest = mldefManifest();
  return { ...manifest, [section]: change(manifest[section] as Json[]) };
}

/** The manifest with one item of a section changed. */
function item(section: string, index: number, fields: Json): Json {
  return changed(section, (items) => items.map((of, at) => (at === index ? { ...of, ...fields } : of)));
}

function model(fields: Json): Json {
  const manifest = mldefManifest();
  return { ...manifest, Model: { ...(manifest.Model as Json), ...fields } };
}

async function codes(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { package: pkg } = await open(bytes);
  return [...new Set(pkg.findings.map(({ code }) => code))];
}

async function values(opened: OpenPackage, name: string): Promise<number[]> {
  const reader = await opened.tensor(name);
  return Array.from(await reader.read(0, reader.count), Number);
}

describe('a model', () => {
  it('is shown with its sections, and has no findings', async () => {
    const opened = await open(mldefModel());
    const { package: pkg } = opened;
    expect(pkg).toMatchObject({
      format: 'mldef',
      title: 'Thermostat',
      summary: 'Says when to heat',
      homepage: 'https://example.com/thermostat',
      findings: [],
      runs: { weight: 'ok' },
      can: { verify: true, editTensors: true },
    });
    expect(pkg.inputs).toEqual([{ name: 'room', shape: [2n], description: 'Temperatures of two rooms' }]);
    expect(pkg.outputs.map(({ name }) => name)).toEqual(['heat']);
    const own = pkg.own as MldefOwn;
    expect(own.dataFiles).toMatchObject([
      { name: 'weights', path: 'layers/w.float32', isHere: true, bytes: 20, points: 5, tensor: 'weights' },
      { name: 'table', path: 'layers/t.csv', points: 6, tensor: 'table' },
    ]);
    expect(own.nodeRanges[0]).toMatchObject({
      unit: 'kelvin',
      normalization: 'x × 0.1',
      errorValues: 'missing -1',
    });
    expect(own.layers.map(({ name, tensor, prior }) => [name, tensor, prior])).toEqual([
      ['in', undefined, undefined],
      ['hidden', 'hidden', 'in'],
      ['out', 'out', 'hidden'],
    ]);
    expect(await values(opened, 'hidden')).toEqual([-1.25, 2, 3]);
    expect(await values(opened, 'out')).toEqual([-3, 4, 5, 0.6]);
    await expect(opened.tensor('in')).rejects.toMatchObject({ code: 'reference/tensor-missing' });
  });

  it('is known by its content, in a zip and in a folder', async () => {
    expect((await open(mldefModel(), 'model.zip')).package.format).toBe('mldef');
    const other = buildZip([{ name: 'manifest.json', data: '{"name":"an extension","layers":[]}' }]);
    expect((await open(other, 'a.zip')).package.format).toBe('zip');
    const folder = (manifest: string) => {
      const files = Object.entries({ 'manifest.json': manifest, ...MLDEF_FILES });
      return openPackage(
        folderContainer(
          'top',
          files.map(([path, data]) => ({ path: `top/${path}`, file: new File([data], path) })),
        ),
      );
    };
    const manifest = JSON.stringify(mldefManifest());
    expect((await folder(manifest)).package).toMatchObject({ format: 'mldef', can: { verify: false }, findings: [] });
    // A comma is missing in its first section.
    const { package: broken } = await folder(manifest.replace(',', ' '));
    expect(broken.format).toBe('mldef');
    expect(broken.findings.map(({ code }) => code)).toContain('mldef/bad-json');
    expect((await folder('{"name": "an extension" "layers": []}')).package.format).toBe('zip');
  });

  it('is opened without a look at raw weights', async () => {
    const weights = new Uint8Array(new Float32Array(1_000_000).fill(0.5).buffer);
    const bytes = mldefModel(mldefManifest(), { ...MLDEF_FILES, 'layers/w.float32': weights });
    const source = countingSource(memorySource('a.mldef', bytes));
    const opened = await openPackage(source);
    const start = Buffer.from(bytes).indexOf(weights.subarray(0, 1000));
    expect(opened.package.findings).toEqual([]);
    expect(opened.package.tensors[0]?.shape).toEqual([1_000_000n]);
    // Small files are read together with what is around them.
    const middle = start + weights.length / 2;
    expect(source.touched(middle - 400_000, middle + 400_000)).toBe(false);
    const reader = await opened.tensor('weights');
    await reader.read(500_000, 500_001);
    expect(source.touched(middle, middle + 4)).toBe(true);
  });

  it('that is not a zip is rejected by its own code', async () => {
    await expect(open(new TextEncoder().encode('no zip') as Uint8Array<ArrayBuffer>)).rejects.toMatchObject({
      code: 'mldef/not-archive',
    });
  });

  it('names layers apart from data files of the same name', async () => {
    const opened = await open(mldefModel(item('Layers', 1, { Name: 'weights' })));
    expect(opened.package.tensors.map(({ name }) => name)).toEqual(['weights', 'table', 'weights (layer)', 'out']);
  });
});

describe('keys', () => {
  const plain = (name: string) => name.toLowerCase().replace(/[ -]/g, '');
  it.each<[string, (name: string) => string]>([
    ['upper case', (name) => name.toUpperCase()],
    ['no spaces', plain],
    ['underscores', (name) => name.toLowerCase().replace(/[ -]/g, '_')],
    ['dashes', (name) => name.replace(/[ -]/g, '-')],
  ])('are read with %s', async (_, write) => {
    const renamed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(renamed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, of]) => [write(key), renamed(of)]));
    };
    const { package: pkg } = await open(mldefModel(renamed(mldefManifest())));
    const first = await open(mldefModel());
    expect(pkg.findings).toEqual([]);
    expect(pkg.own).toEqual(first.package.own);
  });

  it('have one section each, as one object, or repeated', async () => {
    const manifest = mldefManifest();
    const layers = (manifest.Layers as Json[]).map((layer) => `"layer": ${JSON.stringify(layer)}`).join(',');
    const rest = JSON.stringify({ ...manifest, Layers: undefined }).slice(0, -1);
    const { package: pkg } = await open(mldefModel(`${rest},${layers}}`));
    expect((pkg.own as MldefOwn).layers.map(({ name }) => name)).toEqual(['in', 'hidden', 'out']);
    expect(pkg.findings.map(({ code }) => code)).toEqual(['mldef/duplicate-key', 'mldef/duplicate-key']);
  });
});

/** What is wrong with a model, and the code that must say so. */
const HOSTILE: readonly [what: string, manifest: unknown, code: string][] = [
  ['JSON that is broken', '{"Model": {"Name": "a"}, "Layers": [', 'mldef/bad-json'],
  ['JSON that is too deep', `{"Model": ${'['.repeat(500)}`, 'mldef/too-deep'],
  ['a byte-order mark', `\ufeff${JSON.stringify(mldefManifest())}`, 'mldef/byte-order-mark'],
  ['half of a character', JSON.stringify(model({ Name: 'a\ud800' })), 'mldef/lone-surrogate'],
  ['a list at the top', '[]', 'mldef/bad-type'],
  ['a section that is a text', { ...mldefManifest(), Layers: ['in'] }, 'mldef/bad-type'],
  ['a name that is a number', model({ Name: 8 }), 'mldef/bad-type'],
  ['a count that is not a number', item('Layers', 1, { Count: 'three' }), 'mldef/bad-type'],
  ['a fraction of a count', item('Layers', 1, { Count: 1.5 }), 'mldef/bad-number'],
  ['a count beyond any file', item('Layers', 1, { Count: 1e300 }), 'mldef/bad-number'],
  ['a count that is NaN', item('Layers', 1, { Count: 'NaN' }), 'mldef/bad-number'],
  ['a count in quotation marks', item('Layers', 1, { Count: '3' }), 'mldef/number-as-text'],
  ['a list of tags', model({ Tags: ['home'] }), 'mldef/list-of-words'],
  ['an unknown node type', item('Node ranges', 0, { Type: 'both' }), 'mldef/bad-enum'],
  ['an unknown storage format', item('Data files', 0, { 'Storage-format': 'complex' }), 'mldef/bad-enum'],
  ['an unknown field', model({ Color: 'red' }), 'mldef/unknown-field'],
  ['an unknown section', { ...mldefManifest(), Trainer: {} }, 'mldef/unknown-field'],
  ['no layers', { ...mldefManifest(), Layers: undefined }, 'mldef/missing-section'],
  ['no model', { ...mldefManifest(), Model: undefined }, 'mldef/no-model'],
  ['an empty list of models', { ...mldefManifest(), Model: [] }, 'mldef/no-model'],
  ['two models', { ...mldefManifest(), Model: [{ Name: 'a' }, { Name: 'b' }] }, 'mldef/several-models'],
  ['a layer without a name', item('Layers', 1, { Name: '' }), 'mldef/missing-field'],
  ['a data file without a path', item('Data files', 0, { Path: undefined }), 'mldef/missing-field'],
  ['a model without a name', model({ Name: '' }), 'mldef/missing-detail'],
  ['an email without @', model({ 'Author email': 'a' }), 'mldef/bad-email'],
  ['a URL that runs code', model({ URL: 'javascript:alert(1)' }), 'mldef/bad-url'],
  ['a license that is missing', model({ 'License file': 'l.txt' }), 'mldef/license-missing'],
  ['two layers of one name', item('Layers', 2, { Name: 'hidden' }), 'mldef/duplicate-name'],
  ['two data files of one name', item('Data files', 1, { Name: 'weights' }), 'mldef/duplicate-name'],
  ['a path out of the package', item('Data files', 0, { Path: '../w.float32' }), 'mldef/unsafe-path'],
  ['a missing data file', item('Data files', 0, { Path: 'w.float32' }), 'mldef/file-missing'],
  ['points of another size', item('Data files', 0, { 'Storage-bytes': 8 }), 'mldef/bad-storage'],
  ['floats of three bytes', item('Data files', 1, { 'Storage-bytes': 3 }), 'mldef/bad-storage'],
  ['values that do not fit', item('Data files', 1, { 'Storage-format': 'int' }), 'mldef/csv-not-integer'],
  ['no nodes', item('Node ranges', 1, { Count: 0 }), 'mldef/no-nodes'],
  ['a range upside down', item('Node ranges', 1, { 'Minimum value': 2, 'Maximum value': 1 }), 'mldef/empty-range'],
  ['a scale of 0', item('Node ranges', 1, { 'Normalization scale': 0 }), 'mldef/zero-scale'],
  ['other numbers of inputs', item('Node ranges', 0, { Count: 3 }), 'mldef/input-count'],
  ['an input layer with weights', item('Layers', 0, { StartIndex: 0 }), 'mldef/input-not-empty'],
  ['a layer without a prior one', item('Layers', 1, { Prior: null }), 'mldef/no-prior'],
  ['an unknown prior layer', item('Layers', 1, { Prior: 'ghost' }), 'mldef/prior-unknown'],
  ['a later prior layer', item('Layers', 1, { Prior: 'out' }), 'mldef/prior-later'],
  ['a circle of one', item('Layers', 1, { Prior: 'hidden' }), 'mldef/prior-cycle'],
  ['a circle of two', item('Layers', 1, { Prior: 'out' }), 'mldef/prior-cycle'],
  ['an unknown data source', item('Layers', 1, { DataSource: 'ghost' }), 'mldef/source-unknown'],
  ['weights beyond the end', item('Layers', 1, { StartIndex: 3 }), 'mldef/slice-outside'],
  ['a layer of 0 weights', item('Layers', 1, { Count: 0 }), 'mldef/no-weights'],
];

describe('findings', () => {
  it.each(HOSTILE)('of %s', async (_, manifest, code) => {
    expect(await codes(mldefModel(manifest))).toContain(code);
  });

  it.each(['mldef/no-model', 'mldef/several-models', 'mldef/license-missing'])('is an error: %s', async (code) => {
    const [, manifest] = HOSTILE.find((hostile) => hostile[2] === code) ?? [];
    const { package: pkg } = await open(mldefModel(manifest));
    expect(pkg.findings.find((finding) => finding.code === code)?.severity).toBe('error');
  });

  it.each<[what: string, files: Record<string, string | Uint8Array>, code: string]>([
    ['a raw file of 19 bytes', { 'layers/w.float32': new Uint8Array(19) }, 'mldef/odd-size'],
    ['an empty file', { 'layers/t.csv': '' }, 'mldef/empty-file'],
    ['a quotation mark that stays open', { 'layers/t.csv': '1,2\n"3' }, 'mldef/csv-open-quote'],
    ['a table that is no UTF-8', { 'layers/t.csv': new Uint8Array([0x31, 0x2c, 0xff]) }, 'mldef/csv-not-utf8'],
    ['a name in upper case', { 'Readme.txt': '' }, 'mldef/name-characters'],
    ['a name of 16 characters', { 'abcdefghijkl.txt': '' }, 'mldef/long-name'],
    ['a name without an extension', { readme: '' }, 'mldef/no-extension'],
    ['three folders', { 'a/b/c/d.txt': '' }, 'mldef/deep-folder'],
    ['a file that nothing names', { 'a.txt': '' }, 'mldef/unnamed-file'],
    ['101 files', Object.fromEntries(Array.from({ length: 97 }, (_, at) => [`${at}.txt`, ''])), 'mldef/many-files'],
  ])('of %s', async (_, files, code) => {
    expect(await codes(mldefModel(mldefManifest(), { ...MLDEF_FILES, ...files }))).toContain(code);
  });

  it('of names have their limits where the document has them', async () => {
    const files = Object.fromEntries(Array.from({ length: 96 }, (_, at) => [`a/b/abcdefghij${at + 1}.c`, '']));
    const found = await codes(mldefModel(mldefManifest(), { ...MLDEF_FILES, ...files }));
    expect(found).toEqual(['mldef/unnamed-file']);
  });

  it('of a package without a manifest, or with a large one', async () => {
    const below = await open(buildZip([{ name: 'top/manifest.json', data: '{}' }]));
    expect(below.package).toMatchObject({ unread: true, findings: [{ code: 'mldef/no-manifest' }] });
    const large = `{"Model": {"Name": "${'a'.repeat(4 * 1024 * 1024)}"}}`;
    expect(await codes(mldefModel(large))).toEqual(['mldef/manifest-too-large']);
  });

  it('say where they are', async () => {
    const { package: pkg } = await open(mldefModel('{\n  "Model": {\n    "Name": "a",\n    "Color": 1\n  }\n}'));
    const found = pkg.findings.find(({ code }) => code === 'mldef/unknown-field');
    expect(found).toMatchObject({ path: 'manifest.json', line: 4, column: 5 });
  });
});

describe('SIGNATURE', () => {
  const manifest = JSON.stringify(mldefManifest(), null, 2);
  const signed = (text: string) => mldefModel(manifest, { ...MLDEF_FILES, SIGNATURE: text });

  it('is compared with all files', async () => {
    const opened = await open(signed(signatureOf({ 'manifest.json': manifest, ...MLDEF_FILES })));
    expect(opened.package.findings).toEqual([]);
    expect(await opened.verify?.()).toMatchObject({ files: 4, mismatches: [], findings: [] });
  });

  it('tells a file that differs, one that is missing and one that it does not list', async () => {
    const other = signatureOf({ 'license.txt': 'GPL\n', 'gone.txt': '' });
    const opened = await open(signed(other));
    const found = opened.package.findings.map(({ code, path }) => `${code} ${path}`);
    expect(found).toContain('mldef/signature-file-missing SIGNATURE');
    expect(found).toContain('mldef/signature-unlisted layers/t.csv');
    const verified = await opened.verify?.();
    expect(verified?.mismatches).toEqual(['license.txt']);
    expect(verified?.findings.map(({ code }) => code)).toEqual(['mldef/signature-mismatch']);
    expect(opened.package.files.find(({ path }) => path === 'gone.txt')?.hash).toBe('missing');
  });

  it('is compared in a folder, too', async () => {
    const all = { 'manifest.json': manifest, ...MLDEF_FILES, SIGNATURE: signatureOf({ 'license.txt': 'GPL\n' }) };
    const files = Object.entries(all).map(([path, data]) => ({ path: `top/${path}`, file: new File([data], path) }));
    const opened = await openPackage(folderContainer('top', files));
    expect(opened.package.can.verify).toBe(true);
    expect((await opened.verify?.())?.mismatches).toEqual(['license.txt']);
  });
});

describe('CSV files', () => {
  it('beyond the limit are parsed when somebody asks', async () => {
    const rows = `${'1,2,3,4\n'.repeat(Math.ceil(MAX_CSV_BYTES / 8))}5,6,7,8\n`;
    const opened = await open(mldefModel(mldefManifest(), { ...MLDEF_FILES, 'layers/t.csv': rows }));
    expect(rows.length).toBeLessThan(MAX_ASKED_CSV_BYTES);
    expect(opened.package.tensors.map(({ name }) => name)).toEqual(['weights', 'hidden']);
    expect(opened.package.more).toMatchObject({ action: 'Parse 1 CSV file' });
    const more = await opened.readMore?.();
    expect(more?.package.more).toBeUndefined();
    const reader = await more?.tensor('table');
    const { count = 0 } = reader ?? {};
    expect(Array.from((await reader?.read(count - 4, count)) ?? [], Number)).toEqual([5, 6, 7, 8]);
  });
});
