import { describe, expect, it } from 'vitest';
import { type Container, folderContainer, sourceContainer } from '../../../archive/container.ts';
import { memorySource } from '../../../source/memory.ts';
import { type BuiltValue, buildGguf, text } from '../../../testing/builders/gguf-builder.ts';
import { openPackage } from '../../registry.ts';
import { MAX_UNASKED_SHARDS } from '../../shards.ts';
import { MAX_ENTRIES_READ } from './limits.ts';
import type { GgufOwn } from './own.ts';
import { shardName } from './split.ts';

type Files = Record<string, Uint8Array<ArrayBuffer>>;

const name = (number: number, count = 3) =>
  `m-${String(number).padStart(5, '0')}-of-${String(count).padStart(5, '0')}.gguf`;

interface ShardParts {
  count?: number;
  /** Other values than those that are right. `null` leaves the key out. */
  no?: number | null;
  stated?: number | null;
  total?: number | null;
  tensor?: string;
  /** Blocks that the first file states. */
  blocks?: number;
}

/** One file of a model with a tensor in each: its number, as float32. */
function shard(number: number, parts: ShardParts = {}): Uint8Array<ArrayBuffer> {
  const { count = 3, no = number - 1, stated = count, total = count, tensor = `t${number}`, blocks } = parts;
  const u16 = (key: string, value: number | null): [string, BuiltValue][] =>
    value === null ? [] : [[key, { type: 'uint16', value }]];
  const data = new Uint8Array(Float32Array.of(number).buffer);
  return buildGguf({
    keyValues: [
      ...(number === 1 ? [['general.architecture', text('llama')] as const] : []),
      ...(blocks === undefined ? [] : [['llama.block_count', { type: 'uint32', value: blocks }] as const]),
      ...u16('split.no', no),
      ...u16('split.count', stated),
      ...(total === null ? [] : [['split.tensors.count', { type: 'int32', value: total }] as const]),
    ],
    tensors: [{ name: tensor, type: 'F32', ne: [1], data }],
  });
}

function model(count = 3): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [name(index + 1, count), shard(index + 1, { count })]),
  );
}

function folder(files: Files): Container {
  return folderContainer(
    'model',
    Object.entries(files).map(([path, data]) => ({ path: `model/${path}`, file: new File([data], path) })),
  );
}

/** A file on a host, and the names that were asked for beside it. */
function remote(files: Files, opened = name(1)): { container: Container; asked: string[] } {
  const asked: string[] = [];
  const sourceOf = (of: string) => ({ ...memorySource(of, files[of] as Uint8Array), servedFrom: 'h.example' });
  const container = sourceContainer(sourceOf(opened), async (of) => {
    asked.push(of);
    return of in files ? sourceContainer(sourceOf(of)) : undefined;
  });
  return { container, asked };
}

const codesOf = async (container: Container) => (await openPackage(container)).package.findings.map(({ code }) => code);

describe('a split model', () => {
  it('is one package of a folder, with the tensors of all files', async () => {
    const opened = await openPackage(folder({ ...model(), 'README.md': new Uint8Array(1) }));
    const { package: pkg } = opened;
    expect([pkg.format, pkg.name]).toEqual(['gguf', 'model']);
    expect(pkg.findings).toEqual([]);
    expect(pkg.tensors.map(({ name: tensor, data }) => [tensor, data?.path])).toEqual([
      ['t1', name(1)],
      ['t2', name(2)],
      ['t3', name(3)],
    ]);
    for (const number of [1, 2, 3])
      expect([...(await (await opened.tensor(`t${number}`)).read(0, 1))]).toEqual([number]);
    expect(pkg.facts).toContainEqual({ label: 'Files', value: '3 of 3' });
    expect(pkg.facts).toContainEqual({ label: 'Tensors', value: '3' });
    expect(pkg.files.map(({ path, role }) => `${role} ${path}`).sort()).toEqual([
      `model ${name(1)}`,
      `model ${name(2)}`,
      `model ${name(3)}`,
      'other README.md',
    ]);
    expect(pkg.own).toMatchObject({ path: name(1), shardCount: 3 });
    expect(opened.source(name(2))?.size).toBe(model()[name(2)]?.length);
  });

  it('is opened from any of its files, with those beside it', async () => {
    const { container, asked } = remote(model(), name(2));
    const { package: pkg } = await openPackage(container);
    expect([pkg.name, pkg.tensors.length, asked.sort()]).toEqual([name(2), 3, [name(1), name(3)]]);
    expect(pkg.own).toMatchObject({ path: name(1) });
  });

  it('is shown as far as it is there', async () => {
    const alone = await openPackage(memorySource(name(2), shard(2)));
    expect(alone.package.findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'gguf/shard-missing', path: name(1) },
      { code: 'gguf/shard-missing', path: name(3) },
    ]);
    expect(alone.package.tensors.map(({ name: tensor }) => tensor)).toEqual(['t2']);
    expect(alone.package.facts).toContainEqual({ label: 'Files', value: '1 of 3' });
    const { [name(3)]: _, ...two } = model();
    expect(await codesOf(folder(two))).toEqual(['gguf/shard-missing']);
    expect(await codesOf(folder({ ...model(), [name(3)]: new Uint8Array(99) }))).toEqual(['gguf/not-gguf']);
  });

  it.each<[code: string, changed: Files]>([
    ['gguf/split-number', { [name(2)]: shard(2, { no: 2 }) }],
    ['gguf/split-number', { [name(2)]: shard(2, { no: null }) }],
    ['gguf/split-count', { [name(1)]: shard(1, { stated: 4 }) }],
    ['gguf/split-count', { [name(1)]: shard(1, { stated: null }) }],
    ['gguf/split-tensors', { [name(1)]: shard(1, { total: 4 }) }],
    ['gguf/split-tensors', { [name(1)]: shard(1, { total: null }) }],
    ['gguf/in-two-shards', { [name(2)]: shard(2, { tensor: 't1' }) }],
  ])('has the error %s that llama.cpp would report', async (code, changed) => {
    expect(await codesOf(folder({ ...model(), ...changed }))).toContain(code);
  });

  it('has the blocks of all its files, as far as all are there', async () => {
    const codesOf = async (blocks: number, ...numbers: number[]) => {
      const files = numbers.map((number) => [
        name(number),
        shard(number, { tensor: `blk.${number - 1}.w`, ...(number === 1 ? { blocks } : {}) }),
      ]);
      return (await openPackage(folder(Object.fromEntries(files)))).package.findings.map(({ code }) => code);
    };
    expect(await codesOf(3, 1, 2, 3)).toEqual([]);
    expect(await codesOf(4, 1, 2, 3)).toEqual(['gguf/block-count']);
    expect(await codesOf(4, 1, 3)).toEqual(['gguf/shard-missing']);
  });

  it('has an error where one of its files has another name', async () => {
    const { findings } = (await openPackage(memorySource('m.gguf', shard(1)))).package;
    expect(findings.map(({ code }) => code)).toEqual(['gguf/split-name']);
  });

  it('of many files on a host is read in part, until the others are asked for', async () => {
    const count = MAX_UNASKED_SHARDS + 4;
    const { container, asked } = remote(model(count), name(1, count));
    const opened = await openPackage(container);
    expect([asked.length, opened.package.tensors.length]).toEqual([MAX_UNASKED_SHARDS - 1, MAX_UNASKED_SHARDS]);
    expect(opened.package.more).toEqual({
      text: '4 more files of the model are on the host',
      action: `Read all ${count} headers`,
    });
    expect(opened.package.findings.map(({ code }) => code)).toContain('gguf/shards-unread');
    const whole = await opened.readMore?.();
    expect([whole?.package.tensors.length, whole?.package.more]).toEqual([count, undefined]);
    expect(whole?.package.findings.map(({ code }) => code)).not.toContain('gguf/split-tensors');
  });

  it('is read from headers that are no longer together than that of one model may be', async () => {
    // All but the first have a pair that is there again and again.
    const each = 30_000;
    const long = buildGguf({
      keyValues: Array.from({ length: each }, () => ['a', { type: 'uint8', value: 1 }] as const),
    });
    const count = Math.ceil(MAX_ENTRIES_READ / each) + 8;
    const files = Array.from({ length: count - 1 }, (_, index) => [name(index + 2, count), long] as const);
    const container = folder({ [name(1, count)]: shard(1, { count }), ...Object.fromEntries(files) });
    const { package: pkg } = await openPackage(container);
    const codes = pkg.findings.map(({ code }) => code);
    expect(codes).toContain('gguf/header-too-large');
    const unread = pkg.findings.find(({ code }) => code === 'gguf/shards-unread');
    expect(unread?.message).toMatch(/^The model has 18 files. The headers of [1-7] were not read/);
    expect((pkg.own as GgufOwn).keyValues.length).toBe(4);
    expect(pkg.more).toBeUndefined();
  }, 60_000);

  it('has files whose names end in capitals, which llama.cpp does not find', async () => {
    const capitals = Object.fromEntries(
      Object.entries(model()).map(([path, data]) => [path.replace('.gguf', '.GGUF'), data]),
    );
    const found = await openPackage(folder(capitals));
    expect([found.package.format, found.package.tensors.length]).toEqual(['gguf', 3]);
    expect(new Set(found.package.findings.map(({ code }) => code))).toEqual(new Set(['gguf/split-name']));
    const alone = await openPackage(memorySource(name(2).replace('.gguf', '.GGUF'), shard(2)));
    expect(alone.package.tensors.map(({ name: tensor }) => tensor)).toEqual(['t2']);
  });

  it('is not what a folder has with other models in it', async () => {
    const { format } = (await openPackage(folder({ ...model(), 'other.gguf': shard(1) }))).package;
    expect(format).toBe('zip');
  });

  it('has names as llama.cpp makes them', () => {
    expect(shardName('a-b-00002-of-00010.gguf')).toEqual({ prefix: 'a-b', number: 2, count: 10, extension: '.gguf' });
    for (const other of [
      'a.gguf',
      'a-2-of-3.gguf',
      'a-00004-of-00003.gguf',
      'a-00000-of-00003.gguf',
      'x/a-00001-of-00001.gguf',
    ])
      expect(shardName(other)).toBeUndefined();
  });
});
