import { type StreamParser, StringStream } from '@codemirror/language';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageMode, MODES } from './languages.ts';

/** The kinds of each line's tokens, as CodeMirror asks for them; fails where a token does not get on. */
function tokens(text: string, mode: StreamParser<unknown> = MODES.toml): string[][] {
  const state = mode.startState?.(2) as unknown;
  return text.split('\n').map((line) => {
    if (line === '') mode.blankLine?.(state, 2);
    const stream = new StringStream(line, 4, 2);
    const kinds: string[] = [];
    while (!stream.eol()) {
      stream.start = stream.pos;
      // It may take several calls, as CodeMirror knows.
      for (let tries = 0; stream.pos === stream.start; tries++) {
        if (tries === 10) throw new Error('no token');
        const kind = mode.token(stream, state);
        if (kind && stream.pos > stream.start) kinds.push(kind);
      }
    }
    return kinds;
  });
}

describe('the colors of a text', () => {
  test('tell keys, values, headers and comments of TOML apart', () => {
    expect(tokens('[runner] # c\nname = "x"\nn = 1')).toEqual([
      ['atom', 'comment'],
      ['property', 'string'],
      ['property', 'number'],
    ]);
  });

  test('tell the words of other languages apart', () => {
    expect(tokens('def f(x): # c', MODES.python)[0]).toEqual(expect.arrayContaining(['keyword', 'def', 'comment']));
    expect(tokens('{"a": 1.5, "b": null}', MODES.json)[0]).toEqual(expect.arrayContaining(['number', 'atom']));
    expect(tokens('a: "b" # c', MODES.yaml)[0]).toEqual(expect.arrayContaining(['atom', 'string', 'comment']));
    expect(languageMode('rust')).toEqual([]);
    expect(languageMode(undefined)).toEqual([]);
  });

  test.each(Object.keys(MODES) as (keyof typeof MODES)[])('end on any text: %s', (language) => {
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
        '}',
        'f"',
        '`',
        '$(',
        '<<A',
        '- ',
        ': ',
        '|',
        '/*',
        '/',
        '\u0085',
        '😀',
      ],
    );
    const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 40 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, (some) => {
        expect(tokens(some, MODES[language]).length).toBe(some.split('\n').length);
      }),
      { numRuns: 2000 },
    );
  });
});
