import { expect, test } from 'vitest';
import { asContainer } from '../../archive/container.ts';
import { concatBytes } from '../../base/bytes.ts';
import { NetworkError } from '../../base/errors.ts';
import { memorySource } from '../../source/memory.ts';
import { rangedSource } from '../../source/ranged.ts';
import type { ByteSource } from '../../source/source.ts';
import { npyHeader } from '../../tensor/npy.ts';
import { callsInThread } from '../../testing/worker-calls.ts';

function npy(dtype: string, shape: readonly bigint[], values: ArrayBufferView<ArrayBuffer>): Uint8Array {
  return concatBytes([npyHeader(dtype, shape), new Uint8Array(values.buffer)]);
}

const A = npy('float32', [2n, 3n], Float32Array.of(1, 2, 3, 4, 5, 6));
const FILES: Record<string, Uint8Array> = {
  'a.npy': A,
  'near.npy': npy('float64', [2n, 1n, 3n], Float64Array.of(1, 2, 3, 4, 5, 6.00001)),
  'across.npy': npy('float32', [3n, 2n], Float32Array.of(1, 4, 2, 5, 3, 7)),
  'flat.npy': npy('float32', [6n], Float32Array.of(1, 2, 3, 4, 5, 6)),
};

/** The file that cannot be read any more. */
let lost: string | undefined;

function sourceOf(url: string): ByteSource {
  const source = memorySource(url, FILES[url] as Uint8Array);
  const read: ByteSource['read'] = (...range) =>
    lost === url ? Promise.reject(new NetworkError('source/changed', 'It changed.')) : source.read(...range);
  return rangedSource(url, source.size, read);
}

/** Opens the files as packages of their own, and gives the worker and their handles. */
async function opened() {
  const worker = callsInThread(
    {},
    {
      openSource: async (descriptor) => {
        const { url } = descriptor as { url: string };
        return { container: asContainer(sourceOf(url)), release() {} };
      },
    },
  );
  const open = async (url: string) => {
    const { handle, package: pkg } = await worker.call('open', { descriptor: { kind: 'url', url } });
    return { handle, tensor: pkg.tensors[0]?.name as string };
  };
  return {
    worker,
    a: await open('a.npy'),
    near: await open('near.npy'),
    across: await open('across.npy'),
    flat: await open('flat.npy'),
  };
}

test('a tensor is compared with one of another package, with the tolerance of the coarser type', async () => {
  const { worker, a, near, across, flat } = await opened();
  const found = await worker.call('tensorCompare', { ...a, with: near });
  expect(found).toMatchObject({
    count: 6,
    differs: 1,
    beyond: 0,
    rtol: 1e-5,
    atol: 1e-8,
    relation: 'ones',
    maxAbs: { at: 5 },
  });
  const strict = await worker.call('tensorCompare', { ...a, with: near, tolerance: { rtol: 0 } });
  expect(strict).toMatchObject({ beyond: 1, first: 5, rtol: 0, atol: 1e-8 });
  const turned = { ...across, transposed: true };
  expect(await worker.call('tensorCompare', { ...a, with: turned })).toMatchObject({
    ...{ relation: 'transposed', differs: 1, first: 5, maxAbs: { value: 1, at: 5 } },
  });
  const refused = (other: typeof flat) => expect(worker.call('tensorCompare', { ...a, with: other })).rejects;
  await refused(across).toThrow('The shapes are 2 × 3 and 3 × 2: one is the transpose of the other.');
  await refused(flat).toThrow('The shapes are 2 × 3 and 6.');
});

test('errors of a file beside the package that is shown say so, whichever of the two it is', async () => {
  const { worker, a, near } = await opened();
  const beside = { ...near, isBeside: true };
  lost = 'near.npy';
  const added = { code: 'source/changed', fields: { added: true } };
  await expect(worker.call('tensorCompare', { ...a, with: beside })).rejects.toMatchObject(added);
  await expect(worker.call('tensorCompare', { ...beside, with: a })).rejects.toMatchObject(added);
  lost = 'a.npy';
  for (const ask of [
    { ...a, with: beside },
    { ...beside, with: a },
  ]) {
    const error = await worker.call('tensorCompare', ask).catch((caught) => caught);
    expect([error.code, error.fields.added]).toEqual(['source/changed', undefined]);
  }
  lost = undefined;
});

test('every call about a tensor takes the difference of two', async () => {
  const { worker, a, across } = await opened();
  const minus = { ...across, transposed: true };
  const plane = { rows: 2, columns: 3, start: 0, rowStride: 3, columnStride: 1 };
  const of = { ...a, minus };
  expect(await worker.call('tensorCells', { ...of, plane })).toEqual(['0', '0', '0', '0', '0', '-1']);
  expect(await worker.call('tensorPlane', { ...of, plane })).toEqual(Float64Array.of(0, 0, 0, 0, 0, -1));
  expect(await worker.call('tensorPlane', { ...a, plane })).toEqual(Float32Array.of(1, 2, 3, 4, 5, 6));
  expect(await worker.call('tensorStatistics', of)).toMatchObject({ min: '-1', zeros: 5, places: { min: 5 } });
  const steps = { rows: 1, columns: 1 };
  expect(await worker.call('tensorShrunk', { ...of, plane, steps })).toMatchObject({ distribution: { finite: 6 } });
  expect(await worker.call('tensorBytes', { ...of, start: 40, end: 48 })).toEqual(
    new Uint8Array(Float64Array.of(-1).buffer),
  );
  const blob = await worker.call('tensorExport', { ...of, file: { kind: 'csv' } }).catch((error) => error.message);
  expect(blob).toBe('There is no place to save.');
  await worker.call('close', { handle: across.handle });
  await expect(worker.call('tensorCells', { ...of, plane })).rejects.toMatchObject({ code: 'internal/bug' });
});
