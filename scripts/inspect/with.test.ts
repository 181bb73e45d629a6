import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPackage } from '../../src/formats/registry.ts';
import { buildSafetensors, entryText } from '../../src/testing/builders/safetensors-builder.ts';
import { fixturePath, hasFixtures } from '../../src/testing/fixtures.ts';
import { inspect } from '../../src/testing/inspected.ts';
import { openLocation } from './source.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const SAMPLE = 'public/sample.carton';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-with-'));
  await writeFile(at('added.txt'), 'added');
  await writeFile(at('other.txt'), 'other, and longer');
  await writeFile(
    at('main.py'),
    'import urllib.request\n\n\ndef get_model():\n    return urllib.request.urlopen("https://new.example")\n',
  );
});
afterAll(() => rm(folder, { recursive: true }));

interface Told {
  differs: boolean;
  callers: { breaks: string; name?: string; text: string }[];
  runs: { change: string; what: string; text: string }[];
  fields: { diff: string; path: string }[];
  files: { same: number; unread: number; diffs: { diff: string; path: string; from?: string }[] };
  tensors: { diff: string; name: string; from?: string }[];
}

/** How two files differ, and the exit code. */
async function told(a: string, b: string, ...more: string[]): Promise<Told & { code: number }> {
  const { code, out } = await inspect(a, '--with', b, '--json', ...more);
  return { ...(JSON.parse(out) as Told), code };
}

let count = 0;

/** The file with changes, as a new one. */
async function changed(file: string, ...orders: string[]): Promise<string> {
  const ending = /\.[a-z]+$/.exec(file)?.[0] ?? '';
  const out = at(`changed-${count++}${ending}`);
  const done = await inspect(file, ...orders, '--out', out, '--force');
  expect(done.err).toBe('');
  return out;
}

/** All that differs: "changed carton.toml", fields before files before tensors. */
function items({ fields, files, tensors }: Told): string[] {
  return [
    ...fields.map(({ diff, path }) => `field ${diff} ${path}`),
    ...files.diffs.map(({ diff, path, from }) => [diff, from, path].filter(Boolean).join(' ')),
    ...tensors.map(({ diff, name, from }) => [`tensor ${diff}`, from, name].filter(Boolean).join(' ')),
  ];
}

test('a package and itself are the same: nothing is told, and it passes', async () => {
  const { code, differs, files, ...found } = await told(SAMPLE, SAMPLE);
  expect([code, differs, items({ code, differs, files, ...found } as Told)]).toEqual([0, false, []]);
  expect(files.same).toBe(22);
});

describe('each kind of change is told, and nothing more', () => {
  test.each<[string, string[], string[]]>([
    ['a file added', ['--put', 'misc/new.txt=added.txt'], ['added misc/new.txt']],
    ['a file replaced', ['--put', 'model/requirements.txt=other.txt'], ['changed model/requirements.txt']],
    [
      'a file renamed',
      ['--rename', 'model/main.py=model/core.py'],
      ['field changed runner.opts.entrypoint_package', 'changed carton.toml', 'moved model/main.py model/core.py'],
    ],
    ['a file removed', ['--remove', 'model/requirements.txt'], ['removed model/requirements.txt']],
    [
      'a field set',
      ['--set', 'short_description="Another"'],
      ['field changed short_description', 'changed carton.toml'],
    ],
    ['a field added', ['--set', 'runner.opts.threads=4'], ['field added runner.opts.threads', 'changed carton.toml']],
  ])('%s', async (_, orders, expected) => {
    const found = await told(
      SAMPLE,
      await changed(SAMPLE, ...orders.map((order) => order.replace(/=(\w+\.txt)$/, (_all, name) => `=${at(name)}`))),
    );
    expect(items(found)).toEqual(expected);
    expect(found.code).toBe(1);
  });

  test('a tensor of another type, one that is gone and one that is new', async () => {
    const a = at('a.safetensors');
    const b = at('b.safetensors');
    await writeFile(
      a,
      buildSafetensors(`{${[entryText('w', 'F32', [2], 0, 8), entryText('old', 'U8', [1], 8, 9)]}}`, new Uint8Array(9)),
    );
    await writeFile(
      b,
      buildSafetensors(`{${[entryText('w', 'F16', [2], 0, 4), entryText('new', 'U8', [1], 4, 5)]}}`, new Uint8Array(5)),
    );
    expect(items(await told(a, b))).toEqual([
      'changed a.safetensors b.safetensors',
      'tensor changed w',
      'tensor removed old',
      'tensor added new',
    ]);
  });

  test('values alone: the file has as many bytes, and is read', async () => {
    const [a, b] = [at('v1.safetensors'), at('v2.safetensors')];
    const header = `{${entryText('w', 'F32', [2], 0, 8)}}`;
    await writeFile(a, buildSafetensors(header, new Uint8Array(8)));
    await writeFile(b, buildSafetensors(header, new Uint8Array(8).fill(1)));
    expect(items(await told(a, b))).toEqual(['changed v1.safetensors v2.safetensors']);
    expect((await told(a, a)).code).toBe(0);
  });
});

describe('callers and what would run', () => {
  test('a renamed input breaks callers; --breaking tells that alone, and fails only there', async () => {
    const renamed = await changed(SAMPLE, '--set', 'input.0.name=picture', '--set', 'homepage="https://a.example"');
    const { callers } = await told(SAMPLE, renamed);
    expect(callers).toEqual([{ breaks: 'breaks', about: 'input', name: 'image', text: 'is called picture now' }]);
    const only = await told(SAMPLE, renamed, '--breaking');
    expect([only.code, items(only)]).toEqual([1, []]);
    const harmless = await changed(SAMPLE, '--set', 'homepage="https://a.example"');
    expect((await told(SAMPLE, harmless, '--breaking')).code).toBe(0);
    expect((await told(SAMPLE, harmless)).code).toBe(1);
  });

  test('a narrowed shape breaks callers', async () => {
    const { callers } = await told(SAMPLE, await changed(SAMPLE, '--set', 'input.0.shape=[1, 16, 16]'));
    expect(callers.map(({ breaks, name, text }) => [breaks, name, text])).toEqual([
      ['breaks', 'image', 'takes 1 × 16 × 16, took batch_size × 16 × 16'],
    ]);
  });

  test('new code and a new host are told', async () => {
    const code = await changed(SAMPLE, '--put', `model/main.py=${at('main.py')}`);
    expect(items(await told(SAMPLE, code))).toEqual(['changed model/main.py']);
    const requirements = at('requirements.txt');
    await writeFile(requirements, 'numpy==1.25.0\n--extra-index-url https://packages.new.example/simple\ntorch==2.0\n');
    const { runs } = await told(SAMPLE, await changed(SAMPLE, '--put', `model/requirements.txt=${requirements}`));
    const fresh = runs.filter(({ change }) => change === 'new').map(({ what, text }) => `${what} ${text}`);
    expect(fresh.join('\n')).toContain('packages.new.example');
    expect(fresh.join('\n')).toContain('torch');
  });
});

test('Markdown names what differs, and hostile names stay code', async () => {
  const evil = await changed(SAMPLE, '--put', `misc/a\`|<b>.txt=${at('added.txt')}`);
  const { out, code } = await inspect(SAMPLE, '--with', evil, '--markdown');
  expect(code).toBe(1);
  expect(out).toContain('### Files (22 files the same)');
  expect(out).toContain('- added: ``misc/a`|<b>.txt`` (5 B)');
  const plain = await inspect(SAMPLE, '--with', evil);
  expect(plain.out).toContain('\n\nFiles (22 files the same)\n- added: misc/a`|<b>.txt (5 B)\n');
  expect(plain.out).not.toMatch(/^#|\*\*/m);
});

test.each([
  [['--breaking'], '--breaking needs --with.'],
  [['--with', SAMPLE, '--markdown', '--json'], '--json cannot be combined with --markdown.'],
  [['--with', SAMPLE, '--tensor', 'x'], '--with cannot be combined with'],
])('%s is refused', async (args, message) => {
  const { code, err, out } = await inspect(SAMPLE, ...args);
  expect(code).toBe(2);
  expect(err + out).toContain(message);
});

describe.skipIf(!hasFixtures)('fixtures', () => {
  test.each([
    'official.carton',
    ...['every-tensor', 'linked', 'media', 'ordered', 'symlink', 'wasm', 'with-safetensors'].map(
      (name) => `carton/${name}.carton`,
    ),
  ])('%s with a file added, replaced, moved and removed, and a field set', async (name) => {
    const file = fixturePath(name);
    expect(items(await told(file, file))).toEqual([]);
    const added = await changed(file, '--put', `misc/zz-new.txt=${at('added.txt')}`);
    expect(items(await told(file, added))).toEqual(['added misc/zz-new.txt']);
    expect(items(await told(added, file))).toEqual(['removed misc/zz-new.txt']);
    const replaced = await changed(added, '--put', `misc/zz-new.txt=${at('other.txt')}`);
    expect(items(await told(added, replaced))).toEqual(['changed misc/zz-new.txt']);
    const moved = await changed(added, '--rename', 'misc/zz-new.txt=misc/zz-old.txt');
    expect(items(await told(added, moved))).toEqual(['moved misc/zz-new.txt misc/zz-old.txt']);
    const { title } = await packageOf(file);
    const set = await changed(file, '--set', 'model_name="Another name"');
    const kind = title === undefined ? 'added' : 'changed';
    expect(items(await told(file, set))).toEqual([`field ${kind} model_name`, 'changed carton.toml']);
  });
});

async function packageOf(file: string) {
  const opened = await openLocation(file);
  try {
    return (await openPackage(opened.container)).package;
  } finally {
    await opened.close();
  }
}
