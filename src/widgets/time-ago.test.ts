import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.ts';

// Of local time, as people read it: a Wednesday.
const NOW = new Date(2026, 6, 15, 14, 30).getTime();
const at = (day: number, hours: number, minutes = 0) => timeAgo(new Date(2026, 6, day, hours, minutes).getTime(), NOW);

test('a time is said as people say it', () => {
  expect(timeAgo(NOW - 59_000, NOW)).toBe('just now');
  expect(timeAgo(NOW + 3_600_000, NOW)).toBe('just now');
  expect(at(15, 14, 29)).toBe('1 minute ago');
  expect(at(15, 12, 30)).toBe('2 hours ago');
  expect(at(15, 0, 5)).toBe('14 hours ago');
  expect(at(14, 23)).toBe('yesterday');
  expect(at(14, 1)).toBe('yesterday');
  expect(at(13, 23)).toBe('Monday');
  expect(at(9, 9)).toBe('Thursday');
  expect(at(8, 9)).toContain('2026');
});

test('a night does not turn hours into a day', () => {
  const early = new Date(2026, 6, 15, 1, 0).getTime();
  expect(timeAgo(early - 3 * 3_600_000, early)).toBe('3 hours ago');
});
