import { describe, expect, test } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf, collect, streamOf } from '../../source/stream.ts';
import { witnessedSource } from './witnessed-source.ts';

const SIZE = 10_000;
const FIRST = Uint8Array.from({ length: SIZE }, (_, at) => (at * 7) % 251);

/** A host that sends `bytes`, which the test may change, in chunks of `chunk` bytes. */
function host(chunk = 999) {
  const bytes = FIRST.slice();
  const source: ByteSource = {
    name: 'a',
    size: SIZE,
    read: async (start, end) => bytes.slice(start, end),
    stream: (start, end, signal) =>
      streamOf(async function* () {
        for (let at = start; at < end; at += chunk) yield bytes.slice(at, Math.min(end, at + chunk));
      }, signal),
  };
  return { bytes, witnessed: witnessedSource(source) };
}

const drain = (source: ByteSource, start = 0, end = source.size) =>
  collect(chunksOf(source.stream(start, end)), end - start);

describe.each([1, 999, SIZE])('in chunks of %i bytes', (chunk) => {
  test('bytes that are sent as before are passed on', async () => {
    const { witnessed } = host(chunk);
    await witnessed.read(9000, SIZE);
    await witnessed.read(9500, 9600);
    await drain(witnessed, 100, 5000);
    await witnessed.read(4000, 6000);
    await witnessed.read(4500, 7000);
    await witnessed.read(0, 1);
    expect(await drain(witnessed.again)).toEqual(FIRST);
  });

  test('a single byte that was read and is another now fails it', async () => {
    for (const at of [0, 100, 4999, 5000, 6999, 9550, SIZE - 1]) {
      const { bytes, witnessed } = host(chunk);
      await witnessed.read(9000, SIZE);
      await drain(witnessed, 100, 5000);
      await witnessed.read(4000, 6000);
      await witnessed.read(4500, 7000);
      await witnessed.read(0, 1);
      bytes[at] = (bytes[at] as number) + 1;
      await expect(drain(witnessed.again)).rejects.toMatchObject({ code: 'source/changed' });
    }
  });

  test('what came of a stream that was left or ended early counts too, and no more', async () => {
    for (const isLeft of [true, false]) {
      const { bytes, witnessed } = host(chunk);
      const chunks = chunksOf(witnessed.stream(50, 9000));
      let end = 50;
      while (end < 3000) end += ((await chunks.next()).value as Uint8Array).length;
      if (!isLeft) await chunks.return(undefined);
      if (end < 9000) {
        bytes[end] = (bytes[end] as number) + 1;
        expect(await drain(witnessed.again)).toEqual(bytes);
      }
      bytes[2999] = (bytes[2999] as number) + 1;
      await expect(drain(witnessed.again)).rejects.toMatchObject({ code: 'source/changed' });
    }
  });

  test('a stream that goes on after it was compared is witnessed to its end', async () => {
    const { bytes, witnessed } = host(chunk);
    const chunks = chunksOf(witnessed.stream(0, SIZE));
    await chunks.next();
    expect(await drain(witnessed.again)).toEqual(FIRST);
    for (let next = await chunks.next(); !next.done; ) next = await chunks.next();
    bytes[SIZE - 1] = 0;
    await expect(drain(witnessed.again)).rejects.toMatchObject({ code: 'source/changed' });
  });

  test('what nobody has read is not compared', async () => {
    const { bytes, witnessed } = host(chunk);
    await witnessed.read(10, 20);
    bytes[5] = 99;
    bytes[20] = 99;
    expect(await drain(witnessed.again)).toEqual(bytes);
  });
});

test('a stream that was left midway says nothing of the rest', async () => {
  const { bytes, witnessed } = host();
  const reader = witnessed.stream(0, SIZE).getReader();
  await reader.read();
  await reader.cancel();
  bytes[5000] = 99;
  expect(await drain(witnessed.again)).toEqual(bytes);
});

test('a range within others, and one around them, are one', async () => {
  const { bytes, witnessed } = host();
  for (let at = 1000; at < 2000; at += 10) await witnessed.read(at, at + 10);
  await witnessed.read(500, 3000);
  await witnessed.read(600, 700);
  bytes[1005] = 0;
  await expect(drain(witnessed.again)).rejects.toThrow('Bytes 500 to 3000');
});

test('thousands of ranges are compared, also where they lie over each other', async () => {
  const { bytes, witnessed } = host();
  for (let at = 0; at + 40 <= SIZE; at += 3) await witnessed.read(at, at + 40);
  expect(await drain(witnessed.again)).toEqual(FIRST);
  bytes[7000] = (bytes[7000] as number) + 1;
  await expect(drain(witnessed.again)).rejects.toMatchObject({ code: 'source/changed' });
});

test('a Blob of a local file stays one', () => {
  const source = {
    ...memorySource('a', FIRST),
    blob: (start: number, end: number) => new Blob([FIRST.slice(start, end)]),
  };
  expect(witnessedSource(source).blob?.(0, 5)?.size).toBe(5);
});
