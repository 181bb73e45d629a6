import { afterEach, expect, it, vi } from 'vitest';
import { ProgressLine } from './progress-line.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A terminal, and a clock that stands still until it is moved. */
function made(columns?: number) {
  const written: string[] = [];
  let now = 0;
  const line = new ProgressLine({ write: (text) => written.push(text), ...(columns && { columns }) }, () => now);
  const after = (ms: number) => {
    now += ms;
    return line;
  };
  return { line, written, after };
}

it('says nothing of what takes less than a second', () => {
  const { line, written, after } = made();
  line.show('Checking', 0, 100);
  after(999).show('Checking', 50, 100);
  line.clear();
  expect(written).toEqual([]);
});

it('writes over its line, at most four times per second, and clears it', () => {
  const { line, written, after } = made();
  for (let done = 0; done <= 3000; done++) after(1).show('Checking', done * 1000, 3_000_000);
  expect(written.length).toBeGreaterThan(1);
  expect(written.length).toBeLessThanOrEqual(9);
  for (const text of written) expect(text).toMatch(/^\rChecking… \d+%, [\d.]+ [KM]B of 3 MB.\[K$/);
  line.clear();
  line.clear();
  expect(written.slice(-2).map((text) => text.length > 4)).toEqual([true, false]);
});

it('fits the terminal, and needs no total', () => {
  const narrow = made(12);
  narrow.after(1000).show('Looking for what would run', 5_000_000);
  expect(narrow.written).toEqual(['\rLooking for\u001b[K']);
  narrow.line.clear();
  const wide = made(0);
  wide.after(1000).show('Downloading', 5_000_000);
  expect(wide.written).toEqual(['\rDownloading… 5 MB\u001b[K']);
  wide.line.clear();
});

it('shows up by itself where work waits and reports nothing', () => {
  vi.useFakeTimers();
  const { line, written, after } = made();
  line.show('Opening', 0);
  after(1000);
  vi.advanceTimersByTime(250);
  expect(written).toEqual(['\rOpening…\u001b[K']);
  line.clear();
  vi.advanceTimersByTime(10_000);
  expect(written).toEqual(['\rOpening…\u001b[K', '\r\u001b[K']);
});
