import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INVISIBLE } from '../../base/text.ts';
import { stringParts } from './string-text.tsx';

const symbols = (text: string) => stringParts(text).map((part) => (part.symbol ? `<${part.text}>` : part.text));

test('a line feed is a symbol, a backslash and an n are themselves', () => {
  expect(symbols('a\nb\\nc')).toEqual(['a', '<⏎>', 'b\\nc']);
  expect(symbols('\t\r\n\u202e')).toEqual(['<⇥␍⏎\\u202E>']);
  // What is written like a symbol is not one.
  expect(symbols('⏎')).toEqual(['⏎']);
});

test('what can be seen stays as it is, in its order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const seen = text.replace(new RegExp(INVISIBLE, 'gu'), '');
      const plain = stringParts(text).flatMap((part) => (part.symbol ? [] : part.text));
      expect(plain.join('')).toBe(seen);
    }),
  );
});

test('a hostile number of them makes no more parts than a page takes', () => {
  expect(stringParts('a\n'.repeat(100_000)).length).toBeLessThan(5000);
});
