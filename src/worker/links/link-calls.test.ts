import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HTTP_STALL_MS, MAX_KEPT_LINK_BYTES, MAX_LINK_ATTEMPTS } from '../../base/limits.ts';
import { openPackage } from '../../formats/registry.ts';
import { memorySource } from '../../source/memory.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { zstdFrame } from '../../testing/builders/zstd-builder.ts';
import { cpuClock } from '../../testing/cpu-clock.ts';
import { diskFile } from '../../testing/disk-file.ts';
import { fixture, fixtureSource, hasFixtures } from '../../testing/fixtures.ts';
import { type CallsInThread, callsInThread } from '../../testing/worker-calls.ts';
import type { Progress } from '../protocol.ts';
import { blobSink, fileSink } from '../saving/byte-sink.ts';
import { fetchLinked } from './link-fetch.ts';

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A host on loopback with these files; anything else is a 404. Gives its origin and what was asked of it. */
async function serve(files: Record<string, Uint8Array | Answer>): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const file = files[request.url ?? ''];
    if (!file) response.writeHead(404).end('<p>gone</p>');
    else if (typeof file === 'function') file(request, response);
    else response.writeHead(200, { 'Content-Length': file.length }).end(request.method === 'HEAD' ? undefined : file);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
const random = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 2654435761) >>> 11);
const text = (blob: Blob | undefined) => blob?.text();

const TOML = `spec_version = 1
model_name = "Linked"
[runner]
runner_name = "noop"
required_framework_version = "=1.0.0"
runner_compat_version = 1
`;

/** A zstd frame of `blocks` RLE blocks of 128 KiB zeros each (RFC 8878, 3.1.1). */
function zstdZeros(blocks: number): Uint8Array {
  const frame = new Uint8Array(6 + 4 * blocks);
  // No content size, no checksum, a window of 128 KiB.
  frame.set([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
  const size = 128 * 1024;
  for (let block = 0; block < blocks; block++) {
    const header = (size << 3) | (1 << 1) | (block === blocks - 1 ? 1 : 0);
    frame.set([header & 255, (header >> 8) & 255, (header >> 16) & 255, 0], 6 + 4 * block);
  }
  return frame;
}

/** A carton whose `linked` files are in LINKS and not inside. */
function carton(inside: Record<string, string>, linked: Record<string, { data: Uint8Array | string; urls: string[] }>) {
  const hashes = [
    ...Object.entries(inside).map(([path, data]) => [path, sha256(data)] as const),
    ...Object.entries(linked).map(([path, { data }]) => [path, sha256(data)] as const),
  ].sort();
  const urls = new Map(Object.values(linked).map(({ data, urls }) => [sha256(data), urls]));
  return buildZip([
    ...Object.entries(inside).map(([name, data]) => ({ name, data })),
    { name: 'MANIFEST', data: hashes.map(([path, hash]) => `${path}=${hash}\n`).join('') },
    {
      name: 'LINKS',
      data: `version = 1\n[urls]\n${[...urls].map(([hash, list]) => `${hash} = ${JSON.stringify(list)}\n`).join('')}`,
    },
  ]);
}

async function opened(zip: Uint8Array): Promise<{ worker: CallsInThread; handle: number }> {
  const worker = callsInThread({ container: memorySource('a.carton', zip) });
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.carton' } });
  return { worker, handle };
}

test('addresses are tried in order, and each failure is told', async () => {
  const data = random(100_000);
  const { origin, asked } = await serve({
    '/wrong': random(99_999),
    '/right': data,
    '/refused': (_, response) => void response.writeHead(403).end(),
    '/broken': (_, response) => void response.writeHead(500).end(),
  });
  const urls = ['ftp://a.example/a', `${origin}/gone`, `${origin}/refused`, `${origin}/broken`, `${origin}/wrong`];
  const target = { path: 'model/a', sha256: sha256(data), urls: [...urls, `${origin}/right`, `${origin}/never`] };
  const told: Progress[] = [];
  const { found, tried } = await fetchLinked(target, { fetch, onProgress: (progress) => told.push(progress) });
  expect(found).toEqual({ url: `${origin}/right`, size: data.length, sha256: sha256(data) });
  expect(tried.map(({ url }) => url)).toEqual(urls);
  expect(tried.map(({ error }) => error.code)).toEqual([
    'source/bad-url',
    'source/not-found',
    'source/forbidden',
    'source/http-status',
    'links/hash-mismatch',
  ]);
  expect(tried[4]?.error).toMatchObject({ url: `${origin}/wrong`, path: 'model/a', tag: 'bad-file' });
  expect(tried[4]?.error.message).toContain(sha256(random(99_999)));
  expect(asked).not.toContain('GET /never');
  expect(told.at(-1)).toMatchObject({ done: data.length, total: data.length, url: `${origin}/right` });
  expect(told.at(-1)?.tried).toHaveLength(5);
});

test('where no address has it, the answer says why of each', async () => {
  const { origin } = await serve({ '/a': random(5), '/b': random(6) });
  const urls = [`${origin}/a`, `${origin}/b`, 'http://127.0.0.1:1/closed'];
  const { found, tried } = await fetchLinked({ path: 'a', sha256: sha256('x'), urls }, { fetch });
  expect(found).toBeUndefined();
  expect(tried.map(({ error }) => error.code)).toEqual([
    'links/hash-mismatch',
    'links/hash-mismatch',
    'source/unreachable',
  ]);
});

test('thousands of addresses are not all asked', async () => {
  const { origin, asked } = await serve({});
  const urls = Array.from({ length: 1000 }, (_, at) => `${origin}/${at}`);
  const { tried } = await fetchLinked({ path: 'a', sha256: sha256('x'), urls }, { fetch });
  expect([tried.length, asked.length]).toEqual([MAX_LINK_ATTEMPTS, MAX_LINK_ATTEMPTS]);
});

test('an encoding that the host states is taken off on the way, and its length is not taken for the file’s', async () => {
  const data = new Uint8Array(200_000);
  const { origin } = await serve({
    '/a': (_, response) => {
      const body = gzipSync(data);
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': body.length }).end(body);
    },
  });
  const told: Progress[] = [];
  const target = { path: 'a', sha256: sha256(data), urls: [`${origin}/a`] };
  const { found } = await fetchLinked(target, { fetch, onProgress: (progress) => told.push(progress) });
  expect(found?.size).toBe(data.length);
  expect(told.at(-1)).toMatchObject({ done: data.length, total: 0 });
});

test('no request says who asks', async () => {
  const asked: RequestInit[] = [];
  const fake: typeof fetch = async (_, init) => {
    asked.push(init ?? {});
    return new Response('x');
  };
  const urls = ['https://a.example/a'];
  await fetchLinked({ path: 'a', sha256: sha256('x'), urls }, { fetch: fake });
  expect(asked).toMatchObject([{ credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' }]);
});

describe('zstd that comes undecoded', () => {
  const data = random(70_000);
  const packed = zstdFrame([data]);

  test('is taken off where the hash is that of what is inside', async () => {
    const { origin } = await serve({ '/a': packed });
    const target = { path: 'a', sha256: sha256(data), urls: [`${origin}/a`] };
    const { found: checked } = await fetchLinked(target, { fetch });
    expect(checked).toEqual({ url: `${origin}/a`, size: data.length, sha256: sha256(data) });
    const openSink = async () => blobSink(1e6);
    const { found } = await fetchLinked(target, { fetch, openSink });
    expect(found?.size).toBe(data.length);
    expect(new Uint8Array((await found?.blob?.arrayBuffer()) as ArrayBuffer)).toEqual(data);
  });

  test.each(['cancelled', 'not written'])('leaves a chosen file as it was where it is %s midway', async (how) => {
    // Its end is still to come.
    const { origin } = await serve({
      '/a': (_, response) => void response.writeHead(200)[how === 'cancelled' ? 'write' : 'end'](packed),
    });
    const target = { path: 'a', sha256: sha256(data), urls: [`${origin}/a`] };
    const controller = new AbortController();
    const old = new TextEncoder().encode('what was saved before');
    const { disk, handle: file } = diskFile('a', old);
    disk.onWrite = () => {
      if (disk.opened < 2) return;
      if (how === 'cancelled') controller.abort();
      else throw new Error('the disk is full');
    };
    const { signal } = controller;
    await expect(fetchLinked(target, { fetch, signal, openSink: () => fileSink(file) })).rejects.toMatchObject(
      how === 'cancelled' ? { tag: 'cancelled' } : { code: 'source/save-failed' },
    );
    expect([disk.opened, disk.closed, disk.aborted]).toEqual([2, 0, 2]);
    expect(disk.content).toEqual(old);
  });

  test('replaces a chosen file once, by what is inside or by the file as it is', async () => {
    for (const wanted of [data, packed]) {
      const { origin } = await serve({ '/a': packed });
      const target = { path: 'a', sha256: sha256(wanted), urls: [`${origin}/a`] };
      const { disk, handle: file } = diskFile('a', new Uint8Array([1, 2, 3]));
      await fetchLinked(target, { fetch, openSink: () => fileSink(file) });
      expect([disk.opened, disk.closed, disk.aborted]).toEqual([2, 1, 1]);
      expect(disk.content).toEqual(wanted);
    }
  });

  test('that holds gigabytes ends at once where it is cancelled', async () => {
    // 128 KiB of zeros in each block of four bytes: 64 GiB.
    const { origin } = await serve({ '/a': zstdZeros(500_000) });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    const target = { path: 'a', sha256: sha256(''), urls: [`${origin}/a`] };
    const seconds = cpuClock();
    await expect(fetchLinked(target, { fetch, signal: controller.signal })).rejects.toMatchObject({ tag: 'cancelled' });
    expect(seconds()).toBeLessThan(15);
  });

  test('stays where the hash is that of the file as it is', async () => {
    const { origin } = await serve({ '/a': packed });
    const openSink = async () => blobSink(1e6);
    const target = { path: 'a', sha256: sha256(packed), urls: [`${origin}/a`] };
    const { found } = await fetchLinked(target, { fetch, openSink });
    expect(new Uint8Array((await found?.blob?.arrayBuffer()) as ArrayBuffer)).toEqual(packed);
  });

  test('stays as it is where no hash is wanted, and nothing is decoded', async () => {
    const zeros = zstdZeros(1000);
    const { origin } = await serve({ '/a': zeros });
    const openSink = vi.fn(async () => blobSink(1e6));
    const target = { path: 'a', sha256: undefined, urls: [`${origin}/a`] };
    const { found } = await fetchLinked(target, { fetch, openSink });
    expect(found).toMatchObject({ size: zeros.length, sha256: sha256(zeros) });
    expect(new Uint8Array((await found?.blob?.arrayBuffer()) as ArrayBuffer)).toEqual(zeros);
    expect(openSink).toHaveBeenCalledTimes(1);
  });

  test('damaged, cut off or with something else inside, it is a wrong file', async () => {
    const { origin } = await serve({
      '/cut': packed.subarray(0, 60_000),
      '/other': zstdFrame([random(70_001)]),
      '/short': packed.subarray(0, 4),
    });
    const urls = [`${origin}/cut`, `${origin}/other`, `${origin}/short`];
    const { found, tried } = await fetchLinked({ path: 'a', sha256: sha256(data), urls }, { fetch });
    expect(found).toBeUndefined();
    expect(tried.map(({ error }) => error.code)).toEqual(urls.map(() => 'links/hash-mismatch'));
    expect(tried[0]?.error.message).toContain('even after zstd decompression');
  });
});

test('a host that falls silent is given up, a cancel is final', async () => {
  const silent: Answer = (_, response) => void response.writeHead(200).write('abc');
  const { origin } = await serve({ '/silent': silent, '/right': new Uint8Array([1]) });
  const target = {
    path: 'a',
    sha256: sha256(new Uint8Array([1])),
    urls: [`${origin}/silent`, `${origin}/right`],
  };
  const { found, tried } = await fetchLinked(target, { fetch, stallMs: 100 });
  expect(found?.url).toBe(`${origin}/right`);
  expect(tried).toMatchObject([{ error: { code: 'source/unreachable', url: `${origin}/silent` } }]);
  const controller = new AbortController();
  const drop = vi.fn(async () => {});
  const openSink = async () => ({ ...blobSink(10), drop });
  setTimeout(() => controller.abort(), 100);
  await expect(fetchLinked(target, { fetch, signal: controller.signal, openSink })).rejects.toMatchObject({
    tag: 'cancelled',
  });
  expect(drop).toHaveBeenCalled();
});

test('a file that is larger than what may be kept is refused, and can still be checked', async () => {
  const data = random(5000);
  const { origin } = await serve({ '/a': data });
  const target = { path: 'a', sha256: sha256(data), urls: [`${origin}/a`] };
  const { found, tried } = await fetchLinked(target, { fetch, openSink: async () => blobSink(4999) });
  expect([found, tried[0]?.error.code]).toEqual([undefined, 'source/too-large']);
  expect((await fetchLinked(target, { fetch })).found?.size).toBe(5000);
  expect(MAX_KEPT_LINK_BYTES).toBeGreaterThan(5000);
});

describe('in a package', () => {
  test('a fetched file that is kept is there at every path that links to it, with its size, until something else is kept too', async () => {
    const data = 'weights';
    const { origin } = await serve({ '/w': new TextEncoder().encode(data), '/v': new TextEncoder().encode('v') });
    const inside = { 'carton.toml': TOML, 'tensor_data/index.toml': 'tensor = []\n' };
    const weights = { data, urls: [`${origin}/w`] };
    const zip = carton(inside, {
      'model/a': weights,
      'model/b': weights,
      'model/v': { data: 'v', urls: [`${origin}/v`] },
    });
    const { worker, handle } = await opened(zip);
    const checked = await worker.call('fetchLink', { handle, path: 'model/a', keep: false });
    expect(checked).toEqual({ sha256: sha256(data), url: `${origin}/w`, size: 7, tried: [] });
    await expect(worker.call('blob', { handle, path: 'model/a', type: '' })).rejects.toMatchObject({
      code: 'source/no-such-file',
    });
    const kept = await worker.call('fetchLink', { handle, path: 'model/a', keep: true });
    const other = await worker.call('fetchLink', { handle, path: 'model/v', keep: true });
    for (const [path, content] of [
      ['model/a', data],
      ['model/b', data],
      ['model/v', 'v'],
    ] as const) {
      expect(await text(await worker.call('blob', { handle, path, type: '' }))).toBe(content);
      const file = other.package?.files.find((file) => file.path === path);
      expect(file).toMatchObject({ hash: 'linked', fetched: true, size: content.length });
    }
    expect(kept.package?.files.find(({ path }) => path === 'model/v')).not.toHaveProperty('size');
    // What the package itself holds is checked as before, and nothing else.
    const { files, mismatches, findings } = await worker.call('verify', { handle });
    expect([files, mismatches, findings]).toEqual([2, [], []]);
  });

  test('a linked carton.toml, index and tensor are read once they are fetched', async () => {
    const index = '[[tensor]]\nname = "t"\ndtype = "uint8"\nshape = [3]\nfile = "tensor_0.bin"\ninner = []\n';
    const bytes = new Uint8Array([7, 8, 9]);
    const encode = (value: string) => new TextEncoder().encode(value);
    const { origin } = await serve({ '/toml': encode(TOML), '/index': encode(index), '/bin': bytes });
    const { worker, handle } = await opened(
      carton(
        { 'model/a': 'a' },
        {
          'carton.toml': { data: TOML, urls: [`${origin}/toml`] },
          'tensor_data/index.toml': { data: index, urls: [`${origin}/index`] },
          'tensor_data/tensor_0.bin': { data: bytes, urls: [`${origin}/bin`] },
        },
      ),
    );
    const fetchOf = (path: string) => worker.call('fetchLink', { handle, path, keep: true });
    const first = (await fetchOf('carton.toml')).package;
    expect([first?.title, first?.tensors]).toEqual(['Linked', []]);
    // Loopback hosts speak http.
    const codes = (content: typeof first) =>
      content?.findings.map(({ code }) => code).filter((code) => code !== 'links/http');
    expect(codes(first)).toEqual(['tensor/index-linked']);
    const second = (await fetchOf('tensor_data/index.toml')).package;
    expect(second?.tensors).toMatchObject([{ name: 't', problem: expect.stringContaining('linked') }]);
    const third = (await fetchOf('tensor_data/tensor_0.bin')).package;
    expect(third?.tensors[0]).not.toHaveProperty('problem');
    expect(codes(third)).toEqual([]);
    const plane = { rows: 3, columns: 1, start: 0, rowStride: 1, columnStride: 0 };
    expect(await worker.call('tensorCells', { handle, tensor: 't', plane })).toEqual(['7', '8', '9']);
  });

  test('sizes come by HEAD, or by the first byte, or not; the file is never read', async () => {
    const bodies: string[] = [];
    const { origin, asked } = await serve({
      '/head': random(1234),
      '/range': (request, response) => {
        if (request.method === 'HEAD') return void response.writeHead(405).end();
        bodies.push(String(request.headers.range));
        response.writeHead(206, { 'Content-Range': 'bytes 0-0/4321' }).end('x');
      },
      '/none': (request, response) =>
        void (request.method === 'HEAD'
          ? response.writeHead(200, { 'Transfer-Encoding': 'chunked' }).end()
          : response.writeHead(200, { 'Transfer-Encoding': 'chunked' }).end('whole')),
    });
    const inside = { 'carton.toml': TOML, 'tensor_data/index.toml': 'tensor = []\n' };
    const { worker, handle } = await opened(
      carton(inside, {
        'model/head': { data: 'a', urls: [`${origin}/gone`, `${origin}/head`, 'https://other.example/a'] },
        'model/range': { data: 'b', urls: [`${origin}/range`] },
        'model/none': { data: 'c', urls: [`${origin}/none`] },
      }),
    );
    const paths = ['model/head', 'model/range', 'model/none'];
    const onProgress = vi.fn();
    const ask = { handle, hosts: [new URL(origin).host], paths };
    const sizes = await worker.call('linkSizes', ask, { onProgress });
    expect(sizes.find(({ path }) => path === 'model/head')).toEqual({ path: 'model/head', size: 1234 });
    expect(sizes.find(({ path }) => path === 'model/range')).toEqual({ path: 'model/range', size: 4321 });
    expect(sizes.find(({ path }) => path === 'model/none')).toMatchObject({ error: { code: 'source/no-size' } });
    expect(bodies).toEqual(['bytes=0-0']);
    expect(asked.filter((line) => line.endsWith('/head'))).toEqual(['HEAD /head']);
    expect(onProgress.mock.calls.at(-1)).toEqual([{ done: 3, total: 3 }]);
  });

  test('says of a host that never tells the size that it is silent', async () => {
    const inside = { 'carton.toml': TOML, 'tensor_data/index.toml': 'tensor = []\n' };
    const zip = carton(inside, { 'model/a': { data: 'a', urls: ['https://a.example/a'] } });
    const silent: typeof fetch = (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const worker = callsInThread({ container: memorySource('a.carton', zip) }, { fetch: silent });
    const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://b.example/a.carton' } });
    vi.useFakeTimers();
    const asked = worker.call('linkSizes', { handle, hosts: ['a.example'], paths: ['model/a'] });
    await vi.advanceTimersByTimeAsync(2 * HTTP_STALL_MS);
    vi.useRealTimers();
    expect(await asked).toMatchObject([{ path: 'model/a', error: { code: 'source/unreachable' } }]);
  });

  test('keeps what is known of where it came from, once a file was fetched', async () => {
    const { origin } = await serve({ '/w': new TextEncoder().encode('w') });
    const zip = carton({ 'carton.toml': TOML }, { 'model/a': { data: 'w', urls: [`${origin}/w`] } });
    const container = { ...memorySource('a.carton', zip), servedFrom: 'cdn.example' };
    const worker = callsInThread({ container });
    const { handle, package: before } = await worker.call('open', {
      descriptor: { kind: 'url', url: 'https://a.example/a' },
    });
    expect(before.servedFrom).toBe('cdn.example');
    const { package: after } = await worker.call('fetchLink', { handle, path: 'model/a', keep: true });
    expect(after?.servedFrom).toBe('cdn.example');
    expect(after?.files.find(({ path }) => path === 'model/a')?.fetched).toBe(true);
  });

  test('a package that is closed while a file is added to it stays closed', async () => {
    const { origin } = await serve({ '/w': new TextEncoder().encode('w') });
    const zip = carton({ 'carton.toml': TOML }, { 'model/a': { data: 'w', urls: [`${origin}/w`] } });
    const worker: CallsInThread = callsInThread(
      { container: memorySource('a.carton', zip) },
      {
        async openPackage(container) {
          const open = await openPackage(container);
          return {
            ...open,
            async withFiles(...added) {
              await worker.call('close', { handle });
              return (await open.withFiles?.(...added)) ?? open;
            },
          };
        },
      },
    );
    const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a' } });
    await expect(worker.call('fetchLink', { handle, path: 'model/a', keep: true })).rejects.toMatchObject({
      code: 'internal/bug',
    });
    await expect(worker.call('read', { handle, path: 'MANIFEST', start: 0, end: 1 })).rejects.toMatchObject({
      code: 'internal/bug',
    });
  });

  test('what is not linked is never fetched', async () => {
    const { worker, handle } = await opened(carton({ 'carton.toml': TOML, 'model/a': 'a' }, {}));
    for (const path of ['model/a', 'MANIFEST', 'nowhere']) {
      await expect(worker.call('fetchLink', { handle, path, keep: false })).rejects.toMatchObject({
        code: 'internal/bug',
      });
    }
  });

  test.skipIf(!hasFixtures)('the fixture verifies against a host that has its file', async () => {
    const weights = fixture('linked/weights.bin');
    const asked: string[] = [];
    const host: typeof fetch = async (url) => {
      asked.push(String(url));
      return String(url) === 'https://models.example/weights.bin'
        ? new Response(weights)
        : new Response('', { status: 404 });
    };
    const worker = callsInThread({ container: fixtureSource('carton/linked.carton') }, { fetch: host });
    const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a' } });
    expect(asked).toEqual([]);
    const result = await worker.call('fetchLink', { handle, path: 'model/weights.bin', keep: true });
    expect(result.url).toBe('https://models.example/weights.bin');
    expect(result.tried).toMatchObject([
      { url: 'https://models.example/gone.bin', error: { code: 'source/not-found', status: 404 } },
    ]);
    expect(result.package?.spareLinks).toEqual([
      { sha256: '0'.repeat(64), urls: ['https://models.example/not-in-this-carton'] },
    ]);
    const blob = await worker.call('blob', { handle, path: 'model/weights.bin', type: '' });
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array(weights));
  });
});
