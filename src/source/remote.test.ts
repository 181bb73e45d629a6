import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_UNASKED_DOWNLOAD } from '../base/limits.ts';
import { type Answer, BYTES, good, serve, stopServing } from '../testing/range-host.ts';
import { remoteSource } from './remote.ts';

afterEach(stopServing);

describe('remoteSource', () => {
  const LARGE = Uint8Array.from({ length: 1_000_000 }, (_, at) => (at * at) % 253);

  it('reads the end at once, and merges reads near each other', async () => {
    const { url, asked } = await serve(good({}, LARGE));
    const source = await remoteSource(url);
    expect(await source.read(999_000, 1_000_000)).toEqual(LARGE.slice(999_000));
    expect(await source.read(918_000, 920_000)).toEqual(LARGE.slice(918_000, 920_000));
    expect(asked).toEqual(['GET bytes=0-16383', 'GET bytes=917504-999999']);
  });

  it('merges several reads into one request, and gives each its own bytes', async () => {
    const { url, asked } = await serve(good({}, LARGE));
    const source = await remoteSource(url);
    const ranges = [
      [500_000, 500_100],
      [510_000, 512_000],
      [530_000, 530_001],
      [700_000, 700_100],
    ] as const;
    const reads = await Promise.all(ranges.map(([start, end]) => source.read(start, end)));
    for (const [at, [start, end]] of ranges.entries()) expect(reads[at]).toEqual(LARGE.slice(start, end));
    expect(asked).toHaveLength(3);
    await Promise.all(ranges.map(([start, end]) => source.read(start, end)));
    expect(asked).toHaveLength(3);
  });

  it('reads ahead when reads are consecutive', async () => {
    const { url, asked } = await serve(good({}, LARGE));
    const source = await remoteSource(url);
    for (let at = 100_000; at < 900_000; at += 2000) {
      expect(await source.read(at, at + 2000)).toEqual(LARGE.slice(at, at + 2000));
    }
    expect(asked.length).toBeLessThan(12);
  });

  it('aborts a request only when its last caller has aborted', async () => {
    let closed = 0;
    const { url } = await serve((request, response, range) => {
      if (range?.[0] === 0) return void good({}, LARGE)(request, response, range);
      response.on('close', () => {
        if (!response.writableFinished) closed++;
      });
      setTimeout(() => good({}, LARGE)(request, response, range), 100);
    });
    const source = await remoteSource(url);
    const [one, two] = [new AbortController(), new AbortController()];
    const first = source.read(500_000, 500_010, one.signal);
    const second = source.read(520_000, 520_010, two.signal);
    setTimeout(() => one.abort(), 30);
    await expect(first).rejects.toMatchObject({ tag: 'cancelled' });
    expect(await second).toEqual(LARGE.slice(520_000, 520_010));
    expect(closed).toBe(0);
    const third = source.read(700_000, 700_010, two.signal);
    setTimeout(() => two.abort(), 30);
    await expect(third).rejects.toMatchObject({ tag: 'cancelled' });
    await vi.waitFor(() => expect(closed).toBe(1));
    expect(await source.read(700_000, 700_010)).toEqual(LARGE.slice(700_000, 700_010));
  });
});

describe('a host that sends only whole files', () => {
  const whole =
    (bytes: Uint8Array, headers: Record<string, string | number> = { 'Content-Length': bytes.length }): Answer =>
    (_, response) =>
      void response.writeHead(200, headers).end(bytes);

  it('gives a short file unasked', async () => {
    const { url, asked } = await serve(whole(BYTES));
    const source = await remoteSource(url);
    expect([source.name, source.size, source.servedFrom]).toEqual(['a b.carton', BYTES.length, new URL(url).host]);
    expect(await source.read(500, 700)).toEqual(BYTES.slice(500, 700));
    expect(asked).toEqual(['GET bytes=0-16383', 'GET']);
  });

  it('gives one whose length it does not say, and one that it compresses', async () => {
    const chunked = await serve(whole(BYTES, { 'Transfer-Encoding': 'chunked' }));
    expect((await remoteSource(chunked.url)).size).toBe(BYTES.length);
    stopServing();
    const packed = await serve(whole(gzipSync(BYTES), { 'Content-Encoding': 'gzip' }));
    expect(await (await remoteSource(packed.url)).read(0, 300)).toEqual(BYTES.slice(0, 300));
  });

  it('is asked about a long one: it is not downloaded', async () => {
    const size = MAX_UNASKED_DOWNLOAD + 1;
    const { url, asked } = await serve((_, response) => void response.writeHead(200, { 'Content-Length': size }).end());
    await expect(remoteSource(url)).rejects.toMatchObject({ code: 'source/no-ranges', fields: { size } });
    expect(asked).toHaveLength(1);
  });

  it('is given up where it sends a byte now and then', async () => {
    const { url } = await serve((_, response, range) => {
      if (range) return void response.writeHead(200, { 'Content-Length': BYTES.length }).end();
      response.writeHead(200, { 'Content-Length': BYTES.length });
      const drip = setInterval(() => response.write('a'), 10);
      response.on('close', () => clearInterval(drip));
    });
    await expect(remoteSource(url, { stallMs: 200, pause: async () => {} })).rejects.toMatchObject({
      code: 'source/unreachable',
      message: expect.stringMatching(/sent only \d+ B in/),
    });
  });

  it('reads nothing past the limit of one whose length it does not say', async () => {
    let sent = 0;
    const { url } = await serve((_, response) => {
      response.writeHead(200);
      const piece = new Uint8Array(65_536);
      const more = () => {
        if (response.destroyed || sent > 2e9) return void response.destroy();
        sent += piece.length;
        response.write(piece, () => setImmediate(more));
      };
      more();
    });
    await expect(remoteSource(url)).rejects.toMatchObject({ code: 'source/no-ranges' });
    // What the system holds on the way is not known.
    expect(sent).toBeLessThan(4 * MAX_UNASKED_DOWNLOAD);
  });
});
