import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Container, folderContainer, sourceContainer } from '../../../archive/container.ts';
import { grouped } from '../../../base/amounts.ts';
import { Report } from '../../../base/report.ts';
import { memorySource } from '../../../source/memory.ts';
import { openedOf } from '../../../state/load.ts';
import { createAppStore } from '../../../state/store.ts';
import { buildSafetensors, entryText } from '../../../testing/builders/safetensors-builder.ts';
import { fixture, fixturePath, hasFixtures } from '../../../testing/fixtures.ts';
import { callsInThread } from '../../../testing/worker-calls.ts';
import { openPackage } from '../../registry.ts';
import { MAX_SHARDS, MAX_UNASKED_SHARDS } from '../../shards.ts';
import { MAX_TENSORS } from './limits.ts';
import { parseShardIndex } from './shard-index.ts';

type Files = Record<string, string | Uint8Array<ArrayBuffer>>;

const INDEX = 'model.safetensors.index.json';

/** A shard with one tensor of two bytes for each name. */
function shard(...names: string[]): Uint8Array<ArrayBuffer> {
  const entries = names.map((name, at) => entryText(name, 'U8', [2], 2 * at, 2 * at + 2));
  return buildSafetensors(
    `{${['"__metadata__":{"format":"pt"}', ...entries]}}`,
    Uint8Array.from(names.flatMap((_, at) => [at, at + 1])),
  );
}

function indexText(map: Record<string, unknown>, more = '"metadata":{"total_size":4},'): string {
  return `{${more}"weight_map":${JSON.stringify(map)}}`;
}

function folder(files: Files): Container {
  return folderContainer(
    'model',
    Object.entries(files).map(([name, data]) => ({ path: `model/${name}`, file: new File([data], name) })),
  );
}

/** The index of a folder on a host, and the names that were asked for beside it. */
function remote(files: Files): { container: Container; asked: string[] } {
  const asked: string[] = [];
  const sourceOf = (name: string) => {
    const data = files[name] as string | Uint8Array;
    return {
      ...memorySource(name, typeof data === 'string' ? new TextEncoder().encode(data) : data),
      servedFrom: 'h.example',
    };
  };
  const container = sourceContainer(sourceOf(INDEX), async (name) => {
    asked.push(name);
    return name in files ? sourceContainer(sourceOf(name)) : undefined;
  });
  return { container, asked };
}

const GOOD: Files = {
  [INDEX]: indexText({ a: 's1.safetensors', b: 's2.safetensors' }),
  's1.safetensors': shard('a'),
  's2.safetensors': shard('b'),
  'config.json': '{}',
};

async function codesOf(files: Files): Promise<string[]> {
  const { findings } = (await openPackage(folder(files))).package;
  return findings.flatMap(({ code }) => (code === 'safetensors/unaligned' ? [] : code.replace('safetensors/', '')));
}

describe('a model in several files', () => {
  it('is one package of a folder, with the tensors of all shards', async () => {
    const opened = await openPackage(folder(GOOD));
    const { package: pkg } = opened;
    expect([pkg.format, pkg.name, pkg.findings]).toEqual(['safetensors', 'model', []]);
    expect(pkg.tensors.map(({ name, data }) => [name, data?.path])).toEqual([
      ['a', 's1.safetensors'],
      ['b', 's2.safetensors'],
    ]);
    expect(pkg.facts.map(({ label, value }) => [label, value])).toEqual([
      ['Parameters', '4'],
      ['Tensors', '2'],
      ['Files', '2'],
      ['total_size', '4'],
      ['format', 'pt'],
    ]);
    expect(pkg.files.map(({ path, role }) => [path, role])).toEqual([
      [INDEX, 'metadata'],
      ['s1.safetensors', 'model'],
      ['s2.safetensors', 'model'],
      ['config.json', 'other'],
    ]);
    expect([...(await (await opened.tensor('b')).read(0, 2))]).toEqual([0, 1]);
    expect(opened.source('config.json')?.size).toBe(2);
    await expect(opened.tensor('c')).rejects.toMatchObject({ code: 'reference/tensor-missing' });
  });

  it('is also the usual file alone, whose end is then missed', async () => {
    const whole = shard('a');
    const { package: pkg } = await openPackage(folder({ 'model.safetensors': whole.slice(0, -1), 'notes.txt': 'x' }));
    expect([pkg.format, pkg.findings.map(({ code }) => code)]).toEqual([
      'safetensors',
      expect.arrayContaining(['safetensors/truncated']),
    ]);
  });

  it.each<[what: string, change: Files, codes: string[]]>([
    ['a shard that is missing', { 's2.safetensors': '' }, ['too-short']],
    ['a tensor in another shard', { 's2.safetensors': shard(), 's1.safetensors': shard('a', 'b') }, ['wrong-shard']],
    ['a tensor in two shards', { 's2.safetensors': shard('b', 'a') }, ['in-two-shards']],
    ['a tensor that the index lacks', { 's2.safetensors': shard('b', 'c') }, ['not-in-index', 'total-size']],
    ['a tensor that no file has', { 's2.safetensors': shard() }, ['tensor-lost', 'total-size']],
    [
      'a size of the files',
      { [INDEX]: indexText({ a: 's1.safetensors', b: 's2.safetensors' }, '"metadata":{"total_size":1},') },
      ['total-size'],
    ],
    ['no size', { [INDEX]: indexText({ a: 's1.safetensors', b: 's2.safetensors' }, '') }, []],
    ['an index without a map', { [INDEX]: '{}' }, ['bad-index']],
    ['an index that breaks off', { [INDEX]: '{"weight_map":{"a":"s1.safetensors",' }, ['bad-index', 'total-size']],
    ['an index that is a list', { [INDEX]: '[]' }, ['bad-index']],
    ['a file that is a number', { [INDEX]: indexText({ a: 's1.safetensors', b: 2 }, '') }, ['bad-index']],
    [
      'a tensor twice',
      { [INDEX]: '{"weight_map":{"a":"s2.safetensors","a":"s1.safetensors","b":"s2.safetensors"}}' },
      ['index-duplicate'],
    ],
    ['a Git LFS pointer', { 's2.safetensors': 'version https://git-lfs.github.com/spec/v1\n' }, ['lfs-pointer']],
  ])('with %s', async (_, change, codes) => {
    const expected = codes.filter((code) => code !== 'total-size');
    const found = (await codesOf({ ...GOOD, ...change })).filter((code) => code !== 'total-size');
    expect(found).toEqual(expected);
  });

  it('that has only Git LFS pointers says their sizes, but no number of parameters', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 4978265800\n`;
    const opened = await openPackage(folder({ ...GOOD, 's1.safetensors': pointer, 's2.safetensors': pointer }));
    expect(opened.package.facts.slice(0, 2)).toEqual([
      { label: 'Parameters', value: 'unknown' },
      { label: 'Tensors', value: 'unknown' },
    ]);
    expect(opened.package.panels).toEqual([]);
    expect(opened.package.findings[0]?.message).toContain('The file itself has 4,978,265,800 bytes');
  });

  it('states its size as the bytes of the tensors, or of the files', async () => {
    const size = (total: unknown) =>
      codesOf({
        ...GOOD,
        [INDEX]: indexText({ a: 's1.safetensors', b: 's2.safetensors' }, `"metadata":{"total_size":${total}},`),
      });
    const files = (GOOD['s1.safetensors']?.length ?? 0) + (GOOD['s2.safetensors']?.length ?? 0);
    expect([await size(4), await size(files), await size('4.0')]).toEqual([[], [], []]);
    expect([await size(5), await size('"x"')]).toEqual([['total-size'], ['total-size']]);
  });

  it('of a hostile index is read so far as a tab has room for', () => {
    const read = (text: string) => {
      const report = new Report();
      return { index: parseShardIndex(new TextEncoder().encode(text), INDEX, report), report };
    };
    // Each name takes memory, also where it is of one tensor again.
    const again = Array.from({ length: MAX_TENSORS + 3 }, (_, at) => `"a":"${at}"`);
    const { index, report } = read(`{"weight_map":{${again}}}`);
    expect(index.shards).toHaveLength(MAX_SHARDS);
    expect(report.findings.map(({ code, message }) => [code, message])).toContainEqual([
      'safetensors/too-many-tensors',
      grouped`The index has 3 tensors beyond the first ${MAX_TENSORS}.`,
    ]);
    const long = read(`{"weight_map":{"a":"${'x'.repeat(1_000_000)}"}}`);
    expect([long.index.shards, long.report.findings.map(({ code }) => code)]).toEqual([[], ['safetensors/shard-name']]);
  });

  it('never opens what lies elsewhere', async () => {
    const names = ['../x.safetensors', '/x', 'https://evil.example/x.safetensors', 'C:\\x', 'sub/x', '..', ''];
    const map = Object.fromEntries(names.map((name, at) => [`t${at}`, name]));
    const { container, asked } = remote({
      [INDEX]: indexText({ ...map, a: 's1.safetensors' }),
      's1.safetensors': shard('a'),
    });
    const { findings } = (await openPackage(container)).package;
    expect(asked).toEqual(['s1.safetensors']);
    expect(findings.filter(({ code }) => code === 'safetensors/shard-name')).toHaveLength(names.length);
  });

  it('on a host is read as far as that needs no click', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `s${at}.safetensors`);
    const files: Files = Object.fromEntries(names.map((name, at) => [name, shard(`t${at}`)]));
    files[INDEX] = indexText(Object.fromEntries(names.map((name, at) => [`t${at}`, name])), '');
    const { container, asked } = remote(files);
    const opened = await openPackage(container);
    expect(asked).toHaveLength(MAX_UNASKED_SHARDS);
    expect(opened.package.tensors).toHaveLength(MAX_UNASKED_SHARDS);
    expect(opened.package.more).toEqual({
      text: '12 more files of the model are on the host',
      action: 'Read all 20 headers',
    });
    expect(opened.package.findings.map(({ code }) => code)).toEqual(['safetensors/shards-unread']);
    const whole = await opened.readMore?.();
    expect(whole?.package.tensors).toHaveLength(20);
    expect([whole?.package.findings, whole?.package.more, whole?.readMore]).toEqual([[], undefined, undefined]);
    expect([...((await (await whole?.tensor('t19'))?.read(0, 2)) ?? [])]).toEqual([0, 1]);
    // As the page does it.
    const { call } = callsInThread({ container });
    const store = createAppStore({ call, onDeath: () => () => {} });
    await store.getState().open({ kind: 'url', url: 'https://h.example/' });
    const shown = () => openedOf(store.getState().load)?.package;
    expect(shown()?.tensors).toHaveLength(MAX_UNASKED_SHARDS);
    await store.getState().readMore({ signal: new AbortController().signal });
    expect([shown()?.tensors.length, shown()?.more]).toEqual([20, undefined]);
    const plane = { rows: 2, columns: 1, start: 0, rowStride: 1, columnStride: 0 };
    expect(await store.getState().readCells('t19', plane)).toEqual(['0', '1']);
  });

  it('has at most a thousand shards', async () => {
    const map = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`t${at}`, `s${at}.safetensors`]));
    const codes = await codesOf({ [INDEX]: indexText(map, '') });
    expect([codes[0], new Set(codes)]).toEqual([expect.any(String), new Set(['too-many-shards', 'shard-missing'])]);
  });

  it('is not opened from an index that is too long, and ends when it is canceled', async () => {
    const huge = { ...memorySource(INDEX, new Uint8Array(0)), size: 2 ** 30 };
    await expect(openPackage(huge)).rejects.toMatchObject({ code: 'safetensors/index-too-large' });
    await expect(openPackage(folder(GOOD), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      tag: 'cancelled',
    });
  });
});

describe.skipIf(!hasFixtures)('models in several files that others made', () => {
  const cases = hasFixtures
    ? Object.entries<{ severity: string; expect: string }>(
        JSON.parse(new TextDecoder().decode(fixture('neighbours/expected.json'))),
      ).filter(([path]) => path.startsWith('sharded/'))
    : [];

  it('are all looked at', () => {
    const folders = readdirSync(fixturePath('neighbours/sharded')).map((name) => `sharded/${name}`);
    expect(cases.map(([path]) => path).sort()).toEqual(folders.sort());
  });

  it.each(cases)('%s: $expect', async (path, { severity }) => {
    const names = readdirSync(fixturePath(`neighbours/${path}`));
    const files = Object.fromEntries(names.map((name) => [name, fixture(`neighbours/${path}/${name}`)]));
    const { package: pkg } = await openPackage(folder(files));
    expect(pkg.format).toBe('safetensors');
    const errors = pkg.findings.filter((finding) => finding.severity === 'error');
    expect(errors.length > 0, JSON.stringify(pkg.findings)).toBe(severity === 'error');
    if (severity === 'ok') expect(pkg.findings.filter((finding) => finding.severity !== 'info')).toEqual([]);
    expect(pkg.tensors.map(({ name }) => name).sort()).toEqual(['w.a', 'w.b', 'w.c']);
  });
});
