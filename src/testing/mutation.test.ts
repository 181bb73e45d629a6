import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edits, exercise, mutate, rewrite, rewrites, subjects } from './mutation.ts';

/** The same runs each time; `npm run mutate` goes on with others for as long as one likes. */
const SEED = 20_240_607;
const RUNS = 40;

/** One run of a damaged file that is a few KB long. */
const MAX_MS = 5_000;

/** Above what the process held before: the budget for decoded bytes, a zstd window, and what is not collected yet. */
const MAX_GROWTH = 1_000_000_000;

describe('damaged files', () => {
  it.each(subjects())('$name opens or is refused, whatever its bytes', async ({ name, bytes }) => {
    const before = process.memoryUsage().rss;
    await fc.assert(
      fc.asyncProperty(edits, async (changes) => {
        const start = performance.now();
        await exercise(name, mutate(bytes, changes));
        expect(performance.now() - start).toBeLessThan(MAX_MS);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH);
  });

  it.each(subjects())('$name opens or is refused, whatever its texts', async (subject) => {
    await fc.assert(
      fc.asyncProperty(rewrites, async (change) => {
        const bytes = await rewrite(subject, change);
        const start = performance.now();
        await exercise(subject.name, bytes);
        expect(performance.now() - start).toBeLessThan(MAX_MS);
      }),
      { numRuns: RUNS / 2, seed: SEED },
    );
  });

  it('are no strangers: an unchanged file opens', async () => {
    for (const { name, bytes } of subjects().filter((subject) => !subject.name.includes('hostile')))
      expect(await exercise(name, bytes), name).toBe('opened');
  });
});
