import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuClock } from '../../../../testing/cpu-clock.ts';
import { findDefinition, topFunctions } from './python-source.ts';

const at = (text: string, name = 'get_model') => {
  const found = findDefinition(text, name);
  return found && `${found.how} ${found.line}`;
};

describe('findDefinition', () => {
  it.each<[note: string, text: string, expected: string | undefined]>([
    ['a function', 'import os\n\ndef get_model(**kwargs):\n  pass\n', 'defined 3'],
    ['a function of types', 'def get_model[T](x: T): pass', 'defined 1'],
    ['an async function', '\r\nasync  def get_model():', 'defined 2'],
    ['a class', 'class get_model(Base):', 'defined 1'],
    ['an assignment', 'get_model = Model', 'defined 1'],
    ['an assignment with a type', 'get_model: Callable[..., Model] = Model', 'defined 1'],
    ['a comparison', 'get_model == 1', undefined],
    ['a call', 'get_model()', undefined],
    ['another name', 'def get_model2(): pass\ndef my_get_model(): pass', undefined],
    ['an import', 'from .model import (\n  a,\n  get_model,\n)', 'imported 1'],
    ['an import by another name', 'from model import load as get_model', 'imported 1'],
    ['an import that gives it another name', 'from model import get_model as load', undefined],
    ['an import from a module of that name', 'from get_model import x', undefined],
    ['the last one', 'from x import get_model\ndef get_model(): 1\nif x:\n  def get_model(): 2\n', 'defined 2'],
    ['one in a condition', 'try:\n  x\nexcept:\n  def get_model(): 1\n', 'defined 4'],
    ['one after a decorator', '@wraps\ndef get_model(): 1', 'defined 2'],
    ['one that only a text has', '"""\ndef get_model(): 1\n"""\nx = \'\'\'\ndef get_model()\n\'\'\'', undefined],
    ['one that only a comment has', '# def get_model(): 1', undefined],
    ['one after a text', 'x = """a\n\\"""\n"""\ny = "\\"#"\ndef get_model(): 1', 'defined 5'],
    ['one in brackets', 'x = [\nget_model = 1\n]', undefined],
    ['a line that goes on', 'x = 1 + \\\n  2\ndef get_model(): 1', 'defined 3'],
    ['a name of letters', 'def größe(): 1', undefined],
  ])('finds %s', (_, text, expected) => {
    expect(at(text)).toBe(expected);
  });

  it('looks for no name that could be a pattern', () => {
    expect(at('def größe(): 1', 'größe')).toBe('defined 1');
    for (const name of ['.*', 'a|b', 'get_model(', '', 'a b', '1a'])
      expect(findDefinition('def get_model():', name)).toBeUndefined();
  });

  it('takes time in proportion to the text', () => {
    const seconds = cpuClock();
    for (const piece of ['"', "'''", '(', ')', '\\', '\\\n', 'import ', 'from x import ', 'get_model ', '#', '\r'])
      at(piece.repeat(Math.floor(500_000 / piece.length)));
    at(`${`from x import (${'a, '.repeat(600)})\n`.repeat(250)}`);
    expect(seconds()).toBeLessThan(15);
  });

  it('lists the functions at the top, each once', () => {
    const text = [
      '\uFEFFdef infer(x): 1',
      'class A:\n  def method(self): 1',
      'async def later(): 1',
      '"""\ndef text(): 1\n"""',
      '# def comment(): 1',
      'if x:\n  def inner(): 1',
      'def typed[T](x: T): 1',
      'def infer(x, y): 2',
      `def ${'a'.repeat(101)}(): 1`,
      'define(1)',
    ].join('\n');
    expect(topFunctions(text)).toEqual(['infer', 'later', 'typed']);
    expect(topFunctions('')).toEqual([]);
  });

  it('never throws, and names a line of the text', () => {
    const piece = fc.constantFrom(
      'def get_model(',
      '"""',
      "'",
      '\\',
      '\n',
      '\r\n',
      '#',
      '(',
      ')',
      ' ',
      'import get_model',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const found = findDefinition(text, 'get_model');
        if (found) expect(text.split(/\r\n|\n|\r/)[found.line - 1]).toBeDefined();
      }),
    );
  });
});
