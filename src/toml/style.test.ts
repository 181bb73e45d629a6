import { describe, expect, it } from 'vitest';
import { EDITABLE_CARTON_TOML } from '../formats/carton/core/read/carton-toml.ts';
import type { Edit } from '../model/edit/edit.ts';
import type { FieldPath, FieldValue } from '../model/edit/field.ts';
import { TomlText } from './toml-text.ts';

/**
 * What new text looks like: as its neighbors. Each case has a text, an edit and the text after it.
 */

const set = (path: FieldPath, value: FieldValue): Edit => ({ kind: 'set', path, value });
const insert = (path: FieldPath, at: number, value: FieldValue): Edit => ({ kind: 'insert', path, at, value });
const move = (path: FieldPath, from: number, to: number): Edit => ({ kind: 'move', path, from, to });
const rename = (path: FieldPath, to: string): Edit => ({ kind: 'rename', path, to });

type Case = [name: string, before: string, edits: Edit[], after: string];

const STRINGS: Case[] = [
  [
    'a new string has the quotes of the strings beside it',
    "model_name = 'a'\n",
    [set(['license'], 'MIT')],
    "model_name = 'a'\nlicense = 'MIT'\n",
  ],
  [
    'an item of a list has those of the list, in a file of other quotes',
    'a = "x"\nb = "y"\nlist = [\'m\', \'n\']\n',
    [insert(['list'], 2, 'o')],
    "a = \"x\"\nb = \"y\"\nlist = ['m', 'n', 'o']\n",
  ],
  [
    'quotes that a text needs are not a habit',
    'a = \'C:\\dir\'\nb = \'"q"\'\nc = "plain"\n',
    [set(['d'], 'new')],
    'a = \'C:\\dir\'\nb = \'"q"\'\nc = "plain"\nd = "new"\n',
  ],
  [
    'a text that single quotes cannot hold has double ones',
    "a = 'x'\n",
    [set(['b'], "it's"), set(['c'], 'y')],
    "a = 'x'\nb = \"it's\"\nc = 'y'\n",
  ],
  [
    'what would have to be escaped stays as it is between three single quotes',
    "a = '\\d+'\n",
    [set(['a'], "\\d+'s")],
    "a = '''\\d+'s'''\n",
  ],
  [
    'a new text of several lines has the quotes of the others',
    "a = '''\none\ntwo\n'''\nb = \"x\"\n",
    [set(['c'], 'x\ny\n')],
    "a = '''\none\ntwo\n'''\nb = \"x\"\nc = '''\nx\ny\n'''\n",
  ],
  [
    'text is appended to a literal string of several lines',
    "a = '''\none\n\\two'''\n",
    [set(['a'], "one\n\\two\n'three'")],
    "a = '''\none\n\\two\n'three''''\n",
  ],
  [
    'a literal string that cannot hold the text becomes a basic one',
    "a = '''\none\n'''\n",
    [set(['a'], "one\n'''\n")],
    'a = """\none\n\'\'\'\n"""\n',
  ],
  [
    'a string keeps to its own line ends',
    'a = 1\r\nb = 2\r\nc = """\nx\n"""\nd = 3\r\n',
    [set(['c'], 'x\ny\n')],
    'a = 1\r\nb = 2\r\nc = """\nx\ny\n"""\nd = 3\r\n',
  ],
  ['a string in the place of a number', "a = 1\nb = 'x'\n", [set(['a'], 'y')], "a = 'y'\nb = 'x'\n"],
  [
    'an integer keeps its base and its groups of digits',
    'a = 0x0F\nb = 1_000_000\nc = 0b1\n',
    [set(['a'], 26n), set(['b'], 2_500_000n), set(['c'], -1n)],
    'a = 0x1A\nb = 2_500_000\nc = -1\n',
  ],
];

const KEYS: Case[] = [
  [
    'keys are quoted where their neighbors are',
    '[runner.opts]\n"a" = 1\n"b" = 2\n',
    [set(['runner', 'opts', 'c'], 3n)],
    '[runner.opts]\n"a" = 1\n"b" = 2\n"c" = 3\n',
  ],
  [
    'a key that needs quotes has those of the strings',
    "[runner.opts]\na = 'x'\n",
    [set(['runner', 'opts', 'b c'], 'y')],
    "[runner.opts]\na = 'x'\n'b c' = 'y'\n",
  ],
  [
    'a renamed key keeps the quotes that it did not need, and loses those that it did',
    'a = { "x" = 1, \'y z\' = 2, w = 3 }\n',
    [rename(['a', 'x'], 'u'), rename(['a', 'y z'], "it's")],
    'a = { "u" = 1, "it\'s" = 2, w = 3 }\n',
  ],
  [
    'a renamed key is bare as the others',
    "[a]\n'y z' = 2\nw = 3\nv = 4\n",
    [rename(['a', 'y z'], 'y')],
    '[a]\ny = 2\nw = 3\nv = 4\n',
  ],
  ['the space around the equals sign', 'a= 1\nb= 2\n', [set(['c'], 3n)], 'a= 1\nb= 2\nc= 3\n'],
  [
    'equals signs below each other',
    'name    = "x"\nlicense = "MIT"\n',
    [set(['home'], 'h'), set(['repository'], 'r')],
    'name    = "x"\nlicense = "MIT"\nrepository = "r"\nhome    = "h"\n',
  ],
  [
    'dotted keys, in a table with dotted keys',
    'runner.runner_name = "x"\nrunner.opts.a = 1\n',
    [set(['runner', 'opts', 'b'], 2n)],
    'runner.runner_name = "x"\nrunner.opts.a = 1\nrunner.opts.b = 2\n',
  ],
  [
    'a table that dotted keys lead to is dotted too',
    'runner.runner_name = "x"\n',
    [set(['runner', 'opts', 'a'], 1n)],
    'runner.runner_name = "x"\nrunner.opts.a = 1\n',
  ],
];

const LISTS: Case[] = [
  [
    'commas without spaces',
    'a = [1,2]\nb = {x=1,y=2}\n',
    [insert(['a'], 2, 3n), set(['b', 'z'], 3n)],
    'a = [1,2,3]\nb = {x=1,y=2,z=3}\n',
  ],
  ['a comma at the end stays the last', 'a = [1, 2,]\n', [insert(['a'], 2, 3n)], 'a = [1, 2, 3,]\n'],
  [
    'one item a line, indented as the others',
    'a = [\n\t"x",\n\t"y"\n]\n',
    [insert(['a'], 2, 'z'), insert(['a'], 0, 'w')],
    'a = [\n\t"w",\n\t"x",\n\t"y",\n\t"z"\n]\n',
  ],
  [
    'an empty list that is open over lines',
    '[runner.opts]\n    a = [\n    ]\n',
    [insert(['runner', 'opts', 'a'], 0, 1n)],
    '[runner.opts]\n    a = [\n      1,\n    ]\n',
  ],
  [
    'an empty list with a comment inside',
    'a = [\n    # one a line\n]\n',
    [set(['a'], [1n, 2n])],
    'a = [\n    # one a line\n    1,\n    2,\n]\n',
  ],
  [
    'a new list has one item a line where the lists of its siblings do',
    '[[input]]\nname = "x"\nshape = [\n    1,\n    2,\n]\n',
    [insert(['input'], 1, { name: 'y', shape: [3n, 'n'] })],
    '[[input]]\nname = "x"\nshape = [\n    1,\n    2,\n]\n\n[[input]]\nname = "y"\nshape = [\n    3,\n    "n",\n]\n',
  ],
  [
    'spaces inside brackets and braces',
    'a = [ 1, 2 ]\nb = {x = 1}\n',
    [set(['c'], [3n]), set(['b', 'd'], { e: 4n })],
    'a = [ 1, 2 ]\nb = {x = 1, d = {e = 4}}\nc = [ 3 ]\n',
  ],
  [
    'line ends are those of the file',
    'a = [\r\n  1,\r\n]\r\n\r\n[[input]]\r\nname = "x"\r\n',
    [insert(['a'], 1, 2n), insert(['input'], 1, { name: 'y' })],
    'a = [\r\n  1,\r\n  2,\r\n]\r\n\r\n[[input]]\r\nname = "x"\r\n\r\n[[input]]\r\nname = "y"\r\n',
  ],
];

const COMMENTS: Case[] = [
  [
    'a list set as a whole: what stays keeps its comments',
    'a = [\n  "x", # of x\n  # of y\n  "y",\n  "z", # of z\n]\n',
    [set(['a'], ['y', 'z'])],
    'a = [\n  # of y\n  "y",\n  "z", # of z\n]\n',
  ],
  [
    'what moves takes its comments along',
    'a = [\n  "x", # of x\n  # of y\n  "y",\n  "z" # of z\n]\n',
    [set(['a'], ['z', 'new', 'x', 'y'])],
    'a = [\n  "z", # of z\n  "new",\n  "x", # of x\n  # of y\n  "y"\n]\n',
  ],
  [
    'what is inserted has no comment of another',
    'a = [\n  1, # one\n  2, # two\n]\n',
    [set(['a'], [1n, 5n, 6n, 2n])],
    'a = [\n  1, # one\n  5,\n  6,\n  2, # two\n]\n',
  ],
  [
    'one changed item is the same item',
    'shape = [\n  "n", # batch\n  3, # channels\n]\n',
    [set(['shape'], ['n', 4n])],
    'shape = [\n  "n", # batch\n  4, # channels\n]\n',
  ],
  [
    'items that start on the line of the bracket',
    'a = [ 1, # one\n      2, # two\n      3\n]\n',
    [move(['a'], 0, 1)],
    'a = [ 2, # two\n      1, # one\n      3\n]\n',
  ],
  [
    'tables set as a whole: unchanged ones stay, and changed ones are known by what they share',
    '# of x\n[[input]]\nname = "x"\ndtype = "int8" # c\n\n# of y\n[[input]]\nname = "y"\ndtype = "int8"\n\n# of z\n[[input]]\nname = "z"\ndtype = "int8"\n',
    [
      set(
        ['input'],
        [
          { name: 'z', dtype: 'int8' },
          { name: 'y', dtype: 'float32' },
          { name: 'w', dtype: 'bool' },
        ],
      ),
    ],
    '# of z\n[[input]]\nname = "z"\ndtype = "int8"\n\n# of y\n[[input]]\nname = "y"\ndtype = "float32"\n\n[[input]]\nname = "w"\ndtype = "bool"\n',
  ],
  [
    'a list that has nothing of the old one',
    'a = [\n  1, # one\n  2, # two\n]\nb = 3 # three\n',
    [set(['a'], [7n, 8n, 9n])],
    'a = [\n  7,\n  8,\n  9,\n]\nb = 3 # three\n',
  ],
  [
    'the comments of a table are those of its keys',
    '[runner.opts] # all\n# of a\na = 1\nb = 2 # of b\n',
    [set(['runner', 'opts'], { b: 3n, c: 4n })],
    '[runner.opts] # all\nb = 3 # of b\nc = 4\n',
  ],
  [
    'a date that moves stays a date',
    'a = [1979-05-27, 2000-01-01]\n',
    [set(['a'], ['2000-01-01', '1979-05-27'])],
    'a = [2000-01-01, 1979-05-27]\n',
  ],
];

const EXAMPLE = { inputs: { x: '@misc/a' }, sample_out: { y: '@misc/b' } };

const TABLES: Case[] = [
  [
    'tables inside an item have headers where those of its siblings do',
    '[[example]]\nname = "a"\n\n[example.inputs]\nx = "@misc/1"\n\n[example.sample_out]\ny = "@misc/2"\n',
    [insert(['example'], 1, EXAMPLE)],
    '[[example]]\nname = "a"\n\n[example.inputs]\nx = "@misc/1"\n\n[example.sample_out]\ny = "@misc/2"\n\n[[example]]\n\n[example.inputs]\nx = "@misc/a"\n\n[example.sample_out]\ny = "@misc/b"\n',
  ],
  [
    'also empty ones, which are filled later',
    '[[example]]\n[example.inputs]\nx="1"\n[example.sample_out]\n\n[runner]\n',
    [insert(['example'], 1, { inputs: {}, sample_out: {} }), set(['example', 1, 'sample_out', 'y'], '@misc/b')],
    '[[example]]\n[example.inputs]\nx="1"\n[example.sample_out]\n\n[[example]]\n[example.inputs]\n[example.sample_out]\ny="@misc/b"\n\n[runner]\n',
  ],
  [
    'a table beside one with a header has one, in the order of the format',
    '[[self_test]]\n[self_test.inputs]\nx = "@tensor_data/x"\n\n[runner]\n',
    [set(['self_test', 0, 'expected_out', 'y'], '@tensor_data/y')],
    '[[self_test]]\n[self_test.inputs]\nx = "@tensor_data/x"\n[self_test.expected_out]\ny = "@tensor_data/y"\n\n[runner]\n',
  ],
  [
    'the first example is written as the self-tests are',
    '[[self_test]]\n\n[self_test.inputs]\nx = "@tensor_data/x"\n\n[runner]\n',
    [insert(['example'], 0, EXAMPLE)],
    '[[self_test]]\n\n[self_test.inputs]\nx = "@tensor_data/x"\n\n[[example]]\n\n[example.inputs]\nx = "@misc/a"\n\n[example.sample_out]\ny = "@misc/b"\n\n[runner]\n',
  ],
  [
    'tables on one line beside tables on one line',
    '[[example]]\ninputs = {x="1"}\n',
    [insert(['example'], 1, EXAMPLE)],
    '[[example]]\ninputs = {x="1"}\n\n[[example]]\ninputs = {x="@misc/a"}\nsample_out = {y="@misc/b"}\n',
  ],
  [
    'dotted keys beside dotted keys, also where the table is empty at first',
    '[[example]]\ninputs.x = "1"\nsample_out.y = "2"\n',
    [insert(['example'], 1, { inputs: {}, sample_out: { y: '3' } }), set(['example', 1, 'inputs', 'x'], '4')],
    '[[example]]\ninputs.x = "1"\nsample_out.y = "2"\n\n[[example]]\ninputs.x = "4"\nsample_out.y = "3"\n',
  ],
  [
    'a new list is on one line where the list next to it is',
    'input = [\n  { name = "x" },\n]\n\n[runner]\n',
    [insert(['output'], 0, { name: 'y' })],
    'input = [\n  { name = "x" },\n]\noutput = [\n  { name = "y" },\n]\n\n[runner]\n',
  ],
  [
    'an empty list gets headers where the others have them',
    'input = []\n\n[[output]]\nname = "y"\n',
    [insert(['input'], 0, { name: 'x' })],
    '[[input]]\nname = "x"\n\n[[output]]\nname = "y"\n',
  ],
  [
    'indentation of headers and keys',
    '[[example]]\n  name = "a"\n\n  [example.inputs]\n    x = "1"\n\n[runner]\n  runner_name = "n"\n',
    [insert(['example'], 0, { name: 'b', inputs: { x: '2' } }), set(['runner', 'opts', 'k'], 1n)],
    '[[example]]\n  name = "b"\n\n  [example.inputs]\n    x = "2"\n\n[[example]]\n  name = "a"\n\n  [example.inputs]\n    x = "1"\n\n[runner]\n  runner_name = "n"\n\n  [runner.opts]\n    k = 1\n',
  ],
  [
    'tabs',
    '[[input]]\n\tname = "x"\n[[output]]\n[runner]\n\trunner_name = "n"\n',
    [insert(['input'], 1, { name: 'y' }), set(['output', 0, 'name'], 'z')],
    '[[input]]\n\tname = "x"\n[[input]]\n\tname = "y"\n[[output]]\n\tname = "z"\n[runner]\n\trunner_name = "n"\n',
  ],
  [
    'blank lines as between the siblings',
    'a = 1\n\n\n[[input]]\nname = "x"\n[[input]]\nname = "y"\n\n\n[runner]\nrunner_name = "n"\n',
    [insert(['input'], 2, { name: 'z' }), insert(['output'], 0, { name: 'o' })],
    'a = 1\n\n\n[[input]]\nname = "x"\n[[input]]\nname = "y"\n[[input]]\nname = "z"\n\n\n[[output]]\nname = "o"\n\n\n[runner]\nrunner_name = "n"\n',
  ],
  [
    'a header is written as its sibling',
    '[[ "input" ]]\nname = "x"\n\n[ runner ]\n',
    [insert(['input'], 1, { name: 'y' }), set(['runner', 'opts', 'a'], 1n)],
    '[[ "input" ]]\nname = "x"\n\n[[ "input" ]]\nname = "y"\n\n[ runner ]\n\n[runner.opts]\na = 1\n',
  ],
];

describe.each([
  ['strings and numbers', STRINGS],
  ['keys', KEYS],
  ['lists', LISTS],
  ['comments of items', COMMENTS],
  ['tables', TABLES],
])('the style of new text: %s', (_, cases) => {
  it.each(cases)('%s', (_name, before, edits, after) => {
    expect(new TomlText(before, EDITABLE_CARTON_TOML).edited(edits).text).toBe(after);
  });
});
