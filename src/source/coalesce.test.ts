import { expect, test } from 'vitest';
import { CancelledError } from '../base/errors.ts';
import { coalescedSource } from './coalesce.ts';
import { memorySource } from './memory.ts';
import type { ByteSource } from './source.ts';

const BYTES = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);

/** A source that records its reads and their signals. */
function noted() {
  const memory = memorySource('a', BYTES);
  const reads: [number, number][] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const source: ByteSource = {
    ...memory,
    read(start, end, signal) {
      reads.push([start, end]);
      signals.push(signal);
      return memory.read(start, end, signal);
    },
  };
  return { source, reads, signals };
}

test('merges reads near each other, but not distant or large ones', async () => {
  const { source, reads } = noted();
  const { read } = coalescedSource(source, { gapBytes: 10, maxBytes: 100 });
  const ranges: [number, number][] = [
    [40, 50],
    [0, 30],
    [20, 45],
    [61, 70],
    [70, 101],
    [500, 700],
  ];
  const parts = await Promise.all(ranges.map(([start, end]) => read(start, end)));
  expect(parts).toEqual(ranges.map(([start, end]) => BYTES.slice(start, end)));
  expect(reads).toEqual([
    [500, 700],
    [0, 50],
    [61, 101],
  ]);
  // Each caller gets bytes of its own.
  expect(new Set(parts.map(({ buffer }) => buffer)).size).toBe(parts.length);
});

test('an abort ends the wait of its caller, and the last one ends the read, even with a shared signal', async () => {
  const { source, signals } = noted();
  let release = () => {};
  const slow: ByteSource = {
    ...source,
    async read(start, end, signal) {
      const bytes = await source.read(start, end);
      signals[signals.length - 1] = signal;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return bytes;
    },
  };
  const coalesced = coalescedSource(slow);
  const [shared, other] = [new AbortController(), new AbortController()];
  const mine = [coalesced.read(0, 10, shared.signal), coalesced.read(10, 20, shared.signal)];
  const theirs = coalesced.read(20, 30, other.signal);
  const outcomes = Promise.allSettled([...mine, theirs]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  shared.abort();
  await expect(mine[0]).rejects.toBeInstanceOf(CancelledError);
  await expect(mine[1]).rejects.toBeInstanceOf(CancelledError);
  expect(signals[0]?.aborted).toBe(false);
  other.abort();
  await expect(theirs).rejects.toBeInstanceOf(CancelledError);
  expect(signals[0]?.aborted).toBe(true);
  release();
  await outcomes;
});
