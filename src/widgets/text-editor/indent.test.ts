import { expect, test } from 'vitest';
import { indentOf } from './indent.ts';

test('a new line is indented as the text is', () => {
  expect(indentOf('def f():\n    return 1\n\nclass A:\n  x = 1\n', 'python')).toBe('    ');
  expect(indentOf('def f():\n  return 1\n', 'python')).toBe('  ');
  expect(indentOf('{\n\t"a": 1\n}\n', 'json')).toBe('\t');
  expect(indentOf('{\r\n   "a": 1\r\n}\r\n', 'json')).toBe('   ');
});

test('a text without an indent gets the usual one of its language', () => {
  expect(indentOf('import sys\n', 'python')).toBe('    ');
  expect(indentOf('', 'toml')).toBe('  ');
  // A space before the star of a comment, and lines of spaces, are not an indent.
  expect(indentOf('/**\n * a\n */\n    \n', 'javascript')).toBe('  ');
  expect(indentOf(`a\n${' '.repeat(30)}b\n`, 'none')).toBe('  ');
});
