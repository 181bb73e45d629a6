import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concatBytes } from '../../src/base/bytes.ts';
import { openPackage } from '../../src/formats/registry.ts';
import { memorySource } from '../../src/source/memory.ts';
import { buildGguf } from '../../src/testing/builders/gguf-builder.ts';
import { buildSafetensors, entryText } from '../../src/testing/builders/safetensors-builder.ts';
import { inspect } from '../../src/testing/inspected.ts';
import { argumentsOf } from './arguments.ts';
import { summary } from './summary.ts';
import { inspectTensor, tensorSummary } from './tensor.ts';
import { UsageError } from './usage.ts';

/** 0, 1, … 23 as float32, two integers beyond 2^53, a bool, a complex number, NaN, infinity and -0. */
const FILE = buildSafetensors(
  `{${[
    entryText('grid', 'F32', [2, 3, 4], 0, 96),
    entryText('big', 'I64', [2], 96, 112),
    entryText('odd', 'F32', [3], 112, 124),
    entryText('z', 'C64', [1], 124, 132),
    entryText('yes', 'BOOL', [2], 132, 134),
    entryText('narrow', 'BF16', [1], 134, 136),
  ]}}`,
  concatBytes([
    new Uint8Array(Float32Array.from({ length: 24 }, (_, at) => at).buffer),
    new Uint8Array(BigInt64Array.of(2n ** 53n + 1n, -(2n ** 63n)).buffer),
    new Uint8Array(Float32Array.of(Number.NaN, Number.NEGATIVE_INFINITY, -0).buffer),
    new Uint8Array(Float32Array.of(0.1, -2).buffer),
    Uint8Array.of(1, 0, 0x80, 0x3f),
  ]),
);

const open = () => openPackage(memorySource('m.safetensors', FILE));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-tensor-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a tensor on the command line', () => {
  it('has its type, shape, first values and statistics', async () => {
    const opened = await open();
    expect(await inspectTensor(opened, { name: 'grid' })).toEqual({
      name: 'grid',
      dtype: 'float32',
      shape: [2n, 3n, 4n],
      count: 24n,
      first: Array.from({ length: 16 }, (_, at) => String(at)),
      statistics: { min: 0, max: 23, mean: 11.5, std: Math.sqrt((24 ** 2 - 1) / 12), nan: 0, infinite: 0, zeros: 1 },
    });
    expect(await inspectTensor(opened, { name: 'big' })).toMatchObject({
      first: ['9007199254740993', '-9223372036854775808'],
      statistics: { min: -(2n ** 63n), max: 2n ** 53n + 1n },
    });
    const odd = await inspectTensor(opened, { name: 'odd' });
    expect(odd.first).toEqual(['NaN', '-Infinity', '-0']);
    expect(odd.statistics).toEqual({ min: -0, max: -0, mean: 0, std: 0, nan: 1, infinite: 1, zeros: 1 });
    expect((await inspectTensor(opened, { name: 'yes' })).first).toEqual(['true', 'false']);
    const complex = await inspectTensor(opened, { name: 'z' });
    expect([complex.first, complex.statistics]).toEqual([['0.10000000149011612-2j'], undefined]);
    expect(tensorSummary(complex)).toBe('z\ncomplex64, 1, 1 element\n0.10000000149011612-2j');
  });

  it('is limited to a slice', async () => {
    const report = await inspectTensor(await open(), { name: 'grid', slice: '[:, -1, ::2]' });
    expect(report).toMatchObject({ shape: [2n, 2n], count: 4n, first: ['8', '10', '20', '22'] });
    expect(report.statistics).toMatchObject({ min: 8, max: 22, mean: 15 });
    await expect(inspectTensor(await open(), { name: 'grid', slice: '9' })).rejects.toThrow(UsageError);
    await expect(inspectTensor(await open(), { name: 'none' })).rejects.toMatchObject({
      code: 'reference/tensor-missing',
    });
  });

  it('that is stored in blocks has the block of its first element', async () => {
    // Two blocks with the scales 0.5 and 2: 4 bits each, of which 8 stand for 0.
    const halves = [0x3800, 0x4000].map((scale) => Uint8Array.of(scale & 255, scale >> 8, ...Array(16).fill(0x2b)));
    const data = concatBytes(halves);
    const file = buildGguf({ tensors: [{ name: 'q', type: 'Q4_0', ne: [32, 2], data }] });
    const opened = await openPackage(memorySource('m.gguf', file));
    const start = file.length - 64;
    const block = { number: 0, element: 0, elements: 32, path: 'm.gguf', start, end: start + 18 };
    const whole = await inspectTensor(opened, { name: 'q' });
    expect(whole.block).toEqual({ ...block, scale: { name: 'd', value: 0.5 }, code: 11, quant: 3, value: 1.5 });
    const part = await inspectTensor(opened, { name: 'q', slice: '1, -3::-1' });
    expect(part.first[0]).toBe('-12');
    expect(part.block).toMatchObject({ number: 1, element: 29, start: start + 18, code: 2, quant: -6, value: -12 });
    expect(tensorSummary(part).split('\n').slice(-5)).toEqual([
      `Block 1 of 32 elements, element 29 in it: bytes ${start + 18} to ${start + 36} of m.gguf`,
      '  d          2',
      '  code       2',
      '  quant      -6',
      '  value      -12 = d × quant',
    ]);
    expect((await inspectTensor(opened, { name: 'q', slice: '0:0' })).block).toBeUndefined();
    expect((await inspectTensor(await open(), { name: 'grid' })).block).toBeUndefined();
  });

  it('is saved as a new .npy file, whole or a slice of it, or not at all', async () => {
    const opened = await open();
    const npy = join(folder, 'grid.npy');
    await inspectTensor(opened, { name: 'grid', npy });
    const whole = await readFile(npy);
    expect(whole.toString('latin1')).toContain("'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4)");
    expect([...new Float32Array(Uint8Array.from(whole.subarray(-96)).buffer)].at(-1)).toBe(23);
    await expect(inspectTensor(opened, { name: 'grid', npy })).rejects.toThrow('already exists');
    const part = join(folder, 'part.npy');
    await inspectTensor(opened, { name: 'grid', slice: '1, :, 0', npy: part });
    const bytes = await readFile(part);
    expect(bytes.toString('latin1')).toContain("'shape': (3,)");
    expect([...new Float32Array(Uint8Array.from(bytes.subarray(-12)).buffer)]).toEqual([12, 16, 20]);
    const lost = inspectTensor(opened, { name: 'narrow', npy: join(folder, 'lost.npy') });
    await expect(lost).rejects.toMatchObject({ code: 'tensor/not-in-npy' });
    expect((await readdir(folder)).sort()).toEqual(['grid.npy', 'part.npy']);
  });

  it('is saved as text and as a picture, each whole or not at all', async () => {
    const path = join(folder, 'm.safetensors');
    await writeFile(path, FILE);
    const [csv, tsv, png] = ['csv', 'tsv', 'png'].map((ending) => join(folder, `grid.${ending}`)) as [
      string,
      string,
      string,
    ];
    const saved = await inspect(path, '--tensor', 'grid', '--slice', '[0]', '--csv', csv, '--tsv', tsv, '--png', png);
    expect([saved.code, saved.err]).toEqual([0, '']);
    expect(saved.out).toContain(`Saved as ${csv}\nSaved as ${tsv}\nSaved as ${png}`);
    expect(await readFile(csv, 'utf8')).toBe('0,1,2,3\r\n4,5,6,7\r\n8,9,10,11\r\n');
    expect(await readFile(tsv, 'utf8')).toBe('0\t1\t2\t3\r\n4\t5\t6\t7\r\n8\t9\t10\t11\r\n');
    const picture = await readFile(png);
    expect([picture.subarray(1, 4).toString(), picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([
      'PNG',
      4,
      3,
    ]);
    const again = await inspect(path, '--tensor', 'grid', '--csv', csv);
    expect([again.code, again.err]).toEqual([2, `${csv} already exists, and Boxcutter never overwrites a file.\n`]);
    const cube = await inspect(
      path,
      '--tensor',
      'grid',
      '--slice',
      '..., :2',
      '--png',
      join(folder, 'cube.png'),
      '--json',
    );
    expect([cube.code, JSON.parse(cube.out).error.code]).toEqual([2, 'tensor/not-in-png']);
    const rows = join(folder, 'rows.csv');
    await inspect(path, '--tensor', 'grid', '--csv', rows);
    expect((await readFile(rows, 'utf8')).split('\r\n').slice(0, 3)).toEqual([
      'dimension 0,dimension 1,0,1,2,3',
      '0,0,0,1,2,3',
      '0,1,4,5,6,7',
    ]);
    const indexed = join(folder, 'indexed.csv');
    const one = await inspect(path, '--tensor', 'grid', '--slice', '1, ::2, -1:', '--csv', indexed, '--index');
    expect([one.code, one.err]).toEqual([0, '']);
    expect(await readFile(indexed, 'utf8')).toBe('dimension 1,dimension 2,value\r\n0,3,15\r\n2,3,23\r\n');
    expect((await readdir(folder)).filter((name) => name.includes('cube') || name.includes('.part'))).toEqual([]);
  });

  it('is printed as JSON', async () => {
    const path = join(folder, 'm.safetensors');
    await writeFile(path, FILE);
    const { code, out, err } = await inspect(path, '--tensor', 'big', '--slice', '0', '--json');
    expect([code, err]).toEqual([0, '']);
    expect(out.replace(/\s+/g, '')).toBe(
      '{"name":"big","dtype":"int64","shape":[],"count":1,"first":["9007199254740993"],"statistics":' +
        '{"min":9007199254740993,"max":9007199254740993,"mean":9007199254740992,"std":0,"nan":0,"infinite":0,"zeros":0}}',
    );
  });

  it.each([
    [['a', '--slice', '0']],
    [['a', '--npy', 'b']],
    [['a', '--csv', 'b']],
    [['a', '--index']],
    [['a', '--tensor', 't', '--npy', 'b', '--index']],
    [['a', '--tensor', 't', '--png', '']],
    [['a', '--tensor', 't', '--npy', '']],
    [['a', '--tensor', 't', '--verify']],
    [['a', '--tensor', 't', '--out', 'b']],
  ])('%j is refused', (args) => expect(() => argumentsOf(args)).toThrow(UsageError));
});

it('a package with tables of figures prints them, and says what was not read', async () => {
  const { package: pkg } = await open();
  const text = summary({ ...pkg, more: { text: '3 more files', action: 'Read them' } });
  expect(text).toMatch(/Parameters by type\n {2}float32 +27 +108 B +82%\n/);
  expect(text).toContain('\n3 more files\n');
});
