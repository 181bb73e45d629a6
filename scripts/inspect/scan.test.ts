import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concatBytes } from '../../src/base/bytes.ts';
import { buildSafetensors, entryText } from '../../src/testing/builders/safetensors-builder.ts';
import { inspect } from '../../src/testing/inspected.ts';
import { argumentsOf } from './arguments.ts';
import { Misuse } from './usage.ts';

const FILE = buildSafetensors(
  `{${[
    entryText('grid', 'F32', [4, 6], 0, 96),
    entryText('zeros', 'F32', [2, 2], 96, 112),
    entryText('bad', 'F32', [2, 2], 112, 128),
    entryText('twin', 'F32', [4, 6], 128, 224),
    entryText('z', 'C64', [1], 224, 232),
    entryText('big', 'I64', [2], 232, 248),
  ]}}`,
  concatBytes([
    new Uint8Array(Float32Array.from({ length: 24 }, (_, at) => at).buffer),
    new Uint8Array(16),
    new Uint8Array(Float32Array.of(1, 2, Number.NaN, 4).buffer),
    new Uint8Array(Float32Array.from({ length: 24 }, (_, at) => at).buffer),
    new Uint8Array(8),
    new Uint8Array(BigInt64Array.of(2n ** 53n + 1n, 1n).buffer),
  ]),
);

let folder = '';
let path = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-scan-'));
  path = join(folder, 'm.safetensors');
  await writeFile(path, FILE);
});
afterAll(() => rm(folder, { recursive: true }));

describe('--scan', () => {
  it('says that there is nothing to scan, and why it fails all the same', async () => {
    const pickle = join(folder, 'evil.pkl');
    // Imports os.system and calls it.
    await writeFile(pickle, "cos\nsystem\n(S'ls'\ntR.");
    const { code, out, err } = await inspect(pickle, '--scan');
    expect([code, out]).toEqual([1, 'There are no tensors to scan.\n']);
    expect(err).toMatch(/^Opening it finds 1 error: .*system.*\n$/);
    expect((await inspect(pickle, '--scan', '--json')).out).toBe('[]\n');
  });

  it('fails with --strict where there is something to look at, and says so', async () => {
    expect((await inspect(path, '--scan')).code).toBe(0);
    for (const as of [[], ['--json'], ['--csv']]) {
      const { code, err } = await inspect(path, '--scan', '--strict', ...as);
      expect([code, err]).toEqual([1, 'Failed because of 4 tensors to look at (--strict).\n']);
    }
    const fine = join(folder, 'fine.safetensors');
    const values = new Uint8Array(Float32Array.of(1, 2).buffer);
    await writeFile(fine, buildSafetensors(`{${entryText('a', 'F32', [2], 0, 8)}}`, values));
    expect(await inspect(fine, '--scan', '--strict')).toMatchObject({ code: 0, err: '' });
  });

  it('says of a file that is cut off that its tensors cannot be read, as a comparison does', async () => {
    const cut = join(folder, 'cut.safetensors');
    await writeFile(cut, FILE.subarray(0, FILE.length - 20));
    const { code, out, err } = await inspect(cut, '--scan');
    expect([code, out]).toEqual([1, expect.stringContaining('\nNot looked at: 2 tensors that cannot be read\n')]);
    expect(out).not.toContain('without numbers');
    expect(err).toMatch(/^Opening it finds 1 error: The file ends/);
    expect((await inspect(cut, '--with', path)).err).toBe(`${cut}: ${err}`);
    expect((await inspect(path, '--with', cut)).err).toBe(`${cut}: ${err}`);
    expect((await inspect(path, '--tensor', 'grid', '--compare', cut)).err).toBe(`${cut}: ${err}`);
  });

  it('prints no name that acts on a terminal or a log, as CSV either', async () => {
    const hostile = join(folder, 'hostile.safetensors');
    const name = '##[group]\u001b[2J\n::error::x';
    await writeFile(hostile, buildSafetensors(`{${entryText(name, 'F32', [1], 0, 4)}}`, new Uint8Array(4)));
    const { out } = await inspect(hostile, '--scan', '--csv');
    expect(out.split('\r\n')[1]).toMatch(/^"##\\u\{5b\}group\]\\u\{1b\}\[2J\\u\{a\}::error::x",float32,/);
  });

  it('gives the statistics and flags of all tensors as JSON, and says which were not looked at', async () => {
    const { code, out } = await inspect(path, '--scan', '--json');
    expect(code).toBe(0);
    const all = JSON.parse(out) as { name: string; statistics: object | null; flags: string[] }[];
    expect(all.map(({ name, flags }) => [name, flags])).toEqual([
      ['grid', ['duplicate']],
      ['zeros', ['zeros']],
      ['bad', ['nan']],
      ['twin', ['duplicate']],
      ['z', []],
      ['big', []],
    ]);
    expect(all[0]).toMatchObject({
      dtype: 'float32',
      shape: [4, 6],
      sameAs: 'twin',
      statistics: { min: 0, max: 23, mean: 11.5, median: 11.5, p1: 0.23, nan: 0, zeros: 1, places: { max: [3, 5] } },
    });
    expect(all[2]).toMatchObject({ found: ['1 NaN'], statistics: { nan: 1, places: { nan: [1, 0] } } });
    expect(all[4]?.statistics).toBeNull();
    expect(out).toContain('"max": 9007199254740993');
  });

  it('prints what stands out for people, and all of it as comma-separated values', async () => {
    const { out } = await inspect(path, '--scan');
    expect(out.trimEnd().split('\n')).toEqual([
      '5 tensors scanned, 240 B: 4 to look at',
      'Not looked at: 1 tensor without numbers that Boxcutter reads',
      'grid  float32, 4 × 6',
      '  same as twin',
      'zeros  float32, 2 × 2',
      '  all zero',
      'bad  float32, 2 × 2',
      '  1 NaN',
      'twin  float32, 4 × 6',
      '  same as grid',
    ]);
    const { out: csv } = await inspect(path, '--scan', '--csv');
    const lines = csv.trimEnd().split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[3]).toBe('bad,float32,2x2,16,4,1,1.02,2,3.96,4,2.3333333333333335,1.247219128924647,1,0,0,nan,1 NaN');
  });

  it('goes with nothing that it does not read', () => {
    const refused = [
      ['a', '--scan', '--tensor', 'w'],
      ['a', '--scan', '--out', 'b'],
      ['a', '--scan', '--verify'],
      ['a', '--scan', '--json', '--csv'],
      ['a', '--scan', '--csv', 'b'],
      ['a', '--statistics'],
    ];
    for (const args of refused) expect(() => argumentsOf(args)).toThrow(Misuse);
  });
});

describe('--statistics', () => {
  it('adds percentiles and places to what is printed of a tensor', async () => {
    const { out } = await inspect(path, '--tensor', 'bad', '--statistics', '--json');
    expect(JSON.parse(out)).toMatchObject({
      name: 'bad',
      statistics: { median: 2, p1: 1.02, p99: 3.96, nan: 1, places: { min: [0, 0], max: [1, 1], nan: [1, 0] } },
    });
    const plain = await inspect(path, '--tensor', 'bad', '--json');
    expect(Object.keys((JSON.parse(plain.out) as { statistics: object }).statistics)).toEqual([
      'min',
      'max',
      'mean',
      'std',
      'nan',
      'infinite',
      'zeros',
    ]);
    const sliced = await inspect(path, '--tensor', 'grid', '--slice', '1:3, ::2', '--statistics');
    expect(sliced.out).toContain('  median    11\n');
    expect(sliced.out).toContain('  max at          1,2\n');
  });
});
