import { expect, test, vi } from 'vitest';
import { SAVED_KEPT_MS } from '../../base/limits.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { buildSafetensors, entryText } from '../../testing/builders/safetensors-builder.ts';
import { diskFile } from '../../testing/disk-file.ts';
import { watchedSinks } from '../../testing/watched-sink.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import type { OpenSink } from './byte-sink.ts';

const VALUES = Float32Array.from({ length: 6 }, (_, at) => at / 2);
const FILE = buildSafetensors(
  `{${entryText('t', 'F32', [2, 3], 0, 24)},${entryText('large', 'U8', [4096, 1024], 24, 24 + 2 ** 22)}}`,
  new Uint8Array([...new Uint8Array(VALUES.buffer), ...new Uint8Array(2 ** 22)]),
);

/** The calls on the file, which, like one on a host, is not a Blob. */
async function opened(openSink?: OpenSink, file: Partial<ByteSource> = {}) {
  const source = { ...memorySource('m.safetensors', FILE), blob: () => undefined, ...file };
  const worker = callsInThread({ container: source }, openSink ? { openSink } : {});
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'http://a/m.safetensors' } });
  return { worker, handle };
}

test('a chosen file has its old content until all has come, and progress is in bytes of the tensor', async () => {
  const { worker, handle } = await opened();
  const { disk, handle: saveTo } = diskFile('a.csv', Uint8Array.of(1));
  const onProgress = vi.fn();
  const ask = { handle, tensor: 't', file: { kind: 'csv' as const }, saveTo };
  expect(await worker.call('tensorExport', ask, { onProgress })).toBeNull();
  expect(new TextDecoder().decode(disk.content)).toBe('0,0.5,1\r\n1.5,2,2.5\r\n');
  expect(onProgress.mock.calls[0]).toEqual([{ done: 0, total: 24 }]);
  expect(onProgress.mock.calls.at(-1)).toEqual([{ done: 24, total: 24 }]);
});

test('a cancel leaves nothing of it, and the old content', async () => {
  const { worker, handle } = await opened();
  const { disk, handle: saveTo } = diskFile('a.csv', Uint8Array.of(1));
  const controller = new AbortController();
  disk.onWrite = () => controller.abort();
  const ask = { handle, tensor: 'large', file: { kind: 'csv' as const }, saveTo };
  await expect(worker.call('tensorExport', ask, { signal: controller.signal })).rejects.toMatchObject({
    tag: 'cancelled',
  });
  expect([disk.content, disk.closed, disk.aborted]).toEqual([Uint8Array.of(1), 0, 1]);
  const { done, openSink } = watchedSinks({ privateFile: 'p' });
  const again = await opened(openSink);
  const aborted = AbortSignal.abort();
  const inPrivate = { handle: again.handle, tensor: 'large', file: { kind: 'csv' as const } };
  await expect(again.worker.call('tensorExport', inPrivate, { signal: aborted })).rejects.toMatchObject({
    tag: 'cancelled',
  });
  expect(done.filter((each) => each !== 'drop')).toEqual(['open undefined', 'release p']);
});

test('without a chosen file it is a Blob, whose private file stays until the browser has copied it', async () => {
  vi.useFakeTimers();
  const { done, openSink } = watchedSinks({ privateFile: 'p' });
  const { worker, handle } = await opened(openSink);
  const part = { start: 1, axes: [{ count: 2, stride: 3, first: 0, step: 1 }] };
  const blob = await worker.call('tensorExport', { handle, tensor: 't', file: { kind: 'json' }, part });
  expect(await (blob as Blob).text()).toBe('[0.5,2]\n');
  vi.advanceTimersByTime(SAVED_KEPT_MS - 1);
  expect(done).toEqual(['open undefined']);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['open undefined', 'release p']);
  vi.useRealTimers();
});

test('what cannot be is said by its code, before anything is written', async () => {
  const { done, openSink } = watchedSinks({ limit: 10 });
  const { worker, handle } = await opened(openSink);
  const ask = (file: Parameters<typeof worker.call<'tensorExport'>>[1]['file'], part?: object) =>
    worker.call('tensorExport', { handle, tensor: 't', file, part: part as never });
  await expect(ask({ kind: 'wav', rate: 0 })).rejects.toMatchObject({ code: 'tensor/not-in-wav' });
  await expect(ask({ kind: 'csv' }, { start: 5, axes: [{ count: 2, stride: 1 }] })).rejects.toMatchObject({
    code: 'internal/bug',
  });
  await expect(ask({ kind: 'csv' })).rejects.toMatchObject({ code: 'source/too-large' });
  await expect(worker.call('tensorExport', { handle, tensor: 'none', file: { kind: 'csv' } })).rejects.toMatchObject({
    code: 'internal/bug',
  });
  expect(done).toEqual(['open undefined', 'drop', 'release', 'open undefined', 'drop', 'release']);
});

test('a source that fails is told, and no file is left', async () => {
  const { worker, handle } = await opened(undefined, {
    stream: () => new ReadableStream({ start: (stream) => stream.error(new Error('gone')) }),
  });
  const { disk, handle: saveTo } = diskFile('a.npy');
  await expect(worker.call('tensorExport', { handle, tensor: 't', file: { kind: 'npy' }, saveTo })).rejects.toThrow();
  expect(disk.content).toBeUndefined();
});
