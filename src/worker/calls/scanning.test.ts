import { expect, test } from 'vitest';
import { openPackage } from '../../formats/registry.ts';
import { fileSource } from '../../source/file.ts';
import type { SameContent, ScannedTensor } from '../../tensor/scan/scanned.ts';
import { buildSafetensors, entryText } from '../../testing/builders/safetensors-builder.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { createDispatcher, createHandlers } from '../package-thread.ts';
import type { CallOptions, FromWorker, Progress } from '../protocol.ts';

/** Tensors of so many floats each, and one that has no values of its own. */
function fileOf(tensors: Readonly<Record<string, Float32Array>>): ReturnType<typeof fileSource> {
  let at = 0;
  const entries = Object.entries(tensors).map(([name, { byteLength, length }]) => {
    const start = at;
    at += byteLength;
    return entryText(name, 'F32', [length], start, at);
  });
  entries.push(entryText('pair', 'C64', [1], at, at + 8));
  const data = Buffer.concat([
    ...Object.values(tensors).map(({ buffer }) => new Uint8Array(buffer)),
    new Uint8Array(8),
  ]);
  return fileSource(new Blob([buildSafetensors(`{${entries.join(',')}}`, data)]), 'a.safetensors');
}

const ramp = (count: number, step: number) => Float32Array.from({ length: count }, (_, at) => Math.sin(at * step));

async function opened(tensors: Readonly<Record<string, Float32Array>>) {
  const worker = callsInThread({ container: fileOf(tensors) });
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.safetensors' } });
  const found = new Map<string, ScannedTensor>();
  const same: SameContent[] = [];
  const scan = (names?: string[], options: CallOptions = {}) =>
    worker.call(
      'scanTensors',
      { handle, tensors: names },
      {
        ...options,
        onProgress(progress: Progress) {
          for (const scanned of progress.scanned ?? []) found.set(scanned.name, scanned);
          same.push(...(progress.same ?? []));
          options.onProgress?.(progress);
        },
      },
    );
  return { found, same, scan };
}

test('a scan tells of all numbers, and what is not a number is left out', async () => {
  const { found, scan } = await opened({ a: ramp(50, 1), b: new Float32Array(50) });
  const told: Progress[] = [];
  await scan(undefined, { onProgress: (progress) => void told.push(progress) });
  expect([...found].map(([name, { flags }]) => [name, flags])).toEqual([
    ['a', []],
    ['b', ['zeros']],
  ]);
  expect(told.at(-1)).toMatchObject({ done: 400, total: 400 });
});

test('a canceled scan is gone on with, and knows what was compared before', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `t.${at}`);
  const tensors = Object.fromEntries(names.map((name, at) => [name, ramp(700_000, at + 1)]));
  const { found, same, scan } = await opened({ ...tensors, last: ramp(700_000, 1) });
  const controller = new AbortController();
  const options = { signal: controller.signal, onProgress: () => void (found.has('t.0') && controller.abort()) };
  await expect(scan(undefined, options)).rejects.toMatchObject({ tag: 'cancelled' });
  const before = [...found.keys()];
  expect(before).toContain('t.0');
  expect(before).not.toContain('last');
  found.clear();
  await scan([...names, 'last'].filter((name) => !before.includes(name)));
  expect([...before, ...found.keys()].sort()).toEqual([...names, 'last'].sort());
  expect(same).toEqual([
    { name: 't.0', as: 'last', others: 1, isFirst: true },
    { name: 'last', as: 't.0', others: 1, isFirst: false },
  ]);
});

test('a second scan of all tensors tells of what is the same again', async () => {
  const { same, scan } = await opened({ a: ramp(50, 1), b: ramp(50, 1) });
  for (const scans of [1, 2]) {
    await scan();
    expect(same).toHaveLength(2 * scans);
  }
});

test('messages have all that was found since the last one, each once', async () => {
  const handlers = createHandlers({ openPackage } as never);
  const messages: FromWorker[] = [];
  const scanned = (name: string) => ({ name, flags: [] });
  handlers.scanTensors = async (_, { onProgress }) => {
    for (const name of ['a', 'b', 'c']) onProgress?.({ done: 1, total: 2, scanned: [scanned(name)] });
    onProgress?.({ done: 2, total: 2, same: [{ name: 'a', as: 'b', others: 1, isFirst: true }] });
    return null;
  };
  const dispatch = createDispatcher(handlers, (message) => void messages.push(message));
  dispatch({ kind: 'call', id: 1, name: 'scanTensors', ask: { handle: 1 } });
  await new Promise((resolve) => setTimeout(resolve));
  const told = messages.flatMap((message) => (message.kind === 'progress' ? [message.progress] : []));
  expect(told.flatMap(({ scanned: found = [] }) => found.map(({ name }) => name))).toEqual(['a', 'b', 'c']);
  expect(told.flatMap(({ same = [] }) => same)).toHaveLength(1);
  expect(told.at(-1)).toMatchObject({ done: 2, total: 2 });
  expect(messages.at(-1)).toMatchObject({ kind: 'answer', answer: null });
});
