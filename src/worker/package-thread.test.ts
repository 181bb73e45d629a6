import { expect, test, vi } from 'vitest';
import { BadFileError, CancelledError } from '../base/errors.ts';
import type { FindingEntry } from '../base/finding-entry.ts';
import { defineFindings, loadedFindings } from '../base/findings.ts';
import type { Package } from '../model/package.ts';
import { createDispatcher, postingEntries } from './package-thread.ts';
import type { CallHandlers, CallOptions, FromWorker } from './protocol.ts';

/** Handlers whose calls the test settles, and what the dispatcher posts. */
function setup() {
  const calls: {
    name: string;
    ask: unknown;
    options: CallOptions;
    resolve(answer: unknown): void;
    reject(error: unknown): void;
  }[] = [];
  const handler = (name: string) => (ask: unknown, options: CallOptions) =>
    new Promise((resolve, reject) => calls.push({ name, ask, options, resolve, reject }));
  const handlers = Object.fromEntries(
    ['open', 'close', 'read', 'tensorStatistics'].map((name) => [name, handler(name)]),
  ) as unknown as CallHandlers;
  const posted: { message: FromWorker; transfer: Transferable[] }[] = [];
  const send = createDispatcher(handlers, (message, transfer) => posted.push({ message, transfer }));
  return { calls, posted, send };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const descriptor = { kind: 'url', url: 'https://a.example/a.carton' } as const;

test('an answer goes back with its id, and bytes are transferred', async () => {
  const { calls, posted, send } = setup();
  send({ kind: 'call', id: 7, name: 'read', ask: { handle: 1, path: 'a', start: 0, end: 2 } });
  const bytes = new Uint8Array([1, 2]);
  calls[0]?.resolve(bytes);
  await settled();
  expect(posted).toEqual([{ message: { kind: 'answer', id: 7, answer: bytes }, transfer: [bytes.buffer] }]);
});

test('an error crosses as data, a bug too', async () => {
  const { calls, posted, send } = setup();
  send({ kind: 'call', id: 1, name: 'close', ask: { handle: 1 } });
  send({ kind: 'call', id: 2, name: 'close', ask: { handle: 1 } });
  calls[0]?.reject(new BadFileError('zip/truncated', 'Cut off.', { path: 'a' }));
  calls[1]?.reject(new TypeError('x is not a function'));
  await settled();
  expect(posted.map(({ message }) => message)).toMatchObject([
    { kind: 'error', id: 1, error: { tag: 'bad-file', code: 'zip/truncated', path: 'a' } },
    { kind: 'error', id: 2, error: { tag: 'internal', code: 'internal/bug' } },
  ]);
});

test('a call that throws before it awaits is answered as well', async () => {
  const posted: FromWorker[] = [];
  const handlers = {
    close: () => {
      throw new TypeError('no handler');
    },
  } as unknown as CallHandlers;
  const send = createDispatcher(handlers, (message) => posted.push(message));
  send({ kind: 'call', id: 3, name: 'close', ask: { handle: 1 } });
  await settled();
  expect(posted).toMatchObject([{ kind: 'error', id: 3, error: { code: 'internal/bug' } }]);
});

test('a cancel reaches the call of its id alone', async () => {
  const { calls, send } = setup();
  send({ kind: 'call', id: 1, name: 'tensorStatistics', ask: { handle: 1, tensor: 't' } });
  send({ kind: 'call', id: 2, name: 'tensorStatistics', ask: { handle: 1, tensor: 't' } });
  send({ kind: 'cancel', id: 2 });
  send({ kind: 'cancel', id: 99 });
  expect(calls.map(({ options }) => options.signal?.aborted)).toEqual([false, true]);
  calls[1]?.reject(new CancelledError());
  await settled();
});

test('progress is told at most ten times a second, and not after a cancel', async () => {
  vi.useFakeTimers();
  try {
    const { calls, posted, send } = setup();
    send({ kind: 'call', id: 1, name: 'tensorStatistics', ask: { handle: 1, tensor: 't' } });
    for (let done = 1; done <= 50; done++) {
      calls[0]?.options.onProgress?.({ done, total: 50 });
      vi.advanceTimersByTime(10);
    }
    expect(posted.map(({ message }) => message.kind === 'progress' && message.progress.done)).toEqual([
      1, 11, 21, 31, 41,
    ]);
    send({ kind: 'cancel', id: 1 });
    vi.advanceTimersByTime(1000);
    calls[0]?.options.onProgress?.({ done: 50, total: 50 });
    expect(posted).toHaveLength(5);
  } finally {
    vi.useRealTimers();
  }
});

test('what comes after an answer is done once it is posted, and not where the call was canceled or failed', async () => {
  const { calls, posted, send } = setup();
  const done: number[] = [];
  for (const id of [1, 2, 3]) {
    send({ kind: 'call', id, name: 'open', ask: { descriptor } });
    calls.at(-1)?.options.afterAnswer?.(() => {
      expect(posted.at(-1)?.message).toMatchObject({ kind: 'answer', id });
      done.push(id);
    });
  }
  send({ kind: 'cancel', id: 2 });
  calls[2]?.reject(new BadFileError('zip/truncated', 'Cut off.', { path: 'a' }));
  const empty = { files: [], tensors: [] } as unknown as Package;
  for (const handle of [11, 12]) calls[handle - 11]?.resolve({ handle, package: empty });
  await settled();
  expect(done).toEqual([1]);
});

test('a package whose answer crossed a cancel is closed; one that was taken is not', async () => {
  const { calls, send } = setup();
  send({ kind: 'call', id: 1, name: 'open', ask: { descriptor } });
  send({ kind: 'call', id: 2, name: 'open', ask: { descriptor } });
  calls[0]?.resolve({ handle: 11, package: {} as Package });
  calls[1]?.resolve({ handle: 12, package: {} as Package });
  await settled();
  send({ kind: 'cancel', id: 1 });
  await settled();
  expect(calls.slice(2).map(({ name, ask }) => ({ name, ask }))).toEqual([{ name: 'close', ask: { handle: 11 } }]);
});

test('what codes mean is sent once, before the first message that may name them', () => {
  const posted: FromWorker[] = [];
  const post = postingEntries((message) => posted.push(message));
  const code = `toy/sent-${crypto.randomUUID()}` as const;
  post({ kind: 'progress', id: 1, progress: { done: 0, total: 1 } }, []);
  const entry = { severity: 'info', title: 'A toy', meaning: 'It is a toy.', action: 'Play.' } as const;
  defineFindings({ [code]: entry });
  try {
    for (const id of [1, 2]) post({ kind: 'progress', id, progress: { done: 1, total: 1 } }, []);
  } finally {
    (loadedFindings().entries as Map<string, FindingEntry>).delete(code);
  }
  expect(posted.map(({ kind }) => kind)).toEqual(['entries', 'progress', 'entries', 'progress', 'progress']);
  expect(posted[0]).toMatchObject({ entries: expect.arrayContaining([['source/offline', expect.anything()]]) });
  expect(posted[2]).toEqual({ kind: 'entries', entries: [[code, entry]] });
});
