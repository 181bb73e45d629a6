import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_POINT } from '../../testing/code-point.ts';
import { countHidden, lineParts, textLines } from './lines.ts';

describe('lines of text', () => {
  it('end at any kind of line end', () => {
    expect(textLines('\ufeffa\r\nb\rc\n')).toEqual(['a', 'b', 'c']);
    expect(textLines('a\n\n')).toEqual(['a', '']);
    expect(textLines('a\nb')).toEqual(['a', 'b']);
    expect(textLines('')).toEqual([]);
  });

  it('write hidden characters out, where they stand', () => {
    expect(lineParts('if admin\u202e:')).toEqual([{ text: 'if admin' }, { hidden: 'U+202E', more: 0 }, { text: ':' }]);
    expect(lineParts('\u001b\u001b\u001b[1m')).toEqual([{ hidden: 'U+001B', more: 2 }, { text: '[1m' }]);
  });

  it('leave alone what scripts and emoji need', () => {
    const text = '\tక్‌ష 👩‍👩‍👧 نامه‌ای';
    expect(lineParts(text)).toEqual([{ text }]);
    expect(countHidden(`\ufeff${text}\r\n`)).toBe(0);
  });

  it('lose nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT }), (text) => {
        const lines = textLines(text);
        let hidden = 0;
        const back = lines.map((line) =>
          lineParts(line)
            .map((part) => {
              if ('text' in part) return part.text;
              hidden += 1 + part.more;
              return String.fromCodePoint(Number.parseInt(part.hidden.slice(2), 16)).repeat(1 + part.more);
            })
            .join(''),
        );
        expect(back).toEqual(lines);
        expect(hidden).toBe(countHidden(text));
      }),
    );
  });
});
