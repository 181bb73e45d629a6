import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import { openPackage } from '../../formats/registry.ts';
import type { Package } from '../../model/package.ts';
import { memorySource } from '../../source/memory.ts';
import { sliceSource } from '../../source/slice.ts';
import type { ByteSource } from '../../source/source.ts';
import { NumericReader } from '../../tensor/reader.ts';
import type { TensorReader } from '../../tensor/values.ts';
import { buildGguf } from '../../testing/builders/gguf-builder.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { fakePackage } from '../../testing/fake-worker.ts';
import { fixture, fixtureSource, hasFixtures } from '../../testing/fixtures.ts';
import { type CallsInThread, callsInThread } from '../../testing/worker-calls.ts';
import type { Progress } from '../protocol.ts';

/** A package with these parts and files, whose tensors all hold 1, 2, 3 and 4. */
function packageWith(parts: Partial<Package>, files: Record<string, Uint8Array> = {}): AuditedPackage {
  return {
    package: fakePackage(parts),
    source: (path) => (files[path] ? memorySource(path, files[path]) : undefined),
    async tensor(): Promise<TensorReader> {
      return {
        dtype: 'int8',
        count: 4,
        read: async (start, end) => new Int8Array([1, 2, 3, 4]).slice(start, end),
        data: memorySource('t', new Uint8Array([1, 2, 3, 4])),
      };
    },
    audit: async () => ({ runs: undefined, findings: [] }),
    checksums: async () => () => undefined,
    checklist: async () => [],
  };
}

async function opened(open: AuditedPackage): Promise<{ worker: CallsInThread; handle: number }> {
  const worker = callsInThread({}, { openPackage: async () => open });
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.carton' } });
  return { worker, handle };
}

test('each package has a handle of its own, and a closed one is gone', async () => {
  const worker = callsInThread({}, { openPackage: async () => packageWith({}, { a: new Uint8Array([1]) }) });
  const descriptor = { kind: 'url', url: 'https://a.example/a.carton' } as const;
  const first = await worker.call('open', { descriptor });
  const second = await worker.call('open', { descriptor });
  expect(first.handle).not.toBe(second.handle);
  await worker.call('close', { handle: first.handle });
  const ask = { path: 'a', start: 0, end: 1 };
  await expect(worker.call('read', { handle: first.handle, ...ask })).rejects.toMatchObject({ code: 'internal/bug' });
  expect(await worker.call('read', { handle: second.handle, ...ask })).toEqual(new Uint8Array([1]));
});

test('a file is known by its bytes, and a picture by what showing it takes', async () => {
  const drawing = encodeUtf8('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><filter/></svg>');
  const { worker, handle } = await opened(packageWith({}, { 'a.txt': encodeUtf8('a'), b: drawing }));
  expect(await worker.call('picture', { handle, path: 'a.txt' })).toEqual({
    kind: { kind: 'text', label: 'Plain text' },
    size: 1,
  });
  expect(await worker.call('picture', { handle, path: 'b' })).toMatchObject({
    kind: { kind: 'picture', type: 'image/svg+xml' },
    size: drawing.length,
    picture: { doubt: { kind: 'drawing', reason: expect.stringContaining('(filter)') } },
  });
  await expect(worker.call('picture', { handle, path: 'c' })).rejects.toMatchObject({ code: 'source/no-such-file' });
});

describe('a file that is read whole', () => {
  const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
  const TOML = 'spec_version = 1\nmodel_name = "M"\n';
  const FILES = { 'carton.toml': TOML, 'model/a': 'weights', 'model/wrong': 'other', 'misc/more': 'unlisted' };

  async function carton() {
    const lines = { 'carton.toml': TOML, 'model/a': 'weights', 'model/wrong': 'right' };
    const zip = buildZip([
      ...Object.entries(FILES).map(([name, data]) => ({ name, data })),
      { name: 'model/damaged', data: 'damaged', crc32: 1 },
      {
        name: 'MANIFEST',
        data: [...Object.entries(lines), ['model/damaged', 'damaged'] as const]
          .map(([path, data]) => `${path}=${sha256(data)}\n`)
          .join(''),
      },
    ]);
    const worker = callsInThread({ container: memorySource('a.carton', zip) });
    const answer = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.carton' } });
    const told: Progress[] = [];
    const options = { onProgress: (progress: Progress) => void told.push(progress) };
    return { worker, ...answer, options, told, last: () => told.at(-1) };
  }

  test('shows what its hash says, by whatever call it was read', async () => {
    const { worker, handle, options, told, last, verdicts, findings } = await carton();
    expect([verdicts, findings]).toEqual([[{ path: 'carton.toml', hash: 'verified', sha256: sha256(TOML) }], []]);
    await worker.call('read', { handle, path: 'model/a', start: 0, end: 6 }, options);
    expect(told).toEqual([]);
    await worker.call('read', { handle, path: 'model/a', start: 0, end: 100 }, options);
    expect(last()?.verdicts).toEqual([{ path: 'model/a', hash: 'verified', sha256: sha256('weights') }]);
    await worker.call('blob', { handle, path: 'model/wrong', type: '' }, options);
    expect(last()).toMatchObject({
      verdicts: [{ path: 'model/wrong', hash: 'mismatch', sha256: sha256('other') }],
      findings: [{ code: 'manifest/hash-mismatch', path: 'model/wrong' }],
    });
    expect(await worker.call('digestFile', { handle, path: 'misc/more' }, options)).toBe(sha256('unlisted'));
    expect(last()).toMatchObject({ verdicts: [{ path: 'misc/more', sha256: sha256('unlisted') }], findings: [] });
    expect(told.some(({ done, total }) => done === 8 && total === 8)).toBe(true);
  });

  test('that is damaged has no hash, and what is wrong with it is told', async () => {
    const { worker, handle, options, last } = await carton();
    await expect(worker.call('digestFile', { handle, path: 'model/damaged' }, options)).rejects.toMatchObject({
      code: 'zip/crc-mismatch',
    });
    expect(last()).toMatchObject({
      verdicts: [{ path: 'model/damaged', hash: 'mismatch' }],
      findings: [{ code: 'zip/crc-mismatch', path: 'model/damaged' }],
    });
  });

  test('to be saved is not given where its bytes are not those that were checked', async () => {
    const { worker, handle, options, told } = await carton();
    const ask = { handle, path: 'model/a', type: '' };
    expect((await worker.call('blob', { ...ask, sha256: sha256('weights').toUpperCase() })).size).toBe(7);
    await expect(worker.call('blob', { ...ask, sha256: sha256('before') }, options)).rejects.toMatchObject({
      code: 'source/changed',
    });
    expect(told.flatMap(({ verdicts = [] }) => verdicts)).toEqual([]);
  });

  test('stops where it is cancelled, and then shows nothing', async () => {
    const { worker, handle, told } = await carton();
    const controller = new AbortController();
    const onProgress = (progress: Progress) => {
      told.push(progress);
      controller.abort();
    };
    const { signal } = controller;
    await expect(worker.call('digestFile', { handle, path: 'model/a' }, { signal, onProgress })).rejects.toMatchObject({
      tag: 'cancelled',
    });
    expect(told.flatMap(({ verdicts = [] }) => verdicts)).toEqual([]);
  });
});

test('bytes are cut at the size, and their buffer holds nothing else and is nobody’s', async () => {
  const data = new Uint8Array([1, 2, 3, 4, 5]);
  const { worker, handle } = await opened(packageWith({}, { a: data }));
  const bytes = await worker.call('read', { handle, path: 'a', start: 2, end: 100 });
  expect(bytes).toEqual(new Uint8Array([3, 4, 5]));
  expect(bytes.buffer.byteLength).toBe(3);
  bytes.fill(0);
  expect(data).toEqual(new Uint8Array([1, 2, 3, 4, 5]));
  expect(await worker.call('read', { handle, path: 'a', start: 9, end: 12 })).toEqual(new Uint8Array(0));
  for (const [start, end] of [
    [-1, 2],
    [3, 2],
    [0.5, 2],
    [0, Number.NaN],
  ] as const) {
    await expect(worker.call('read', { handle, path: 'a', start, end })).rejects.toMatchObject({
      code: 'internal/bug',
    });
  }
});

test('a file that is not there, or larger than asked for, is refused with its path', async () => {
  const { worker, handle } = await opened(packageWith({}, { a: new Uint8Array(11) }));
  await expect(worker.call('blob', { handle, path: 'b', type: '' })).rejects.toMatchObject({
    code: 'source/no-such-file',
    fields: { path: 'b' },
  });
  await expect(worker.call('blob', { handle, path: 'a', type: '', maxBytes: 10 })).rejects.toMatchObject({
    code: 'source/too-large',
    fields: { path: 'a', limit: 10, actual: 11 },
  });
  expect((await worker.call('blob', { handle, path: 'a', type: 'image/png', maxBytes: 11 })).type).toBe('image/png');
});

test('a huge read is refused before anything is read', async () => {
  let reads = 0;
  const huge: ByteSource = {
    name: 'huge',
    size: 2 ** 40,
    async read() {
      reads++;
      return new Uint8Array(0);
    },
    stream: () => new ReadableStream(),
  };
  const { worker, handle } = await opened({ ...packageWith({}), source: () => huge });
  await expect(worker.call('read', { handle, path: 'a', start: 0, end: 2 ** 40 })).rejects.toMatchObject({
    code: 'source/too-large',
  });
  expect(reads).toBe(0);
});

test('a tensor that could not be read once is asked for again', async () => {
  const open = packageWith({ tensors: [{ name: 't', dtype: 'int8', shape: [4n] }] });
  const { worker, handle } = await opened(open);
  const plane = { rows: 2, columns: 1, start: 1, rowStride: 1, columnStride: 0 };
  const read = open.tensor;
  open.tensor = () => Promise.reject(new Error('lost'));
  await expect(worker.call('tensorCells', { handle, tensor: 't', plane })).rejects.toThrow('lost');
  open.tensor = read;
  expect(await worker.call('tensorCells', { handle, tensor: 't', plane })).toEqual(['2', '3']);
  expect(await worker.call('tensorStatistics', { handle, tensor: 't' })).toMatchObject({ count: 4, sum: '10' });
  await expect(worker.call('tensorStatistics', { handle, tensor: 'u' })).rejects.toMatchObject({
    code: 'internal/bug',
  });
});

test('an element of a tensor has its block, where it is stored in one', async () => {
  const data = Uint8Array.of(0, 0x38, ...Array(16).fill(0x2b), 0, 0x40, ...Array(16).fill(0x2b));
  const tensors = [
    { name: 'q', type: 'Q4_0', ne: [32, 2], data },
    { name: 'f', type: 'F32', ne: [4] },
  ];
  const { worker, handle } = await opened(await openPackage(memorySource('m.gguf', buildGguf({ tensors }))));
  expect(await worker.call('tensorBlock', { handle, tensor: 'q', index: 61 })).toEqual({
    number: 1,
    elements: 32,
    start: 18,
    end: 36,
    element: 29,
    scale: { name: 'd', value: 2 },
    code: 2,
    quant: -6,
    value: -12,
  });
  await expect(worker.call('tensorBlock', { handle, tensor: 'q', index: 64 })).rejects.toMatchObject({
    code: 'source/out-of-range',
  });
  for (const tensor of ['f', 'none']) {
    await expect(worker.call('tensorBlock', { handle, tensor, index: 0 })).rejects.toMatchObject({
      code: 'internal/bug',
    });
  }
});

test('a tensor in the middle of a file has its own bytes, as .npy too, and no others', async () => {
  const file = Uint8Array.from({ length: 20 }, (_, at) => at);
  const at = { path: 'weights', start: 4, end: 16 };
  const open = packageWith(
    {
      tensors: [
        { name: 't', dtype: 'uint16', shape: [2n, 3n], data: at },
        { name: 'b', dtype: 'bfloat16', shape: [6n], data: at },
        { name: 's', dtype: 'string', shape: [1n], data: at },
      ],
    },
    { weights: file },
  );
  const { worker, handle } = await opened({
    ...open,
    async tensor(name) {
      if (name === 's') return { dtype: 'string', count: 1, read: async () => ['a'] };
      const data = sliceSource(open.source('weights') as ByteSource, at.start, at.end);
      return new NumericReader(data, name === 't' ? 'uint16' : 'bfloat16', 6);
    },
  });
  const bytes = (tensor: string, start: number, end: number) =>
    worker.call('tensorBytes', { handle, tensor, start, end });
  expect(await bytes('t', 0, 4)).toEqual(new Uint8Array([4, 5, 6, 7]));
  expect(await bytes('t', 10, 100)).toEqual(new Uint8Array([14, 15]));
  expect((await bytes('b', 0, 2)).buffer.byteLength).toBe(2);
  await expect(bytes('s', 0, 1)).rejects.toMatchObject({ code: 'internal/bug' });
  await expect(bytes('none', 0, 1)).rejects.toMatchObject({ code: 'internal/bug' });

  const npy = await npyOf(worker, handle, 't');
  expect(new TextDecoder().decode(npy.subarray(10, 80))).toContain(
    "'descr': '<u2', 'fortran_order': False, 'shape': (2, 3)",
  );
  expect([...npy.subarray(128)]).toEqual([...file.subarray(4, 16)]);
  for (const tensor of ['b', 's']) {
    await expect(npyOf(worker, handle, tensor)).rejects.toMatchObject({
      tag: 'unsupported',
      code: 'tensor/not-in-npy',
    });
  }
});

async function npyOf(worker: CallsInThread, handle: number, tensor: string): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await worker.call('tensorExport', { handle, tensor, file: { kind: 'npy' } });
  return new Uint8Array(await (blob as Blob).arrayBuffer());
}

interface Truth {
  dtype: string;
  shape?: number[];
  first?: string[];
  values?: string[];
  stats_of_finite?: { min: number; max: number; mean: number; std: number };
  stats_exact?: { min: string; max: string; sum: string };
  nan?: number;
  inf?: number;
}

describe.skipIf(!hasFixtures)('every tensor of the fixture, against NumPy', async () => {
  const truth = hasFixtures
    ? (JSON.parse(new TextDecoder().decode(fixture('carton/every-tensor.json'))) as Record<string, Truth>)
    : {};
  const PYTHON: Record<string, string> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity', '-0.0': '-0' };

  async function whole() {
    return opened(await openPackage(fixtureSource('carton/every-tensor.carton')));
  }

  test('the fixture has them all', async () => {
    expect(Object.keys(truth).length).toBe(20);
  });

  for (const [tensor, expected] of Object.entries(truth)) {
    const { shape } = expected;
    if (!shape && !expected.values) continue;

    test(`${tensor}: values`, async () => {
      const { worker, handle } = await whole();
      const sizes = shape ?? [2, 3];
      const count = sizes.reduce((all, size) => all * size, 1);
      const cells = await worker.call('tensorCells', {
        handle,
        tensor,
        plane: { rows: 1, columns: Math.min(count, 6), start: 0, rowStride: 0, columnStride: 1 },
      });
      const known = (expected.values ?? expected.first ?? []).map((text) => PYTHON[text] ?? text);
      const numbers = expected.dtype.startsWith('float')
        ? known.map((text) => (text === '-0' ? text : String(Number(text))))
        : known;
      expect(cells.slice(0, known.length)).toEqual(numbers);
    });

    if (expected.stats_exact || expected.stats_of_finite) {
      test(`${tensor}: statistics`, async () => {
        const { worker, handle } = await whole();
        const result = await worker.call('tensorStatistics', { handle, tensor });
        if (expected.stats_exact) expect(result).toMatchObject({ ...expected.stats_exact, nan: 0, infinite: 0 });
        const floats = expected.stats_of_finite;
        if (!floats) return;
        const { min, max, mean, std, nan, infinite } = result;
        expect([Number(min), Number(max), nan, infinite]).toEqual([floats.min, floats.max, expected.nan, expected.inf]);
        const spread = Math.max(Math.abs(floats.min), Math.abs(floats.max));
        expect(Math.abs((mean as number) - floats.mean)).toBeLessThanOrEqual(1e-12 * spread);
        expect(Math.abs((std as number) - floats.std)).toBeLessThanOrEqual(1e-12 * spread);
      });

      test(`${tensor}: as .npy`, async () => {
        const { worker, handle } = await whole();
        const bytes = await npyOf(worker, handle, tensor);
        const data = 10 + new DataView(bytes.buffer).getUint16(8, true);
        const count = (shape as number[]).reduce((all, size) => all * size, 1);
        const width = Number(/\d+/.exec(expected.dtype)?.[0]) / 8;
        expect(bytes.length - data).toBe(count * width);
        const view = new DataView(bytes.buffer, data);
        const known = PYTHON[(expected.first as string[])[0] as string] ?? (expected.first as string[])[0];
        const first = {
          float32: () => view.getFloat32(0, true),
          float64: () => view.getFloat64(0, true),
          int8: () => view.getInt8(0),
          uint8: () => view.getUint8(0),
          int16: () => view.getInt16(0, true),
          uint16: () => view.getUint16(0, true),
          int32: () => view.getInt32(0, true),
          uint32: () => view.getUint32(0, true),
          int64: () => view.getBigInt64(0, true),
          uint64: () => view.getBigUint64(0, true),
        }[expected.dtype] as () => number | bigint;
        expect(String(first())).toBe(known);
      });
    }
  }
});

describe.skipIf(!hasFixtures)('hostile tensors', () => {
  const plane = { rows: 1, columns: 1, start: 0, rowStride: 0, columnStride: 0 };
  const cases: [string, string][] = [
    ['tensor-file-missing', 'tensor/file-missing'],
    ['tensor-outside', 'tensor/unsafe-path'],
    ['tensor-size', 'tensor/size-mismatch'],
    ['tensor-huge-shape', 'tensor/size-mismatch'],
  ];
  for (const [name, code] of cases) {
    test(`${name} rejects with ${code}`, async () => {
      const { worker, handle } = await opened(await openPackage(fixtureSource(`carton/hostile/${name}.carton`)));
      const tensor = 't';
      await expect(worker.call('tensorCells', { handle, tensor, plane })).rejects.toMatchObject({ code });
    });
  }
});
