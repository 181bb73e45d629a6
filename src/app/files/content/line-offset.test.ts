import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { textLines } from '../../../widgets/code-view/lines.ts';
import { lineOfOffset, offsetOfLine } from './line-offset.ts';

test('lines begin where those of the text do, and each byte is in its own', () => {
  const bytes = encodeUtf8('a\r\nbü\n\rc\n');
  expect([1, 2, 3, 4, 5].map((line) => offsetOfLine(bytes, line))).toEqual([0, 3, 7, 8, undefined]);
  expect([0, 2, 3, 6, 7, 8, 9].map((offset) => lineOfOffset(bytes, offset))).toEqual([1, 1, 2, 2, 3, 4, 4]);
  expect(offsetOfLine(new Uint8Array(0), 1)).toBeUndefined();
});

test('as many as the text has, whatever their ends', () => {
  const text = fc
    .array(fc.constantFrom('a', 'ü', '\n', '\r', '\r\n'), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (of) => {
      const [bytes, lines] = [encodeUtf8(of), textLines(of)];
      expect(offsetOfLine(bytes, lines.length + 1)).toBe(lines.length === 0 && of !== '' ? 0 : undefined);
      for (const [index, line] of lines.entries()) {
        const at = offsetOfLine(bytes, index + 1);
        expect(at).toBeDefined();
        expect(new TextDecoder().decode(bytes.subarray(at)).startsWith(line)).toBe(true);
        expect(lineOfOffset(bytes, at as number)).toBe(index + 1);
      }
    }),
  );
});
