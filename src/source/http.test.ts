import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, BYTES, good, serve, stopServing } from '../testing/range-host.ts';
import { type HttpOptions, httpSource } from './http.ts';
import { chunksOf } from './stream.ts';

afterEach(stopServing);

/** Records the waits instead of waiting. */
function impatient(): HttpOptions & { waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    async pause(ms) {
      waits.push(ms);
    },
  };
}

/** Answers the first request well, and then as `then` does. */
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

/** Answers well, except the requests with these numbers (from 1). */
function failing(numbers: number[], then: Answer): Answer {
  let count = 0;
  return (...args) => (numbers.includes(++count) ? then : good())(...args);
}

describe('httpSource', () => {
  it('reads by bounded ranges, and keeps the start', async () => {
    const { url, asked } = await serve(good());
    const source = await httpSource(url);
    expect([source.name, source.size]).toEqual(['a b.carton', BYTES.length]);
    expect(await source.read(500, 700)).toEqual(BYTES.slice(500, 700));
    expect(await source.read(0, 16_384)).toEqual(BYTES.slice(0, 16_384));
    expect(await source.read(99_999, 100_000)).toEqual(BYTES.slice(99_999));
    expect(await source.read(16_000, 17_000)).toEqual(BYTES.slice(16_000, 17_000));
    expect(await source.read(7, 7)).toHaveLength(0);
    expect(await drain(source.stream(20_000, 90_010))).toBe(70_010);
    expect(asked).toEqual([
      'GET bytes=0-16383',
      'GET bytes=99999-99999',
      'GET bytes=16384-16999',
      'GET bytes=20000-90009',
    ]);
    await expect(source.read(0, 100_001)).rejects.toMatchObject({ code: 'source/out-of-range' });
  });

  it('hands out buffers that may be transferred', async () => {
    const { url } = await serve(good());
    const source = await httpSource(url);
    const first = (await source.read(0, 100)) as Uint8Array<ArrayBuffer>;
    structuredClone(first.buffer, { transfer: [first.buffer] });
    expect(await source.read(0, 100)).toEqual(BYTES.slice(0, 100));
  });

  it.each([1, 100, 16_384])('needs one request for a file of %i bytes', async (size) => {
    const { url, asked } = await serve(good({}, BYTES.subarray(0, size)));
    const source = await httpSource(url);
    expect(await source.read(0, size)).toEqual(BYTES.slice(0, size));
    expect(asked).toHaveLength(1);
  });

  it('learns the size by HEAD if Content-Range is hidden', async () => {
    const { url, asked } = await serve(good({ 'Content-Range': undefined, ETag: undefined }));
    const source = await httpSource(url);
    expect(source.size).toBe(BYTES.length);
    expect(await source.read(50_005, 50_010)).toEqual(BYTES.slice(50_005, 50_010));
    expect(asked).toEqual(['GET bytes=0-16383', 'HEAD bytes=0-', 'GET bytes=50005-50009']);
  });

  const headless: [string, (response: ServerResponse) => void][] = [
    ['refuses HEAD', (response) => response.writeHead(403).end()],
    ['gives no length', (response) => response.writeHead(200, { 'Transfer-Encoding': 'chunked' }).end()],
    ['compresses', (response) => response.writeHead(200, { 'Content-Length': 50, 'Content-Encoding': 'gzip' }).end()],
    ['breaks off after HEAD', (response) => response.destroy()],
  ];

  it.each(headless)('asks for all and discards it, if a host that hides Content-Range %s', async (_, head) => {
    const hidden = good({ 'Content-Range': undefined });
    const { url, asked } = await serve((request, response, range) => {
      if (request.method === 'HEAD') head(response);
      else if (request.headers.range === 'bytes=0-')
        response.writeHead(206, { 'Content-Length': BYTES.length }).end(BYTES);
      else hidden(request, response, range);
    });
    const source = await httpSource(url);
    expect(source.size).toBe(BYTES.length);
    expect(asked).toEqual(['GET bytes=0-16383', 'HEAD bytes=0-', 'GET bytes=0-']);
  });

  it('gives up if the host hides the size in every way', async () => {
    const hidden = good({ 'Content-Range': undefined });
    const { url } = await serve((request, response, range) => {
      if (range) hidden(request, response, range);
      else response.writeHead(200, { 'Transfer-Encoding': 'chunked' }).end(request.method === 'HEAD' ? '' : BYTES);
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
    [400, 'source/http-status'],
    [204, 'source/http-status'],
  ])('asks once where the status is %i', async (status, code) => {
    const { url, asked } = await serve((_, response) => response.writeHead(status).end());
    await expect(httpSource(url)).rejects.toMatchObject({ code, tag: 'network', fields: { status } });
    expect(asked).toHaveLength(1);
  });

  it.each([429, 500, 502, 503, 504])('asks four times in all where the status stays %i', async (status) => {
    const { url, asked } = await serve((_, response) => response.writeHead(status).end());
    const { waits, ...options } = impatient();
    await expect(httpSource(url, options)).rejects.toMatchObject({ code: 'source/http-status', fields: { status } });
    expect(asked).toHaveLength(4);
    expect(waits).toHaveLength(3);
    expect(waits[2]).toBeGreaterThan(1.5 * (waits[0] as number));
  });

  it('waits as long as the host says, within reason', async () => {
    for (const [header, wait] of [
      ['7', 7000],
      ['86400', 20_000],
      [new Date(Date.now() + 10_000).toUTCString(), 9000],
    ] as const) {
      const { url, server } = await serve(
        failing([1, 3], (_, response) => response.writeHead(429, { 'Retry-After': header }).end()),
      );
      const { waits, ...options } = impatient();
      const source = await httpSource(url, options);
      expect(await source.read(50_000, 50_100)).toEqual(BYTES.slice(50_000, 50_100));
      expect(waits).toHaveLength(2);
      for (const waited of waits) {
        expect(waited).toBeGreaterThan(wait - 1500);
        expect(waited).toBeLessThanOrEqual(wait + 1000);
      }
      server.closeAllConnections();
      server.close();
    }
  });

  it('continues where a broken connection ended', async () => {
    const { url, asked } = await serve((request, response, range) => {
      const [start, end] = range as [number, number];
      if (start === 0) return void good()(request, response, range);
      const half = Math.min(end, start + 30_000);
      response.writeHead(206, {
        'Content-Range': `bytes ${start}-${end - 1}/${BYTES.length}`,
        'Content-Length': end - start,
      });
      if (half === end) return void response.end(BYTES.subarray(start, end));
      response.write(BYTES.subarray(start, half), () => setTimeout(() => response.destroy(), 30));
    });
    const { waits, ...options } = impatient();
    const source = await httpSource(url, options);
    expect(await source.read(20_000, 100_000)).toEqual(BYTES.slice(20_000));
    expect(asked).toEqual([
      'GET bytes=0-16383',
      'GET bytes=20000-99999',
      'GET bytes=50000-99999',
      'GET bytes=80000-99999',
    ]);
    expect(waits).toHaveLength(2);
  });

  it('refuses a 200, does not read its body, and reports its length', async () => {
    let sent = 0;
    const { url, server } = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': 700_000_000 });
      const more = () => {
        if (response.destroyed || sent > 500_000_000) return void response.destroy();
        sent += 1_000_000;
        response.write(new Uint8Array(1_000_000), () => setImmediate(more));
      };
      more();
    });
    const expected = { code: 'source/no-ranges', fields: { size: 700_000_000 } };
    await expect(httpSource(url)).rejects.toMatchObject(expected);
    await vi.waitFor(() => expect(server.listening).toBe(true));
    expect(sent).toBeLessThan(50_000_000);
  });

  it.each([
    ['parts of the packed file', (at: number, end: number) => gzipSync(BYTES).subarray(at, end)],
    ['packed parts', (at: number, end: number) => gzipSync(BYTES.subarray(at, end))],
  ])('refuses a host that sends %s', async (_, part) => {
    const { url } = await serve((_request, response, range) => {
      const body = part(...(range as [number, number]));
      const headers = { 'Content-Encoding': 'gzip', 'Content-Length': body.length };
      response.writeHead(206, headers).end(body);
    });
    const options = impatient();
    await expect(httpSource(url, options)).rejects.toMatchObject({ code: 'source/no-ranges' });
    // Pages of other sites may not read that header.
    const blind: typeof fetch = async (...ask) => {
      const response = await fetch(...ask);
      const headers = new Headers({ 'Content-Length': response.headers.get('Content-Length') ?? '' });
      return new Response(response.body, { status: response.status, headers });
    };
    await expect(httpSource(url, { ...options, fetch: blind })).rejects.toMatchObject({ code: 'source/no-ranges' });
  });

  const AT = 50_000;
  const broken: [string, Answer, string][] = [
    ['a shorter body', (_, response) => response.writeHead(206).end('abc'), 'source/bad-range'],
    ['a longer body', (_, response) => response.writeHead(206).end(BYTES.subarray(0, 5000)), 'source/bad-range'],
    [
      'a longer body in pieces',
      (_, response) => {
        response.writeHead(206);
        response.write(BYTES.subarray(0, 100));
        response.end('more');
      },
      'source/bad-range',
    ],
    [
      'another place',
      (_, response, range) =>
        response
          .writeHead(206, { 'Content-Range': 'bytes 0-99/100000' })
          .end(BYTES.subarray(0, (range?.[1] ?? 0) - (range?.[0] ?? 0))),
      'source/bad-range',
    ],
    ['another version', good({ ETag: '"two"' }), 'source/changed'],
    ['another date', good({ ETag: undefined, 'Last-Modified': 'Tue, 02 Jan 2024 00:00:00 GMT' }), 'source/changed'],
    ['another size', good({ 'Content-Range': `bytes ${AT}-${AT + 99}/100001` }), 'source/changed'],
    ['416', (_, response) => response.writeHead(416).end(), 'source/changed'],
    ['a whole file', (_, response) => response.writeHead(200).end(BYTES), 'source/no-ranges'],
    ['an expired address', (_, response) => response.writeHead(403).end(), 'source/forbidden'],
    [
      'a connection that breaks every time',
      (_, response, range) => {
        response.writeHead(206, { 'Content-Length': (range?.[1] ?? 0) - (range?.[0] ?? 0) });
        response.write('a', () => response.destroy());
      },
      'source/unreachable',
    ],
  ];

  it.each(broken)('refuses %s as the answer to a range', async (_, answer, code) => {
    const dated = good({ 'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT' });
    let first = true;
    const { url } = await serve((...args) => {
      (first ? dated : answer)(...args);
      first = false;
    });
    const source = await httpSource(url, impatient());
    await expect(source.read(AT, AT + 100)).rejects.toMatchObject({ code, fields: { url } });
    await expect(drain(source.stream(AT, AT + 100))).rejects.toMatchObject({ code });
  });

  it('asks again when a host falls silent', async () => {
    const { url, asked } = await serve(
      failing([2], (_, response) => {
        response.writeHead(206);
        response.write(BYTES.subarray(AT, AT + 7));
      }),
    );
    const source = await httpSource(url, { ...impatient(), stallMs: 1_500 });
    expect(await source.read(AT, AT + 3000)).toEqual(BYTES.slice(AT, AT + 3000));
    expect(asked.slice(1)).toEqual([`GET bytes=${AT}-${AT + 2999}`, `GET bytes=${AT + 7}-${AT + 2999}`]);
  });

  it('asks the target of a redirect directly, until it refuses', async () => {
    let expired = false;
    const { url, asked } = await serve((request, response, range) => {
      asked.push(String(request.url?.replace(/.*\//, '')));
      if (request.url?.startsWith('/models/')) {
        response.writeHead(302, { Location: expired ? '/second' : '/first' }).end();
      } else if (expired && request.url === '/first') response.writeHead(403).end();
      else good()(request, response, range);
    });
    const source = await httpSource(url);
    expect(source.name).toBe('a b.carton');
    await source.read(AT, AT + 10);
    expired = true;
    expect(await source.read(AT, AT + 10)).toEqual(BYTES.slice(AT, AT + 10));
    await source.read(AT, AT + 10);
    expect(asked.filter((line) => !line.includes(' '))).toEqual([
      'a%20b.carton?sig=1',
      'first',
      'first',
      'first',
      'a%20b.carton?sig=1',
      'second',
      'second',
    ]);
  });

  it('follows x-carton-dl-url once', async () => {
    const { url, asked } = await serve((request, response, range) => {
      asked.push(String(request.url));
      good({ 'x-carton-dl-url': '/elsewhere' })(request, response, range);
    });
    const source = await httpSource(url);
    expect(source.size).toBe(BYTES.length);
    await source.read(AT, AT + 1);
    expect(asked.filter((line) => line.startsWith('/'))).toEqual([
      '/models/a%20b.carton?sig=1',
      '/elsewhere',
      '/elsewhere',
    ]);
  });

  it.each(['ftp://example.org/a', 'http://example.org/a', 'https://user:p@example.org/a'])(
    'does not follow x-carton-dl-url to %s',
    async (elsewhere) => {
      const { url } = await serve(good({ 'x-carton-dl-url': elsewhere }));
      await expect(httpSource(url)).rejects.toMatchObject({ code: 'source/bad-url' });
    },
  );

  it('sends six requests at once, and the next only when one is answered', async () => {
    const { url } = await serve(good());
    /** Requests that wait to be sent on. */
    const held: (() => void)[] = [];
    let asked = 0;
    const holding: typeof fetch = async (...ask) => {
      if (asked++ > 0) await new Promise<void>((resolve) => held.push(resolve));
      return fetch(...ask);
    };
    const source = await httpSource(url, { fetch: holding });
    const starts = Array.from({ length: 20 }, (_, at) => 20_000 + 1000 * at);
    const parts = Promise.all(starts.map((start) => source.read(start, start + 500)));
    for (let sent = 0; sent < starts.length; sent++) {
      await vi.waitFor(() => expect(held).toHaveLength(Math.min(6, starts.length - sent)));
      // Whatever the limit does not hold back has come by now.
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(held.length).toBeLessThanOrEqual(6);
      held.shift()?.();
    }
    for (const [at, part] of (await parts).entries())
      expect(part).toEqual(BYTES.slice(starts[at], (starts[at] as number) + 500));
    expect(asked).toBe(1 + starts.length);
  });

  it('reports a host that does not exist', async () => {
    const { url, server } = await serve(good());
    await new Promise((resolve) => server.close(resolve));
    const { waits, ...options } = impatient();
    await expect(httpSource(url, options)).rejects.toMatchObject({ code: 'source/unreachable', tag: 'network' });
    expect(waits).toHaveLength(1);
  });

  it('reports a host whose answer the page may not read', async () => {
    const asked: (string | undefined)[] = [];
    const browser: typeof fetch = async (_, init) => {
      asked.push(init?.mode);
      if (init?.mode !== 'no-cors') throw new TypeError('Failed to fetch');
      return Object.defineProperty(new Response(null), 'type', { value: 'opaque' });
    };
    vi.stubGlobal('location', { protocol: 'https:' });
    const options = { ...impatient(), fetch: browser };
    await expect(httpSource('https://a.example/b', options)).rejects.toMatchObject({ code: 'source/no-cors' });
    expect(asked).toEqual([undefined, undefined, 'cors', 'no-cors']);
    vi.stubGlobal('navigator', { onLine: false });
    await expect(httpSource('https://a.example/b', options)).rejects.toMatchObject({ code: 'source/offline' });
    vi.unstubAllGlobals();
  });

  it('reports compression if a browser can read everything except parts', async () => {
    const browser: typeof fetch = async (_, init) => {
      if (new Headers(init?.headers).has('Range')) throw new TypeError('Failed to fetch');
      return new Response(null);
    };
    vi.stubGlobal('location', { protocol: 'https:' });
    const options = { ...impatient(), fetch: browser };
    await expect(httpSource('https://a.example/b', options)).rejects.toMatchObject({ code: 'source/no-ranges' });
    vi.unstubAllGlobals();
  });

  it('says of a host that never answers that it is silent, also where that is looked into', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('location', { protocol: 'https:' });
    const modes: (string | undefined)[] = [];
    const silent: typeof fetch = (_, init) => {
      modes.push(init?.mode);
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    };
    const reading = httpSource('https://a.example/b', { ...impatient(), fetch: silent });
    const refused = expect(reading).rejects.toMatchObject({ code: 'source/unreachable' });
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    await refused;
    expect(modes).toEqual([undefined, undefined, 'cors', 'no-cors']);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('ends a read, a stream and a wait when the signal fires', async () => {
    const { url } = await serve(
      turning((_, response) => {
        response.writeHead(206);
        response.write('abc');
      }),
    );
    const source = await httpSource(url);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const reads = [source.read(AT, AT + 1000, controller.signal), drain(source.stream(AT, AT + 9, controller.signal))];
    for (const read of reads) await expect(read).rejects.toMatchObject({ tag: 'cancelled' });
    await expect(httpSource(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({ tag: 'cancelled' });
  });

  it('ends the wait for a retry when the signal fires', async () => {
    const { url, asked } = await serve((_, response) => response.writeHead(503, { 'Retry-After': '15' }).end());
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const begun = performance.now();
    await expect(httpSource(url, { signal: controller.signal })).rejects.toMatchObject({ tag: 'cancelled' });
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(asked).toHaveLength(1);
  });
});
