import { describe, expect, test } from 'vitest';
import { newDraft, pastedCells, type TypedDraft, typedOf, withPasted } from './typed-draft.ts';

const draft = (more: Partial<TypedDraft> = {}): TypedDraft => ({ ...newDraft('float32', [2n, 2n]), ...more });

test('a draft begins with the shape that is declared', () => {
  expect(newDraft('int64', ['batch', '*', 3n], new Map([['batch', 4n]])).shape).toBe('4, 1, 3');
  expect(newDraft('int64', '*').shape).toBe('');
  expect(newDraft('float32', [64n, 64n]).way).toBe('fill');
});

describe('cells', () => {
  test('are texts, as they were typed', () => {
    const cells = ['NaN', '-0', '0x1F', '-inf'];
    expect(typedOf(draft({ cells }))).toEqual({
      typed: { dtype: 'float32', shape: [2n, 2n], kind: 'cells', texts: cells },
    });
    const exact = newDraft('int64', []);
    expect(typedOf({ ...exact, cells: ['9007199254740993'] })).toMatchObject({
      typed: { texts: ['9007199254740993'] },
    });
    expect(typedOf(newDraft('string', []))).toMatchObject({ typed: { texts: [''] } });
  });

  test.each([
    [{ cells: ['1', '2', '', '4'] }, 2, '[1, 0]: The value is missing.'],
    [{ cells: ['1', 'two', '3', '4'] }, 1, '[0, 1]: “two” is not a number.'],
    [{ dtype: 'uint8', cells: ['1', '2', '3', '256'] }, 3, '[1, 1]: 256 does not fit uint8 (0 to 255).'],
    [
      { dtype: 'int64', cells: ['1', '2', '3', '9223372036854775808'] },
      3,
      expect.stringContaining('does not fit int64'),
    ],
  ] as const)('%j are wrong at a cell', (more, cell, message) => {
    expect(typedOf(draft(more))).toEqual({ problem: { field: 'cell', cell, message } });
  });

  test('are typed up to a number', () => {
    expect(typedOf(draft({ shape: '100, 100' }))).toMatchObject({ problem: { field: 'shape' } });
  });
});

test.each([
  [{ shape: 'x' }, 'shape'],
  [{ way: 'fill', fill: '' }, 'fill'],
  [{ way: 'fill', dtype: 'int8', fill: '300' }, 'fill'],
  [{ way: 'range', step: 'a' }, 'step'],
  [{ way: 'random', seed: '-1' }, 'seed'],
  [{ way: 'random', seed: '4294967296' }, 'seed'],
  [{ way: 'random', second: '' }, 'second'],
] as const)('%j is wrong at its field', (more, field) => {
  expect(typedOf(draft(more))).toMatchObject({ problem: { field } });
});

test('a description is what the worker makes', () => {
  expect(typedOf(draft({ way: 'random', random: 'normal', seed: ' 7 ' }))).toEqual({
    typed: {
      dtype: 'float32',
      shape: [2n, 2n],
      kind: 'random',
      seed: 7,
      values: { kind: 'normal', mean: '0', deviation: '1' },
    },
  });
  expect(typedOf(draft({ way: 'range' }))).toMatchObject({ typed: { kind: 'range', start: '0', step: '1' } });
});

test('rows of a spreadsheet, lists and separated values are cells', () => {
  expect(pastedCells('1\t2\r\n3\t4\r\n', 'int8')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
  expect(pastedCells('[1, 2, 3]', 'int8')).toEqual([['1', '2', '3']]);
  expect(pastedCells('1;2', 'int8')).toEqual([['1', '2']]);
  expect(pastedCells('a, b', 'string')).toEqual([['a, b']]);
});

test('pasted cells go where the cell is, and what has none is counted', () => {
  const from = draft({ cells: ['a', 'b', 'c', 'd'] });
  expect(withPasted(from, [['1', '2']], 1, false)).toMatchObject({ draft: { cells: ['a', '1', 'c', 'd'] }, left: 1 });
  const block = [
    ['1', '2'],
    ['3', '4'],
  ];
  expect(withPasted(from, block, 0, false)).toMatchObject({ draft: { cells: ['1', '2', '3', '4'] }, left: 0 });
  expect(withPasted(from, block, 1, false)).toMatchObject({ draft: { cells: ['a', '1', 'c', '3'] }, left: 2 });
  const column = [['1'], ['2'], ['3']];
  const line = newDraft('int8', [3n]);
  expect(withPasted(line, column, 0, false)).toMatchObject({ draft: { cells: ['1', '2', '3'] }, left: 0 });
  expect(withPasted(newDraft('int8', '*'), block, 0, true)).toMatchObject({
    draft: { shape: '2, 2', cells: ['1', '2', '3', '4'] },
    left: 0,
  });
});
