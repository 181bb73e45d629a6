import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { concatBytes, encodeUtf8 } from '../base/bytes.ts';
import { ByteOffsets, decodeText } from './encoding.ts';

describe('the text of bytes', () => {
  it('is their text where they are UTF-8, with a mark in front and with stored U+FFFD', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const stored = `\ufeff\ufffd${text}`;
        expect(decodeText(encodeUtf8(stored))).toEqual({ text: stored });
      }),
    );
  });

  it('has the place of a bad byte after any number of stored U+FFFD, which takes no longer than other text', () => {
    const encode = vi.spyOn(TextEncoder.prototype, 'encode');
    for (const [stored, units] of [
      ['\ufffd', 200_000],
      ['a\ufffd', 100_000],
      ['😀\ufffd', 70_000],
    ] as const) {
      const before = encodeUtf8(stored.repeat(units));
      encode.mockClear();
      expect(decodeText(concatBytes([before, Uint8Array.of(0xef, 0xbf, 0x21)])).badByte).toBe(before.length);
      expect(encode.mock.calls.length).toBeLessThan(10);
    }
    encode.mockRestore();
  });

  it.each([
    ['a byte that begins nothing', [0xff]],
    ['a character that is cut off', [0xc3]],
    ['a byte too many for its character', [0xc0, 0xaf]],
    ['half of a character', [0xed, 0xa0, 0x80]],
    ['a character beyond the last', [0xf4, 0x90, 0x80, 0x80]],
  ])('has the place of %s', (_, bad) => {
    const before = encodeUtf8('{"é😀\ufffd":');
    const { text, badByte } = decodeText(concatBytes([before, Uint8Array.from(bad), encodeUtf8('}')]));
    expect(badByte).toBe(before.length);
    expect(text.startsWith('{"é😀\ufffd":\ufffd')).toBe(true);
  });
});

it('places in a text are bytes, in any order', () => {
  const text = 'aé😀b';
  const offsets = new ByteOffsets(text);
  expect([0, 1, 2, 4, 5, 2].map((at) => offsets.of(at))).toEqual([0, 1, 3, 7, 8, 3]);
});
