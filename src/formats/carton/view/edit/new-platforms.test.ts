import { expect, it } from 'vitest';
import { newPlatforms } from './new-platforms.ts';

it('adds a platform once, whatever name it has', () => {
  const listed = ['aarch64-apple-darwin', 'no triple'];
  expect(newPlatforms(['arm64-apple-darwin', 'no triple'], listed)).toEqual([]);
  expect(newPlatforms(['x86_64-unknown-linux-gnu-elf', 'x86_64-unknown-linux-gnu', 'wasm32-wasi'], listed)).toEqual([
    'x86_64-unknown-linux-gnu-elf',
    'wasm32-wasi',
  ]);
});
