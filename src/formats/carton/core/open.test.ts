import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { folderContainer } from '../../../archive/container.ts';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { MAX_FINDINGS_PER_CODE } from '../../../base/findings.ts';
import type { OpenPackage } from '../../../formats/format.ts';
import { memorySource } from '../../../source/memory.ts';
import type { ByteSource } from '../../../source/source.ts';
import { type BuiltEntry, buildZip } from '../../../testing/builders/zip-builder.ts';
import { countingSource } from '../../../testing/counting-source.ts';
import { fixture, fixtureSource, hasFixtures, validCartons } from '../../../testing/fixtures.ts';
import { openArchive } from '../../../testing/open-archive.ts';
import { openPackage } from '../../registry.ts';
import { cartonTomlOf } from './read/carton-fields.ts';

const json = (path: string) => JSON.parse(new TextDecoder().decode(fixture(path)));
const open = (path: string) => openPackage(fixtureSource(path));
const codes = (opened: OpenPackage) => opened.package.findings.map(({ code }) => code);

/** All values of a tensor as the page shows them. */
async function values(opened: OpenPackage, name: string): Promise<string[]> {
  const reader = await opened.tensor(name);
  const read: ArrayLike<string | number | bigint> = await reader.read(0, reader.count);
  return Array.from(read, (value) => (Object.is(value, -0) ? '-0' : String(value)));
}

describe.skipIf(!hasFixtures)('the carton that the reference implementation wrote', () => {
  it('is all there', async () => {
    const opened = await open('official.carton');
    const { package: shown } = opened;
    expect(shown).toMatchObject({
      format: 'carton',
      formatName: 'Carton',
      formatVersion: '1',
      name: 'official.carton',
      title: 'Test Model',
      identity: {
        label: 'Model hash',
        sha256: 'f1cae5143a92a44e3a7e1d9c32a0245065dfb6e0f1e91c18b5e44356d081dfb5',
      },
    });
    expect(shown.inputs.map(({ name, dtype, shape }) => [name, dtype, shape])).toEqual([
      ['a', 'float32', '*'],
      ['b', 'float64', 'some_symbol'],
      ['c', 'string', ['*']],
      ['d', 'int8', ['some_symbol']],
      ['e', 'int16', []],
      ['f', 'int32', ['batch_size', 3n, 512n, 512n]],
      ['g', 'int64', ['*', '*', '*']],
    ]);
    expect(shown.outputs).toMatchObject([{ name: 'y', description: 'Some description of the output with emoji! 🥳' }]);
    expect(shown.selfTests).toEqual([
      {
        name: 'a_self_test',
        description: 'A self test',
        inputs: [
          { name: 'b', value: { kind: 'tensor', tensor: '_tensor_0' } },
          { name: 'a', value: { kind: 'tensor', tensor: '_tensor_1' } },
        ],
        expected: [{ name: 'y', value: { kind: 'tensor', tensor: '_tensor_2' } }],
      },
    ]);
    expect(shown.examples).toMatchObject([
      { inputs: [{ name: 'f', value: { kind: 'file', path: 'misc/_example_misc_file_0' } }] },
    ]);
    expect(cartonTomlOf(shown)?.runner.opts).toEqual({ entrypoint_fn: 'get_model', entrypoint_package: 'main' });
    expect(shown.files).toHaveLength(12);
    expect(shown.files.filter(({ hash }) => hash !== 'unverified').map(({ path }) => path)).toEqual(['MANIFEST']);
    expect(await values(opened, '_tensor_3')).toEqual(['5']);
    expect((await values(opened, '_tensor_0')).join()).toMatch(/[\u0c00-\u0c7f].*\p{Extended_Pictographic}/su);
  });

  it('has warnings where its self-test does not fit its schema, and no errors', async () => {
    const { findings } = (await open('official.carton')).package;
    expect(findings.map(({ severity, code, line }) => `${severity} ${code} ${line}`)).toEqual([
      'warning schema/symbol-kind 42',
      'warning schema/dtype-mismatch 84',
      'warning schema/shape-mismatch 88',
      'warning schema/dtype-mismatch 98',
      'warning schema/shape-mismatch 98',
    ]);
  });
});

describe.skipIf(!hasFixtures)('the valid cartons', () => {
  it.each(validCartons)('%s opens without an error', async (path) => {
    const { package: shown } = await open(path);
    expect(shown.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(shown.title).toEqual(expect.any(String));
    expect(shown.identity?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('give the true values of every tensor', async () => {
    const opened = await open('carton/every-tensor.carton');
    const truth: Record<
      string,
      { dtype: string; shape?: number[]; first?: string[]; values?: string[]; inner?: string[] }
    > = json('carton/every-tensor.json');
    expect(opened.package.tensors.map(({ name }) => name)).toEqual(Object.keys(truth));
    for (const tensor of opened.package.tensors) {
      const { dtype, shape, first, values: all, inner } = truth[tensor.name] ?? {};
      expect(tensor.dtype).toBe(dtype);
      if (inner) {
        expect(tensor.inner).toEqual(inner);
        await expect(opened.tensor(tensor.name)).rejects.toMatchObject({ code: 'tensor/nested' });
        continue;
      }
      expect(tensor.shape.map(Number)).toEqual(shape);
      const found = await values(opened, tensor.name);
      expect(found).toHaveLength((shape ?? []).reduce((count, size) => count * size, 1));
      if (all) expect(found).toEqual(all);
      // NumPy's spelling of the same values.
      else expect(found.slice(0, 6)).toEqual(first?.map(fromPython));
    }
  });

  it('give the linked file, with its addresses', async () => {
    const { package: shown } = await open('carton/linked.carton');
    expect(shown.files.find(({ path }) => path === 'model/weights.bin')).toMatchObject({
      hash: 'linked',
      link: { urls: ['https://models.example/gone.bin', 'https://models.example/weights.bin'] },
    });
    expect(shown.findings.map(({ code }) => code)).toEqual(['carton/will-not-load', 'links/spare']);
  });

  it('follow a symlink', async () => {
    const opened = await open('carton/symlink.carton');
    expect(opened.package.files.find(({ kind }) => kind === 'symlink')).toMatchObject({
      path: 'model/model.bin',
      linkText: 'blobs/abc',
      target: 'model/blobs/abc',
      hash: 'unverified',
    });
    const source = opened.source('model/model.bin');
    expect(new TextDecoder().decode(await source?.read(0, source.size))).toBe('the content\n');
  });

  it('keep fields that nobody knows', async () => {
    const { package: shown } = await open('carton/three-ways-zstd.carton');
    expect(cartonTomlOf(shown)?.other).toEqual([{ path: 'future', value: { key: 1 } }]);
    expect(cartonTomlOf(shown)?.runner.opts).toEqual({ num_threads: 4n, ratio: 1 });
  });
});

function fromPython(text: string): string {
  const names: Record<string, string> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity', '-0.0': '-0' };
  return names[text] ?? (text.includes('.') || text.includes('e') ? String(Number(text)) : text);
}

/** What the directory and the small files cannot show. Reading content finds it, or verification. */
const NEEDS_CONTENT = ['hash-mismatch', 'crc-mismatch', 'bomb', 'local-name-differs', 'zstd-window'];

describe.skipIf(!hasFixtures)('the hostile cartons', () => {
  const expected: Record<string, { code: string; opens: boolean }> = hasFixtures
    ? json('carton/hostile/expected.json')
    : {};
  const cases = Object.entries(expected).map(([name, { code, opens }]) => ({ name, code, opens }));

  it.each(cases.filter(({ name, opens }) => opens && !NEEDS_CONTENT.includes(name)))(
    '$name shows $code',
    async ({ name, code }) => {
      expect(codes(await open(`carton/hostile/${name}.carton`))).toContain(code);
    },
  );

  it.each(cases.filter(({ opens }) => !opens))('$name does not open: $code', async ({ name, code }) => {
    await expect(open(`carton/hostile/${name}.carton`)).rejects.toMatchObject({ code });
  });

  it.each(cases.filter(({ name }) => NEEDS_CONTENT.includes(name)))(
    '$name opens, and waits for its content',
    async ({ name, code }) => {
      const opened = await open(`carton/hostile/${name}.carton`);
      expect(codes(opened)).not.toContain(code);
      expect(opened.package.title).toBe('hostile');
    },
  );

  it('show the line of TOML that does not parse', async () => {
    const { findings, files } = (await open('carton/hostile/toml-syntax.carton')).package;
    expect(findings).toMatchObject([{ code: 'toml/syntax', path: 'carton.toml', line: 2, excerpt: 'model_name = "x' }]);
    expect(files).toHaveLength(4);
  });

  it('refuse the values of a tensor that cannot be read', async () => {
    for (const [name, code] of [
      ['tensor-size', 'tensor/size-mismatch'],
      ['tensor-file-missing', 'tensor/file-missing'],
      ['tensor-outside', 'tensor/unsafe-path'],
      ['tensor-huge-shape', 'tensor/size-mismatch'],
    ]) {
      const opened = await open(`carton/hostile/${name}.carton`);
      expect(opened.package.tensors[0]?.problem).toEqual(expect.any(String));
      await expect(opened.tensor('t')).rejects.toMatchObject({ code });
    }
  });
});

const SHA = '0123456789abcdef'.repeat(4);
const TOML =
  'spec_version = 1\nmodel_name = "built"\n[runner]\nrunner_name = "noop"\nrequired_framework_version = "1"\nrunner_compat_version = 1\n';
const SMALL = ['carton.toml', 'MANIFEST', 'LINKS', 'tensor_data/index.toml'];

/** Entries of a carton. Its MANIFEST lists all but itself and LINKS, and has these lines besides. */
function carton(files: Record<string, string | Uint8Array>, more: string[] = []): BuiltEntry[] {
  const paths = [...Object.keys(files).filter((path) => path !== 'LINKS'), ...more];
  const manifest = paths
    .sort()
    .map((path) => `${path}=${SHA}\n`)
    .join('');
  return [
    ...Object.entries({ ...files, MANIFEST: manifest }).map(([name, data]): BuiltEntry => ({ name, data, method: 8 })),
  ];
}

const built = (entries: BuiltEntry[], name = 'built.carton') => openPackage(memorySource(name, buildZip(entries)));

const BASE = { 'carton.toml': TOML, 'model/m': 'm', 'tensor_data/index.toml': 'tensor = []\n' };

describe('opening a carton', () => {
  it('says where the data of each tensor is, as far as that is known', async () => {
    const tensor = (name: string, dtype: string, size: string) =>
      `[[tensor]]\nname = "${name}"\ndtype = "${dtype}"\nshape = [${size}]\nfile = "${name}"\ninner = []\n`;
    const strings = 'data = ["a"]\n';
    const opened = await built(
      carton({
        ...BASE,
        'tensor_data/index.toml': [
          tensor('numbers', 'int16', '3'),
          tensor('strings', 'string', '1'),
          tensor('short', 'int16', '4'),
          tensor('gone', 'float64', '2'),
          tensor('lost', 'string', '1'),
          tensor('huge', 'float64', '9007199254740991'),
          '[[tensor]]\nname = "nest"\ndtype = "nested"\ninner = ["numbers"]\n',
        ].join(''),
        'tensor_data/numbers': new Uint8Array([1, 0, 2, 0, 3, 0]),
        'tensor_data/strings': strings,
        'tensor_data/short': new Uint8Array(6),
        'tensor_data/huge': new Uint8Array(6),
      }),
    );
    expect(opened.package.tensors.map(({ data, problem }) => [data, problem !== undefined])).toEqual([
      [{ path: 'tensor_data/numbers', start: 0, end: 6 }, false],
      [{ path: 'tensor_data/strings', start: 0, end: strings.length }, false],
      [{ path: 'tensor_data/short', start: 0, end: 8 }, true],
      [{ path: 'tensor_data/gone', start: 0, end: 16 }, true],
      [{ path: 'tensor_data/lost', start: 0 }, true],
      [{ path: 'tensor_data/huge', start: 0 }, true],
      [undefined, false],
    ]);
    const { data } = await opened.tensor('numbers');
    expect(await data?.read(0, data.size)).toEqual(new Uint8Array([1, 0, 2, 0, 3, 0]));
    expect((await opened.tensor('strings')).data).toBeUndefined();
  });

  it('reads the directory and the four small files, and nothing else', async () => {
    const index = '[[tensor]]\nname = "t"\ndtype = "float32"\nshape = [25000]\nfile = "t.bin"\ninner = []\n';
    const entries: BuiltEntry[] = carton({
      ...BASE,
      'tensor_data/index.toml': index,
      LINKS: 'version = 1\n[urls]\n',
      'model/weights': new Uint8Array(300_000),
      'misc/a.png': new Uint8Array(200_000),
      'tensor_data/t.bin': new Uint8Array(100_000),
    }).map((entry) => (entry.name === 'MANIFEST' ? entry : { ...entry, method: 0 }));
    const source = countingSource(memorySource('counted.carton', buildZip(entries)));
    const opened = await openPackage(source);
    expect(codes(opened)).toEqual([]);
    const before = source.accesses.length;
    const archive = await openArchive(source);
    // Reading the end of the file may touch the entries there. No other entry is asked for.
    const tail = source.size - 128 * 1024;
    for (const { path, span } of archive.entries) {
      if (SMALL.includes(path) || !span || span.end > tail) continue;
      expect(source.touched(span.start, span.end), path).toBe(false);
    }
    expect(archive.entries.filter(({ span }) => span && span.end <= tail).length).toBeGreaterThan(1);
    expect(source.accesses).toHaveLength(before);
    const reader = await opened.tensor('t');
    const asked = source.bytes;
    await reader.read(100, 200);
    expect(source.bytes - asked).toBeLessThan(1000);
  });

  it('gives the cause where a small file cannot be read, and shows the rest', async () => {
    const entries = carton(BASE).map((entry) => (entry.name === 'carton.toml' ? { ...entry, crc32: 1 } : entry));
    const { package: shown } = await built(entries);
    expect(shown.findings).toMatchObject([{ code: 'zip/crc-mismatch', path: 'carton.toml' }]);
    expect(shown.identity?.sha256).toHaveLength(64);
    expect(shown.files).toHaveLength(4);
  });

  it('reads no small file that is too large', async () => {
    const big = new Uint8Array(4 * 1024 * 1024 + 1).fill(10);
    expect(codes(await built(carton({ ...BASE, 'carton.toml': big })))).toEqual(['carton/file-too-large']);
  });

  it('says the requirement and the platforms in words', async () => {
    const toml = `required_platforms = ["arm64-apple-darwin", "linux"]\n${TOML.replace('"1"', '"=1.12.1"')}`;
    const { package: shown } = await built(carton({ ...BASE, 'carton.toml': toml }));
    expect(shown.facts.slice(0, 3)).toEqual([
      { label: 'Runner', value: 'noop =1.12.1', note: 'exactly 1.12.1' },
      { label: 'Runner compat version', value: '1' },
      {
        label: 'Required platforms',
        value: 'arm64-apple-darwin, linux',
        items: [{ value: 'arm64-apple-darwin', note: 'macOS on 64-bit Arm' }, { value: 'linux' }],
      },
    ]);
  });

  it('shows the fields of an input that are right, and reports the others', async () => {
    const toml = `${TOML}[[input]]\nname = "x"\ndtype = "float16"\nshape = [2]\n[[input]]\ndtype = "int8"\nshape = -1\n`;
    const { package: shown } = await built(carton({ ...BASE, 'carton.toml': toml }));
    expect(shown.inputs).toEqual([{ name: 'x', shape: [2n] }, { dtype: 'int8' }]);
    expect(shown.findings.map(({ code }) => code)).toEqual([
      'schema/dtype',
      'schema/missing-field',
      'schema/shape',
      'schema/one-sided',
    ]);
  });

  it('knows a linked file by a symlink that leads nowhere inside', async () => {
    const entries = [
      ...carton({ ...BASE, LINKS: `version = 1\n[urls]\n${SHA} = ["https://models.example/w"]\n` }, [
        'model/blobs/w',
        'model/w',
      ]),
      { name: 'model/w', data: 'blobs/w', mode: 0o120777 },
    ];
    const { package: shown } = await built(entries);
    expect(shown.findings).toEqual([]);
    for (const path of ['model/w', 'model/blobs/w'])
      expect(shown.files.find((file) => file.path === path)).toMatchObject({
        hash: 'linked',
        link: { urls: ['https://models.example/w'] },
      });
  });

  it('reports names that look like the name of a file that is only linked', async () => {
    const links = `version = 1\n[urls]\n${SHA} = ["https://models.example/w"]\n`;
    const files = { ...BASE, 'model/Weights.pt': 'a', 'model/ok': 'b', 'model/o\u200bk': 'c', LINKS: links };
    const { findings } = (await built(carton(files, ['model/weights.PT']))).package;
    expect(findings.map(({ code, path }) => [code, path])).toEqual([
      ['zip/similar-names', 'model/o\u200bk'],
      ['zip/similar-case', 'model/weights.PT'],
    ]);
  });

  it('is posted with the addresses of a hash only once, for any number of files', async () => {
    const size = async (count: number, urls: number) => {
      const linked = Array.from({ length: count }, (_, n) => `model/a${String(n).padStart(5, '0')}`);
      const list = Array.from({ length: urls }, (_, n) => `"https://h${n}.example/${'x'.repeat(1000)}"`).join(', ');
      const links = `version = 1\n[urls]\n${SHA} = [${list}]\n`;
      const { package: shown } = await built(carton({ ...BASE, LINKS: links }, linked));
      expect(shown.files.filter(({ link }) => link?.urls.length === urls)).toHaveLength(count);
      return serialize(shown).length;
    };
    const [few, many] = [await size(2000, 1), await size(2000, 60)];
    expect(many - few).toBeLessThan(60 * 1000 * 2);
  });

  it('reports the symlinks that lead nowhere among hundreds that lead to linked files', async () => {
    const linked = Array.from({ length: 2 * MAX_FINDINGS_PER_CODE }, (_, n) => `model/a${n}`);
    const entries = [
      ...carton({ ...BASE, LINKS: `version = 1\n[urls]\n${SHA} = ["https://models.example/w"]\n` }, linked),
      ...linked.map((name) => ({ name, data: '../nowhere', mode: 0o120777 })),
      { name: 'model/z', data: '../gone', mode: 0o120777 },
    ];
    const { findings } = (await built(entries)).package;
    expect(findings.filter(({ code }) => code === 'zip/symlink-dangling')).toMatchObject([{ path: 'model/z' }]);
  });

  it('knows where a linked index is, and a linked tensor', async () => {
    const links = `version = 1\n[urls]\n${SHA} = ["https://models.example/x"]\n`;
    const { 'tensor_data/index.toml': _, ...rest } = BASE;
    expect(codes(await built(carton({ ...rest, LINKS: links }, ['tensor_data/index.toml'])))).toEqual([
      'tensor/index-linked',
    ]);
    const index = '[[tensor]]\nname = "t"\ndtype = "int8"\nshape = [1]\nfile = "t.bin"\ninner = []\n';
    const opened = await built(
      carton({ ...BASE, 'tensor_data/index.toml': index, LINKS: links }, ['tensor_data/t.bin']),
    );
    expect(codes(opened)).toEqual([]);
    expect(opened.package.tensors[0]?.problem).toMatch(/linked/);
    await expect(opened.tensor('t')).rejects.toMatchObject({ code: 'tensor/file-missing' });
  });

  it('reads string tensors of the right count, each file once', async () => {
    const index = (shape: string) =>
      `[[tensor]]\nname = "s"\ndtype = "string"\nshape = ${shape}\nfile = "s.toml"\ninner = []\n`;
    const files = { ...BASE, 'tensor_data/s.toml': 'data = ["a", "b", "c"]\n' };
    const opened = await built(carton({ ...files, 'tensor_data/index.toml': index('[3]') }));
    const reader = await opened.tensor('s');
    expect(await reader.read(1, 3)).toEqual(['b', 'c']);
    await expect(reader.read(1, 4)).rejects.toMatchObject({ code: 'source/out-of-range' });
    await expect(
      (await built(carton({ ...files, 'tensor_data/index.toml': index('[2]') }))).tensor('s'),
    ).rejects.toMatchObject({ code: 'tensor/size-mismatch' });
    expect(codes(await built(carton({ ...files, 'tensor_data/index.toml': index('[9]') })))).toEqual([
      'tensor/size-mismatch',
    ]);
  });

  it('flags a name in MANIFEST that escapes', async () => {
    const { package: shown } = await built(carton(BASE, ['../x']));
    expect(codes(await built(carton(BASE, ['../x'])))).toEqual(
      expect.arrayContaining(['zip/unsafe-path', 'manifest/file-missing']),
    );
    expect(shown.files.find(({ path }) => path === '../x')).toMatchObject({ unsafe: true, hash: 'missing' });
  });

  it('takes anything called .carton, and anything with a carton.toml, whatever its name', async () => {
    expect((await built([{ name: 'a.txt', data: 'a' }])).package.format).toBe('carton');
    expect((await built(carton(BASE), 'model.zip')).package.format).toBe('carton');
    expect((await built([{ name: 'a.txt', data: 'a' }], 'model.zip')).package.format).toBe('zip');
  });

  it('opens an unpacked carton, with the same model hash', async () => {
    const entries = carton(BASE);
    const files = entries.map(({ name, data }) => ({
      path: `unpacked/${name}`,
      file: new File([typeof data === 'string' ? encodeUtf8(data) : ((data ?? '') as BlobPart)], String(name)),
    }));
    const folder = (await openPackage(folderContainer('unpacked', files))).package;
    const zip = (await built(entries)).package;
    expect(folder).toMatchObject({ format: 'carton', title: 'built', identity: zip.identity, findings: [] });
    expect(folder.files.map(({ path }) => path)).toEqual(zip.files.map(({ path }) => path));
  });

  describe('an unpacked model', () => {
    const two = '[runner]\nrunner_name = "noop"\nrequired_framework_version = "1"\n';
    const found = async (files: Record<string, string>, name?: string) => {
      const entries = Object.entries(files).map(([path, text]) => ({
        path: `m/${path}`,
        file: new File([text], path),
      }));
      const zip = () => built(Object.entries(files).map(([path, data]) => ({ name: path, data })));
      const { findings } = (name === undefined ? await openPackage(folderContainer('m', entries)) : await zip())
        .package;
      return findings.map(({ severity, code, message }) => `${severity} ${code} ${message}`);
    };
    const note = (added: string) => `info carton/unpacked The folder is not packed yet. Packing adds: ${added}.`;

    it('opens without an error with the two fields that the format requires', async () => {
      expect(await found({ 'carton.toml': two, 'model/a': 'a' })).toEqual([
        note('MANIFEST, tensor_data/index.toml, spec_version, runner.runner_compat_version'),
      ]);
      expect(
        await found({
          'carton.toml': `spec_version = 1\n${two}`,
          'model/a': 'a',
          'tensor_data/index.toml': 'tensor = []',
        }),
      ).toEqual([note('MANIFEST, runner.runner_compat_version')]);
    });

    it.each([
      ['the name of the runner', { 'carton.toml': two.replace(/runner_name.*\n/, '') }, 'schema/missing-field'],
      ['the index of its tensors', { 'carton.toml': two, 'tensor_data/a.bin': 'a' }, 'tensor/index-missing'],
      [
        'a tensor',
        { 'carton.toml': `[[self_test]]\ninputs = { x = "@tensor_data/x" }\n${two}` },
        'reference/tensor-missing',
      ],
      ['a version, and has a MANIFEST', { 'carton.toml': two, MANIFEST: '' }, 'schema/missing-field'],
      ['carton.toml', { MANIFEST: '' }, 'carton/toml-missing'],
    ])('is an error where it lacks %s', async (_, files, code) => {
      expect(await found({ ...files, 'model/a': 'a' })).toContainEqual(expect.stringContaining(`error ${code} `));
    });

    it('is an error in a zip', async () => {
      expect(
        (await found({ 'carton.toml': two, 'model/a': 'a' }, 'x.carton')).map((text) => text.split(' ')[1]),
      ).toEqual(['carton/manifest-missing', 'tensor/index-missing', 'schema/missing-field', 'schema/missing-field']);
    });
  });

  it('stops when it is canceled', async () => {
    const source = memorySource('built.carton', buildZip(carton(BASE)));
    await expect(openPackage(source, { signal: AbortSignal.abort() })).rejects.toMatchObject({ tag: 'cancelled' });
    const controller = new AbortController();
    const late: ByteSource = {
      ...source,
      read: async (start, end, signal) => {
        controller.abort();
        return source.read(start, end, signal);
      },
    };
    await expect(openPackage(late, { signal: controller.signal })).rejects.toMatchObject({ tag: 'cancelled' });
  });
});
