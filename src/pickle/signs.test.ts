import { describe, expect, it } from 'vitest';
import { mayHaveObjects } from './signs.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** An array with this header. */
const headed = (header: string) => {
  const length = String.fromCharCode(header.length & 255, header.length >> 8);
  return bytes(`\x93NUMPY\x01\x00${length}${header}`);
};
const npy = (descr: string) => headed(`{'descr': ${descr}, 'fortran_order': False, 'shape': (3,), }   \n`);

describe('mayHaveObjects', () => {
  it.each<[string, Uint8Array, boolean]>([
    ['numbers', npy("'<f4'"), false],
    ['texts', npy("'<U12'"), false],
    ['dates', npy("'<M8[ns]'"), false],
    ['records', npy("[('x', '<f4', (2, 3)), ('Open', '>i8')]"), false],
    ['objects', npy("'|O'"), true],
    ['objects in records', npy("[('x', '<f4'), ('y', '|O')]"), true],
    ['objects without a sign', npy("'O'"), true],
    ['objects in other quotation marks', npy('"|O"'), true],
    ['objects of Python 2', npy("'|O8'"), true],
    ['objects by name', npy("'object'"), true],
    ['objects in two strings', npy("'|' 'O'"), true],
    ['objects as an escape', npy("'\\x4f'"), true],
    ['objects in a list of types', npy("'i4,O'"), true],
    ['objects behind a key that stands twice', headed("{'descr': '<f4', 'descr': 'object', 'shape': (3,)}"), true],
    ['a long header', npy(`[${"('field', '<f4'), ".repeat(300)}]`).subarray(0, 4096), true],
    ['a header that is cut off', npy("'<f4'").subarray(0, 30), true],
    ['no header', bytes('\x93NUMPY'), true],
  ])('tells an array of %s by its header', (_, first, mayHave) => {
    expect(mayHaveObjects(first)).toBe(mayHave);
  });

  it('is done with any header at once', () => {
    for (const piece of ["('a', '<f4'), ", "'", '(1, ', "{'descr': "]) {
      expect(mayHaveObjects(npy(`[${piece.repeat(4000 / piece.length)}`))).toBe(true);
    }
  });
});
