import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { MAX_TOML_DEPTH, MAX_TOML_VALUES } from '../base/limits.ts';
import { CODE_POINT } from '../testing/code-point.ts';
import { parseToml, plainValue, type TomlFile } from './parser.ts';

const FILE: TomlFile = { path: 'f.toml', syntax: 'toml/syntax', tooLarge: 'carton/file-too-large' };

const read = (text: string) => parseToml(encodeUtf8(text), FILE);
const codes = (text: string) => read(text).findings.map(({ code }) => code);

describe('parseToml', () => {
  it('tells integers from floats, and keeps all digits', () => {
    const { value } = read('a = 1\nb = 1.0\nc = 9007199254740993\nd = inf\ne = -0.0\nf = 1979-05-27');
    expect(plainValue(value)).toEqual({ a: 1n, b: 1, c: 9007199254740993n, d: Infinity, e: -0, f: '1979-05-27' });
  });

  it('finds the place of every value', () => {
    const text = 'x = 1\n[[a]]\nn = "🥳"\n[[a]]\n[a.b]\nc = [1, { q = 2 }]\r\n[a.b.d]\ne.f = 3\n';
    const { at } = read(text);
    expect(at(['x'])).toEqual({ line: 1, column: 5 });
    expect(at(['a', 0, 'n'])).toEqual({ line: 3, column: 5 });
    expect(at(['a', 1, 'b', 'c', 1, 'q'])).toEqual({ line: 6, column: 15 });
    expect(at(['a', 1, 'b', 'd', 'e', 'f'])).toEqual({ line: 8, column: 7 });
    // A missing value has the place of the table that would hold it.
    expect(at(['a', 1, 'b', 'gone', 'deeper'])).toEqual({ line: 5, column: 1 });
  });

  it('says where the text breaks the rules, and shows the line', () => {
    expect(read('a = 1\r\nz = "é🥳" x').findings).toEqual([
      {
        code: 'toml/syntax',
        severity: 'error',
        message: 'f.toml is not valid TOML 1.0 at line 2, column 11: must be a newline.',
        path: 'f.toml',
        line: 2,
        column: 11,
        excerpt: 'z = "é🥳" x',
      },
    ]);
    expect(read(`a = "${'x'.repeat(500)}\nb = 1`).findings[0]?.excerpt).toHaveLength(61);
  });

  it.each([
    ['x = 1\n= 2', 2, 1],
    ['[urls\n', 1, 6],
    ['[urls\nx = 1', 1, 6],
    ['x = [1, 2\n\n', 1, 10],
    ['x = {\n y = 1 }', 1, 6],
    ['x = 1\ny =\nz = 1', 2, 4],
    ['x = 1\n  = 2', 2, 3],
  ])('shows the line to look at: %j', (text, line, column) => {
    expect(read(text).findings).toMatchObject([{ line, column }]);
  });

  it.each([
    ['a newline in an inline table', 'a = {\n b = 1 }'],
    ['a trailing comma in an inline table', 'a = { b = 1, }'],
    ['\\e', 'a = "\\e"'],
    ['\\xHH', 'a = "\\x41"'],
    ['\\e in a long string', `a = "${'y'.repeat(5000)}\\e"`],
    ['a time without seconds', 'a = 07:32'],
    ['a bare key that is not ASCII', 'é = 1'],
    ['a key twice', 'a = 1\na = 2'],
    ['a table twice', '[a]\n[a]'],
    ['a long key twice', `'${'k'.repeat(5000)}' = 1\n'${'k'.repeat(5000)}' = 2`],
    ['an array of tables where a table is', '[a]\n[[a]]'],
    ['a control character in a long comment', `#${'c'.repeat(5000)}\u0001\n`],
    ['a control character in a long string', `a = "${'c'.repeat(5000)}\u0001"`],
    ['an unknown escape in a long string', `a = "${'c'.repeat(5000)}\\q"`],
  ])('refuses %s', (_, text) => {
    expect(codes(text)).toEqual(['toml/syntax']);
  });

  it('accepts a byte-order mark, and does not count it as a column', () => {
    const { value, at } = read('\ufeffa = 1');
    expect(value?.a).toBe(1n);
    expect(at(['a'])).toEqual({ line: 1, column: 5 });
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(parseToml(new Uint8Array([0x61, 0x3d, 0x22, 0xff, 0x22]), FILE).findings[0]?.code).toBe('toml/encoding');
  });

  it('reads strings of any length, and has the right places after them', () => {
    for (const long of [
      `"${'x'.repeat(300_000)}"`,
      `'''${'x\n'.repeat(100_000)}'''`,
      `"""${'""x'.repeat(99_999)}"""""`,
    ]) {
      const { value, at, findings } = read(`a = { s = ${long}, t = 1 }\nb = 2`);
      expect(findings).toEqual([]);
      expect((value as { a: { s: string } }).a.s.length).toBeGreaterThan(100_000);
      const newlines = long.split('\n').length;
      expect(at(['b'])).toEqual({ line: newlines + 1, column: 5 });
    }
    expect(read(`# ${'x'.repeat(300_000)}\na = 1`).value?.a).toBe(1n);
  });

  it('refuses integers beyond 64 bits, wherever they stand', () => {
    expect(codes('a = 9223372036854775807\nb = -9223372036854775808')).toEqual([]);
    expect(read('[x]\ny = [1, { z = 9223372036854775808 }]').findings).toMatchObject([
      { code: 'toml/integer-range', line: 2, column: 15 },
    ]);
    expect(codes('a = -9223372036854775809')).toEqual(['toml/integer-range']);
    expect(codes('a = 0xFFFFFFFFFFFFFFFF')).toEqual(['toml/integer-range']);
  });

  it.each([
    ['a dotted key', (n: number) => `${Array(n).fill('a').join('.')} = 1`],
    ['a header', (n: number) => `[${Array(n).fill('a').join('.')}]`],
    ['lists', (n: number) => `a = ${'['.repeat(n - 1)}${']'.repeat(n - 1)}`],
    ['inline tables', (n: number) => `${'a = { '.repeat(n)}${'}'.repeat(n)}`],
    [
      'a header and a dotted key',
      (n: number) =>
        `[${Array(n / 2)
          .fill('a')
          .join('.')}]\n${Array(n / 2)
          .fill('b')
          .join('.')} = 1`,
    ],
  ])('bounds the depth of %s', (_, nest) => {
    expect(codes(nest(MAX_TOML_DEPTH / 2))).toEqual([]);
    expect(codes(nest(MAX_TOML_DEPTH * 2 + 2))).toEqual(['toml/too-deep']);
    expect(codes(nest(100_000))).toEqual(['toml/too-deep']);
  });

  it('bounds the number of values and the length of numbers', () => {
    expect(codes(`a = [${'1,'.repeat(MAX_TOML_VALUES + 1)}]`)).toEqual(['carton/file-too-large']);
    expect(codes(`a = ${'1'.repeat(1_000_000)}`)).toEqual(['carton/file-too-large']);
  });

  it('keeps names that mean something to JavaScript', () => {
    const { value } = read('[__proto__]\npolluted = true\n[constructor]\nx = 1');
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.keys(plainValue(value) as object)).toEqual(['__proto__', 'constructor']);
  });

  it('reads what another library wrote, and gives each value its line', () => {
    const key = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('__proto__', 'constructor', 'a.b', ''),
    );
    const leaf = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.boolean(),
    );
    const tree = fc.letrec<{ node: unknown; table: Record<string, unknown> }>((tie) => ({
      node: fc.oneof({ depthSize: 'small' }, leaf, fc.array(leaf, { maxLength: 4 }), tie('table')),
      table: fc.dictionary(key, tie('node'), { maxKeys: 5, noNullPrototype: false }),
    }));
    fc.assert(
      fc.property(tree.table, (table) => {
        const text = stringify(table);
        const { value, findings, at } = read(text);
        expect(findings).toEqual([]);
        expect(plainValue(value)).toEqual(plainValue(table));
        const lines = text.split('\n');
        for (const [name, inner] of Object.entries(table)) {
          if (typeof inner !== 'bigint') continue;
          const { line, column } = at([name]);
          expect(lines[line - 1]?.slice(column - 1)).toBe(String(inner));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('never throws, and gives a value or a finding', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '[',
        ']',
        '[[',
        ']]',
        '{',
        '}',
        '=',
        '.',
        ',',
        '\n',
        '\r\n',
        '"',
        "'",
        '"""',
        "'''",
        '\\',
        '#',
        'a',
        '1',
        '1e',
        '0x',
        '-',
        '\ufeff',
        'true',
        '1979-05-27',
        ' ',
      ),
      fc.string({ unit: CODE_POINT, maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { value, findings } = read(pieces.join(''));
        expect(value === undefined).toBe(findings.some(({ code }) => code !== 'toml/integer-range'));
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        parseToml(bytes, FILE);
      }),
    );
  });
});
