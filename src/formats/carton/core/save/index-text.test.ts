import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../../base/bytes.ts';
import { parseTensorIndex } from '../read/tensor-index.ts';
import { completeIndex, EMPTY_INDEX } from './index-text.ts';

const tensor = 'name = "a"\ndtype = "float32"\nshape = [2]\nfile = "a.bin"\n';

describe('completing an index', () => {
  it.each([
    ['the empty one', EMPTY_INDEX],
    ['a table that has inner', `[[tensor]]\n${tensor}inner = []\n`],
    ['an inline table that has inner', 'tensor = [{ name = "a", inner = [] }]'],
    ['inner that is wrong, which is a finding', '[[tensor]]\ninner = 4\n'],
  ])('changes nothing of %s', (_, text) => {
    expect(completeIndex(text)).toBe(text);
  });

  it.each([
    ['no list', '', 'tensor = []\n'],
    ['no list but other things', '\ufeff# note\r\nother = 1\r\n', '\ufefftensor = []\r\n# note\r\nother = 1\r\n'],
    ['a table without inner', `[[tensor]]\n${tensor}`, `[[tensor]]\n${tensor}inner = []\n`],
    [
      'a comment behind the last field, and none at the end',
      '[[tensor]]\nname = "a" # last\n\n# about the next\n[[tensor]]\n  name = "b"',
      '[[tensor]]\nname = "a" # last\ninner = []\n\n# about the next\n[[tensor]]\n  name = "b"\n  inner = []',
    ],
    ['an empty table', '[[tensor]] # empty\n[[tensor]]', '[[tensor]] # empty\ninner = []\n[[tensor]]\ninner = []'],
    ['line ends of Windows', '[[tensor]]\r\nname = "a"\r\n', '[[tensor]]\r\nname = "a"\r\ninner = []\r\n'],
    [
      'tables below it',
      '[[tensor]]\nname = "a"\n[tensor.extra]\nx = 1\n[[tensor]]\ninner = []\n',
      '[[tensor]]\nname = "a"\ninner = []\n[tensor.extra]\nx = 1\n[[tensor]]\ninner = []\n',
    ],
    [
      'inline tables',
      'tensor = [\n  { name = "a" }, # one\n  { name = "b", inner = [] },\n  {},\n]\n',
      'tensor = [\n  { name = "a", inner = [] }, # one\n  { name = "b", inner = [] },\n  { inner = [] },\n]\n',
    ],
    [
      'a value of several lines at the end',
      '[[tensor]]\nshape = [\n  1, # one\n  2,\n] # all\n',
      '[[tensor]]\nshape = [\n  1, # one\n  2,\n] # all\ninner = []\n',
    ],
    [
      'brackets and quotation marks in strings',
      '[[tensor]]\nname = """\n[[tensor]]\n"""\n',
      '[[tensor]]\nname = """\n[[tensor]]\n"""\ninner = []\n',
    ],
    [
      'a long string',
      `[[tensor]]\nname = "${'x'.repeat(5000)}"\n`,
      `[[tensor]]\nname = "${'x'.repeat(5000)}"\ninner = []\n`,
    ],
  ])('adds what is missing: %s', (_, before, after) => {
    expect(completeIndex(before)).toBe(after);
  });

  it.each(['tensor = 4', 'tensor = [4]', 'tensor', '[[tensor]]\nname = ', '[tensor]\nname = "a"', 'a = 1\na = 2'])(
    'leaves alone what cannot be read: %s',
    (text) => {
      expect(completeIndex(text)).toBeUndefined();
    },
  );

  it.each([
    [
      'quotes and comments',
      "# all\n[[tensor]]\nname = 'a'\nfile = 'a.bin' # of a\ninner = []\n\n[[tensor]]\nfile   =\t\"b.bin\"\ninner=[]\n",
      "# all\n[[tensor]]\nname = 'a'\nfile = 'sub/c.bin' # of a\ninner = []\n\n[[tensor]]\nfile   =\t\"a.bin\"\ninner=[]\n",
    ],
    [
      'inline tables, Windows line ends and a byte-order mark',
      '\ufefftensor = [\r\n  { file = "a.bin", inner = [] }, # one\r\n  {file="x.bin",inner=[]},\r\n]\r\n',
      '\ufefftensor = [\r\n  { file = "sub/c.bin", inner = [] }, # one\r\n  {file="x.bin",inner=[]},\r\n]\r\n',
    ],
    [
      'a tensor that also lacks inner, between other tables',
      '[[tensor]]\nname = "a"\n\t"file" = """a.bin"""\n[tensor.extra]\nfile = "a.bin"\n[[other]]\nfile = "a.bin"\n[[tensor]]\r\ninner = []',
      '[[tensor]]\nname = "a"\n\t"file" = """sub/c.bin"""\n\tinner = []\n[tensor.extra]\nfile = "a.bin"\n[[other]]\nfile = "a.bin"\n[[tensor]]\r\ninner = []',
    ],
    ['no tensor that names it', '[[tensor]]\nfile = "a"\ninner = []\n', '[[tensor]]\nfile = "a"\ninner = []\n'],
    ['something else than a text', '[[tensor]]\nfile = 4\ninner = []\n', '[[tensor]]\nfile = 4\ninner = []\n'],
  ])('follows renamed files, and changes nothing else: %s', (_, before, after) => {
    const moves = new Map([
      ['a.bin', 'sub/c.bin'],
      ['b.bin', 'a.bin'],
    ]);
    expect(completeIndex(before, moves)).toBe(after);
    const back = new Map([...moves].map(([from, to]) => [to, from]));
    if (!after.includes('\tinner')) expect(completeIndex(after, back)).toBe(before);
  });

  it('follows in an index of more values than have a tree', () => {
    const block = (at: number) => `# ${at}\n[[tensor]]\nname = "t${at}"\nfile = "${at}.bin"\ninner = []\n`;
    const text = Array.from({ length: 22_000 }, (_, at) => block(at)).join('\n');
    const after = completeIndex(text, new Map([['21999.bin', 'last.bin']]));
    // Compared like this, because a difference of a megabyte is not worth printing.
    expect(after === text.replace('"21999.bin"', '"last.bin"')).toBe(true);
    const inline = `other = {}\n${text}`;
    expect(completeIndex(inline) === undefined).toBe(true);
  });

  it('only adds lines, and leaves nothing missing', () => {
    const field = fc.constantFrom(
      'name = "a"',
      'dtype = "float32" # c',
      'shape = [\n1,\n]',
      'inner = []',
      '# note',
      '',
      '  file = "x"',
    );
    const table = fc.uniqueArray(field, { maxLength: 6 }).map((fields) => ['[[tensor]]', ...fields].join('\n'));
    fc.assert(
      fc.property(fc.array(table, { maxLength: 5 }), fc.constantFrom('', '\n'), fc.boolean(), (tables, end, crlf) => {
        const joined = tables.join('\n') + end;
        const text = crlf ? joined.replaceAll('\n', '\r\n') : joined;
        const after = completeIndex(text) ?? '';
        const isAdded = (line: string) => /^\s*inner = \[\]$/.test(line) || line === 'tensor = []';
        const rest = (of: string) => of.split(/\r?\n/).filter((line) => !isAdded(line));
        expect(rest(after).join('\n').trimEnd()).toEqual(rest(text).join('\n').trimEnd());
        const { findings } = parseTensorIndex(encodeUtf8(after));
        expect(findings.filter(({ message }) => /inner|no list/.test(message))).toEqual([]);
        expect(completeIndex(after)).toBe(after);
      }),
      { numRuns: 200 },
    );
  });
});
