import { expect, test } from 'vitest';
import { MAX_PLANE_ELEMENTS } from '../../../base/limits.ts';
import { lineChoice, MAX_LINES, parseLines, windowWithin } from './line-settings.ts';

const plane = (rows: number, columns: number) => ({ rows, columns, start: 0, rowStride: columns, columnStride: 1 });

test('lines are named by places and slices, each once; a mistake is said at its place', () => {
  expect(parseLines('0, 3, 5:8', 10)).toEqual([0, 3, 5, 6, 7]);
  expect(parseLines('-1,8,9', 10)).toEqual([9, 8]);
  expect(parseLines('[1:3]', 10)).toEqual([1, 2]);
  for (const text of ['', 'x', '1,', '...', '10', '1:2:0'])
    expect(parseLines(text, 10), text).toMatchObject({ mistake: expect.any(String) });
  expect(parseLines('1, x', 10)).toMatchObject({ start: 2, end: 4 });
  expect(parseLines('5:5', 10)).toMatchObject({ mistake: expect.stringMatching(/^None/) });
  expect(parseLines(`0:${MAX_LINES}`, 1e9)).toHaveLength(MAX_LINES);
  expect(parseLines(`0:${MAX_LINES + 1}`, 1e9)).toMatchObject({ mistake: expect.stringContaining(String(MAX_LINES)) });
  expect(parseLines(':', Number.MAX_SAFE_INTEGER)).toMatchObject({ mistake: expect.any(String) });
});

test('settings from elsewhere choose only what there is', () => {
  const first = lineChoice({}, plane(3, 100));
  expect(first).toMatchObject({ along: 'columns', lines: [0, 1, 2], isLog: false, window: { from: 0, to: 99 } });
  expect(lineChoice({}, plane(100, 3))).toMatchObject({ along: 'rows', lines: [0, 1, 2] });
  expect(lineChoice({ along: 'rows' }, plane(1, 5)).along).toBe('columns');
  expect(lineChoice({ along: 'up', lines: 7, hidden: true, scale: 1, from: 'a', to: 5 }, plane(3, 100))).toEqual(first);
  expect(lineChoice({ from: 50, to: 1e9 }, plane(1, 100)).window).toEqual({ from: 0, to: 99 });
  expect(lineChoice({ from: 9, to: 3 }, plane(1, 100)).window).toEqual({ from: 0, to: 99 });
  expect(lineChoice({ lines: '1', hidden: '1,x', scale: 'log' }, plane(3, 100))).toMatchObject({
    lines: [1],
    isLog: true,
  });
  // As many as the page holds whole.
  expect(lineChoice({}, plane(3, MAX_PLANE_ELEMENTS)).lines).toEqual([0]);
});

test('a window stays within the line and is never too short', () => {
  expect(windowWithin({ from: -5, to: 5 }, 100)).toEqual({ from: 0, to: 10 });
  expect(windowWithin({ from: 98.9, to: 99.1 }, 100)).toEqual({ from: 98, to: 99 });
  expect(windowWithin({ from: 3, to: 4 }, 1)).toEqual({ from: -0.5, to: 0.5 });
});
