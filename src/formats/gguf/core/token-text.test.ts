import { expect, it } from 'vitest';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { tokenText } from './token-text.ts';

it('gives the text of a byte-level token', () => {
  expect(tokenText('Ġhello')).toBe(' hello');
  expect(tokenText('Ċĉ')).toBe('\n\t');
  expect(tokenText('cafÃ©')).toBe('café');
  expect(tokenText('ä¸Ńæĸĩ')).toBe('中文');
});

it('gives the bytes of a token that ends within a character', () => {
  expect(tokenText('ĠâĢ')).toBe('\\x20\\xe2\\x80');
});

it('gives nothing for a token that is its own text, or is not of these characters', () => {
  for (const token of ['hello', '<|end_of_text|>', '', '中', 'a b', '…']) expect(tokenText(token)).toBeUndefined();
});

it('gives every text back', () => {
  const bytes = encodeUtf8(Array.from({ length: 0x800 }, (_, point) => String.fromCharCode(point)).join(''));
  let others = 0x100;
  const characters = Array.from({ length: 0x100 }, (_, byte) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174 ? byte : others++,
  );
  const token = String.fromCharCode(...Array.from(bytes, (byte) => characters[byte] as number));
  expect(encodeUtf8(tokenText(token) ?? '')).toEqual(bytes);
});
