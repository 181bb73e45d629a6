import { expect, it } from 'vitest';
import { contentWord } from './views.ts';

const NPY = Uint8Array.from('\x93NUMPY\x01\0', (char) => char.charCodeAt(0));

it.each([
  ['an array, by its name', 'x0.npy', new Uint8Array(0), 'values'],
  ['an array, by its first bytes', 'x0', NPY, 'values'],
  ['a carton', 'm.carton', new Uint8Array(0), 'contents'],
  ['a tar', 'm.tar', new Uint8Array(0), 'files'],
])('what %s is opened for', (_, name, head, word) => expect(contentWord(name, head)).toBe(word));
