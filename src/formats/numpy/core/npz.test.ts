import { describe, expect, it } from 'vitest';
import { folderContainer } from '../../../archive/container.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildNpy, padded } from '../../../testing/builders/numpy-files.ts';
import { buildTar } from '../../../testing/builders/tar-builder.ts';
import { type BuiltEntry, buildZip } from '../../../testing/builders/zip-builder.ts';
import { countingSource } from '../../../testing/counting-source.ts';
import { openPackage } from '../../registry.ts';
import { MAX_ARCHIVE_HEADER_BYTES } from './limits.ts';

const open = (entries: BuiltEntry[], name = 'a.npz') => openPackage(memorySource(name, buildZip(entries)));
const pickle = Uint8Array.from('\x80\x02cposix\nsystem\nU\x02id\x85R.', (char) => char.charCodeAt(0));
const objects = padded("{'descr': '|O', 'fortran_order': False, 'shape': (3,), }");

describe('an archive of arrays', () => {
  it.each([
    ['stored', 0],
    ['deflated', 8],
  ])('lists the arrays of members that are %s', async (_, method) => {
    const entries = ['weight.npy', 'layers/0/bias.npy'].map((name) => ({ name, data: buildNpy(), method }));
    const { package: shown, tensor, source } = await open(entries);
    expect(shown).toMatchObject({ format: 'numpy', findings: [], can: { verify: true } });
    expect(shown.tensors.map(({ name, dtype, shape }) => [name, dtype, shape])).toEqual([
      ['weight', 'float64', [3n]],
      ['layers/0/bias', 'float64', [3n]],
    ]);
    expect(shown.files.map(({ path }) => path)).toEqual(['weight.npy', 'layers/0/bias.npy']);
    expect([...(await (await tensor('weight')).read(1, 3))]).toEqual([2, 3]);
    expect(source('weight.npy')?.size).toBe(152);
    await expect(tensor('other')).rejects.toMatchObject({ code: 'reference/tensor-missing' });
  });

  it('is known by its members, or by its name', async () => {
    const data = buildNpy();
    expect((await open([{ name: 'a.npy', data }], 'a.zip')).package.format).toBe('numpy');
    expect(
      (
        await open(
          [
            { name: 'a.npy', data },
            { name: 'x', data: 'x' },
          ],
          'a.zip',
        )
      ).package.format,
    ).toBe('zip');
    expect((await open([], 'a.npz')).package).toMatchObject({ format: 'numpy', tensors: [], findings: [] });
    expect((await open([], 'a.zip')).package.format).toBe('zip');
    const tar = buildTar([{ name: 'a.npy', data }]);
    expect((await openPackage(memorySource('a.tar', tar))).package.format).not.toBe('numpy');
    const renamed = (await openPackage(memorySource('a.npz', tar))).package;
    expect([renamed.format, renamed.runs?.weight]).toEqual(['numpy', 'warning']);
    const file = new File([data], 'a.npy');
    expect((await openPackage(folderContainer('f', [{ path: 'f/a.npy', file }]))).package.format).toBe('zip');
  });

  it('says which members are not arrays, and shows the others', async () => {
    const { package: shown } = await open([
      { name: 'good.npy', data: buildNpy() },
      { name: 'version.npy', data: buildNpy({ version: [9, 0] }) },
      { name: 'cut.npy', data: buildNpy().slice(0, 140) },
      { name: 'objects.npy', data: buildNpy({ header: objects, data: pickle }) },
      { name: 'readme', data: 'x' },
    ]);
    expect(shown.tensors.map(({ name }) => name)).toEqual(['good', 'cut', 'objects']);
    expect(shown.findings.map(({ code, path }) => [code, path])).toEqual([
      ['numpy/version', 'version.npy'],
      ['numpy/data-cut', 'cut.npy'],
      ['pickle/dangerous', 'objects.npy'],
      ['numpy/object', 'objects.npy'],
      ['numpy/other-member', 'readme'],
    ]);
    expect(shown.runs).toMatchObject({ weight: 'error', facts: [{ kind: 'unpickles' }] });
  });

  it('decodes no more of a large member than its header', async () => {
    const header = padded("{'descr': '|u1', 'fortran_order': False, 'shape': (12000000,), }");
    // Does not compress, so that reading all of it shows.
    const noise = new Uint8Array(12_000_000);
    for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
    const zip = buildZip([{ name: 'a.npy', data: buildNpy({ header, data: noise }), method: 8 }]);
    const source = countingSource(memorySource('a.npz', zip));
    const streamed = source.stream.bind(source);
    let bytes = 0;
    const watched = {
      ...source,
      stream(start: number, end: number, signal?: AbortSignal) {
        const counter = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            bytes += chunk.length;
            controller.enqueue(chunk);
          },
        });
        return streamed(start, end, signal).pipeThrough(counter);
      },
    };
    expect((await openPackage(watched)).package.tensors[0]?.shape).toEqual([12_000_000n]);
    expect(bytes).toBeLessThanOrEqual(9_000_000);
  });

  it('keeps two members of one name apart: NumPy reads the last', async () => {
    const data = buildNpy();
    const ones = buildNpy({ data: new Uint8Array(new Float64Array([1, 1, 1]).buffer) });
    const { package: shown, tensor } = await open([
      { name: 'a', data: 'x' },
      { name: 'a.npy', data },
      { name: '../up.npy', data },
      { name: 'a.npy', data: ones },
    ]);
    // The name `a` gives the text.
    expect(shown.tensors.map(({ name }) => name)).toEqual(['a.npy']);
    expect([...(await (await tensor('a.npy')).read(0, 3))]).toEqual([1, 1, 1]);
    expect(shown.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['zip/unsafe-path', 'zip/duplicate-name', 'numpy/other-member', 'numpy/same-name']),
    );
  });

  it.each<[string, BuiltEntry[], string]>([
    [
      'is a pickle under a name without .npy',
      [{ name: 'data', data: buildNpy({ header: objects, data: pickle }) }],
      'data',
    ],
    [
      'is a pickle that a later one hides',
      [
        { name: 'a.npy', data: buildNpy({ header: objects, data: pickle }) },
        { name: 'a.npy', data: buildNpy() },
      ],
      'a.npy',
    ],
    [
      'is a pickle that hides an earlier one',
      [
        { name: 'a.npy', data: buildNpy() },
        { name: 'a.npy', data: buildNpy({ header: objects, data: pickle }) },
      ],
      'a',
    ],
    [
      'says that its elements are objects by a name',
      [{ name: 'a.npy', data: buildNpy({ header: objects.replace("'|O'", "'object'"), data: pickle }) }],
      'a',
    ],
  ])('can run code where a member %s', async (_, entries, name) => {
    const { runs } = (await open(entries)).package;
    expect(runs).toMatchObject({ sentence: 'Loading it calls dangerous code', weight: 'error' });
    expect(runs?.facts[0]?.warnings?.[0]?.text[1]).toEqual({ name: 'posix.system' });
    expect(runs?.facts[0]?.lists?.[0]).toMatchObject({ count: 1, items: [[{ name }]] });
  });

  it.each<[string, BuiltEntry[], string]>([
    ['has an unsafe name', [{ name: '../a.npy', data: buildNpy() }], '../a.npy'],
    ['is a symlink', [{ name: 'a.npy', data: buildNpy(), host: 3, mode: 0o120777 }], 'a.npy'],
    ['is encrypted', [{ name: 'a.npy', data: buildNpy(), flags: 1 }], 'a.npy'],
    ['has an unknown method', [{ name: 'a', data: buildNpy(), method: 14, stored: new Uint8Array(9) }], 'a'],
    [
      'has a broken header',
      [{ name: 'a.npy', data: buildNpy({ header: objects.replace("'|O'", "'i4,O'") }) }],
      'a.npy',
    ],
  ])('is unknown where a member %s', async (_, entries, name) => {
    const { runs } = (await open([{ name: 'good.npy', data: buildNpy() }, ...entries])).package;
    expect(runs).toMatchObject({ sentence: 'What loading it runs is unknown', weight: 'warning' });
    expect(runs?.facts[0]?.text[0]).toContain('Perhaps 1 member:');
    expect(runs?.facts[0]?.lists?.[0]?.items[0]?.[0]).toEqual({ name });
  });

  it('walks over members that are compressed or have a wrong checksum, and counts what was not read', async () => {
    // NumPy unpickles a long member before it comes to the end, where the checksum is compared.
    const long = Uint8Array.from([...pickle, ...new Uint8Array(9_000)]);
    for (const [data, stored] of [
      [pickle, { method: 8 }],
      [long, { crc32: 7 }],
    ] as const) {
      const { findings, runs } = (
        await open([
          { name: 'a.npy', data: buildNpy({ header: objects, data }), ...stored },
          { name: 'b.npy', data: buildNpy(), flags: 1 },
        ])
      ).package;
      expect(findings).toContainEqual(expect.objectContaining({ code: 'pickle/dangerous', path: 'a.npy' }));
      expect(runs?.facts[0]).toMatchObject({
        text: ['1 array of Python objects: ', 'imports ', { name: 'posix.system' }, ' (dangerous)'],
        notes: [
          ['numpy.load rejects it without allow_pickle=True'],
          ['1 member could not be read, and may be a pickle'],
        ],
      });
    }
  });

  it('runs nothing where its other members are not arrays, as NumPy gives their bytes', async () => {
    const { runs } = (
      await open([
        { name: 'a.npy', data: 'x' },
        { name: 'readme', data: 'x' },
      ])
    ).package;
    expect(runs?.weight).toBe('ok');
  });

  it('is unknown where something precedes the zip: NumPy then takes the file for a pickle', async () => {
    const zip = buildZip([{ name: 'a.npy', data: buildNpy() }], {
      prefix: new TextEncoder().encode('cposix\nsystem\n'),
    });
    const { package: shown } = await openPackage(memorySource('a.npz', zip));
    expect(shown.tensors).toHaveLength(1);
    expect(shown.runs?.weight).toBe('warning');
  });

  it('reads headers up to a limit for all of them, and says which it did not', async () => {
    const header = padded(`{'descr': '<f8', 'fortran_order': False, 'shape': (3,)${' '.repeat(60_000)}}`);
    const entries = Array.from({ length: 80 }, (_, i) => ({
      name: `${i}.npy`,
      data: buildNpy({ header }),
      method: 8,
    }));
    const { package: shown } = await open(entries);
    expect(shown.tensors.length).toBeLessThan(80);
    expect(shown.tensors.length).toBe(Math.floor(MAX_ARCHIVE_HEADER_BYTES / (10 + header.length)));
    expect(shown.findings.find(({ code }) => code === 'numpy/header-size')?.message).toContain('in all');
    expect(shown.runs?.facts[0]?.lists?.[0]).toMatchObject({ title: ['Members that were not read'] });
    const long = buildNpy({ version: [2, 0], header: padded(`{'descr': '<f8'}${' '.repeat(70_000)}`, 12) });
    expect((await open([{ name: 'a.npy', data: long }])).package.findings[0]?.code).toBe('numpy/header-size');
  });

  it('does not decompress a member for the bytes that follow its array', async () => {
    const header = padded("{'descr': '|u1', 'fortran_order': False, 'shape': (6000000,), }");
    const noise = new Uint8Array(6_000_001);
    for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
    const zip = buildZip([{ name: 'a.npy', data: buildNpy({ header, data: noise }), method: 8 }]);
    const source = countingSource(memorySource('a.npz', zip));
    const { package: shown } = await openPackage(source);
    expect(shown.findings).toMatchObject([{ code: 'numpy/trailing-bytes', message: '1 byte follows the array.' }]);
    expect(
      source.accesses.filter(({ kind }) => kind === 'read').reduce((sum, { start, end }) => sum + end - start, 0),
    ).toBeLessThan(200_000);
  });
});
