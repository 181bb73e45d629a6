import { describe, expect, it } from 'vitest';
import type { TensorInfo } from '../../model/package.ts';
import { firstOpen, hasGroups, type TensorTreeRow, treeRows } from './tensor-tree.ts';

const tensors = (...names: string[]): TensorInfo[] =>
  names.map((name) => ({ name, dtype: 'float16', shape: [2n, 3n] }));

const MODEL = tensors('model.layers.0.q', 'model.layers.0.k', 'model.layers.1.q', 'model.norm', 'head', 'wte.weight');

function text(row: TensorTreeRow): string {
  const indent = '  '.repeat(row.depth);
  return row.kind === 'tensor'
    ? `${indent}${row.label}`
    : `${indent}${row.label}/ ${row.tensors} ${row.elements} ${row.bytes}`;
}

describe('the tree of tensors', () => {
  it('has a row for each part of the names, with sums, and looks into open ones alone', () => {
    expect(treeRows(MODEL, new Set()).map(text)).toEqual(['model/ 4 24 48', 'head', 'wte.weight']);
    expect(treeRows(MODEL, new Set(['model.', 'model.layers.0.'])).map(text)).toEqual([
      'model/ 4 24 48',
      '  layers/ 3 18 36',
      '  norm',
      'head',
      'wte.weight',
    ]);
    expect(treeRows(MODEL, new Set(['model.', 'model.layers.', 'model.layers.0.'])).map(text)).toEqual([
      'model/ 4 24 48',
      '  layers/ 3 18 36',
      '    0/ 2 12 24',
      '      q',
      '      k',
      '    1.q',
      '  norm',
      'head',
      'wte.weight',
    ]);
  });

  it('joins what names have in common, up to a dot', () => {
    const rows = (...names: string[]) => treeRows(tensors(...names), new Set()).map(text);
    expect(rows('a.b.c', 'a.b.cd')).toEqual(['a.b/ 2 12 24']);
    expect(rows('a.b.', 'a.b.')).toEqual(['a.b/ 2 12 24']);
    expect(rows('a.b', 'a.b.c')).toEqual(['a/ 2 12 24']);
    expect(rows('a..b', 'a..c')).toEqual(['a./ 2 12 24']);
    // Looking for each of 900 dots in each of 20,000 names would take minutes.
    const deep = 'a.'.repeat(900);
    const many = Array.from({ length: 20_000 }, (_, at) => `${deep}${at}`);
    expect(treeRows(tensors(...many), new Set())).toMatchObject([{ path: deep, tensors: 20_000 }]);
  });

  it('joins groups that have nothing else in them, and opens the only one', () => {
    const deep = tensors('a.b.c.x', 'a.b.c.y');
    expect(treeRows(deep, firstOpen(deep)).map(text)).toEqual(['a.b.c/ 2 12 24', '  x', '  y']);
    expect(firstOpen(MODEL).size).toBe(0);
  });

  it('takes any names', () => {
    const odd = tensors('a', 'a.', 'a..', '.', '', '__proto__.x', '__proto__.y');
    const all = new Set(['a.', 'a..', '.', '__proto__.']);
    expect(treeRows(odd, all).flatMap((row) => (row.kind === 'tensor' ? row.info.name : []))).toHaveLength(7);
    expect(hasGroups(tensors('a', 'b.c'))).toBe(false);
    expect(hasGroups(tensors('b.a', 'b.c'))).toBe(true);
  });

  it('sums what is known', () => {
    const unknown: TensorInfo = { name: 'a.z', dtype: 'Q4_K', shape: [2n] };
    expect(treeRows([...tensors('a.b'), unknown], new Set()).map(text)).toEqual(['a/ 2 8 undefined']);
  });
});
