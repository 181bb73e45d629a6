import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Container } from '../../archive/container.ts';
import { type CheckItem, doneCount, type KnownOfPackage } from '../../model/checklist.ts';
import { plainText } from '../../model/run-facts.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { buildGguf, text } from '../../testing/builders/gguf-builder.ts';
import { mldefModel } from '../../testing/builders/mldef-builder.ts';
import { buildLibrary } from '../../testing/builders/model-library.ts';
import { buildNpy } from '../../testing/builders/numpy-files.ts';
import { manifestPath, manifestText, storeFolder } from '../../testing/builders/ollama-store.ts';
import {
  HEAD,
  linked,
  type Packed,
  packedCarton,
  python,
  RUNNER,
  SPECS,
  toml,
  WEIGHTS,
} from '../../testing/builders/packed-carton.ts';
import { buildSafetensors } from '../../testing/builders/safetensors-builder.ts';
import { buildTar } from '../../testing/builders/tar-builder.ts';
import { TORCH_ARCHIVE } from '../../testing/builders/torch-files.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { fixtureSource, hasFixtures } from '../../testing/fixtures.ts';
import { openPackage } from '../registry.ts';

const SAMPLE = fileURLToPath(new URL('../../../public/sample.carton', import.meta.url));
const NO_LINKS: KnownOfPackage['links'] = { all: 0, matching: 0, failed: 0, hosts: 0 };
const MATCHES: KnownOfPackage = { integrity: 'matches', links: NO_LINKS };

async function checklistOf(from: ByteSource | Container, known = MATCHES): Promise<CheckItem[]> {
  const open = await openPackage(from);
  return open.checklist({ known, search: 'usual', kept: new Map(), keyOf: () => undefined });
}

/** Each check by its name: `x` done, `!` needed, `?` not looked at, `-` missing, and what it says. */
function table(items: readonly CheckItem[]): Record<string, string> {
  return Object.fromEntries(
    items.map(({ check, done, matters, unseen, says }) => [
      check,
      `${done ? 'x' : matters ? '!' : unseen ? '?' : '-'} ${plainText(says)}`,
    ]),
  );
}

const open = (name: string, bytes: Uint8Array<ArrayBuffer>) => checklistOf(memorySource(name, bytes));
const carton = (packed: Packed, known?: KnownOfPackage) =>
  checklistOf(memorySource('a.carton', packedCarton(packed)), known);
const one = async (items: Promise<CheckItem[]>, check: string) =>
  (await items).find((item) => item.check === check) as CheckItem;

const SIXTEEN = [
  ...['rules', 'manifest', 'loads', 'license', 'summary', 'description', 'inputs', 'outputs', 'example', 'self-test'],
  ...['picture', 'homepage', 'versions', 'private', 'links', 'size'],
];

describe('the checklist of a carton', () => {
  it('has sixteen checks, and the sample has done all of them', async () => {
    const items = await open('sample.carton', new Uint8Array(readFileSync(SAMPLE)));
    expect(items.map(({ check }) => check)).toEqual(SIXTEEN);
    expect(items.filter(({ done }) => !done)).toEqual([]);
  });

  it.skipIf(!hasFixtures)('says of the official carton what is missing', async () => {
    expect(table(await checklistOf(fixtureSource('official.carton')))).toEqual({
      rules: 'x Meets the reader’s rules',
      manifest: 'x Every file matches MANIFEST',
      loads: 'x Has what its runner needs',
      license: '! No license',
      summary: 'x Short description',
      description: 'x Description',
      inputs: '! 7 inputs have no description',
      outputs: 'x Outputs described',
      example: 'x 1 example',
      'self-test': 'x 1 self-test',
      picture: 'x Picture',
      homepage: '- No homepage or repository',
      versions: 'x Required version',
      private: 'x No keys, caches or places found',
      links: 'x No links to check',
      size: 'x No large file is empty',
    });
  });

  it('says of a bare one all that is missing, with a place or an edit for each', async () => {
    const bare = { 'carton.toml': HEAD + python('').replace('"=1"', '">=3.8"'), 'misc/a.png': undefined };
    const items = await carton({ files: bare });
    expect(table(items)).toEqual({
      rules: 'x Meets the reader’s rules',
      manifest: 'x Every file matches MANIFEST',
      loads: '! Will not load: carton.lock is missing',
      license: '! No license',
      summary: '- No short description',
      description: '- No description',
      inputs: '! No inputs',
      outputs: '! No outputs',
      example: '- No example',
      'self-test': '- No self-test',
      picture: '- No picture',
      homepage: '- No homepage or repository',
      versions: '- The required version is open-ended',
      private: 'x No keys, caches or places found',
      links: 'x No links to check',
      size: 'x No large file is empty',
    });
    expect(items.filter(({ done, act, more }) => !done && !act && !more)).toEqual([]);
  });

  it('is there for one that cannot be read, and asks for nothing that nobody can do', async () => {
    const items = await carton({ files: { 'carton.toml': 'x = ' } });
    expect(table(items)).toMatchObject({ rules: '! 1 error', loads: '? What it needs is unknown' });
    expect(items.map(({ check }) => check)).toEqual(SIXTEEN);
  });

  it('gives the command that writes the lock file, and what it would pin', async () => {
    const files = { ...toml('', python('')).files, 'model/requirements.txt': 'numpy==1.25.0\ntorch\n' };
    const { more } = await one(carton({ files }), 'loads');
    expect(more?.text.map(plainText)[1]).toBe('It would pin numpy==1.25.0, torch, and what they need.');
    expect(more?.command).toContain('await carton.pack(');
    expect(more?.command).toContain('required_framework_version="=1"');
  });

  it.each<[string, string, Packed]>([
    ['rules', '! 1 error', toml('required_platforms = ["nowhere"]\n')],
    ['manifest', '- 1 file not in MANIFEST', { entries: [{ name: 'misc/new', data: 'x' }] }],
    ['license', '- The license is not an SPDX expression', toml('license = "apache-2.0"\n')],
    ['license', 'x License', toml('license = "MIT OR Apache-2.0"\n')],
    ['summary', '- The short description is too long', toml(`short_description = "${'x'.repeat(101)}"\n`)],
    ['description', '- 1 problem in the description', toml('model_description = "![a](@misc/none.png)"\n')],
    ['picture', 'x Picture', toml('model_description = "![a](@misc/a.png)"\n')],
    ['picture', '- No picture', toml('model_description = "![a](@misc/none.png)"\n')],
    ['homepage', 'x Homepage or repository', toml('repository = "https://example.org"\n')],
    ['homepage', '- No homepage or repository', toml('homepage = "x"\n')],
    ['homepage', '- No homepage or repository', toml('repository = "javascript:alert(1)"\n')],
    ['homepage', 'x Homepage or repository', toml('homepage = "x"\nrepository = "https://example.org"\n')],
    [
      'picture',
      '- No picture',
      {
        ...toml('model_description = "![](@misc/gone.png)"\n'),
        manifest: (lines) => `${lines}misc/gone.png=${WEIGHTS}\n`,
      },
    ],
    ['picture', '- No picture', toml('model_description = "![](https://)"\n')],
    ['picture', '- No picture', toml('model_description = "![](https://[a/b.png)"\n')],
    ['picture', 'x Picture', toml('model_description = "![](https://example.org/b.png)"\n')],
    ['summary', '- No short description', toml('short_description = "\\u200b \\u200d"\n')],
    ['description', '- No description', toml('model_description = "\\u200b\\n\\u2060"\n')],
    ['versions', 'x Required version', toml('', python('').replace('"=1"', '">=3.8, <4"'))],
    ['versions', '- The required version is open-ended', toml('', python('').replace('"=1"', '"*"'))],
    ['private', '- 1 file that does not belong in it', { files: { 'model/__pycache__/a.pyc': 'x' } }],
    ['private', '- a.py has a path from somebody’s computer', { files: { 'model/a.py': '"/Users/ada/a"' } }],
    ['private', '! .env may contain a secret', { files: { 'model/.env': 'x' } }],
    ['size', '- w.bin compresses to nearly nothing', { files: { 'model/w.bin': new Uint8Array(1 << 20) } }],
  ])('%s: %s', async (check, says, packed) => expect(table(await carton(packed))[check]).toBe(says));

  const cases = (input: string, output: string) => ({
    files: {
      'carton.toml': `${HEAD}${SPECS}[[example]]\ninputs = { ${input} }\nsample_out = { ${output} }
[[self_test]]\ninputs = { ${input} }\nexpected_out = { ${output} }\n${RUNNER}`,
    },
  });
  const [X, Y] = ['x = "@tensor_data/a"', 'y = "@tensor_data/s"'];

  it.each<[string, Packed, string?]>([
    ['what is there', cases(X, Y)],
    ['a tensor that is not', cases('x = "@tensor_data/none"', Y), 'The tensor none is missing'],
    ['a name that is not an input', cases('z = "@tensor_data/a"', Y), 'z is not an input of the schema'],
    ['a name that is not an output', cases(X, 'z = "@tensor_data/s"'), 'z is not an output of the schema'],
    [
      'a tensor without its file',
      { files: { ...cases(X, Y).files, 'tensor_data/tensor_0.bin': undefined } },
      'tensor_data/tensor_0.bin is missing',
    ],
  ])('looks at whether examples and self-tests refer to %s', async (_, packed, why) => {
    const items = await carton(packed);
    for (const name of ['example', 'self-test']) {
      const item = items.find(({ check }) => check === name);
      expect(item?.done).toBe(why === undefined);
      if (why !== undefined) expect(plainText(item?.why ?? [])).toBe(why);
    }
  });

  it('looks at whether examples refer to files that are there', async () => {
    const text = (path: string) =>
      `${HEAD}${SPECS}[[example]]\ninputs = { x = "${path}" }\nsample_out = { ${Y} }\n${RUNNER}`;
    const of = (path: string) => one(carton({ files: { 'carton.toml': text(path) } }), 'example');
    expect((await of('@misc/a.png')).done).toBe(true);
    expect(await of('@misc/none.png')).toMatchObject({ done: false, act: { to: { item: 'examples' } } });
    expect(plainText((await of('@misc/none.png')).why ?? [])).toBe('misc/none.png is missing');
  });

  it('says what was not looked at as such', async () => {
    const known = (integrity: KnownOfPackage['integrity'], links = NO_LINKS): KnownOfPackage => ({ integrity, links });
    const two = { all: 2, matching: 0, failed: 0, hosts: 2 };
    expect(table(await carton({}, known('unchecked', two)))).toMatchObject({
      manifest: '? Files not compared with MANIFEST',
      links: '? 2 links not checked',
    });
    expect(table(await carton({}, known('differs', { ...two, matching: 1, failed: 1 })))).toMatchObject({
      manifest: '! Not every file matches MANIFEST',
      links: '! 1 link does not lead to the file',
    });
    expect(table(await carton({}, known('checking', { ...two, matching: 2 })))).toMatchObject({
      manifest: '? Comparing files with MANIFEST',
      links: 'x Links',
    });
    expect((await one(carton(linked(''), known('matches', two)), 'links')).why).toEqual(['Asks 2 hosts']);
  });

  it('offers what one press can do', async () => {
    const actOf = async (packed: Packed, check: string) => (await one(carton(packed), check)).act;
    expect(await actOf(toml('license = "apache-2.0"\n'), 'license')).toMatchObject({ fix: { fixed: 'Apache-2.0' } });
    expect(await actOf(toml('', python('').replace('"=1"', '">=3.8"')), 'versions')).toMatchObject({
      fix: { fixed: '^3.8' },
    });
    expect(await actOf({ files: { 'model/__pycache__/a.pyc': 'x' } }, 'private')).toMatchObject({
      kind: 'remove',
      paths: ['model/__pycache__/a.pyc'],
    });
    const values = '{ x = "@tensor_data/a" }';
    const example = `[[example]]\ninputs = ${values}\nsample_out = { y = "@tensor_data/s" }\n`;
    expect(await actOf(toml('', example + python('')), 'self-test')).toMatchObject({ fix: { fix: 'self-test' } });
    const selfTest = `[[self_test]]\ninputs = ${values}\nexpected_out = { y = "@tensor_data/s" }\n`;
    expect(await actOf(toml('', selfTest + python('')), 'example')).toMatchObject({ fix: { fix: 'example' } });
  });
});

const CLEAN = ['x No errors', 'x No keys, caches or places found', 'x No large file is empty'];

describe('the checklist of other formats', () => {
  it('has for GGUF what its header can say', async () => {
    const keys = (more: Record<string, string>) =>
      buildGguf({
        keyValues: Object.entries({ 'general.architecture': 'llama', ...more }).map(([key, value]) => [
          key,
          text(value),
        ]),
      });
    expect(table(await open('a.gguf', keys({})))).toEqual({
      rules: 'x Meets the reader’s rules',
      license: '! No license',
      description: '- No description',
      homepage: '- No homepage or repository',
      private: 'x No keys or paths in its header',
      size: 'x No large file is empty',
    });
    const all = { 'general.license': 'mit', 'general.description': 'd', 'general.url': 'https://example.org' };
    expect(
      table(await open('a.gguf', keys({ ...all, 'quantize.imatrix.file': '/home/ada/imatrix.dat' }))),
    ).toMatchObject({
      license: '- The license is not an SPDX expression',
      description: 'x Description',
      homepage: 'x Homepage or repository',
      private: '- quantize.imatrix.file has a path from somebody’s computer',
    });
  });

  it('has for safetensors what its metadata can say', async () => {
    const file = (metadata: string) => buildSafetensors(`{"__metadata__":${metadata}}`, new Uint8Array(0));
    const bare = await open('a.safetensors', file('{}'));
    expect(table(bare)).toEqual({
      rules: 'x Meets the reader’s rules',
      license: '! No license',
      description: '- No description',
      private: 'x No keys or paths in its header',
      size: 'x No large file is empty',
    });
    expect(bare[1]?.act).toMatchObject({ kind: 'fix', fix: { field: 'license' } });
    const prefixed = await open('a.safetensors', file('{"modelspec.title":"t","modelspec.license":"MIT"}'));
    expect(table(prefixed)).toMatchObject({ license: 'x License', description: '- No description' });
    expect(prefixed[2]?.act).toMatchObject({ fix: { field: 'modelspec.description' } });
  });

  it('has for mldef what its manifest can say', async () => {
    expect(table(await open('a.mldef', mldefModel()))).toMatchObject({
      rules: 'x No errors',
      manifest: '- No SIGNATURE',
    });
    expect(doneCount(await open('a.mldef', mldefModel('{}', {})))).toBeGreaterThan(0);
    const bare = table(await open('a.mldef', mldefModel('{"model":{"name":"m"}}', {})));
    expect(bare).toMatchObject({ license: '! No license', inputs: '! No inputs', homepage: '- No homepage' });
  });

  it.each<[string, () => Promise<CheckItem[]>]>([
    ['zip', () => open('a.zip', buildZip([{ name: 'a', data: 'a' }]))],
    ['tar', () => open('a.tar', buildTar([{ name: 'a', data: 'a' }]))],
    ['tvm-mlf', () => open('a.tar', buildLibrary())],
    ['numpy', () => open('a.npy', buildNpy())],
    ['pickle', () => open('a.pt', TORCH_ARCHIVE as Uint8Array<ArrayBuffer>)],
    ['file', () => open('a.txt', new TextEncoder().encode('a'))],
  ])('has for %s what is true of any package', async (_, items) => {
    const [, ...rest] = CLEAN;
    const found = await items();
    expect(found.map(({ check }) => check)).toEqual(['rules', 'private', 'size']);
    expect(Object.values(table(found)).slice(1)).toEqual(rest);
    expect(found[0]?.done).toBe(true);
  });

  it('has for a folder of Ollama the same', async () => {
    const items = await checklistOf(storeFolder({ [manifestPath('m')]: manifestText([]) }));
    expect(items.map(({ check }) => check)).toEqual(['rules', 'private', 'size']);
  });
});
