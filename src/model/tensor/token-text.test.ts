import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteLevelBytes, type TokenCoding, textOfToken, textOfTokens } from './token-text.ts';

const tokens = (...all: string[]) => all.map((token) => ({ token, isSpecial: /^<\|/.test(token) }));
const join = (coding: TokenCoding, ...all: string[]) => textOfTokens(tokens(...all), coding);

test('byte-level BPE: bytes are joined before they are decoded', () => {
  expect(join('bytes', 'Hello', 'Ġworld', 'Ċ')).toBe('Hello world\n');
  // é and an emoji, each in two tokens.
  expect(join('bytes', 'caf', 'Ã', '©', 'ĠðŁ', 'ĺĢ')).toBe('café 😀');
  expect(join('bytes', '<|start|>', 'Hi', '<|end|>')).toBe('Hi');
});

test('SentencePiece: spaces, bytes, and the space in front', () => {
  expect(join('pieces', '▁Hello', '▁wor', 'ld', '<0x0A>', '<0xF0>', '<0x9F>', '<0x98>', '<0x80>')).toBe(
    'Hello world\n😀',
  );
  expect(join('pieces', '▁▁two')).toBe(' two');
});

test('WordPiece and plain tokens', () => {
  expect(join('words', 'play', '##ing', 'chess')).toBe('playing chess');
  expect(join('plain', 'a', ' b')).toBe('a b');
});

test('unknown ids stand as U+FFFD, and a cut character as the bytes of it', () => {
  expect(textOfTokens([...tokens('a'), undefined, ...tokens('b')], 'plain')).toBe('a\ufffdb');
  expect(textOfToken({ token: 'Ã', isSpecial: false }, 'bytes')).toBe('\\xc3');
  expect(textOfToken({ token: '▁a', isSpecial: false }, 'pieces')).toBe(' a');
  expect(textOfToken({ token: '<|end|>', isSpecial: true }, 'bytes')).toBe('<|end|>');
});

test('every text comes back from its bytes, wherever it is cut', () => {
  const character = new Map<number, string>();
  for (let code = 0; code < 0x200; code++) {
    const byte = byteLevelBytes(String.fromCharCode(code))?.[0];
    if (byte !== undefined) character.set(byte, String.fromCharCode(code));
  }
  expect(character.size).toBe(256);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 5 }), (text, length) => {
      const coded = Array.from(new TextEncoder().encode(text), (byte) => character.get(byte) as string);
      const cut = Array.from({ length: Math.ceil(coded.length / length) }, (_, at) =>
        coded.slice(at * length, (at + 1) * length).join(''),
      );
      expect(join('bytes', ...cut)).toBe(text);
    }),
  );
});
