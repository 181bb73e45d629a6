import { describe, expect, it } from 'vitest';
import { EDITABLE_CARTON_TOML } from '../formats/carton/core/read/carton-toml.ts';
import type { Edit } from '../model/edit/edit.ts';
import type { FieldPath, FieldValue } from '../model/edit/field.ts';
import { TomlText } from './toml-text.ts';

const editToml = (text: string, edits: readonly Edit[]): string =>
  new TomlText(text, EDITABLE_CARTON_TOML).edited(edits).text;

const set = (path: FieldPath, value: FieldValue): Edit => ({ kind: 'set', path, value });
const remove = (...path: FieldPath): Edit => ({ kind: 'remove', path });
const insert = (path: FieldPath, at: number, value: FieldValue): Edit => ({ kind: 'insert', path, at, value });
const move = (path: FieldPath, from: number, to: number): Edit => ({ kind: 'move', path, from, to });
const rename = (path: FieldPath, to: string): Edit => ({ kind: 'rename', path, to });

const CASES: [name: string, before: string, edits: Edit[], after: string][] = [
  [
    'an equal value stays as it is written',
    'a = 0x1F # hex\nb = 2.0\n',
    [set(['a'], 31n), set(['b'], 2)],
    'a = 0x1F # hex\nb = 2.0\n',
  ],
  ['a float stays a float', 'a = 1.5', [set(['a'], 2)], 'a = 2.0'],
  [
    'floats of all kinds',
    '',
    [set(['a'], 1e21), set(['b'], -0), set(['c'], Number.NaN), set(['d'], Number.NEGATIVE_INFINITY)],
    'a = 1e+21\nb = -0.0\nc = nan\nd = -inf\n',
  ],
  [
    'a literal string stays one where it can',
    "a = 'x'\nb = 'x'\n",
    [set(['a'], 'C:\\y'), set(['b'], "it's")],
    "a = 'C:\\y'\nb = \"it's\"\n",
  ],
  ['escapes that are not edited stay', 'a = "\\u00e9\\tx"\n', [set(['a'], 'é\ty')], 'a = "\\u00e9\\ty"\n'],
  [
    'a text of several lines is written as one',
    'a = "x"\n',
    [set(['a'], 'x\ny\\ "z"""\n')],
    'a = """\nx\ny\\\\ "z\\"\\"\\"\n"""\n',
  ],
  [
    'lines that are not edited stay',
    'a = """\none\\\n   two\n\\u00e9\n"""\n',
    [set(['a'], 'onetwo\né\nthree\n')],
    'a = """\none\\\n   two\n\\u00e9\nthree\n"""\n',
  ],
  [
    'control characters are escaped as TOML 1.0 has it',
    'a = "x"\n',
    [set(['a'], '\u001b\u007f\b')],
    'a = "\\u001B\\u007F\\b"\n',
  ],
  ['inside an inline table no line ends', 'a = { b = "x" }\n', [set(['a', 'b'], 'x\ny')], 'a = { b = "x\\ny" }\n'],
  [
    'line ends are those of the file',
    'a = 1\r\nb = """\r\nx\r\n"""\r\n',
    [set(['c'], 1n), set(['b'], 'x\ny\n')],
    'a = 1\r\nb = """\r\nx\r\ny\r\n"""\r\nc = 1\r\n',
  ],
  ['a byte-order mark stays, and no line end comes at the end', '\ufeffa = 1', [set(['b'], 1n)], '\ufeffa = 1\nb = 1'],
  [
    'a key goes beside its siblings',
    '# top\n\nspec_version = 1\nmodel_name = "a"\nhomepage = "h"\n\n# about it\n[runner]\n',
    [set(['license'], 'MIT')],
    '# top\n\nspec_version = 1\nmodel_name = "a"\nlicense = "MIT"\nhomepage = "h"\n\n# about it\n[runner]\n',
  ],
  [
    'a key before the first header',
    '# top\n\n# of the runner\n[runner]\na = 1\n',
    [set(['spec_version'], 1n)],
    '# top\n\nspec_version = 1\n\n# of the runner\n[runner]\na = 1\n',
  ],
  [
    'a comment goes with what it stands on or above',
    '# top\n\n# of a\na = 1 # on a\n\n# alone\n\n# of b\nb = 2\n',
    [remove('a')],
    '# top\n\n\n# alone\n\n# of b\nb = 2\n',
  ],
  [
    'options below the runner',
    '[runner]\nrunner_name = "x" # c\n\n[other]\n',
    [set(['runner', 'opts', 'a b'], 1)],
    '[runner]\nrunner_name = "x" # c\n\n[runner.opts]\n"a b" = 1.0\n\n[other]\n',
  ],
  [
    'options in an inline table',
    'runner = { runner_name = "x", opts = { a = 1 } }\n',
    [set(['runner', 'opts', 'b'], 2n), remove('runner', 'opts', 'a')],
    'runner = { runner_name = "x", opts = { b = 2 } }\n',
  ],
  [
    'options as dotted keys',
    '[runner]\nopts.a = 1\nopts.c = 3\n',
    [set(['runner', 'opts', 'd'], true), remove('runner', 'opts', 'a')],
    '[runner]\nopts.c = 3\nopts.d = true\n',
  ],
  [
    'the last option leaves its table',
    '[runner]\nrunner_name = "x"\nopts.a = 1\n',
    [remove('runner', 'opts', 'a')],
    '[runner]\nrunner_name = "x"\nopts = {}\n',
  ],
  [
    'the runner as dotted keys',
    'runner.runner_name = "x"\n',
    [set(['runner', 'runner_compat_version'], 1n)],
    'runner.runner_name = "x"\nrunner.runner_compat_version = 1\n',
  ],
  [
    'a table that only its own tables name',
    '[runner.opts]\na = 1\n',
    [set(['runner', 'runner_name'], 'x')],
    '[runner]\nrunner_name = "x"\n\n[runner.opts]\na = 1\n',
  ],
  [
    'a missing list goes where the format has it',
    'spec_version = 1\n\n[[input]]\nname = "x"\n\n[runner]\n',
    [insert(['output'], 0, { shape: [], name: 'y' })],
    'spec_version = 1\n\n[[input]]\nname = "x"\n\n[[output]]\nname = "y"\nshape = []\n\n[runner]\n',
  ],
  [
    'an item in its siblings’ style',
    '[[input]]\nname="x"\n[[input]]\nname="y"\n[runner]\n',
    [insert(['input'], 1, { name: 'z', dtype: 'int8' })],
    '[[input]]\nname="x"\n[[input]]\nname="z"\ndtype="int8"\n[[input]]\nname="y"\n[runner]\n',
  ],
  [
    'an item in an inline list',
    'input = [{ name = "x" }]\n',
    [insert(['input'], 1, { name: 'y' })],
    'input = [{ name = "x" }, { name = "y" }]\n',
  ],
  [
    'an item in a list of several lines',
    'a = [\n  1, # one\n  2 # two\n]\n',
    [insert(['a'], 2, 3n), insert(['a'], 0, 0n)],
    'a = [\n  0,\n  1, # one\n  2, # two\n  3\n]\n',
  ],
  [
    'an item removed with its own comment',
    'a = [\n  1, # one\n  # of two\n  2, # two\n  3,\n]\n',
    [remove('a', 1)],
    'a = [\n  1, # one\n  3,\n]\n',
  ],
  [
    'the last table of a list removed',
    'a = 1\n\n[[input]]\nname = "x"\n\n[runner]\n',
    [remove('input', 0)],
    'a = 1\n\n[runner]\n',
  ],
  ['the last size of a shape removed', 'shape = [ 3 ]\n', [remove('shape', 0)], 'shape = []\n'],
  [
    'the comment above the next block stays with it',
    '[[input]]\nname = "x"\n# of y\n[[input]]\nname = "y"\n',
    [remove('input', 0)],
    '# of y\n[[input]]\nname = "y"\n',
  ],
  [
    'a comment that stands alone in a block stays',
    '[[input]]\nname = "x"\n\n# alone\n\ndtype = "y"\n\n[runner]\n',
    [remove('input', 0)],
    '# alone\n\n[runner]\n',
  ],
  [
    'blocks change places with their comments',
    '# of x\n[[input]]\nname = "x"\n# below x\n\n# between\n\n[[input]] # of y\nname = "y"\n\n[runner]\n',
    [move(['input'], 0, 1)],
    '[[input]] # of y\nname = "y"\n\n# between\n\n# of x\n[[input]]\nname = "x"\n# below x\n\n[runner]\n',
  ],
  [
    'blocks with parts of their own',
    '[[self_test]]\n[self_test.inputs]\nx = "1"\n\n[[input]]\n\n[[self_test]]\nname = "b"\n',
    [move(['self_test'], 1, 0)],
    '[[self_test]]\nname = "b"\n\n[[input]]\n\n[[self_test]]\n[self_test.inputs]\nx = "1"\n',
  ],
  [
    'items change places with their comments',
    'a = [\n  1, # one\n  2, # two\n  3 # three\n]\n',
    [move(['a'], 2, 0)],
    'a = [\n  3, # three\n  1, # one\n  2 # two\n]\n',
  ],
  ['items of one line change places', 'a = [1,  2, 3]\n', [move(['a'], 0, 2)], 'a = [2,  3, 1]\n'],
  [
    'a key renamed wherever it stands',
    '[[self_test]]\ninputs = { x = "1" }\n[[self_test]]\ninputs.x = "2"\n[[self_test]]\n[self_test.inputs]\n"x" = "3"\n',
    [
      rename(['self_test', 0, 'inputs', 'x'], 'y'),
      rename(['self_test', 1, 'inputs', 'x'], 'y'),
      rename(['self_test', 2, 'inputs', 'x'], 'é'),
    ],
    '[[self_test]]\ninputs = { y = "1" }\n[[self_test]]\ninputs.y = "2"\n[[self_test]]\n[self_test.inputs]\n"é" = "3"\n',
  ],
  [
    'keys that change names with each other',
    'a = { x = 1, y = 2 }\n',
    [rename(['a', 'x'], 'z'), rename(['a', 'y'], 'x'), rename(['a', 'z'], 'y')],
    'a = { y = 1, x = 2 }\n',
  ],
  [
    'a list set as a whole keeps what is the same',
    'shape = [ "n", 0x10, 3 ]\n',
    [set(['shape'], ['n', 16n, 4n])],
    'shape = [ "n", 0x10, 4 ]\n',
  ],
  ['half a surrogate pair', 'a = "x"\n', [set(['a'], '\ud83e')], 'a = "\ufffd"\n'],
];

describe('editToml', () => {
  it.each(CASES)('%s', (_, before, edits, after) => {
    expect(editToml(before, edits)).toBe(after);
  });

  it('refuses to edit a text that is not TOML, and edits that do not fit', () => {
    expect(() => editToml('a = ', [set(['a'], 1n)])).toThrow(expect.objectContaining({ code: 'toml/syntax' }));
    expect(() => editToml('a = 1', [remove('b')])).toThrow(expect.objectContaining({ code: 'internal/bug' }));
    expect(() => editToml('a = 1', [set(['a', 'b'], 1n)])).toThrow(expect.objectContaining({ code: 'internal/bug' }));
  });

  it('keeps dates, and tells them from their text', () => {
    const toml = new TomlText('a = 1979-05-27 # a day\nb = 1\n', EDITABLE_CARTON_TOML);
    expect(toml.values()).toEqual({ a: '1979-05-27', b: 1n });
    expect(toml.edited([set(['b'], 2n), set(['a'], '1979-05-27')]).text).toBe('a = 1979-05-27 # a day\nb = 2\n');
    expect(toml.edited([set(['a'], '1979-05-28')]).text).toBe('a = "1979-05-28" # a day\nb = 1\n');
  });

  it('removes many values at once, and reads long lines only once', { timeout: 20_000 }, () => {
    const many = (write: (i: number) => string, between: string) =>
      Array.from({ length: 4000 }, (_, i) => write(i)).join(between);
    const lines = `[opts] # all\n${many((i) => `k${i} = ${i}`, '\n')}\n`;
    expect(editToml(lines, [set(['opts'], { k7: 7n })])).toBe('[opts] # all\nk7 = 7\n');
    const table = `t = {${many((i) => `a.k${i} = ${i}`, ', ')}, b = 1}\n`;
    expect(editToml(table, [remove('t', 'a')])).toBe('t = {b = 1}\n');
    expect(editToml(table, [set(['t'], { a: { k1: 1n, k9: 9n } })])).toBe('t = {a.k1 = 1, a.k9 = 9}\n');
    const items = many((i) => `[[input]]\nname = "${i}"\n`, '\n');
    expect(editToml(items, [set(['input'], [{ name: 'x' }])])).toBe('[[input]]\nname = "x"\n');
    const list = `list = [${many(() => '1', ',').repeat(4)}]\n`;
    expect(editToml(list, [set(['list'], [2n])])).toBe('list = [2]\n');
  });

  it('leaves the text of an earlier edit usable', () => {
    const toml = new TomlText('a = 1\n', EDITABLE_CARTON_TOML);
    toml.edited([set(['a'], 22n)]);
    expect(toml.edited([set(['b'], 2n)]).text).toBe('a = 1\nb = 2\n');
  });
});
