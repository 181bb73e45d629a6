import { expect, test } from 'vitest';
import { StatisticsGatherer } from '../../tensor/statistics/gatherer.ts';
import { figuresOf } from './figures.ts';

const { places, distribution } = new StatisticsGatherer('float32').result();
const NONE = { count: 2, nan: 2, infinite: 0, zeros: 0, places, distribution };
const FINITE = {
  ...NONE,
  places: { min: 1, max: 2, zero: 1 },
  median: { value: 0.25, error: 0 },
  p1: { value: -1, error: 0.001234 },
  p99: { value: 1, error: 0 },
  count: 4,
  min: '-0',
  max: '3.3999999521443642e+38',
  mean: 0.1,
  std: 2,
  nan: 0,
  zeros: 1,
};

function texts(...of: Parameters<typeof figuresOf>): Record<string, string | undefined> {
  return Object.fromEntries(figuresOf(...of).map(({ stat, value }) => [stat, value]));
}

test('floats have their NaN and infinite values counted, integers have a sum, and nothing is rounded', () => {
  expect(texts(FINITE, 'float32')).toEqual({
    min: '-0',
    max: '3.3999999521443642e+38',
    mean: '0.1',
    std: '2',
    median: '0.25',
    p1: '-1',
    p99: '1',
    count: '4',
    zeros: '1',
    nan: '0',
    infinite: '0',
  });
  expect(Object.keys(texts({ ...FINITE, sum: '9007199254740993' }, 'int64'))).toEqual([
    'min',
    'max',
    'mean',
    'std',
    'median',
    'p1',
    'p99',
    'count',
    'zeros',
    'sum',
    'unique',
  ]);
  expect(texts({ ...FINITE, sum: '9007199254740993' }, 'int64').sum).toBe('9007199254740993');
});

test('what has no value says "none"', () => {
  expect(texts(NONE, 'float32')).toMatchObject({
    min: 'none',
    std: 'none',
    nan: '2',
  });
});

test('the same figures stand there before they are known', () => {
  for (const dtype of ['float32', 'int8'] as const) {
    expect(Object.keys(texts(undefined, dtype))).toEqual(Object.keys(texts({ ...FINITE, sum: '1' }, dtype)));
    expect(Object.values(texts(undefined, dtype)).every((value) => value === undefined)).toBe(true);
  }
});

test('what is read has no more digits than the dtype, beside the exact value', () => {
  const long = { ...FINITE, min: '0.10000000149011612', mean: 0.2543498147391574, sum: '9007199254740993' };
  const of = (dtype: 'float32' | 'float64' | 'int64') =>
    Object.fromEntries(figuresOf(long, dtype).map(({ stat, value, short }) => [stat, [value, short]]));
  expect(of('float32').min).toEqual(['0.10000000149011612', '0.1']);
  expect(of('float32').mean).toEqual(['0.2543498147391574', '0.2543498']);
  expect(of('float64').min).toEqual(['0.10000000149011612', '0.10000000149011612']);
  expect(of('int64').sum).toEqual(['9007199254740993', '9007199254740993']);
});

test('values and counts say where they stand first, percentiles how exact they are', () => {
  const of = Object.fromEntries(
    figuresOf({ ...FINITE, nan: 3, places: { ...FINITE.places, nan: 7 } }, 'float32').map((figure) => [
      figure.stat,
      figure,
    ]),
  );
  expect([of.min?.place, of.max?.place, of.zeros?.place, of.nan?.place, of.mean?.place]).toEqual([
    1,
    2,
    1,
    7,
    undefined,
  ]);
  // A single zero has no next one.
  expect([of.nan?.wanted, of.zeros?.wanted]).toEqual([{ kind: 'nan' }, undefined]);
  expect([of.p1?.error, of.median?.error]).toEqual(['0.0012', undefined]);
  expect(figuresOf({ ...FINITE, sum: '1' }, 'int64').at(-1)?.value).toBe('more than 65,536');
});
