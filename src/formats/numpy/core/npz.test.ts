import { describe, expect, it } from 'vitest';
import { folderContainer } from '../../../archive/container.ts';
import { memorySource } from '../../../source/memory.ts';
import { countingSource } from '../../../testing/counting-source.ts';
import { buildNpy, padded } from '../../../testing/numpy-files.ts';
import { type BuiltEntry, buildZip } from '../../../testing/zip-builder.ts';
import { openPackage } from '../../registry.ts';

const open = (entries: BuiltEntry[], name = 'a.npz') => openPackage(memorySource(name, buildZip(entries)));
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
    const file = new File([data], 'a.npy');
    expect((await openPackage(folderContainer('f', [{ path: 'f/a.npy', file }]))).package.format).toBe('zip');
  });

  it('says which members are no arrays, and shows the others', async () => {
    const { package: shown } = await open([
      { name: 'good.npy', data: buildNpy() },
      { name: 'version.npy', data: buildNpy({ version: [9, 0] }) },
      { name: 'cut.npy', data: buildNpy().slice(0, 140) },
      { name: 'objects.npy', data: buildNpy({ header: objects }) },
      { name: 'readme', data: 'x' },
    ]);
    expect(shown.tensors.map(({ name }) => name)).toEqual(['good', 'cut', 'objects']);
    expect(shown.findings.map(({ code, path }) => [code, path])).toEqual([
      ['numpy/version', 'version.npy'],
      ['numpy/data-cut', 'cut.npy'],
      ['numpy/object', 'objects.npy'],
      ['numpy/other-member', 'readme'],
    ]);
    expect(shown.runs).toMatchObject({ weight: 'warning', facts: [{ kind: 'unpickles' }] });
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

  it('keeps two members of one name apart', async () => {
    const data = buildNpy();
    const { package: shown } = await open([
      { name: 'a', data: 'x' },
      { name: 'a.npy', data },
      { name: '../up.npy', data },
      { name: 'a.npy', data },
    ]);
    expect(shown.tensors.map(({ name }) => name)).toEqual(['a']);
    expect(shown.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['zip/unsafe-path', 'zip/duplicate-name', 'numpy/other-member']),
    );
  });
});
