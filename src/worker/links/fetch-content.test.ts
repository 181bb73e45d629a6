import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { grouped } from '../../base/amounts.ts';
import { NetworkError } from '../../base/errors.ts';
import { SAVED_KEPT_MS } from '../../base/limits.ts';
import { memorySource } from '../../source/memory.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { watchedSinks } from '../../testing/watched-sink.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import type { Progress } from '../protocol.ts';
import type { OpenSink } from '../saving/byte-sink.ts';

let server: Server | undefined;

afterEach(async () => {
  vi.useRealTimers();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

const data = Uint8Array.from({ length: 700_000 }, (_, at) => (at * 2654435761) >>> 11);
const sha256 = createHash('sha256').update(data).digest('hex');

/** A host on loopback that has the file, shorter and longer ones, another one, and a redirect. */
async function serve(): Promise<{ origin: string; sent: () => number }> {
  let sent = 0;
  const files: Record<string, Uint8Array> = {
    '/right': data,
    '/short': data.subarray(1),
    '/long': new Uint8Array(64 * 1024 * 1024),
    '/other': data.toReversed(),
  };
  server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (request.url === '/away') {
      const host = request.headers.host?.replace('127.0.0.1', 'localhost');
      response.writeHead(302, { Location: `http://${host}/right` }).end();
    } else if (request.url === '/moved') response.writeHead(302, { Location: '/right' }).end();
    else if (!file) response.writeHead(404).end();
    else {
      sent += file.length;
      response.writeHead(200, { 'Content-Length': file.length }).end(file);
    }
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent: () => sent };
}

async function asking(openSink: OpenSink, signal?: AbortSignal, onProgress?: (progress: Progress) => void) {
  const zip = buildZip([{ name: 'carton.toml', data: 'spec_version = 1\n' }]);
  const worker = callsInThread({ container: memorySource('a.carton', zip) }, { openSink });
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.carton' } });
  const what = { handle, path: 'model/a', sha256, size: data.length };
  return (urls: string[], keep = true, more: { sha256?: undefined; size?: undefined } = {}) =>
    worker.call(
      'fetchContent',
      { ...what, ...more, urls, keep },
      { ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) },
    );
}

test('a file is compared, and kept where that is asked', async () => {
  const { origin } = await serve();
  const { done, openSink } = watchedSinks();
  const told: Progress[] = [];
  const ask = await asking(openSink, undefined, (progress) => told.push(progress));
  expect(await ask([`${origin}/moved`], false)).toEqual({ url: `${origin}/moved`, size: data.length, tried: [] });
  expect(done).toEqual([]);
  const { kept, tried, ...rest } = await ask([`${origin}/gone`, `${origin}/right`]);
  expect(rest).toEqual({ url: `${origin}/right`, size: data.length });
  expect(tried).toMatchObject([{ error: { code: 'source/not-found' } }]);
  expect(kept?.digest.sha256).toBe(sha256);
  expect(Buffer.compare(Buffer.from((await kept?.blob.arrayBuffer()) as ArrayBuffer), data)).toBe(0);
  expect(done).toEqual([`open ${data.length}`]);
  expect(told.at(-1)).toMatchObject({ done: data.length, total: data.length, url: `${origin}/right` });
});

test('the name of the private file that has the bytes comes with them, and it stays for a draft to hold it', async () => {
  const { origin } = await serve();
  const { done, openSink } = watchedSinks({ privateFile: 'a' });
  const ask = await asking(openSink);
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  expect(await ask([`${origin}/right`])).toMatchObject({ kept: { privateFiles: ['a'] } });
  await vi.advanceTimersByTimeAsync(SAVED_KEPT_MS - 1);
  expect(done).toEqual([`open ${data.length}`]);
  await vi.advanceTimersByTimeAsync(2);
  expect(done).toEqual([`open ${data.length}`, 'release a']);
});

test('what the disk keeps otherwise than it came is refused, and removed', async () => {
  const { origin } = await serve();
  const { done, openSink } = watchedSinks({ privateFile: 'a' });
  const ask = await asking(async (size) => ({ ...(await openSink(size)), finish: async () => new Blob(['other']) }));
  await expect(ask([`${origin}/right`])).rejects.toMatchObject({ code: 'source/save-failed' });
  expect(done).toEqual([`open ${data.length}`, 'release a']);
  // Also of an added link, whose hash is that of what comes.
  const added = ask([`${origin}/right`], true, { sha256: undefined, size: undefined });
  await expect(added).rejects.toMatchObject({ code: 'source/save-failed' });
});

test('another file is refused with its hash and its size, and nothing of it is kept', async () => {
  const { origin } = await serve();
  const { done, openSink } = watchedSinks();
  const ask = await asking(openSink);
  const { url, kept, tried } = await ask([`${origin}/short`, `${origin}/other`, `${origin}/long`]);
  expect([url, kept]).toEqual([undefined, undefined]);
  const [short = '', other = '', long = ''] = tried.map(({ error }) => error.message);
  expect(tried.map(({ error }) => error.code)).toEqual(Array(3).fill('links/hash-mismatch'));
  expect(short).toContain(grouped`Its size is ${data.length - 1}, and not ${data.length} bytes.`);
  expect(other).toContain(createHash('sha256').update(data.toReversed()).digest('hex'));
  expect(other).not.toContain('bytes');
  expect(long).toContain(grouped`more than the ${data.length} bytes`);
  expect(done.filter((what) => what.startsWith('open'))).toHaveLength(3);
  expect(done.filter((what) => what === 'drop')).toHaveLength(3);
  expect(done.filter((what) => what === 'release')).toHaveLength(3);
});

test('a quota that ends, and a cancel, leave nothing', async () => {
  const { origin } = await serve();
  const { done, openSink } = watchedSinks();
  const full: OpenSink = async (size) => ({
    ...(await openSink(size)),
    write() {
      throw new NetworkError('source/save-failed', 'The browser could not write to a private file.');
    },
  });
  await expect((await asking(full))([`${origin}/right`])).rejects.toMatchObject({ code: 'source/save-failed' });
  expect(done).toEqual([`open ${data.length}`, 'drop', 'release']);
  const controller = new AbortController();
  const ask = await asking(openSink, controller.signal, () => controller.abort());
  await expect(ask([`${origin}/right`])).rejects.toMatchObject({ tag: 'cancelled' });
  expect(done.filter((what) => what.startsWith('open')).length).toBe(done.filter((what) => what === 'release').length);
});

test('a redirect to another host is told of', async () => {
  const { origin } = await serve();
  const ask = await asking(watchedSinks().openSink);
  const { port } = new URL(origin);
  expect(await ask([`${origin}/away`], false)).toMatchObject({
    url: `${origin}/away`,
    servedFrom: `localhost:${port}`,
  });
  expect(await ask([`${origin}/moved`], false)).not.toHaveProperty('servedFrom');
});
