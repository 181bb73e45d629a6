import { expect, it } from 'vitest';
import { formatSeconds, rateOf, sampled } from './loading-view.tsx';

it('tells the rate of the last seconds: tiny files after large ones take their time', () => {
  // Five seconds of large files at 200 MB/s, then five of tiny ones at 2 KB/s.
  const doneAt = (second: number) => Math.min(second, 5) * 200e6 + Math.max(0, second - 5) * 2e3;
  let samples = sampled([], { at: 0, done: 0 });
  const rates: number[] = [];
  for (let second = 1; second <= 10; second++) {
    const now = { at: second * 1000, done: doneAt(second) };
    rates.push(rateOf(samples, now));
    samples = sampled(samples, now);
  }
  expect(rates.slice(0, 5)).toEqual(Array(5).fill(200e6));
  expect(rates.slice(8)).toEqual([2e3, 2e3]);
});

it('tells no rate of the first moment', () => {
  expect(rateOf([], { at: 0, done: 5 })).toBe(0);
  expect(rateOf([{ at: 0, done: 0 }], { at: 400, done: 5 })).toBe(0);
});

it('says times with tenths where they are short, and never sixty of a unit', () => {
  expect([0, 0.26, 9.94, 9.96, 59.4, 59.6, 3569, 3571, 5400].map(formatSeconds)).toEqual([
    'under 0.1 s',
    '0.3 s',
    '9.9 s',
    '10 s',
    '59 s',
    '1 min',
    '59 min',
    '1.0 h',
    '1.5 h',
  ]);
});
