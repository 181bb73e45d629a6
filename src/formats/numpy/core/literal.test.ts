import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_POINT } from '../../../testing/code-point.ts';
import { cpuClock } from '../../../testing/cpu-clock.ts';
import { type Literal, readLiteral } from './literal.ts';

function value(text: string): Literal {
  const read = readLiteral(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.value;
}

const problem = (text: string) => {
  const read = readLiteral(text);
  return 'problem' in read ? read.problem : undefined;
};

describe('a Python literal', () => {
  it.each<[string, Literal]>([
    ['True', true],
    [' None # a comment\n', null],
    ['-12', -12n],
    ['0x1F', 31n],
    ['0o17', 15n],
    ['1_0'.replace('_', ''), 10n],
    ['9007199254740993', 9007199254740993n],
    [`'<f4'`, '<f4'],
    [`"it's"`, "it's"],
    [`'a\\'b\\x41\\u00e9\\U0001F600\\101\\n\\q'`, "a'bAé😀A\n\\q"],
    [`u'x'`, 'x'],
    ['()', { kind: 'tuple', items: [] }],
    ['(3)', 3n],
    ['(3,)', { kind: 'tuple', items: [3n] }],
    ['[1, (2, 3),]', { kind: 'list', items: [1n, { kind: 'tuple', items: [2n, 3n] }] }],
    [
      "{'a': 1, 'a': 2}",
      {
        kind: 'dict',
        pairs: [
          ['a', 1n],
          ['a', 2n],
        ],
      },
    ],
  ])('%s', (text, expected) => expect(value(text)).toEqual(expected));

  it('tells whether a number is one of Python 2', () => {
    expect(readLiteral('(3L, 4)')).toEqual({ value: { kind: 'tuple', items: [3n, 4n] }, hasLongs: true });
    expect(readLiteral('(3, 4)')).toMatchObject({ hasLongs: false });
  });

  it.each([
    '',
    '1.5',
    '1e3',
    '007',
    "b'x'",
    "f'{x}'",
    "'a' 'b'",
    "'open",
    "'two\nlines'",
    "'\\x4'",
    "'\\N{DASH}'",
    "'\\UFFFFFFFF'",
    '(1, 2',
    '[1 2]',
    "{'a' 1}",
    '{1, 2}',
    '(,)',
    '[,]',
    '__import__("os")',
    'true',
    '1 + 2',
    '1 2',
    '9'.repeat(5000),
    '('.repeat(5000),
  ])('refuses %s', (text) => expect(problem(text)).toBeTypeOf('string'));

  it('never throws, and takes no longer for a long text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      ',',
      ':',
      "'",
      '"',
      '\\',
      ' ',
      '\n',
      '#',
      '1',
      'L',
      '-',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: CODE_POINT, maxLength: 3 }))), (parts) => {
        readLiteral(parts.join(''));
      }),
      { numRuns: 2000 },
    );
    for (const long of [' ', '#\n', '[],', "'\\", 'u', '0', '1,', '-', '('].map((piece) => piece.repeat(100_000))) {
      const seconds = cpuClock();
      readLiteral(`[${long}`);
      expect(seconds()).toBeLessThan(15);
    }
  });
});
