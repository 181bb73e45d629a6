import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { blobSink } from '../saving/byte-sink.ts';
import { type DownloadOptions, downloadWhole } from './whole-download.ts';

const BYTES = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) % 251);

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/m.carton`;
}

/** Options whose waits take no time, with what came of the sinks. */
function watched(limit = 1e9) {
  const seen = { sizes: [] as (number | undefined)[], dropped: 0, released: 0 };
  const progress: { done: number; total: number }[] = [];
  const options: DownloadOptions = {
    async openSink(size) {
      seen.sizes.push(size);
      const sink = blobSink(limit);
      return {
        ...sink,
        async drop() {
          seen.dropped++;
          await sink.drop();
        },
        release() {
          seen.released++;
        },
      };
    },
    onProgress: (next) => progress.push(next),
    pause: async () => {},
  };
  return { options, seen, progress };
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

test('a whole file comes with its name, its size and progress, and asks for no range', async () => {
  const headers: unknown[] = [];
  const url = await serve((request, response) => {
    headers.push(request.headers.range);
    response.writeHead(200, { 'Content-Length': BYTES.length }).end(BYTES);
  });
  const { options, seen, progress } = watched();
  const { name, blob } = await downloadWhole(url, options);
  expect(name).toBe('m.carton');
  expect(await bytesOf(blob)).toEqual(BYTES);
  expect(headers).toEqual([undefined]);
  expect(seen).toEqual({ sizes: [BYTES.length], dropped: 0, released: 0 });
  expect(progress[0]).toEqual({ done: 0, total: BYTES.length });
  expect(progress.at(-1)).toEqual({ done: BYTES.length, total: BYTES.length });
});

test('what is compressed on the way comes as it was, of a size that nobody knows', async () => {
  const url = await serve((_, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(BYTES)),
  );
  const { options, seen, progress } = watched();
  expect(await bytesOf((await downloadWhole(url, options)).blob)).toEqual(BYTES);
  expect(seen.sizes).toEqual([undefined]);
  expect(progress.at(-1)).toEqual({ done: BYTES.length, total: 0 });
});

test('a host that fails is asked again; one that refuses is not', async () => {
  let asked = 0;
  const statuses = [503, 429, 200, 404];
  const url = await serve((_, response) => {
    const status = statuses[asked++] as number;
    response.writeHead(status).end(status === 200 ? BYTES : '');
  });
  expect(await bytesOf((await downloadWhole(url, watched().options)).blob)).toEqual(BYTES);
  expect(asked).toBe(3);
  await expect(downloadWhole(url, watched().options)).rejects.toMatchObject({ code: 'source/not-found' });
  expect(asked).toBe(4);
});

test('what breaks off leaves nothing behind', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': BYTES.length });
    response.write(BYTES.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 20));
  });
  const { options, seen } = watched();
  await expect(downloadWhole(url, options)).rejects.toMatchObject({ code: 'source/unreachable' });
  expect(seen).toMatchObject({ dropped: 1, released: 1 });
});

test('what is too large to keep, or is cancelled, or says nothing any more, leaves nothing behind', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': BYTES.length });
    response.write(BYTES.subarray(0, 100_000));
  });
  const large = watched(1000);
  await expect(downloadWhole(url, large.options)).rejects.toMatchObject({ code: 'source/too-large' });
  expect(large.seen).toMatchObject({ dropped: 1, released: 1 });

  const silent = watched();
  await expect(downloadWhole(url, { ...silent.options, stallMs: 100 })).rejects.toMatchObject({
    code: 'source/unreachable',
  });
  expect(silent.seen).toMatchObject({ dropped: 1, released: 1 });

  const cancelled = watched();
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  await expect(downloadWhole(url, { ...cancelled.options, signal: controller.signal })).rejects.toMatchObject({
    tag: 'cancelled',
  });
  expect(cancelled.seen).toMatchObject({ dropped: 1, released: 1 });
});

test('the host may name another address, also one beside its own', async () => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url);
    if (request.url === '/there') response.end(BYTES);
    else response.writeHead(200, { 'x-carton-dl-url': '/there' }).end('a page');
  });
  const { options } = watched();
  const { name, blob } = await downloadWhole(url, options);
  expect(name).toBe('m.carton');
  expect(await bytesOf(blob)).toEqual(BYTES);
  expect(asked).toEqual(['/m.carton', '/there']);
});
