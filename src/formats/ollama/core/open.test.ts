import { describe, expect, it } from 'vitest';
import { type Container, folderContainer, sourceContainer } from '../../../archive/container.ts';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { memorySource } from '../../../source/memory.ts';
import {
  blobPath,
  configLayer,
  layerOf,
  manifestPath,
  manifestText,
  sha256Of,
  storeFolder,
} from '../../../testing/builders/ollama-store.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { type CountingSource, countingSource } from '../../../testing/counting-source.ts';
import { openPackage } from '../../registry.ts';
import { MAX_MANIFESTS_BYTES, MAX_TEXT_BYTES } from './limits.ts';
import type { OllamaOwn } from './own.ts';

const CONFIG = '{"model_format":"gguf","model_family":"llama","model_type":"8","file_type":"Q4_0"}';
const WEIGHTS = 'GGUF and then the weights';
const TEMPLATE = '{{ .Prompt }}';
const MANIFEST = manifestText([layerOf('model', WEIGHTS), layerOf('template', TEMPLATE)], configLayer(CONFIG));
const FILES = {
  [manifestPath('a')]: MANIFEST,
  [blobPath(CONFIG)]: CONFIG,
  [blobPath(WEIGHTS)]: WEIGHTS,
  [blobPath(TEMPLATE)]: TEMPLATE,
};

async function opened(container: Container) {
  const open = await openPackage(container);
  return { ...open, codes: open.package.findings.map(({ code }) => code), own: open.package.own as OllamaOwn };
}

/** A safetensors file with an empty header, as text. */
const SAFETENSORS = `\x02${'\0'.repeat(7)}{}`;

/** The files of a model that has one tensor. */
const tensorModel = (layer: object, blob: string) => ({
  [manifestPath('b')]: manifestText([layer], configLayer(CONFIG)),
  [blobPath(blob)]: blob,
});

describe('a folder of models', () => {
  it('shows a model with its layers, texts and configuration', async () => {
    const { package: pkg, codes, own } = await opened(storeFolder(FILES));
    expect(codes).toEqual([]);
    expect([pkg.format, pkg.title, own.kind]).toEqual(['ollama', 'a:latest', 'model']);
    expect(own.models[0]).toMatchObject({ id: sha256Of(MANIFEST).slice(0, 12), missing: 0, sharedBytes: 0 });
    expect(pkg.facts).toContainEqual({ label: 'Quantization', value: 'Q4_0' });
    expect(own.texts).toContainEqual({ sha256: sha256Of(TEMPLATE), text: TEMPLATE });
    expect(own.models[0]?.layers.map(({ label, state }) => [label, state])).toEqual([
      ['Model', 'here'],
      ['Template', 'here'],
      ['Configuration', 'here'],
    ]);
  });

  it('says so of a text that is too long to read', async () => {
    const long = `{{ if }}${'x'.repeat(MAX_TEXT_BYTES)}`;
    const manifest = manifestText([layerOf('model', WEIGHTS), layerOf('template', long)], configLayer(CONFIG));
    const { package: pkg } = await opened(
      storeFolder({ ...FILES, [manifestPath('a')]: manifest, [blobPath(long)]: long }),
    );
    expect(pkg.findings).toContainEqual(
      expect.objectContaining({ code: 'ollama/texts-unread', message: '1 of 2 texts was not read.' }),
    );
  });

  it('compares every file with the name of a blob, and takes the one that Ollama reads', async () => {
    const name = blobPath(WEIGHTS);
    for (const copy of [`a/${name.slice('blobs/'.length)}`, name.replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase())]) {
      const {
        verify,
        own,
        codes,
        package: { findings },
      } = await opened(storeFolder({ [copy]: WEIGHTS, ...FILES, [name]: 'not these' }));
      expect(codes, copy).toContain('ollama/duplicate-blob');
      // What is said is said of the one that Ollama does not read, whichever comes first.
      expect(findings.find(({ code }) => code === 'ollama/duplicate-blob')?.path).toBe(copy);
      expect(own.models[0]?.layers[0]?.path).toBe(name);
      expect(await verify?.({ onFile() {} })).toMatchObject({ files: 4, mismatches: [name] });
    }
  });

  it('does not say that a model runs here where its configuration is not read', async () => {
    const runsOf = async (config: string) => {
      const text = manifestText([layerOf('model', WEIGHTS)], configLayer(config));
      const files = { [manifestPath('a')]: text, [blobPath(WEIGHTS)]: WEIGHTS, [blobPath(config)]: config };
      return (await opened(storeFolder(files))).package.runs?.sentence;
    };
    expect(await runsOf('{}')).toBe('Loading it runs nothing');
    // Go takes a long s for an s.
    expect(await runsOf('{"remote_ho\u017ft":"evil.example"}')).toBe('Running it sends prompts to another host');
    const long = `{"remote_host":"evil.example","x":"${' '.repeat(MAX_TEXT_BYTES)}"}`;
    expect(await runsOf(long)).toBe('Where it runs is unknown');
    const alone = memorySource('latest', encodeUtf8(MANIFEST));
    expect((await opened(sourceContainer(alone))).package.runs?.sentence).toBe('Where it runs is unknown');
  });

  it('calls no blob unused where a manifest does not say what it names', async () => {
    const { codes, package: pkg } = await opened(
      storeFolder({ ...FILES, [manifestPath('b')]: '{', [blobPath('x')]: 'x' }),
    );
    expect(codes).toEqual(['ollama/bad-json']);
    expect(pkg.facts.map(({ label }) => label)).not.toContain('Unused blobs');
  });

  it('is verified by its digests: every blob, named or not', async () => {
    const damaged = storeFolder({ ...FILES, [blobPath(WEIGHTS)]: 'GGUF and then the weightz', [blobPath('x')]: 'x' });
    const { verify, package: pkg, codes } = await opened(damaged);
    expect(codes).toEqual(['ollama/unnamed-blob']);
    const verdicts = new Map<string, string>();
    const found = await verify?.({ onFile: ({ path, hash }) => verdicts.set(path, hash) });
    expect(found).toMatchObject({ files: 4, mismatches: [blobPath(WEIGHTS)] });
    expect(found?.findings.map(({ code }) => code)).toEqual(['ollama/digest-mismatch']);
    expect(Object.fromEntries(verdicts)).toEqual({
      [blobPath(CONFIG)]: 'verified',
      [blobPath(WEIGHTS)]: 'mismatch',
      [blobPath(TEMPLATE)]: 'verified',
      [blobPath('x')]: 'verified',
    });
    expect(pkg.files.find(({ path }) => path === manifestPath('a'))?.hash).toBe('none');
  });

  it('compares texts when it opens, and says so once', async () => {
    const { verify, codes, judgeHash, digested } = await opened(
      storeFolder({ ...FILES, [blobPath(TEMPLATE)]: '{{ .Promqt }}' }),
    );
    expect(codes).toEqual(['ollama/digest-mismatch']);
    const actual = digested?.get(blobPath(TEMPLATE)) ?? '';
    expect(judgeHash?.(blobPath(TEMPLATE), actual)).toMatchObject({ findings: [], verdicts: [{ hash: 'mismatch' }] });
    expect(await verify?.()).toMatchObject({ findings: [], mismatches: [blobPath(TEMPLATE)] });
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['a blob that is not there', { [blobPath(WEIGHTS)]: '' }, ['ollama/blob-missing']],
    [
      'an unfinished one',
      { [`${blobPath('y')}-partial`]: 'y', [`${blobPath('y')}-partial-0`]: '{}' },
      ['ollama/partial-blob', 'ollama/partial-blob'],
    ],
    ['a blob that is too short', { [blobPath(WEIGHTS)]: 'GGUF' }, ['ollama/size-mismatch']],
    [
      'parameters that are not an object',
      { [manifestPath('b')]: manifestText([layerOf('params', '[1]')], configLayer(CONFIG)), [blobPath('[1]')]: '[1]' },
      ['ollama/bad-params'],
    ],
    [
      'a template that is not in Go’s language',
      {
        [manifestPath('b')]: manifestText([layerOf('template', '{{ if }}')], configLayer(CONFIG)),
        [blobPath('{{ if }}')]: '{{ if }}',
      },
      ['ollama/bad-template'],
    ],
    // Ollama reads no layer whose media type it does not recognize.
    [
      'a template with a parameter',
      {
        [manifestPath('b')]: manifestText([layerOf('template; name=x', '{{ if }}')], configLayer(CONFIG)),
        [blobPath('{{ if }}')]: '{{ if }}',
      },
      ['ollama/type-parameters'],
    ],
    [
      'a blob in another folder',
      { [blobPath(WEIGHTS)]: '', [`x/y/sha256-${sha256Of(WEIGHTS)}`]: WEIGHTS },
      ['ollama/misplaced-blob'],
    ],
    [
      'a blob in capitals',
      { [blobPath(WEIGHTS)]: '', [`blobs/sha256-${sha256Of(WEIGHTS).toUpperCase()}`]: WEIGHTS },
      ['ollama/misplaced-blob'],
    ],
    ['a manifest at another depth', { 'manifests/h/n/m': MANIFEST }, ['ollama/wrong-depth']],
    ['a name that is not valid', { 'manifests/h/n/m/a b': MANIFEST }, ['ollama/bad-name']],
    [
      'files of the system',
      { 'manifests/.DS_Store': 'x', 'manifests/h/n/m/.DS_Store': 'x', 'manifests/x/notes': 'x' },
      [],
    ],
    [
      'a blob without its beginning',
      { [blobPath(WEIGHTS)]: '', [blobPath(WEIGHTS).replace('sha256-', '')]: WEIGHTS },
      ['ollama/blob-missing', 'ollama/misplaced-blob'],
    ],
    [
      'a Git LFS pointer in place of a manifest',
      { [manifestPath('b')]: `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256Of('')}\nsize 9\n` },
      ['ollama/lfs-pointer'],
    ],
    ['a hidden manifest, which is a bad name', { [manifestPath('a', '.b')]: MANIFEST }, ['ollama/bad-name']],
    [
      'an image of Docker among the manifests',
      {
        [manifestPath('b')]: manifestText(
          [{ ...layerOf('model', TEMPLATE), mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip' }],
          configLayer(CONFIG),
        ),
      },
      ['ollama/image-manifest', 'ollama/foreign-layer'],
    ],
    [
      'tensors whose types are fields',
      {
        [manifestPath('b')]: manifestText(
          [{ ...layerOf('tensor', 'abcd'), name: 'w', dtype: 'F32', shape: [1] }],
          configLayer(CONFIG),
        ),
        [blobPath('abcd')]: 'abcd',
      },
      ['ollama/tensor-fields'],
    ],
    [
      'a tensor whose blob is neither of its size nor a safetensors file',
      tensorModel({ ...layerOf('tensor; name=w; dtype=F32; shape=2', 'abcd') }, 'abcd'),
      ['tensor/size-mismatch', 'ollama/type-parameters'],
    ],
    [
      'a tensor that says no type, and whose blob does not either',
      tensorModel({ ...layerOf('tensor', 'abcdefghij'), name: 'w' }, 'abcdefghij'),
      ['ollama/tensor-blob'],
    ],
    [
      'a tensor that says no type',
      tensorModel(layerOf('tensor; name=w; shape=1', 'abcd'), 'abcd'),
      ['ollama/tensor-incomplete', 'ollama/type-parameters'],
    ],
    ['a tensor in a safetensors file', tensorModel({ ...layerOf('tensor', SAFETENSORS), name: 'w' }, SAFETENSORS), []],
    [
      'a model without a configuration',
      { [manifestPath('b')]: manifestText([layerOf('template', TEMPLATE)]) },
      ['ollama/no-config'],
    ],
    [
      'a blob whose name is all in capitals',
      { [blobPath(WEIGHTS)]: '', [`blobs/SHA256-${sha256Of(WEIGHTS).toUpperCase()}`]: WEIGHTS },
      ['ollama/blob-missing', 'ollama/misplaced-blob'],
    ],
    ['a colon in the name of a blob', { [blobPath('x').replace('-', ':')]: 'x' }, ['ollama/unnamed-blob']],
  ])('reports %s', async (_, more, codes) => {
    const files = Object.fromEntries(Object.entries({ ...FILES, ...more }).filter(([, content]) => content !== ''));
    expect((await opened(storeFolder(files))).codes).toEqual(codes);
  });

  it('gives texts and what is wrong with them in the order of the layers, whichever is read first', async () => {
    const wrong = Array.from({ length: 8 }, (_, at) => '{'.padEnd(60_000 >> (2 * at), ' '));
    const manifest = manifestText(
      wrong.map((text) => layerOf('params', text)),
      configLayer(CONFIG),
    );
    const blobs = Object.fromEntries(wrong.map((text) => [blobPath(text), text]));
    const files = { [manifestPath('a')]: manifest, [blobPath(CONFIG)]: CONFIG, ...blobs };
    const { own, package: pkg } = await opened(storeFolder(files));
    expect(own.texts.map(({ text }) => text.length)).toEqual([...wrong, CONFIG].map(({ length }) => length));
    expect(pkg.findings.map(({ path }) => path)).toEqual(wrong.map(blobPath));
  });

  it('names Git LFS pointers instead of blobs, and takes the sizes that these state', async () => {
    const pointer = (content: string, size: number) =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256Of(content)}\nsize ${size}\n`;
    const pointers = { [blobPath(WEIGHTS)]: pointer(WEIGHTS, 25), [blobPath(TEMPLATE)]: pointer('other', 7) };
    const { codes, own, verify, package: pkg } = await opened(storeFolder({ ...FILES, ...pointers }));
    expect(codes).toEqual(['ollama/lfs-pointer', 'ollama/lfs-pointer', 'ollama/size-mismatch']);
    expect(pkg.findings.map(({ message }) => message.replace(/[0-9a-f]{64}/g, 'x'))).toEqual([
      '“sha256-x” is a Git LFS pointer. The file itself has 25 bytes.',
      '“sha256-x” is a Git LFS pointer. The file itself has 7 bytes, and its SHA-256 differs from its name: x.',
      '“sha256-x” has 7 bytes. The manifest says 13.',
    ]);
    expect(own.models[0]?.layers.map(({ note }) => note)).toEqual(['Git LFS pointer', 'Git LFS pointer', undefined]);
    expect(own.texts.map(({ text }) => text)).toEqual([CONFIG]);
    expect(pkg.files.some(({ isPackage }) => isPackage)).toBe(false);
    expect((await verify?.())?.mismatches.sort()).toEqual(Object.keys(pointers).sort());
  });

  it.each([
    ['501M', 'F32', 27_000, ['ollama/parameter-count']],
    ['27K', 'F32', 108_000, []],
    // The bits of Q4_K_M are those of most weights, and the number is rounded.
    ['27.5K', 'Q4_K_M', 13_000, []],
    ['1.5B', 'unknown', 1_000_000, ['ollama/parameter-count']],
    ['27k', 'F32', 108_000, []],
    ['8x7B', 'F32', 108_000, ['ollama/parameter-count']],
    ['unknown', 'F32', 1, []],
    ['many', 'F32', 1, ['ollama/bad-count']],
    ['-5M', 'F32', 1, ['ollama/bad-count']],
    ['12', 'F32', 300_000_000, ['ollama/more-weights']],
  ])('compares %s parameters in %s with the bytes of the weights', async (count, type, bytes, codes) => {
    const config = JSON.stringify({ model_type: count, file_type: type });
    const weights = 'w'.repeat(bytes);
    const files = {
      [manifestPath('a')]: manifestText([layerOf('model', weights)], configLayer(config)),
      [blobPath(weights)]: weights,
      [blobPath(config)]: config,
    };
    expect((await opened(storeFolder(files))).codes).toEqual(codes);
  });

  it('lists models with what they share, and what nobody names', async () => {
    const files = {
      ...FILES,
      [manifestPath('b', '1')]: manifestText([layerOf('model', WEIGHTS), layerOf('system', 'Be kind')]),
      [blobPath('Be kind')]: 'Be kind',
      [blobPath('left over')]: 'left over',
    };
    const { own, package: pkg } = await opened(storeFolder(files));
    expect(own.models.map(({ title, aloneBytes, sharedBytes }) => [title, aloneBytes, sharedBytes])).toEqual([
      ['a:latest', TEMPLATE.length + CONFIG.length, WEIGHTS.length],
      ['b:1', 7, WEIGHTS.length],
    ]);
    expect(own.unnamed).toEqual({ count: 1, bytes: 9, paths: [blobPath('left over')] });
    expect(pkg.panels).toMatchObject([
      { title: 'Models', rows: [{ label: 'a:latest', stored: true }, { label: 'b:1' }] },
    ]);
    expect(pkg.files.filter(({ isPackage }) => isPackage).map(({ path }) => path)).toEqual([blobPath(WEIGHTS)]);
  });

  it('is found in a zip, in a folder above it, and as several files', async () => {
    const zip = buildZip(Object.entries(FILES).map(([path, data]) => ({ name: `x/models/${path}`, data })));
    const zipped = await opened(sourceContainer(memorySource('models.zip', zip)));
    expect([zipped.package.format, zipped.codes]).toEqual(['ollama', []]);
    expect(await zipped.verify?.()).toMatchObject({ files: 3, mismatches: [] });
    const loose = folderContainer(
      'Several files',
      Object.entries(FILES).map(([path, content]) => {
        const name = path.split('/').at(-1) ?? path;
        return { path: name, file: new File([content], name) };
      }),
    );
    const several = await opened(loose);
    expect([several.package.title, several.own.kind, several.codes]).toEqual(['latest', 'model', []]);
  });
});

describe('a manifest alone', () => {
  it('is known by its content and says what it needs', async () => {
    const { package: pkg, codes, own } = await opened(sourceContainer(memorySource('latest', encodeUtf8(MANIFEST))));
    expect([pkg.format, pkg.can.verify, own.kind, codes]).toEqual([
      'ollama',
      false,
      'manifest',
      ['ollama/blobs-elsewhere'],
    ]);
  });

  it.each([
    [
      'an image of Docker',
      '{"config":{"mediaType":"application/vnd.docker.container.image.v1+json"},"layers":[{"mediaType":"application/vnd.docker.image.rootfs.diff.tar.gzip"}]}',
    ],
    ['other JSON', '{"layers":[1,2,3]}'],
    ['a text about it', 'application/vnd.ollama.image.model'],
  ])('is not %s', async (_, text) => {
    expect((await opened(sourceContainer(memorySource('x', encodeUtf8(text))))).package.format).toBe('file');
  });
});

it.each([
  ['of the weights only whether they are GGUF', undefined, [{ kind: 'read', start: 0, end: 4 }]],
  ['nothing of weights on a host', 'h.example', []],
])('reads %s', async (_, servedFrom, accesses) => {
  const weights = countingSource(memorySource('w', encodeUtf8('w'.repeat(200_000))));
  const folder = storeFolder(FILES);
  const archive = await folder.archive();
  if (!archive) throw new Error('no archive');
  const source = { ...weights, servedFrom };
  const counted: Container = {
    ...folder,
    archive: async () => ({ ...archive, open: (path) => (path === blobPath(WEIGHTS) ? source : archive.open(path)) }),
  };
  await openPackage(counted);
  expect(weights.accesses).toEqual(accesses);
});

it('reads files that may be manifests once, and no more of them than all manifests may have', async () => {
  // Each may be one by its first bytes, and is long.
  const long = `{"layers":[],${' '.repeat(1_500_000)}"a":1}`;
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, long]));
  const folder = storeFolder({ ...FILES, ...files });
  const archive = await folder.archive();
  if (!archive) throw new Error('no archive');
  const sources: CountingSource[] = [];
  const counted: Container = {
    ...folder,
    archive: async () => ({
      ...archive,
      open(path) {
        const source = archive.open(path);
        if (!source || !path.startsWith('f')) return source;
        sources.push(countingSource(source));
        return sources.at(-1);
      },
    }),
  };
  const { package: pkg, codes } = await opened(counted);
  expect([pkg.title, codes]).toEqual(['a:latest', ['ollama/too-many-manifests']]);
  const read = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(read).toBeGreaterThan(MAX_MANIFESTS_BYTES / 2);
  expect(read).toBeLessThan(MAX_MANIFESTS_BYTES + 60 * 4096);
});

it('names the tensors of two models by their files where their titles are the same', async () => {
  const [one, two] = [1, 2].map((value) => new Uint8Array(Float32Array.of(value).buffer));
  const manifestOf = (data: Uint8Array) =>
    manifestText([{ ...layerOf('tensor', data), name: 'w', dtype: 'F32', shape: [1] }]);
  const { tensor, package: pkg } = await opened(
    storeFolder({
      [manifestPath('m')]: manifestOf(one as Uint8Array),
      'a/m:latest': manifestOf(two as Uint8Array),
      [blobPath(one as Uint8Array)]: one as Uint8Array<ArrayBuffer>,
      [blobPath(two as Uint8Array)]: two as Uint8Array<ArrayBuffer>,
    }),
  );
  const names = pkg.tensors.map(({ name }) => name);
  expect(names).toHaveLength(2);
  const values = await Promise.all(names.map(async (name) => [...(await (await tensor(name)).read(0, 1))][0]));
  expect(values.sort()).toEqual([1, 2]);
});

it('gives the values of tensors that are layers', async () => {
  const data = new Uint8Array(Float32Array.of(1.5, -2, 3, 4).buffer);
  const type = (name: string, dtype: string) => `tensor; name=${name}; dtype=${dtype}; shape=2,2`;
  const { package: pkg, tensor } = await opened(
    storeFolder({
      [manifestPath('t')]: manifestText([layerOf(type('a', 'F32'), data), layerOf(type('b', 'F64'), data)]),
      [blobPath(data)]: data,
    }),
  );
  expect(pkg.tensors.map(({ name, dtype, shape, problem }) => [name, dtype, shape, problem === undefined])).toEqual([
    ['a', 'float32', [2n, 2n], true],
    ['b', 'float64', [2n, 2n], false],
  ]);
  expect([...(await (await tensor('a')).read(0, 4))]).toEqual([1.5, -2, 3, 4]);
  await expect(tensor('b')).rejects.toMatchObject({ code: 'tensor/size-mismatch' });
});

it('looks at few files of an archive on a host, and at none if it has no blobs', async () => {
  const others = Array.from({ length: 40 }, (_, at) => ({ name: `k8s/manifests/${at}.yaml`, data: `a: ${at}\n` }));
  const zip = buildZip([...others, { name: 'readme', data: '{"layers":[]}' }]);
  const host = (bytes: Uint8Array) => {
    const source = countingSource(memorySource('a.zip', bytes));
    return { source, container: { ...sourceContainer(source), servedFrom: 'h.example' } };
  };
  const repository = host(zip);
  expect((await openPackage(repository.container)).package.format).toBe('zip');
  const plain = host(zip);
  await plain.container.archive();
  expect(repository.source.accesses.length - plain.source.accesses.length).toBeLessThan(20);
});
