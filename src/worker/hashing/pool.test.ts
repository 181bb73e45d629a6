import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { digestBlob } from '../../archive/digest/blob.ts';
import type { DigestResult } from '../../archive/digest/job.ts';
import { folderArchive } from '../../archive/folder.ts';
import { concatBytes } from '../../base/bytes.ts';
import { CancelledError, InternalError } from '../../base/errors.ts';
import { MAX_BATCHED_FILE, MAX_UNPOOLED_BYTES, PIPE_PIECE, PIPE_PIECES } from '../../base/limits.ts';
import { compiledSha256, createSha256 } from '../../codec/sha256.ts';
import { loadZstd, zstdModule } from '../../codec/zstd.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource } from '../../source/source.ts';
import { type BuiltEntry, buildZip, trueCrc32 } from '../../testing/builders/zip-builder.ts';
import { zstdFrame } from '../../testing/builders/zstd-builder.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { createHashing, type FromHasher, type HashTask, type ToHasher } from './hashing.ts';
import { type HasherLike, type PoolOptions, poolDigests } from './pool.ts';

const MIB = 1024 * 1024;
const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** A worker of the pool in this thread: messages arrive in later tasks, and cloned, as between threads. */
class FakeHasher implements HasherLike {
  readonly tasks: HashTask['kind'][] = [];
  zstd: WebAssembly.Module | undefined;
  sha256: WebAssembly.Module | undefined;
  /** Turns asked for and not given back, of all workers. */
  static copying = 0;
  static mostCopying = 0;
  terminated = false;
  #listeners = new Map<string, (event: never) => void>();
  #take = createHashing((message) => this.#emit(message));

  postMessage(message: ToHasher, transfer: Transferable[]): void {
    if (message.kind === 'task') this.tasks.push(message.task.kind);
    if (message.kind === 'start') ({ zstd: this.zstd, sha256: this.sha256 } = message);
    if (message.kind === 'turn') FakeHasher.mostCopying = Math.max(FakeHasher.mostCopying, ++FakeHasher.copying);
    // A Blob does not survive Node's structured clone of vitest's realm; it is shared anyway.
    const copy =
      message.kind === 'task' && 'port' in message.task
        ? message
        : message.kind === 'start'
          ? message
          : structuredClone(message, { transfer });
    setTimeout(() => this.terminated || this.#take(copy));
  }

  terminate(): void {
    this.terminated = true;
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.set(type, listener);
  }

  die(): void {
    this.#listeners.get('error')?.(Object.assign(new Event('error'), { message: 'out of memory' }) as never);
  }

  #emit(message: FromHasher): void {
    if (message.kind === 'turn-over') FakeHasher.copying--;
    const data = structuredClone(message);
    setTimeout(() => this.terminated || this.#listeners.get('message')?.({ data } as never));
  }
}

function noise(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

async function setUp(entries: BuiltEntry[], options: Partial<PoolOptions> = {}) {
  const file = new File([buildZip(entries)], 'm.zip');
  const archive = await openArchive(fileSource(file));
  const workers: FakeHasher[] = [];
  const runner = poolDigests({
    source: archive.source,
    file,
    workers: 3,
    spawn() {
      const worker = new FakeHasher();
      workers.push(worker);
      return worker;
    },
    ...options,
  });
  const jobs = archive.entries.map((entry) => archive.digestJob(entry));
  const results = new Map<string, DigestResult>();
  const run = (signal?: AbortSignal, onBytes?: (done: number) => void) =>
    runner.run(jobs, {
      signal,
      onBytes,
      onDigest(result) {
        expect(results.has(result.path)).toBe(false);
        results.set(result.path, result);
      },
    });
  return { run, workers, results, total: jobs.reduce((sum, { size }) => sum + size, 0) };
}

const LARGE = [5 * MIB, 3 * MIB + 1, 2 * MIB].map((size, at) => noise(size, at));
const SMALL = Array.from({ length: 700 }, (_, at) => noise(at * 3, at));
const deflated = (data: Uint8Array) => ({ method: 8, stored: new Uint8Array(deflateRawSync(data)) });

const ENTRIES = ((): { entries: BuiltEntry[]; hashes: Map<string, string> } => {
  const large = LARGE.map((data, at): BuiltEntry => {
    const name = `large/${at}`;
    const blocks = Array.from({ length: Math.ceil(data.length / 131072) }, (_, n) =>
      data.subarray(n * 131072, (n + 1) * 131072),
    );
    if (at === 0) return { name, data, method: 93, stored: zstdFrame(blocks) };
    return at === 1 ? { name, data, ...deflated(data) } : { name, data };
  });
  const small = SMALL.map(
    (data, at): BuiltEntry => ({ name: `small/${at}`, data, ...(at % 2 === 0 ? {} : deflated(data)) }),
  );
  const hashes = new Map([...large, ...small].map(({ name, data }) => [name as string, hashOf(data as Uint8Array)]));
  return { entries: [...large, ...small], hashes };
})();

afterEach(() => {
  FakeHasher.copying = 0;
  FakeHasher.mostCopying = 0;
});

describe('the pool', () => {
  it('gives its workers the compiled zstd and SHA-256', async () => {
    await Promise.all([loadZstd(), createSha256()]);
    const { run, workers } = await setUp(ENTRIES.entries);
    await run();
    expect(workers.length).toBeGreaterThan(1);
    for (const { zstd } of workers) expect(zstd).toBe(zstdModule());
    for (const { sha256 } of workers) expect(sha256).toBe(compiledSha256());
    for (const module of [zstdModule(), compiledSha256()]) expect(module).toBeInstanceOf(WebAssembly.Module);
  });

  it('reads the next small files of this thread before the first ones are hashed', async () => {
    const entries = Array.from({ length: 2100 }, (_, at): BuiltEntry => ({ name: `${at}`, data: noise(2000, at) }));
    const bytes = fileSource(new File([buildZip(entries)], 'm.zip'));
    const archive = await openArchive(bytes);
    const hashedBefore: number[] = [];
    let hashed = 0;
    const source: ByteSource = {
      ...bytes,
      read(...range) {
        hashedBefore.push(hashed);
        return bytes.read(...range);
      },
    };
    // The other worker takes two batches and never begins.
    const idle: HasherLike = { postMessage() {}, terminate() {}, addEventListener() {} };
    const controller = new AbortController();
    const running = poolDigests({ source, spawn: () => idle, workers: 2 }).run(
      archive.entries.map((entry) => archive.digestJob(entry)),
      {
        signal: controller.signal,
        onDigest() {
          if (++hashed === 512) controller.abort();
        },
      },
    );
    await expect(running).rejects.toBeInstanceOf(CancelledError);
    expect(hashedBefore.slice(0, 2)).toEqual([0, 0]);
  });

  it('hashes every file once, on all workers, and ends them', async () => {
    const { entries, hashes } = ENTRIES;
    const { run, workers, results, total } = await setUp(entries);
    const progress: number[] = [];
    await run(undefined, (done) => progress.push(done));
    expect(new Map([...results].map(([path, { sha256 }]) => [path, sha256]))).toEqual(hashes);
    expect([...results.values()].filter(({ error, findings }) => error || findings.length > 0)).toEqual([]);
    expect(progress.at(-1)).toBe(total);
    expect(workers).toHaveLength(3);
    expect(workers.every(({ terminated, tasks }) => terminated && tasks.length > 0)).toBe(true);
    // The large ones are begun first, one by each.
    expect(workers.map(({ tasks }) => tasks[0])).toEqual(['file', 'file', 'file']);
  });

  it.each([
    // Each worker hashes a file of its own.
    { count: 2, piped: 0 },
    { count: 3, piped: 0 },
    // The largest goes through two workers, the others through one each.
    { count: 4, piped: 1 },
    { count: 6, piped: 3 },
  ])('has $count workers hash files that cannot be held, $piped of three by two of them', async ({ count, piped }) => {
    const { entries, hashes } = ENTRIES;
    const { run, workers, results } = await setUp(entries, { workers: count, maxWhole: 0 });
    await run();
    expect(new Map([...results].map(([path, { sha256 }]) => [path, sha256]))).toEqual(hashes);
    const kinds = workers.flatMap(({ tasks }) => tasks);
    expect(kinds.filter((kind) => kind === 'decode')).toHaveLength(piped);
    expect(kinds.filter((kind) => kind === 'hash')).toHaveLength(piped);
    expect(kinds.filter((kind) => kind === 'file')).toHaveLength(3 - piped);
  });

  it('decodes what asks for a large window after the others, one at a time', async () => {
    const window = 0x70; // 2^24
    const pieces = (data: Uint8Array) => [data.subarray(0, 100_000), data.subarray(100_000)];
    const wide = [3000, 200_000, 150_000, 220_000].map((size, at): BuiltEntry => {
      const data = noise(size, at);
      const blocks = size > 100_000 ? pieces(data) : [data];
      return { name: `wide/${at}`, data, method: 93, stored: zstdFrame(blocks, { window }) };
    });
    const large = noise(2 * MIB, 7);
    const frames = [large.subarray(0, MIB), large.subarray(MIB)].map((half, at) => {
      const blocks = Array.from({ length: 8 }, (_, n) => half.subarray(n * 131072, (n + 1) * 131072));
      return zstdFrame(blocks, at === 0 ? {} : { window });
    });
    // Its second frame is the one that asks.
    const late = { name: 'late', data: large, method: 93, stored: concatBytes(frames) };
    const { run, workers, results, total } = await setUp([...wide, late, { name: 'other', data: noise(2 * MIB, 8) }]);
    let last = 0;
    await run(undefined, (done) => {
      last = done;
    });
    expect(last).toBeGreaterThanOrEqual(total);
    for (const { name, data } of [...wide, late]) {
      expect(results.get(name as string)).toMatchObject({ sha256: hashOf(data as Uint8Array), findings: [] });
    }
    expect(results.size).toBe(6);
    const fresh = workers.slice(-2);
    expect(fresh.map(({ tasks }) => new Set(tasks))).toEqual([new Set(['decode']), new Set(['hash'])]);
    expect(fresh[0]?.tasks).toHaveLength(5);
  });

  it('has large files copied one at a time', async () => {
    const entries = [20, 19, 18, 17].map((size) => ({ name: `${size}`, data: noise(size * MIB, size) }));
    const { run, results } = await setUp(entries);
    await run();
    expect(results.size).toBe(4);
    for (const { name, data } of entries) expect(results.get(name)?.sha256).toBe(hashOf(data));
    expect(FakeHasher.mostCopying).toBe(1);
  });

  it('tells what is wrong with a file, and goes on', async () => {
    const data = noise(3 * MIB, 9);
    const { run, results } = await setUp([
      { name: 'crc', data, crc32: 1 },
      { name: 'long', data, method: 8, size: data.length - 1 },
      { name: 'short', data, method: 8, size: data.length + 1 },
      { name: 'bad', data, method: 93, stored: noise(2 * MIB, 3) },
      { name: 'header', data, local: { name: 'other' } },
      { name: 'locked', data, flags: 1 },
      { name: 'good', data },
    ]);
    await run();
    const codes = Object.fromEntries([...results].map(([path, { error }]) => [path, error?.code]));
    expect(codes).toEqual({
      crc: 'zip/crc-mismatch',
      long: 'zip/size-mismatch',
      short: 'zip/size-mismatch',
      bad: 'zip/bad-data',
      header: undefined,
      locked: 'zip/encrypted',
      good: undefined,
    });
    expect(results.get('header')?.findings.map(({ code }) => code)).toEqual(['zip/ambiguous']);
    expect(results.get('locked')?.refused).toBe(true);
    for (const path of ['crc', 'header', 'good']) expect(results.get(path)?.sha256).toBe(hashOf(data));
    for (const path of ['long', 'short', 'bad']) expect(results.get(path)?.sha256).toBeUndefined();
  });

  it('ends all workers when it is cancelled, and says nothing more', async () => {
    const { entries } = ENTRIES;
    const { run, workers, results } = await setUp(entries);
    const controller = new AbortController();
    const started = performance.now();
    const running = run(controller.signal, () => controller.abort());
    await expect(running).rejects.toBeInstanceOf(CancelledError);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(workers.every(({ terminated }) => terminated)).toBe(true);
    const { size } = results;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(results.size).toBe(size);
    await expect(run(AbortSignal.abort())).rejects.toBeInstanceOf(CancelledError);
    expect(workers.every(({ terminated }) => terminated)).toBe(true);
  });

  it('rejects when a worker dies, and does not hash in its place', async () => {
    const { entries } = ENTRIES;
    const { run, workers, results } = await setUp(entries);
    const running = run();
    workers[1]?.die();
    await expect(running).rejects.toMatchObject({ code: 'internal/worker-died', tag: 'internal' });
    await expect(running).rejects.toBeInstanceOf(InternalError);
    expect(workers.every(({ terminated }) => terminated)).toBe(true);
    expect(results.size).toBe(0);
  });

  it('rejects where the file cannot be read any more', async () => {
    const { entries } = ENTRIES;
    const gone = new File([new Uint8Array(100)], 'm.zip');
    const { run } = await setUp(entries, { file: gone });
    await expect(run()).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) });
  });

  it('hashes a folder, and small packages without workers', async () => {
    const data = [noise(4 * MIB, 1), noise(5, 2)];
    const files = data.map((bytes, at) => ({ path: `${at}`, file: new File([bytes as BlobPart], `${at}`) }));
    for (const [count, spawned] of [
      [2, true],
      [1, false],
    ] as const) {
      const archive = folderArchive('f', count === 2 ? files : files.slice(1));
      const spawn = vi.fn(() => new FakeHasher());
      const results = new Map<string, string | undefined>();
      const jobs = archive.entries.map((entry) => archive.digestJob(entry));
      await poolDigests({ spawn }).run(jobs, {
        onDigest: ({ path, sha256 }) => results.set(path, sha256),
      });
      expect(results.get('1')).toBe(hashOf(data[1] as Uint8Array));
      expect(results.size).toBe(count);
      expect(spawn.mock.calls.length > 0).toBe(spawned);
    }
  });
});

describe('a file that is added', () => {
  const SIZES = [
    0,
    1,
    ...[MAX_BATCHED_FILE, MAX_UNPOOLED_BYTES, PIPE_PIECE * PIPE_PIECES].flatMap((size) => [size - 1, size, size + 1]),
  ];

  function pool(maxWhole?: number) {
    const workers: FakeHasher[] = [];
    const spawn = () => {
      const worker = new FakeHasher();
      workers.push(worker);
      return worker;
    };
    return { threads: poolDigests({ spawn, workers: 2, maxWhole }), workers };
  }

  /** A file that gives `readable` bytes. Then reading it gives this error, or ends. */
  function broken(size: number, readable: number, error?: string): File {
    const bytes = noise(size, 4);
    const file = new File([bytes as BlobPart], 'weights.bin');
    let at = 0;
    file.stream = () =>
      new ReadableStream({
        type: 'bytes',
        pull(controller) {
          const part = bytes.slice(at, Math.min(at + 100_000, readable));
          at += part.length;
          if (part.length > 0) controller.enqueue(part);
          else if (error) controller.error(new DOMException('gone', error));
          else controller.close();
          if (part.length === 0) controller.byobRequest?.respond(0);
        },
      });
    return file;
  }

  it.each([true, false])('has the same digest on other threads as in this one (held whole: %s)', async (isWhole) => {
    for (const size of SIZES) {
      const bytes = noise(size, size);
      const file = new File([bytes as BlobPart], 'weights.bin');
      const digest = { sha256: hashOf(bytes), crc32: trueCrc32(bytes) };
      expect(await digestBlob(file)).toEqual(digest);
      const { threads, workers } = pool(isWhole ? undefined : 0);
      expect(await digestBlob(file, undefined, undefined, threads)).toEqual(digest);
      const tasks = workers.flatMap(({ tasks: ofOne }) => ofOne).sort();
      expect(tasks).toEqual(size <= MAX_UNPOOLED_BYTES ? [] : isWhole ? ['file'] : ['decode', 'hash']);
      expect(workers.every(({ terminated }) => terminated)).toBe(true);
    }
  });

  it('tells how far it is, and never goes back', async () => {
    const file = new File([noise(12 * MIB + 7, 1) as BlobPart], 'weights.bin');
    const told: number[] = [];
    await digestBlob(file, undefined, (done) => told.push(done), pool(0).threads);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(file.size);
  });

  it.each([
    ['changes', 'NotReadableError'],
    ['vanishes', 'NotFoundError'],
    ['ends too early', undefined],
  ])('is named where it %s while it is read', async (_, error) => {
    const { threads, workers } = pool(0);
    const wrong = {
      code: 'source/changed',
      tag: 'network',
      message: expect.stringContaining('“weights.bin” changed on the disk after you added it'),
      fields: { added: true },
    };
    await expect(digestBlob(broken(5 * MIB, 3 * MIB, error), undefined, undefined, threads)).rejects.toMatchObject(
      wrong,
    );
    await expect(digestBlob(broken(9 * MIB, 3 * MIB, error))).rejects.toMatchObject(wrong);
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
  });

  it('is left alone when that is canceled', async () => {
    const controller = new AbortController();
    const { threads, workers } = pool(0);
    const file = new File([noise(12 * MIB, 1) as BlobPart], 'weights.bin');
    const asked = digestBlob(file, controller.signal, () => controller.abort(), threads);
    await expect(asked).rejects.toBeInstanceOf(CancelledError);
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
    await expect(digestBlob(file, AbortSignal.abort(), undefined, threads)).rejects.toBeInstanceOf(CancelledError);
    expect(workers).toHaveLength(2);
  });
});
