import { StringStream } from '@codemirror/language';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tomlMode } from './toml-language.ts';

/** The kinds of each line's tokens, as CodeMirror asks for them; fails where a token does not get on. */
function tokens(text: string): string[][] {
  const state = tomlMode.startState?.(2) as unknown;
  return text.split('\n').map((line) => {
    const stream = new StringStream(line, 4, 2);
    const kinds: string[] = [];
    while (!stream.eol()) {
      stream.start = stream.pos;
      // It may take several calls, as CodeMirror knows.
      for (let tries = 0; stream.pos === stream.start; tries++) {
        if (tries === 10) throw new Error('no token');
        const kind = tomlMode.token(stream, state);
        if (kind && stream.pos > stream.start) kinds.push(kind);
      }
    }
    return kinds;
  });
}

describe('the colors of TOML', () => {
  test('tell keys, values, headers and comments apart', () => {
    expect(tokens('[runner] # c\nname = "x"\nn = 1')).toEqual([
      ['atom', 'comment'],
      ['property', 'string'],
      ['property', 'number'],
    ]);
  });

  test('end on any text', () => {
    const piece = fc.constantFrom(
      ...[
        '"',
        "'",
        '"""',
        "'''",
        '\\',
        '\u2028',
        '\u2029',
        '[',
        ']',
        '=',
        '#',
        ' ',
        '\t',
        '\n',
        'a',
        '-',
        '1',
        '{',
        '\u0085',
        '😀',
      ],
    );
    const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 40 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, (some) => {
        expect(tokens(some).length).toBe(some.split('\n').length);
      }),
      { numRuns: 5000 },
    );
  });
});
