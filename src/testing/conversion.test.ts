import { describe, expect, it } from 'vitest';
import { type Container, sourceContainer } from '../archive/container.ts';
import { CARTON_MAKER } from '../formats/carton/core/make/maker.ts';
import { MLDEF_MAKER } from '../formats/mldef/core/maker.ts';
import { openPackage } from '../formats/registry.ts';
import { aboutPackage, leftText } from '../model/conversion.ts';
import { memorySource } from '../source/memory.ts';
import { buildGguf, text, texts } from './builders/gguf-builder.ts';
import { mldefModel } from './builders/mldef-builder.ts';
import { blobPath, configLayer, layerOf, manifestPath, manifestText, storeFolder } from './builders/ollama-store.ts';
import { buildSafetensors } from './builders/safetensors-builder.ts';
import { fixtureSource, hasFixtures } from './fixtures.ts';

const file = (name: string, bytes: Uint8Array) => sourceContainer(memorySource(name, bytes));

/** What a new carton says of a package, its carton.toml, and what it leaves behind. */
async function converted(container: Container) {
  const { package: pkg } = await openPackage(container);
  const about = aboutPackage(pkg);
  const choice = { kind: 'noop', name: 'n', fields: {}, fromNothing: false, about };
  const toml = (await CARTON_MAKER.texts(choice, () => undefined, [])).get('carton.toml') ?? '';
  const left = [...(about.left ?? []), ...CARTON_MAKER.leaves(about)].map(leftText);
  return { pkg, about, toml, left };
}

describe('a new carton with', () => {
  it('a GGUF file says what its general keys say, and names the others', async () => {
    const bytes = buildGguf({
      keyValues: [
        ['general.architecture', text('llama')],
        ['general.name', text('Tiny')],
        ['general.author', text('A. Author')],
        ['general.license.name', text('My terms')],
        ['general.description', text('A *small* model')],
        ['general.url', text('https://h.example/tiny')],
        ['general.repo_url', text('git@h.example:repo')],
        ['general.tags', texts(['chat', 'en_US'])],
        ['llama.block_count', text('2')],
      ],
      tensors: [{ name: 'w', type: 'F32', ne: [1] }],
    });
    const { toml, left } = await converted(file('m.gguf', bytes));
    expect(toml).toContain('license = "My terms"');
    expect(toml).toContain('homepage = "https://h.example/tiny"');
    expect(toml).toMatch(/A \*small\* model\n\nTags: chat, en\\\\?_US/);
    expect(left).toEqual([
      'Metadata of the model (general.architecture, general.author). A new package has no place for them. They stay in the file.',
      'Key-values of the architecture and the tokenizer (llama.block_count). A new package has no place for them. They stay in the file.',
      'Repository (git@h.example:repo). It is not a URL that begins with https://.',
    ]);
  });

  it('a safetensors file says what its metadata says, and names its other keys', async () => {
    const metadata = {
      format: 'pt',
      'modelspec.title': 'Fine',
      'modelspec.license': 'MIT',
      'modelspec.tags': 'a, b ,',
      description: ' ',
    };
    const bytes = buildSafetensors(JSON.stringify({ __metadata__: metadata }));
    const { pkg, about, left } = await converted(file('m.safetensors', bytes));
    expect(pkg.conversion?.title).toBe('Fine');
    expect(about).toMatchObject({ license: 'MIT', tags: ['a', 'b'], description: undefined });
    expect(left).toEqual([
      'Metadata of the header (format, description). A new package has no place for them. They stay in the file.',
    ]);
  });

  it('an mldef model has its node ranges as schema, with all that they say', async () => {
    const { toml, left, about } = await converted(file('a.mldef', mldefModel()));
    expect(about).toMatchObject({
      summary: 'Says when to heat',
      tags: ['home', 'energy'],
      inputs: [
        {
          name: 'room',
          dtype: 'float64',
          shape: [2n],
          description: 'Temperatures of two rooms. In kelvin, normalized as x × 0.1, error values: missing -1.',
        },
      ],
      notes: ['The types of inputs and outputs are float64, as the data files have: an mldef model declares none.'],
    });
    expect(toml).toMatch(/\[\[output\]\]\nname = "heat"\ndtype = "float64"\nshape = \[1\]/);
    expect(left).toEqual([
      'Author (A. Author, a@example.com). A new package has no place for it. It stays in manifest.json.',
      'License file (license.txt). It is a file of the package, and does not say which license it is.',
      'Layers (in, hidden, out). How they use the data files stays in manifest.json.',
    ]);
  });

  it('a model of Ollama has its texts as the description, and its license', async () => {
    const CONFIG = '{"model_family":"llama"}';
    const TEMPLATE = 'a ``` b';
    const LICENSE = ' \n   Apache License\n   Version 2.0, January 2004\n';
    const SYSTEM = 'Be kind.\n';
    const layers = [layerOf('template', TEMPLATE), layerOf('license', LICENSE), layerOf('system', SYSTEM)];
    const { about, left } = await converted(
      storeFolder({
        [manifestPath('a')]: manifestText(layers, configLayer(CONFIG)),
        ...Object.fromEntries([CONFIG, TEMPLATE, LICENSE, SYSTEM].map((of) => [blobPath(of), of])),
      }),
    );
    expect(about.license).toBe('Apache-2.0');
    expect(about.description).toBe(
      '## System message\n\n```text\nBe kind.\n```\n\n## Template\n\n````text\na ``` b\n````',
    );
    expect(left).toEqual(['Configuration (Family). A new package has no place for it. It stays in its file.']);
    const own = 'LLAMA 3.2 COMMUNITY LICENSE AGREEMENT\n…';
    const other = await converted(
      storeFolder({ [manifestPath('a')]: manifestText([layerOf('license', own)]), [blobPath(own)]: own }),
    );
    expect(other.about.license).toBeUndefined();
    expect(other.left[0]).toMatch(/^License \(LLAMA 3\.2 COMMUNITY LICENSE AGREEMENT …\)\. Its text is not one/);
  });

  it.skipIf(!hasFixtures)('a library of TVM declares any shape where it has none', async () => {
    const { toml, about, left } = await converted(sourceContainer(fixtureSource('neighbours/mlf/mlf-good-v7.tar')));
    expect(about.inputs.length + about.outputs.length).toBeGreaterThan(0);
    expect(toml).toContain('[[input]]');
    expect(left.join()).toContain('Facts of the library');
  });
});

describe('a maker says what has no place', () => {
  const about = {
    summary: 'x'.repeat(200),
    license: 'MIT',
    repository: 'https://r.example',
    homepage: 'https://h.example',
    description: 'd',
    tags: ['a, b', 'c'],
    inputs: [{ name: 'x', dtype: 'Q4_K', shape: ['n'] }],
    outputs: [],
  };

  it('in a carton', () => {
    expect(CARTON_MAKER.leaves(about).map(leftText)).toEqual([
      'Inputs and outputs (x). A carton declares all of them or none, each with a name, a type and a shape.',
      'The end of the summary. short_description has at most 100 characters.',
    ]);
  });

  it('in a manifest of mldef, which has tags', async () => {
    expect(MLDEF_MAKER.leaves(about).map(({ what }) => what)).toEqual([
      'License',
      'Summary',
      'Repository',
      'Types',
      'Shapes',
    ]);
    const choice = { kind: 'unsigned', name: 'n', fields: {}, fromNothing: false, about };
    const texts = await MLDEF_MAKER.texts(choice, () => undefined, []);
    expect(JSON.parse(texts.get('manifest.json') ?? '').Model).toMatchObject({ Tags: 'a  b, c' });
  });
});
