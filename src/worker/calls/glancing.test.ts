import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderContainer, sourceContainer } from '../../archive/container.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { type ArrangedItem, arrange } from '../../formats/arrangement.ts';
import { memorySource } from '../../source/memory.ts';
import { remoteSource } from '../../source/remote.ts';
import { unaskedFetch } from '../../source/request.ts';
import { buildSafetensors, entryText } from '../../testing/builders/safetensors-builder.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { fixture, fixturePath, hasFixtures } from '../../testing/fixtures.ts';
import { callsInThread } from '../../testing/worker-calls.ts';

const ASK = { descriptor: { kind: 'file', file: new File([], 'a') } } as const;

/** Loading it calls os.system. */
const DANGEROUS = encodeUtf8("cos\nsystem\n(S'id'\ntR.");

const WEIGHTS = buildSafetensors(`{${entryText('a', 'F16', [2, 3], 0, 12)}}`.padEnd(64), 12);

describe('the row of a package', () => {
  it('says what it is, and that it was looked through', async () => {
    const container = memorySource('a.safetensors', WEIGHTS);
    expect(await callsInThread({ container }).call('glance', ASK)).toMatchObject({
      format: 'safetensors',
      parameters: 6n,
      type: 'float16',
      size: WEIGHTS.length,
      worst: 'none',
      runs: { tone: 'ok', says: 'Loading it runs nothing' },
      // Its values were not looked at.
      most: { tone: 'quiet', says: 'No problems in the header' },
    });
  });

  it('says of what is on a host only what was read', async () => {
    const container = { ...memorySource('a.safetensors', WEIGHTS), servedFrom: 'h.example' };
    expect(await callsInThread({ container }).call('glance', ASK)).toMatchObject({
      worst: 'unread',
      parameters: 6n,
      most: { tone: 'quiet', says: 'Not looked at' },
      runs: { tone: 'quiet' },
    });
  });

  it.each([
    ['a pickle', sourceContainer(memorySource('a.bin', DANGEROUS))],
    ['an archive', sourceContainer(memorySource('a.zip', buildZip([{ name: 'x/a.pkl', data: DANGEROUS }])))],
    ['a folder', folderContainer('m', [{ path: 'm/a.pkl', file: new File([DANGEROUS], 'a.pkl') }])],
  ])('says without a press that %s does harm', async (_, container) => {
    const row = await callsInThread({ container }).call('glance', ASK);
    expect(row).toMatchObject({ worst: 'error', runs: { tone: 'error' }, most: { tone: 'error' } });
    expect(row.most.says).toContain('os.system');
  });

  it('has what is said of weights by the files beside them', async () => {
    const text = '---\nlicense: apache-2.0\npipeline_tag: text-generation\nmodel_name: Tiny\n---\n# Tiny';
    const file = (name: string, data: BlobPart) => ({ path: `m/${name}`, file: new File([data], name) });
    const read = (config: string) =>
      callsInThread({
        container: folderContainer('m', [
          file('config.json', config),
          file('README.md', text),
          file('model.safetensors', WEIGHTS),
        ]),
      }).call('glance', ASK);
    const said = { title: 'Tiny', license: 'Apache-2.0', task: 'text-generation' };
    expect(await read('{"architectures":["TinyForCausalLM"],"model_type":"tiny"}')).toMatchObject({
      ...said,
      format: 'safetensors',
      architecture: 'tiny',
      parameters: 6n,
    });
    for (const config of ['', '[', 'null', '[1]', '{"model_type":5}'])
      expect(await read(config)).toMatchObject({ ...said, architecture: undefined });
  });

  it('releases what it has opened, also where that fails', async () => {
    let released = 0;
    const release = () => void released++;
    await callsInThread({ container: memorySource('a.bin', DANGEROUS), release }).call('glance', ASK);
    const broken = callsInThread({ container: memorySource('a.carton', encodeUtf8('no')), release });
    await expect(broken.call('glance', ASK)).rejects.toMatchObject({ code: 'zip/not-a-zip' });
    expect(released).toBe(2);
  });

  it('takes no more requests than it may', async () => {
    let asked = 0;
    const host = unaskedFetch({ times: 2, areLed: false }, async () => {
      asked++;
      return new Response('x', { status: 206, headers: { 'Content-Range': 'bytes 0-0/9000000' } });
    });
    const source = await remoteSource('https://h.example/a.carton', { fetch: host, headBytes: 1 });
    await expect(source.read(5_000_000, 5_000_001)).rejects.toBeDefined();
    await expect(source.read(1_000_000, 1_000_001)).rejects.toMatchObject({ code: 'source/not-asked' });
    expect(asked).toBe(2);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(fixturePath(folder)).flatMap((name) => {
    const path = join(folder, name);
    return statSync(fixturePath(path)).isDirectory() ? filesBelow(path) : [path];
  });
}

function containerOf({ path, folder, files }: ArrangedItem<{ path: string }>) {
  const from = folder.lastIndexOf('/', folder.length - 2) + 1;
  const fileAt = (at: string) => ({ path: at.slice(from), file: new File([fixture(at)], basename(at)) });
  if (folder === '') return sourceContainer(memorySource(basename(path), fixture(path)));
  return folderContainer(
    basename(folder),
    files.map((file) => fileAt(file.path)),
  );
}

describe.skipIf(!hasFixtures)('the shelf of the fixtures', () => {
  it('has a row of every file, of each format, with the worst of it', async () => {
    const arranged = arrange(filesBelow('.').map((path) => ({ path })));
    if (arranged.kind !== 'shelf') throw new Error(arranged.kind);
    const found = new Map<string, string>();
    for (const item of arranged.items) {
      const reading = callsInThread({ container: containerOf(item) }).call('glance', ASK);
      const said = await reading.then(
        ({ format, worst }) => `${format} ${worst}`,
        ({ code }) => `failed ${code}`,
      );
      found.set(item.path, said);
    }
    const formats = new Set([...found.values()].map((said) => said.split(' ')[0]));
    for (const format of ['carton', 'safetensors', 'gguf', 'tvm-mlf', 'mldef', 'ollama', 'pickle', 'file'])
      expect(formats).toContain(format);
    expect(Object.fromEntries(found)).toMatchObject({
      'official.carton': expect.stringMatching(/^carton /),
      'carton/linked.carton': 'carton warning',
      'carton/hostile/hash-mismatch.carton': 'carton error',
      'carton/hostile/empty.carton': 'failed zip/not-a-zip',
      'neighbours/gguf/gguf-good-v2.gguf': 'gguf none',
      'neighbours/gguf/gguf-fugg.gguf': 'gguf error',
      'neighbours/safetensors/st-5-bytes.safetensors': 'failed safetensors/too-short',
      'neighbours/sharded/ix-twice/model.safetensors.index.json': 'safetensors error',
      'neighbours/mldef/md-signature.mldef': 'mldef info',
      'neighbours/mlf/mlf-good-v7.tar': 'tvm-mlf info',
      'neighbours/ollama/ol-two-models-share/models': 'ollama none',
      'pickles/us2_second.pkl': 'pickle error',
      'pickles/poly_gguf_zip.zip': 'gguf error',
      'real/ollama': 'ollama info',
    });
  });
});
