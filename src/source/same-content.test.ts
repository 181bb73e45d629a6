import { expect, test } from 'vitest';
import { countingSource } from '../testing/counting-source.ts';
import { memorySource } from './memory.ts';
import { sameContent } from './same-content.ts';

const MIB = 1024 * 1024;
const source = (bytes: Uint8Array<ArrayBuffer>) => countingSource(memorySource('a', bytes));
const withByte = (size: number, at: number) => {
  const bytes = new Uint8Array(size);
  if (at >= 0) bytes[at] = 1;
  return bytes;
};

test.each([
  ['empty ones', 0, -1, true],
  ['the same', 9 * MIB, -1, true],
  ['the first byte', 9 * MIB, 0, false],
  ['the last byte', 9 * MIB, 9 * MIB - 1, false],
])('%s', async (_, size, at, expected) => {
  expect(await sameContent(source(withByte(size, -1)), source(withByte(size, at)))).toBe(expected);
});

test('files of other sizes are not read, and others up to the first difference', async () => {
  const [a, b] = [source(withByte(1, -1)), source(withByte(2, -1))];
  expect(await sameContent(a, b)).toBe(false);
  expect([a.accesses, b.accesses]).toEqual([[], []]);
  const [c, d] = [source(withByte(40 * MIB, -1)), source(withByte(40 * MIB, 1))];
  expect(await sameContent(c, d)).toBe(false);
  expect(Math.max(...c.accesses.map(({ end }) => end))).toBeLessThan(8 * MIB);
});

test('a canceled comparison reads no further', async () => {
  const controller = new AbortController();
  const [a, b] = [source(withByte(40 * MIB, -1)), source(withByte(40 * MIB, -1))];
  const onBytes = () => controller.abort();
  await expect(sameContent(a, b, { signal: controller.signal, onBytes })).rejects.toMatchObject({ tag: 'cancelled' });
  expect(a.accesses.length).toBeLessThan(4);
});
