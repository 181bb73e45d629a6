import { expect, test } from 'vitest';
import { sameData } from './same-data.ts';

test('plain data is the same where it says the same', () => {
  const finding = { code: 'a', line: 3, more: [1n, 'x', { y: null }] };
  expect(sameData(finding, structuredClone(finding))).toBe(true);
  expect(sameData({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(sameData({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(sameData(Number.NaN, Number.NaN)).toBe(true);
});

test('what differs anywhere is not the same', () => {
  expect(sameData({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe(false);
  expect(sameData({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(sameData([1], [1, 2])).toBe(false);
  expect(sameData([], {})).toBe(false);
  expect(sameData({}, null)).toBe(false);
  expect(sameData(0, -0)).toBe(false);
  expect(sameData(1, 1n)).toBe(false);
});

test('objects of classes are the same only as one object', () => {
  const map = new Map([['a', 1]]);
  expect(sameData({ map }, { map })).toBe(true);
  expect(sameData({ map }, { map: new Map([['a', 2]]) })).toBe(false);
  expect(sameData(new Map(), new Map())).toBe(false);
  expect(sameData(new Date(1), new Date(2))).toBe(false);
});
