import { afterEach, expect, test, vi } from 'vitest';
import { folderContainer, sourceContainer } from '../../archive/container.ts';
import { SAVED_KEPT_MS } from '../../base/limits.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { streamOf } from '../../source/stream.ts';
import { diskFile } from '../../testing/disk-file.ts';
import { watchedSinks } from '../../testing/watched-sink.ts';
import type { PackageRecord } from '../calls/open-packages.ts';
import type { OpenSink } from './byte-sink.ts';
import { packageCalls } from './package-calls.ts';
import { witnessedSource } from './witnessed-source.ts';

afterEach(() => {
  vi.useRealTimers();
});

const BYTES = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);

const noFetch: typeof fetch = () => Promise.reject(new Error('nothing is to be fetched'));

/** The calls over one open package, which stands in this file; undefined for a folder. */
function callsOn(file: ByteSource | undefined, openSink: OpenSink, fetch = noFetch) {
  const container = file ? sourceContainer(file) : folderContainer('a', []);
  return packageCalls({ get: () => ({ container }) as PackageRecord }, { openSink, fetch });
}

/** A source without a Blob, as a remote one is, whose chunks the test makes. */
function remote(chunks: () => AsyncGenerator<Uint8Array>): ByteSource {
  return {
    ...memorySource('a.carton', BYTES),
    name: 'a.carton',
    size: BYTES.length,
    stream: (_start, _end, signal) => streamOf(chunks, signal),
  };
}

test('every byte is saved, with progress, and the place is kept until the browser has copied it', async () => {
  vi.useFakeTimers();
  const { done, openSink } = watchedSinks();
  const file = remote(async function* () {
    yield BYTES.subarray(0, 400);
    yield BYTES.subarray(400);
  });
  const progress: unknown[] = [];
  const { savePackage } = callsOn(file, openSink);
  const blob = await savePackage({ handle: 1 }, { onProgress: (at) => progress.push(at) });
  expect(new Uint8Array(await (blob as Blob).arrayBuffer())).toEqual(BYTES);
  expect(progress).toEqual([0, 400, 1000].map((at) => ({ done: at, total: 1000 })));
  expect(done).toEqual(['open 1000']);
  vi.advanceTimersByTime(SAVED_KEPT_MS);
  expect(done).toEqual(['open 1000', 'release']);
});

test('what breaks off leaves nothing behind', async () => {
  const { done, openSink } = watchedSinks();
  const file = remote(async function* () {
    yield BYTES.subarray(0, 400);
    throw new Error('gone');
  });
  const { savePackage } = callsOn(file, openSink);
  await expect(savePackage({ handle: 1 }, {})).rejects.toThrow('gone');
  expect(done).toEqual(['open 1000', 'drop', 'release']);
});

test('a cancel leaves nothing behind', async () => {
  const { done, openSink } = watchedSinks();
  const controller = new AbortController();
  const file = remote(async function* () {
    yield BYTES.subarray(0, 400);
    controller.abort();
    yield BYTES.subarray(400);
  });
  const { savePackage } = callsOn(file, openSink);
  await expect(savePackage({ handle: 1 }, { signal: controller.signal })).rejects.toMatchObject({
    name: /Cancel|Abort/,
  });
  expect(done).toEqual(['open 1000', 'drop', 'release']);
});

test('bytes that a host sends otherwise than before are not saved, and a chosen file stays as it was', async () => {
  let bytes = BYTES;
  const file = {
    ...remote(async function* () {
      yield bytes.slice(0, 400);
      yield bytes.slice(400);
    }),
    read: async (start: number, end: number) => bytes.slice(start, end),
  };
  const { again, ...source } = witnessedSource(file);
  const { done, openSink } = watchedSinks();
  const record = { container: sourceContainer(source), again } as PackageRecord;
  const { savePackage } = packageCalls({ get: () => record }, { openSink, fetch: noFetch });
  // As checking does.
  await source.read(300, 500);
  const { disk, handle: saveTo } = diskFile('a.carton', new Uint8Array([1]));
  await savePackage({ handle: 1, saveTo }, {});
  expect(disk.content).toEqual(BYTES);
  bytes = BYTES.slice();
  bytes[450] = 252;
  await expect(savePackage({ handle: 1, saveTo }, {})).rejects.toMatchObject({ code: 'source/changed' });
  expect([disk.content, disk.closed, disk.aborted]).toEqual([BYTES, 1, 1]);
  await expect(savePackage({ handle: 1 }, {})).rejects.toMatchObject({ code: 'source/changed' });
  expect(done).toEqual(['open 1000', 'drop', 'release']);
});

test('what was downloaded to be opened is not downloaded again', async () => {
  const { done, openSink } = watchedSinks();
  const file = fileSource(new Blob([BYTES]), 'a.carton');
  const { savePackage } = callsOn(file, openSink);
  const blob = await savePackage({ handle: 1 }, {});
  expect(new Uint8Array(await (blob as Blob).arrayBuffer())).toEqual(BYTES);
  expect(done).toEqual([]);
});

test('a folder is not a file', async () => {
  const { savePackage } = callsOn(undefined, watchedSinks().openSink);
  await expect(savePackage({ handle: 1 }, {})).rejects.toMatchObject({ code: 'internal/bug' });
});

/** A host of `BYTES` by its headers, and what was asked of it. */
function host(headers: Record<string, string>, status = 206) {
  const asked: string[] = [];
  const fetchFile = (async (_url: string, init: RequestInit = {}) => {
    const range = new Headers(init.headers).get('Range') ?? '';
    asked.push(`${init.method ?? 'GET'} ${range}`);
    const whole = range === 'bytes=0-';
    const body = status !== 206 || whole ? BYTES : BYTES.subarray(0, 1);
    return new Response(init.method === 'HEAD' ? null : body, {
      status,
      headers: { 'Content-Length': String(body.length), ...headers },
    });
  }) as typeof fetch;
  return { asked, probe: callsOn(undefined, watchedSinks().openSink, fetchFile).probeRemote };
}

test('a host is asked for one byte, and what it lets be read is told', async () => {
  const { asked, probe } = host({ 'Content-Range': 'bytes 0-0/1000', ETag: '"1"' });
  expect(await probe({ url: 'https://a.example/a.carton' }, {})).toEqual({
    size: 1000,
    tellsSize: true,
    tellsVersion: true,
  });
  expect(asked).toEqual(['GET bytes=0-0']);
});

test('a host that hides its headers is told apart', async () => {
  const { probe } = host({});
  expect(await probe({ url: 'https://a.example/a.carton' }, {})).toEqual({
    size: 1000,
    tellsSize: false,
    tellsVersion: false,
  });
});

test.each([
  [200, 'source/no-ranges'],
  [404, 'source/not-found'],
])('a host that answers %i is %s', async (status, code) => {
  const { probe } = host({}, status);
  await expect(probe({ url: 'https://a.example/a.carton' }, {})).rejects.toMatchObject({ code });
});
