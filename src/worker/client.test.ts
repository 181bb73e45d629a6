import { describe, expect, it, vi } from 'vitest';
import { BadFileError, CancelledError, InternalError, toErrorData } from '../base/errors.ts';
import { type FindingCode, findingEntry } from '../base/findings.ts';
import { fileIndex } from '../model/file/file-index.ts';
import { plainFile } from '../model/file/file-view.ts';
import { StatisticsGatherer } from '../tensor/statistics/gatherer.ts';
import { fakePackage } from '../testing/fake-worker.ts';
import { createWorkerClient, type WorkerLike } from './client.ts';
import { createDispatcher } from './package-thread.ts';
import type { CallHandlers, FromWorker, ToWorker } from './protocol.ts';

class FakeWorker extends EventTarget {
  posted: ToWorker[] = [];
  terminated = false;
  postMessage(message: ToWorker) {
    this.posted.push(message);
  }
  terminate() {
    this.terminated = true;
  }
  answer(message: FromWorker) {
    this.dispatchEvent(new MessageEvent('message', { data: message }));
  }
}

function nth<T>(items: readonly T[], at: number): T {
  const item = items[at];
  if (item === undefined) throw new Error(`there is no item ${at}`);
  return item;
}

function setUp() {
  const workers: FakeWorker[] = [];
  const client = createWorkerClient(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as WorkerLike;
  });
  return { workers, client };
}

describe('worker client', () => {
  it('matches answers to calls by id, in any order', async () => {
    const { workers, client } = setUp();
    const first = client.call('close', { handle: 1 });
    const second = client.call('tensorCells', {
      handle: 1,
      tensor: 't',
      plane: { rows: 1, columns: 1, start: 0, rowStride: 0, columnStride: 0 },
    });
    const [a, b] = nth(workers, 0).posted as [ToWorker, ToWorker];
    nth(workers, 0).answer({ kind: 'answer', id: b.id, answer: ['5'] });
    nth(workers, 0).answer({ kind: 'answer', id: a.id, answer: null });
    expect(await first).toBeNull();
    expect(await second).toEqual(['5']);
    expect(workers).toHaveLength(1);
  });

  it('knows what the codes mean that the worker has loaded with a format', async () => {
    const { workers, client } = setUp();
    const call = client.call('close', { handle: 1 });
    const entry = { severity: 'info', title: 'A toy', meaning: 'It is a toy.', action: 'Play.' } as const;
    nth(workers, 0).answer({ kind: 'entries', entries: [['toy/sent', entry]] });
    nth(workers, 0).answer({ kind: 'answer', id: nth(nth(workers, 0).posted, 0).id, answer: null });
    await call;
    expect(findingEntry('toy/sent' as FindingCode)).toEqual(entry);
  });

  it('rebuilds errors as their class, with code and fields', async () => {
    const { workers, client } = setUp();
    const call = client.call('close', { handle: 1 });
    const error = toErrorData(new BadFileError('toml/syntax', 'Bad.', { line: 3, column: 4 }));
    nth(workers, 0).answer({ kind: 'error', id: 1, error });
    const caught = await call.catch((e: unknown) => e);
    expect(caught).toBeInstanceOf(BadFileError);
    expect(caught).toMatchObject({ code: 'toml/syntax', fields: { line: 3, column: 4 } });
  });

  it('rejects at once when cancelled, tells the worker, and drops the late answer', async () => {
    const { workers, client } = setUp();
    const controller = new AbortController();
    const call = client.call('close', { handle: 1 }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toBeInstanceOf(CancelledError);
    expect(nth(workers, 0).posted.at(-1)).toEqual({ kind: 'cancel', id: 1 });
    nth(workers, 0).answer({ kind: 'answer', id: 1, answer: null });
  });

  it('asks nothing of the worker where the signal has fired already', async () => {
    const { workers, client } = setUp();
    await expect(client.call('close', { handle: 1 }, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(
      CancelledError,
    );
    expect(workers).toHaveLength(0);
  });

  it('rejects every call when the worker dies, says so, and starts a new one', async () => {
    const { workers, client } = setUp();
    const died = vi.fn();
    client.onDeath(died);
    const call = client.call('close', { handle: 1 });
    nth(workers, 0).dispatchEvent(new Event('error'));
    const caught = await call.catch((e: unknown) => e);
    expect(caught).toBeInstanceOf(InternalError);
    expect(caught).toMatchObject({ code: 'internal/worker-died' });
    expect(died).toHaveBeenCalledOnce();
    expect(nth(workers, 0).terminated).toBe(true);
    const next = client.call('close', { handle: 2 });
    nth(workers, 1).answer({ kind: 'answer', id: nth(nth(workers, 1).posted, 0).id, answer: null });
    expect(await next).toBeNull();
  });

  it('passes progress on', async () => {
    const { workers, client } = setUp();
    const onProgress = vi.fn();
    const call = client.call('tensorStatistics', { handle: 1, tensor: 't' }, { onProgress });
    nth(workers, 0).answer({ kind: 'progress', id: 1, progress: { done: 1, total: 2 } });
    nth(workers, 0).answer({ kind: 'answer', id: 1, answer: new StatisticsGatherer('int8').result() });
    await call;
    expect(onProgress).toHaveBeenCalledWith({ done: 1, total: 2 });
  });
});

describe('a package with a long list of files', () => {
  const files = Array.from({ length: 12_000 }, (_, at) => ({
    path: `f${at}`,
    role: 'other' as const,
    hash: 'unverified' as const,
    kind: 'file' as const,
  }));

  it('comes part by part, and is whole and indexed at the end', async () => {
    const { workers, client } = setUp();
    const call = client.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.carton' } });
    const worker = nth(workers, 0);
    const posted: FromWorker[] = [];
    const opened = { handle: 1, package: fakePackage({ files }) };
    const dispatch = createDispatcher({ open: async () => opened } as unknown as CallHandlers, (message) => {
      posted.push(message);
    });
    dispatch(nth(worker.posted, 0));
    await vi.waitFor(() => expect(posted.at(-1)?.kind).toBe('answer'));
    expect(posted.map(({ kind }) => kind)).toEqual(['files', 'files', 'files', 'answer']);
    for (const message of posted) worker.answer(structuredClone(message));
    const answer = await call;
    expect(answer.package.files.map(plainFile)).toEqual(files);
    expect({ ...answer, package: { ...answer.package, files } }).toEqual(opened);
    expect(fileIndex(answer.package.files).placeOf('f11999')).toBe(11_999);
  });

  it('comes with a long list of tensors in the same way', async () => {
    const { workers, client } = setUp();
    const call = client.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.safetensors' } });
    const worker = nth(workers, 0);
    const tensors = Array.from({ length: 12_000 }, (_, at) => ({
      name: `t${at}`,
      dtype: at % 2 === 0 ? 'F32' : 'BF16',
      shape: [BigInt(at), 2n],
      data: { path: 'a.safetensors', start: at, end: at + 8 },
    }));
    const posted: FromWorker[] = [];
    const opened = { handle: 1, package: fakePackage({ tensors }) };
    const dispatch = createDispatcher({ open: async () => opened } as unknown as CallHandlers, (message) => {
      posted.push(message);
    });
    dispatch(nth(worker.posted, 0));
    await vi.waitFor(() => expect(posted.at(-1)?.kind).toBe('answer'));
    expect(posted.map(({ kind }) => kind)).toEqual(['tensors', 'tensors', 'answer']);
    for (const message of posted) worker.answer(structuredClone(message));
    expect(await call).toStrictEqual(opened);
  });

  it('comes in the same way where more of an open package was read', async () => {
    const { workers, client } = setUp();
    const call = client.call('readMore', { handle: 1 });
    const worker = nth(workers, 0);
    const posted: FromWorker[] = [];
    const handlers = { readMore: async () => fakePackage({ files }) } as unknown as CallHandlers;
    createDispatcher(handlers, (message) => void posted.push(message))(nth(worker.posted, 0));
    await vi.waitFor(() => expect(posted.at(-1)?.kind).toBe('answer'));
    expect(posted.map(({ kind }) => kind)).toEqual(['files', 'files', 'files', 'answer']);
    for (const message of posted) worker.answer(structuredClone(message));
    const grown = await call;
    expect(grown.files.map(plainFile)).toEqual(files);
    expect({ ...grown, files }).toEqual(fakePackage({ files }));
  });

  it.each([
    [100_000, 0],
    [100_001, 6],
  ])('of %d files is handed over with %d pieces of memory for each part', async (count, pieces) => {
    const file = { path: 'a', role: 'other', hash: 'none', kind: 'file' };
    const opened = { handle: 7, package: { files: new Array(count).fill(file), tensors: [] } };
    const handedOver = new Set<number>();
    await new Promise<void>((resolve) => {
      const dispatch = createDispatcher(
        { open: async () => opened } as unknown as CallHandlers,
        (message, transfer) => {
          if (message.kind === 'files') handedOver.add(transfer.length);
          else resolve();
        },
      );
      dispatch({ kind: 'call', id: 1, name: 'open', ask: { descriptor: { kind: 'url', url: 'https://a.example/a' } } });
    });
    expect(handedOver).toEqual(new Set([pieces]));
  });

  it('hears a cancel between two parts, and closes the package', async () => {
    const files = Array.from({ length: 100_000 }, () => ({ path: 'a', role: 'other', hash: 'none', kind: 'file' }));
    const opened = { handle: 7, package: { files, tensors: [] } };
    const close = vi.fn(async () => null);
    const posted: FromWorker[] = [];
    const handlers = { open: async () => opened, close } as unknown as CallHandlers;
    const dispatch = createDispatcher(handlers, (message) => {
      posted.push(message);
      // The first that the event loop runs, once there is a first part. A timer may come after all parts.
      if (posted.length === 1) setImmediate(() => dispatch({ kind: 'cancel', id: 1 }));
    });
    dispatch({ kind: 'call', id: 1, name: 'open', ask: { descriptor: { kind: 'url', url: 'https://a.example/a' } } });
    await vi.waitFor(() => expect(posted.at(-1)?.kind).toBe('answer'));
    expect(posted.filter(({ kind }) => kind === 'files').length).toBeLessThan(20);
    expect(close).toHaveBeenCalledWith({ handle: 7 }, {});
  });
});
