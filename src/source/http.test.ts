import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkUrl, httpSource } from './http.ts';
import { chunksOf } from './stream.ts';

const BYTES = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);

type Answer = (request: IncomingMessage, response: ServerResponse, range: [number, number] | undefined) => void;

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** A server on loopback; gives its address and what was asked of it. */
async function serve(answer: Answer): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  server = createServer((request, response) => {
    const header = request.headers.range;
    asked.push(`${request.method} ${header ?? ''}`.trim());
    const match = header?.match(/^bytes=(\d+)-(\d+)$/);
    answer(request, response, match ? [Number(match[1]), Number(match[2]) + 1] : undefined);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/models/a%20b.carton?sig=1`, asked };
}

/** What a good host answers, with its headers changed; undefined leaves one out. */
function good(headers: Record<string, string | undefined> = {}, bytes = BYTES): Answer {
  return (request, response, range) => {
    if (request.method === 'HEAD') return void response.writeHead(200, { 'Content-Length': bytes.length }).end();
    if (!range) return void response.writeHead(200).end(bytes);
    const [start, end] = [range[0], Math.min(range[1], bytes.length)];
    const all = { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}`, ETag: '"one"', ...headers };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    response.writeHead(206, given).end(bytes.subarray(start, end));
  };
}

/** Good for the first request, then something else. */
function turning(then: Answer): Answer {
  let first = true;
  return (...args) => {
    (first ? good() : then)(...args);
    first = false;
  };
}

async function drain(stream: ReadableStream<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunksOf(stream)) bytes += chunk.length;
  return bytes;
}

describe('httpSource', () => {
  it('reads by bounded ranges', async () => {
    const { url, asked } = await serve(good());
    const source = await httpSource(url);
    expect([source.name, source.size]).toEqual(['a b.carton', BYTES.length]);
    expect(await source.read(500, 700)).toEqual(BYTES.slice(500, 700));
    expect(await source.read(99_999, 100_000)).toEqual(BYTES.slice(99_999));
    expect(await source.read(7, 7)).toHaveLength(0);
    expect(await drain(source.stream(10, 90_010))).toBe(90_000);
    expect(asked).toEqual(['GET bytes=0-0', 'GET bytes=500-699', 'GET bytes=99999-99999', 'GET bytes=10-90009']);
    await expect(source.read(0, 100_001)).rejects.toMatchObject({ code: 'source/out-of-range' });
  });

  it('learns the size by HEAD where Content-Range cannot be read', async () => {
    const { url, asked } = await serve(good({ 'Content-Range': undefined, ETag: undefined }));
    const source = await httpSource(url);
    expect(source.size).toBe(BYTES.length);
    expect(await source.read(5, 10)).toEqual(BYTES.slice(5, 10));
    expect(asked).toEqual(['GET bytes=0-0', 'HEAD', 'GET bytes=5-9']);
  });

  it.each([
    ['refuses HEAD', (response: ServerResponse) => response.writeHead(403).end()],
    ['gives no length', (response: ServerResponse) => response.writeHead(200).end()],
    [
      'compresses',
      (response: ServerResponse) => response.writeHead(200, { 'Content-Length': 50, 'Content-Encoding': 'gzip' }).end(),
    ],
  ])('gives up where a host that hides Content-Range %s', async (_, head) => {
    const hidden = good({ 'Content-Range': undefined });
    const { url } = await serve((request, response, range) => {
      if (request.method === 'HEAD') head(response);
      else hidden(request, response, range);
    });
    await expect(httpSource(url)).rejects.toMatchObject({ code: 'source/no-size' });
  });

  it('knows an empty file', async () => {
    const { url } = await serve((_, response) => response.writeHead(416, { 'Content-Range': 'bytes */0' }).end());
    expect((await httpSource(url)).size).toBe(0);
  });

  it.each([
    [401, 'source/forbidden'],
    [403, 'source/forbidden'],
    [404, 'source/not-found'],
    [410, 'source/not-found'],
    [429, 'source/http-status'],
    [500, 'source/http-status'],
    [204, 'source/http-status'],
  ])('gives status %i its code', async (status, code) => {
    const { url, asked } = await serve((_, response) => response.writeHead(status).end());
    await expect(httpSource(url)).rejects.toMatchObject({ code, tag: 'network', fields: { status } });
    expect(asked).toHaveLength(1);
  });

  it('takes no 200 for a 206, and does not read its body', async () => {
    let sent = 0;
    const { url } = await serve((_, response) => {
      response.writeHead(200);
      const more = () => {
        if (response.destroyed || sent > 500_000_000) return void response.end();
        sent += 1_000_000;
        response.write(new Uint8Array(1_000_000), () => setImmediate(more));
      };
      more();
    });
    await expect(httpSource(url)).rejects.toMatchObject({ code: 'source/no-ranges' });
    await vi.waitFor(() => expect(server?.listening).toBe(true));
    expect(sent).toBeLessThan(50_000_000);
  });

  const broken: [string, Answer, string][] = [
    ['a shorter body', (_, response) => response.writeHead(206).end('abc'), 'source/bad-range'],
    ['a longer body', (_, response) => response.writeHead(206).end(BYTES.subarray(0, 5000)), 'source/bad-range'],
    [
      'another place',
      (_, response, range) =>
        response
          .writeHead(206, { 'Content-Range': 'bytes 0-99/100000' })
          .end(BYTES.subarray(0, (range?.[1] ?? 0) - (range?.[0] ?? 0))),
      'source/bad-range',
    ],
    ['another version', good({ ETag: '"two"' }), 'source/changed'],
    ['another size', good({ 'Content-Range': 'bytes 100-199/100001' }), 'source/changed'],
    ['416', (_, response) => response.writeHead(416).end(), 'source/changed'],
    ['a whole file', (_, response) => response.writeHead(200).end(BYTES), 'source/no-ranges'],
    ['an expired address', (_, response) => response.writeHead(403).end(), 'source/forbidden'],
    [
      'a broken connection',
      (_, response) => {
        response.writeHead(206, { 'Content-Length': 100 });
        response.write('abc', () => response.destroy());
      },
      'source/unreachable',
    ],
  ];

  it.each(broken)('refuses %s where a range was asked for', async (_, answer, code) => {
    const { url } = await serve(turning(answer));
    const source = await httpSource(url);
    await expect(source.read(100, 200)).rejects.toMatchObject({ code, fields: { url } });
    await expect(drain(source.stream(100, 200))).rejects.toMatchObject({ code });
  });

  it('reports a host that is not there', async () => {
    const { url } = await serve(good());
    await new Promise((resolve) => server?.close(resolve));
    await expect(httpSource(url)).rejects.toMatchObject({ code: 'source/unreachable', tag: 'network' });
  });

  it('ends a read and a stream when the signal fires', async () => {
    const { url } = await serve(
      turning((_, response) => {
        response.writeHead(206);
        response.write('abc');
      }),
    );
    const source = await httpSource(url);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const reads = [source.read(0, 1000, controller.signal), drain(source.stream(0, 1000, controller.signal))];
    for (const read of reads) await expect(read).rejects.toMatchObject({ tag: 'cancelled' });
    await expect(httpSource(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({ tag: 'cancelled' });
  });
});

describe('checkUrl', () => {
  it.each([
    'https://example.org/a',
    'http://localhost:1/a',
    'http://127.3.2.1/',
    'http://[::1]/a',
    'http://x.localhost/',
  ])('takes %s', (url) => {
    expect(checkUrl(url).href).toBe(url);
  });

  it.each([
    'a.carton',
    '',
    'ftp://example.org/a',
    'javascript:alert(1)',
    'data:text/plain,a',
    'blob:https://example.org/a',
    'file:///etc/passwd',
    'http://example.org/a',
    'http://127.0.0.1.example.org/',
    'http://localhost.example.org/',
    'https://user:secret@example.org/a',
  ])('refuses “%s”', (url) => {
    expect(() => checkUrl(url)).toThrow(expect.objectContaining({ code: 'source/bad-url' }));
  });

  it('takes plain http from a page that came over plain http', () => {
    vi.stubGlobal('location', { protocol: 'http:' });
    expect(checkUrl('http://example.org/a').href).toBe('http://example.org/a');
    vi.unstubAllGlobals();
  });
});
