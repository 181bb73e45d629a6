import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuClock } from './cpu-clock.ts';
import { byteChanges, exercise, mutate, rewrite, rewrites, subjects } from './mutation.ts';

/** The same runs each time. `npm run mutate` continues with others for as long as you like. */
const SEED = 20_240_607;
const RUNS = 40;

/** Most that the processor works in one run with a damaged file of a few KB. */
const MAX_SECONDS = 5;

/** Growth of the resident memory of the process, in bytes: the budget for decoded bytes, a zstd window, and garbage. */
const MAX_GROWTH = 1_000_000_000;

describe('damaged files', () => {
  it.each(subjects())('$name opens or is refused after changes of its bytes', async ({ name, bytes }) => {
    const before = process.memoryUsage().rss;
    await fc.assert(
      fc.asyncProperty(byteChanges, async (changes) => {
        const seconds = cpuClock();
        await exercise(name, mutate(bytes, changes));
        expect(seconds()).toBeLessThan(MAX_SECONDS);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH);
  });

  it.each(subjects())('$name opens or is refused after changes of its texts', async (subject) => {
    await fc.assert(
      fc.asyncProperty(rewrites, async (change) => {
        const bytes = await rewrite(subject, change);
        const seconds = cpuClock();
        await exercise(subject.name, bytes);
        expect(seconds()).toBeLessThan(MAX_SECONDS);
      }),
      { numRuns: RUNS / 2, seed: SEED },
    );
  });

  it('open as long as they are unchanged', async () => {
    for (const { name, bytes } of subjects().filter((subject) => !subject.name.includes('hostile')))
      expect(await exercise(name, bytes), name).toBe('opened');
  });
});
