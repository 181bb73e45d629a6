import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { cellText } from './cell-text.ts';

test('rows and columns, a single row or column as one list, and a single value alone', () => {
  const cells = ['1', '2', '3', '4'];
  expect(cellText('TSV', 'int8', cells, 2)).toBe('1\t2\n3\t4');
  expect(cellText('Python', 'int8', cells, 2)).toBe('[[1, 2],\n [3, 4]]');
  expect(cellText('Python', 'float32', cells, 4)).toBe('[1.0, 2.0, 3.0, 4.0]');
  expect(cellText('JSON', 'int64', ['9007199254740993', '-1'], 1)).toBe('[9007199254740993, -1]');
  expect(cellText('JSON', 'float32', ['0.5'], 1)).toBe('0.5');
});

test('what JSON has no number for is a string, and no cell of a spreadsheet is a formula', () => {
  expect(cellText('JSON', 'float32', ['NaN', '-Infinity', '-0'], 3)).toBe('["NaN", "-Infinity", -0.0]');
  expect(cellText('JSON', 'complex64', ['1+2j'], 1)).toBe('"1+2j"');
  expect(cellText('TSV', 'string', ['=1+1', 'a\tb', 'say "x"', '-1'], 4)).toBe(`'=1+1\t"a\tb"\t"say ""x"""\t-1`);
  expect(cellText('TSV', 'string', ['-1+2', '＝1+1', "'=1", 'a,b'], 4)).toBe(`'-1+2\t'＝1+1\t''=1\t"a,b"`);
  expect(cellText('TSV', 'complex64', ['-1+2j'], 1)).toBe('-1+2j');
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)('Python reads what is written for it', () => {
  const cells = ['NaN', 'Infinity', '-Infinity', '-0', '1e-45', '3'];
  const script = [
    `a = ${cellText('Python', 'float64', cells, 6)}`,
    `b = ${cellText('Python', 'bool', ['true', 'false'], 1)}`,
    `c = ${cellText('Python', 'string', ['a"\n\u{1f600}', "'"], 2)}`,
    `d = ${cellText('Python', 'complex64', ['1+2j', 'NaN-Infinityj'], 2)}`,
    'print(repr(a), b, [ord(x) for x in c[0]], d)',
  ].join('\n');
  const printed = execFileSync('python3', ['-c', script], { encoding: 'utf8' });
  expect(printed.trim()).toBe(
    '[nan, inf, -inf, -0.0, 1e-45, 3.0] [True, False] [97, 34, 10, 128512] [(1+2j), (nan-infj)]',
  );
});
