import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Cursor } from './cursor.ts';

const SIZE = 1000;

test('what was read is free while the cursor stays', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const cursor = new Cursor(async function* () {
    for (let at = 0; at < SIZE; at += 100) yield new Uint8Array(100).fill(at / 100);
  });
  const read = async () => new WeakRef(await cursor.read(0, SIZE, undefined));
  const held = await read();
  for (let turn = 0; turn < 10 && held.deref(); turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    collect();
  }
  expect(held.deref()).toBeUndefined();
  expect(await cursor.read(SIZE - 1, SIZE, undefined)).toEqual(Uint8Array.of(9));
});
