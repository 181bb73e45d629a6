import { expect, test } from 'vitest';
import { figuresOf } from './figures.ts';

const FINITE = { count: 4, min: '-0', max: '3.3999999521443642e+38', mean: 0.1, std: 2, nan: 0, infinite: 0, zeros: 1 };

function texts(...of: Parameters<typeof figuresOf>): Record<string, string | undefined> {
  return Object.fromEntries(figuresOf(...of).map(({ stat, value }) => [stat, value]));
}

test('floats have their NaN and infinite values counted, integers have a sum, and nothing is rounded', () => {
  expect(texts(FINITE, true)).toEqual({
    min: '-0',
    max: '3.3999999521443642e+38',
    mean: '0.1',
    std: '2',
    count: '4',
    zeros: '1',
    nan: '0',
    infinite: '0',
  });
  expect(Object.keys(texts({ ...FINITE, sum: '9007199254740993' }, false))).toEqual([
    'min',
    'max',
    'mean',
    'std',
    'count',
    'zeros',
    'sum',
  ]);
  expect(texts({ ...FINITE, sum: '9007199254740993' }, false).sum).toBe('9007199254740993');
});

test('where some values are not finite, the labels say so, and what has no value says "none"', () => {
  const labels = figuresOf({ ...FINITE, nan: 1 }, true).map(({ label }) => label);
  expect(labels.slice(0, 5)).toEqual([
    'Min of finite values',
    'Max of finite values',
    'Mean of finite values',
    'Std of finite values',
    'Elements',
  ]);
  expect(figuresOf(FINITE, true)[0]?.label).toBe('Min');
  expect(texts({ count: 2, nan: 2, infinite: 0, zeros: 0 }, true)).toMatchObject({
    min: 'none',
    std: 'none',
    nan: '2',
  });
});

test('the same figures stand there before they are known', () => {
  for (const isFloat of [true, false]) {
    expect(Object.keys(texts(undefined, isFloat))).toEqual(Object.keys(texts({ ...FINITE, sum: '1' }, isFloat)));
    expect(Object.values(texts(undefined, isFloat)).every((value) => value === undefined)).toBe(true);
  }
});
