import { afterEach, describe, expect, it, vi } from 'vitest';
import { good, serve, stopServing } from '../testing/range-host.ts';
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
