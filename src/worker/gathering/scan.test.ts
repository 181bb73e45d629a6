import { describe, expect, test, vi } from 'vitest';
import { NetworkError } from '../../base/errors.ts';
import type { OpenPackage } from '../../formats/format.ts';
import { openPackage } from '../../formats/registry.ts';
import type { TensorInfo } from '../../model/package.ts';
import { scanList } from '../../model/tensor/scan-list.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import type { SameContent, ScannedTensor } from '../../tensor/scan/scanned.ts';
import type { StoredElements, TensorReader } from '../../tensor/values.ts';
import { buildGguf } from '../../testing/builders/gguf-builder.ts';
import { buildSafetensors, entryText } from '../../testing/builders/safetensors-builder.ts';
import { GathererInThread } from '../../testing/gatherer-in-thread.ts';
import { gatherPool } from './pool.ts';
import { PooledScan } from './pooled-scan.ts';
import { SameContents } from './same-contents.ts';
import { scanPackage } from './scan.ts';

/** A safetensors file with these tensors: float32, one row, if nothing else is said. */
function fileOf(
  tensors: Readonly<Record<string, { values: Float32Array | Uint8Array; shape?: number[]; dtype?: string }>>,
) {
  const entries: string[] = [];
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [name, { values, shape = [values.length], dtype = 'F32' }] of Object.entries(tensors)) {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    entries.push(entryText(name, dtype, shape, at, at + bytes.length));
    parts.push(bytes);
    at += bytes.length;
  }
  return buildSafetensors(`{${entries.join(',')}}`, Buffer.concat(parts));
}

const onDisk = (bytes: Uint8Array<ArrayBuffer>, name = 'a.safetensors') => fileSource(new Blob([bytes]), name);

async function scan(
  source: ByteSource,
  {
    scalesOnly = false,
    isPooled = true,
    signal,
  }: { scalesOnly?: boolean; isPooled?: boolean; signal?: AbortSignal } = {},
) {
  const open = await openPackage(source);
  const threads: GathererInThread[] = [];
  const pool = gatherPool(() => {
    const thread = new GathererInThread();
    threads.push(thread);
    return thread;
  }, 2);
  const found = new Map<string, ScannedTensor>();
  const same: SameContent[] = [];
  const onProgress = vi.fn();
  const done = scanPackage(open, scanList(open.package.tensors), {
    scalesOnly,
    ...(isPooled && { pool }),
    same: new SameContents(open),
    signal,
    onScanned: (scanned) => void found.set(scanned.name, scanned),
    onSame: (each) => void same.push(each),
    onProgress,
  });
  return { done, found, same, onProgress, threads, tasks: () => threads.flatMap(({ tasks }) => tasks) };
}

const ramp = (count: number, step = 1) => Float32Array.from({ length: count }, (_, at) => Math.sin(at * step));

describe('a package on this machine', () => {
  test('is scanned by threads: small tensors together, a large one in parts', async () => {
    const large = ramp(18_000_000).map((value, at) => (at >= 4_194_000 && at < 4_195_000 ? 0 : value));
    large[17_999_999] = Number.NaN;
    const tensors = {
      ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`s.${at}`, { values: ramp(10, at + 2) }])),
      large: { values: large, shape: [36_000, 500] },
    };
    const { done, found, tasks, onProgress, threads } = await scan(onDisk(fileOf(tensors)));
    await done;
    expect(tasks().map((task) => task.kind === 'scan' && task.pieces.length)).toEqual(
      expect.arrayContaining([256, 44, 1]),
    );
    // 72 MB in parts of 4 million elements.
    expect(tasks()).toHaveLength(2 + 5);
    expect(found.size).toBe(301);
    expect(found.get('s.7')).toMatchObject({
      flags: [],
      statistics: { count: 10, max: String(Math.max(...ramp(10, 9))) },
    });
    // A thousand zeros over the edge of two parts: two rows, of which the first begins before it.
    expect(found.get('large')).toMatchObject({
      flags: ['nan', 'dead'],
      statistics: { count: 18_000_000, nan: 1, places: { nan: 17_999_999 } },
      dead: { rows: 2, firstRow: 8388, columns: 0 },
    });
    expect(onProgress.mock.lastCall).toEqual([72_012_000, 72_012_000]);
    expect(threads.every(({ terminated }) => terminated)).toBe(true);
  });

  test('gives the same without threads, and where its bytes are elsewhere', async () => {
    const bytes = fileOf({
      a: { values: ramp(40), shape: [4, 10] },
      half: { values: new Uint8Array([0, 0x3c, 0, 0x7e, 0, 0]), dtype: 'F16', shape: [3] },
      packed: { values: new Uint8Array([0x10, 0x80, 0, 0x11]), dtype: 'F4', shape: [2, 4] },
      scalar: { values: new Float32Array(1), shape: [] },
      none: { values: new Float32Array(0), shape: [0, 7] },
      zeros: { values: new Float32Array(12), shape: [3, 4] },
      again: { values: ramp(40), shape: [4, 10] },
    });
    const runs = await Promise.all([
      scan(onDisk(bytes)),
      scan(onDisk(bytes), { isPooled: false }),
      scan(memorySource('a.safetensors', bytes)),
    ]);
    for (const { done } of runs) await done;
    const [pooled, ...others] = runs;
    const inOrder = (found: Map<string, ScannedTensor> | undefined) =>
      [...(found ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const { found, same } of others) {
      expect(inOrder(found)).toEqual(inOrder(pooled?.found));
      expect(same).toEqual(pooled?.same);
    }
    expect(Object.fromEntries([...(pooled?.found ?? [])].map(([name, { flags }]) => [name, flags]))).toEqual({
      a: [],
      half: ['nan'],
      // Its first column, of a zero and another one.
      packed: ['dead'],
      scalar: [],
      none: [],
      zeros: ['zeros'],
      again: [],
    });
    expect(pooled?.same).toEqual([
      { name: 'a', as: 'again', others: 1, isFirst: true },
      { name: 'again', as: 'a', others: 1, isFirst: false },
    ]);
  });

  test('has duplicates only where all bytes are the same', async () => {
    const one = ramp(100);
    // The same statistics with the same places, in another order.
    const other = one.slice();
    const order = [...one.keys()].sort((a, b) => (one[a] as number) - (one[b] as number)).slice(20, 22);
    const [a, b] = order as [number, number];
    [other[a], other[b]] = [one[b] as number, one[a] as number];
    const constant = new Float32Array(100).fill(2);
    const { done, same } = await scan(
      onDisk(
        fileOf({
          one: { values: one },
          other: { values: other },
          third: { values: one },
          shaped: { values: one, shape: [10, 10] },
          fourth: { values: one },
          c1: { values: constant },
          c2: { values: constant },
        }),
      ),
    );
    await done;
    expect(same).toEqual([
      { name: 'one', as: 'third', others: 2, isFirst: true },
      { name: 'third', as: 'one', others: 2, isFirst: false },
      { name: 'fourth', as: 'one', others: 2, isFirst: false },
    ]);
  });

  test('has empty tensors whose place in the file is not known', async () => {
    const open = await openPackage(onDisk(fileOf({ none: { values: new Float32Array(0), shape: [0, 7] } })));
    const list = scanList(open.package.tensors).map(({ data: _, ...info }) => info);
    const found: ScannedTensor[] = [];
    await scanPackage(open, list, {
      scalesOnly: false,
      pool: gatherPool(() => new GathererInThread(), 1),
      same: new SameContents(open),
      onScanned: (scanned) => void found.push(scanned),
      onSame: () => {},
    });
    expect(found).toMatchObject([{ name: 'none', flags: [], statistics: { count: 0 } }]);
  });

  test('tells of duplicates that were found before a comparison was canceled', async () => {
    const open = await openPackage(
      onDisk(fileOf(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { values: ramp(50) }])))),
    );
    const controller = new AbortController();
    const opened: string[] = [];
    const same = new SameContents({
      ...open,
      tensor(name, signal) {
        opened.push(name);
        if (name === 'd' && opened.filter((each) => each === 'd').length === 1) controller.abort();
        return open.tensor(name, signal);
      },
    });
    const run = { scalesOnly: false, onScanned: () => {} };
    const told: SameContent[] = [];
    const onSame = (each: SameContent) => void told.push(each);
    const { signal } = controller;
    const list = scanList(open.package.tensors);
    await expect(scanPackage(open, list, { ...run, same, onSame, signal })).rejects.toMatchObject({ tag: 'cancelled' });
    expect(told).toEqual([]);
    await scanPackage(open, [], { ...run, same, onSame });
    expect(told.map(({ name, as, others }) => [name, as, others])).toEqual([
      ['a', 'b', 3],
      ['b', 'a', 3],
      ['c', 'a', 3],
      ['d', 'a', 3],
    ]);
  });

  test('whose scan is canceled says what it had until then', async () => {
    const controller = new AbortController();
    const tensors = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`t.${at}`, { values: ramp(800_000, at + 1) }]),
    );
    const run = await scan(onDisk(fileOf(tensors)), { signal: controller.signal });
    run.onProgress.mockImplementation(() => controller.abort());
    await expect(run.done).rejects.toMatchObject({ tag: 'cancelled' });
    expect(run.found.size).toBeGreaterThan(0);
    expect(run.found.size).toBeLessThan(40);
  });

  test('goes on after a tensor that cannot be read, and ends where bytes do not come', async () => {
    const bytes = fileOf({ a: { values: ramp(4) }, b: { values: ramp(5) }, c: { values: ramp(6) } });
    const open = await openPackage(memorySource('a.safetensors', bytes));
    const failing = (error: Error) => ({
      ...open,
      tensor: (name: string) => (name === 'b' ? Promise.reject(error) : open.tensor(name)),
    });
    const found: ScannedTensor[] = [];
    const run = {
      scalesOnly: false,
      same: new SameContents(open),
      onScanned: (scanned: ScannedTensor) => void found.push(scanned),
      onSame: () => {},
    };
    await scanPackage(failing(new RangeError('broken')), scanList(open.package.tensors), run);
    expect(found.map(({ name, error }) => [name, error?.tag])).toEqual([
      ['a', undefined],
      ['b', 'internal'],
      ['c', undefined],
    ]);
    const gone = failing(new NetworkError('source/unreachable', 'The host is gone.'));
    await expect(scanPackage(gone, scanList(open.package.tensors), run)).rejects.toMatchObject({ tag: 'network' });
  });
});

describe('tensors in blocks', () => {
  /** Blocks of `Q8_0`: a scale and 32 ones. */
  const blocks = (scales: readonly number[]) =>
    Buffer.concat(scales.map((scale) => Buffer.from([scale & 255, scale >> 8, ...new Array(32).fill(1)])));
  const file = () =>
    buildGguf({
      tensors: [
        { name: 'fine', type: 'Q8_0', ne: [32, 3], data: blocks([0x3c00, 0x4000, 0x3c00]) },
        { name: 'bad', type: 'Q8_0', ne: [32, 4], data: blocks([0x3c00, 0x7e00, 0x7c00, 0x7e00]) },
        { name: 'zero', type: 'Q8_0', ne: [32, 2], data: blocks([0, 0x8000]) },
        { name: 'norm', type: 'F32', ne: [4] },
      ],
    });

  test('have their computed values scanned', async () => {
    const { done, found } = await scan(onDisk(file(), 'a.gguf'));
    await done;
    expect(found.get('bad')).toMatchObject({
      flags: ['nan', 'infinite'],
      statistics: { nan: 64, infinite: 32, places: { nan: 32, infinite: 64 } },
    });
    expect([...found].map(([name, { flags }]) => [name, flags])).toEqual([
      ['fine', []],
      ['bad', ['nan', 'infinite']],
      ['zero', ['zeros']],
      ['norm', ['zeros']],
    ]);
  });

  test('have only their scales looked at where that is asked for', async () => {
    for (const isPooled of [true, false]) {
      const { done, found } = await scan(onDisk(file(), 'a.gguf'), { scalesOnly: true, isPooled });
      await done;
      expect(found.get('fine')).toEqual({
        name: 'fine',
        flags: [],
        scales: { blocks: 3, nan: 0, infinite: 0, zeros: 0, most: 256 },
      });
      expect(found.get('bad')).toMatchObject({
        flags: ['nan', 'infinite'],
        scales: { blocks: 4, nan: 2, nanAt: 32, infinite: 1, infiniteAt: 64 },
      });
      expect(found.get('zero')).toMatchObject({ flags: ['zeros'], scales: { zeros: 2 } });
      expect(found.get('norm')).toMatchObject({ flags: ['zeros'], statistics: { count: 4 } });
    }
  });
});

test('a tensor of a terabyte is asked for part by part', async () => {
  let asked = 0;
  const count = 2 ** 40;
  const stored = (first: number, end: number) => {
    asked++;
    return { dtype: 'int8', count: end - first, bytes: { size: end - first } as Blob } as unknown as StoredElements;
  };
  const reader = { dtype: 'int8', count, data: {}, stored } as unknown as TensorReader;
  const info: TensorInfo = { name: 'z', dtype: 'int8', shape: [BigInt(count)] };
  const ends = { tell() {}, fail() {}, onFar() {}, progress() {} };
  const scan = new PooledScan({} as OpenPackage, ends);
  const found = { info, reader, ask: { name: 'z', shape: info.shape, count, scalesOnly: false } };
  const tasks = scan.tasks(
    (async function* () {
      yield found;
    })(),
  );
  for (let task = 0; task < 3; task++) expect((await tasks.next()).value?.pieces[0]?.first).toBe(task * 2 ** 22);
  expect(asked).toBeLessThan(6);
});
