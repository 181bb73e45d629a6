import { expect, it } from 'vitest';
import { differingLines } from './differing-lines.ts';

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `line ${from + at}`);
const text = (...parts: (string | string[])[]) => parts.flat().join('\n');

it('shows what differs of a long text, with a line on each side', () => {
  const before = text(lines(0, 20), 'old', lines(20, 40));
  const after = text(lines(0, 20), 'new', 'and more', lines(20, 40));
  expect(differingLines(before, after)).toEqual(['…', 'line 19', 'old', 'line 20', '…']);
  expect(differingLines(after, before)).toEqual(['…', 'line 19', 'new', 'and more', 'line 20', '…']);
});

it('shows both ends where they differ, and what was added at one', () => {
  expect(differingLines(text('a', lines(0, 5)), text('b', lines(0, 5)))).toEqual(['a', 'line 0', '…']);
  expect(differingLines(text(lines(0, 5), 'a'), text(lines(0, 5), 'b'))).toEqual(['…', 'line 4', 'a']);
  expect(differingLines(text(lines(0, 6)), text(lines(0, 5)))).toEqual(['…', 'line 4', 'line 5']);
  expect(differingLines(text(lines(0, 5)), text(lines(0, 6)))).toEqual(['…', 'line 4']);
});

it('shows all of a short text, and of one without another beside it', () => {
  expect(differingLines('a\nb', 'a\nc')).toEqual(['a', 'b']);
  expect(differingLines(text(lines(0, 9)), undefined)).toEqual(lines(0, 9));
});
