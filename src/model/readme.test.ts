import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { MAX_README_BYTES } from '../base/limits.ts';
import { aboutWithReadme, parseReadme, readmePath } from './readme.ts';

const read = (text: string) => parseReadme('README.md', encodeUtf8(text));

describe('a README', () => {
  it('is at the top, in any case', () => {
    expect(readmePath(['docs/README.md', 'a.md', 'Readme.markdown'])).toBe('Readme.markdown');
    expect(readmePath(['docs/README.md', 'README.txt', 'README.md.bak'])).toBeUndefined();
  });

  it.each<[string, string, object]>([
    ['no front matter', '# Cats\r\n\r\ntext\r\n', { markdown: '# Cats\n\ntext' }],
    ['a license of SPDX in other case', '---\nlicense: apache-2.0\n---\n\n# Cats\n', { license: 'Apache-2.0' }],
    ['a license of SPDX in a list', '---\nlicense:\n- mit\n---\n', { license: 'MIT', markdown: '' }],
    ['a license that SPDX does not have', '---\nlicense: llama3.1\n---\nx', { license: 'llama3.1' }],
    [
      'a license with a name of its own',
      '---\nlicense: other\nlicense_name: my-license\n---\nx',
      { license: 'my-license' },
    ],
    ['a name', "\ufeff---\nmodel_name: 'Fine Cats'\nlicense: unknown\n---\nx", { name: 'Fine Cats' }],
    ['a name in an index', '---\nmodel-index:\n- name: "Cats"\n  results: []\n---\nx', { name: 'Cats' }],
  ])('is read with %s', async (_, text, expected) => {
    expect(await read(text)).toMatchObject({ path: 'README.md', ...expected });
  });

  it('is read with tags, a summary and links, and names its other keys', async () => {
    const card = 'summary: Sees cats\ntags: [cats, b]\npipeline_tag: b\nlanguage: en\nhomepage: https://h.example\n';
    expect(await read(`---\n${card}base_model: a/b\ndatasets:\n- c\n---\nx`)).toMatchObject({
      summary: 'Sees cats',
      tags: ['cats', 'b', 'en'],
      homepage: 'https://h.example',
      left: [{ what: 'Metadata of README.md', names: ['base_model', 'datasets'] }],
    });
    expect((await read('---\na: 1\na: 2\n---\nx'))?.left).toMatchObject([{ names: [] }]);
  });

  it('says nothing that it does not say', async () => {
    const none = { tags: [], left: [] };
    expect(await read('---\nlicense: unknown\n---\nx')).toEqual({ path: 'README.md', markdown: 'x', ...none });
    // Of several, nobody knows which one holds.
    expect((await read('---\nlicense: [mit, apache-2.0]\n---\nx'))?.license).toBeUndefined();
    expect((await read('---\nlicense: |\n  a\n  b\n---\nx'))?.license).toBeUndefined();
  });

  it('is not taken where it is too long or no text', async () => {
    expect(await parseReadme('README.md', Uint8Array.of(0xff, 0xfe))).toBeUndefined();
    expect(await read('x'.repeat(MAX_README_BYTES + 1))).toBeUndefined();
    expect(await read('x'.repeat(MAX_README_BYTES))).toBeDefined();
  });

  it('says only what nothing else says', () => {
    const about = { description: ' ', license: 'MIT', homepage: 'https://a.example', inputs: [], outputs: [] };
    const none = { tags: [], left: [] };
    const readme = { ...none, license: 'Apache-2.0', homepage: 'https://b.example', tags: ['a', 'b'] };
    expect(aboutWithReadme({ ...about, tags: ['b', 'c'] }, readme, 'text')).toEqual({
      ...about,
      description: 'text',
      tags: ['b', 'c', 'a'],
      left: [],
    });
    expect(aboutWithReadme(undefined, readme, 'text')).toEqual({
      description: 'text',
      license: 'Apache-2.0',
      homepage: 'https://b.example',
      inputs: [],
      outputs: [],
      tags: ['a', 'b'],
      left: [],
    });
    expect(aboutWithReadme({ ...about, description: 'own' }, none, 'text').description).toBe('own');
  });
});
