import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { byteChanges, exercise, mutate, rewrite, rewrites, subjects } from '../src/testing/mutation.ts';

/**
 * `npm run mutate -- [--minutes 10] [--seed N]` damages the bytes and texts of every fixture, over and over. Each
 * result must open, or be refused by one of our errors, within limits of time and memory. A result that fails is
 * written to a file and reported with its seed.
 */

/** Longest time of one run, in milliseconds. The slowest fixture takes a tenth of it. */
const MAX_MS = 10_000;

/** Most resident bytes of the process. Its own code takes 200 MB. */
const MAX_RESIDENT = 1_500_000_000;

const RUNS = 50;

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const until = performance.now() + Number(values.minutes ?? 10) * 60_000;
let seed = Number(values.seed ?? Date.now() % 2 ** 31);

const counts = { opened: 0, refused: 0 };
let slowest = 0;
let largest = 0;
let failures = 0;
/** The file of the last run, to be kept after a crash or a hang. */
let current: { name: string; bytes: Uint8Array } | undefined;
const folder = await mkdtemp(join(tmpdir(), 'boxcutter-mutate-'));

async function run(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  current = { name, bytes };
  const start = performance.now();
  counts[await exercise(name, bytes)]++;
  const took = performance.now() - start;
  slowest = Math.max(slowest, took);
  const resident = process.memoryUsage().rss;
  largest = Math.max(largest, resident);
  if (took > MAX_MS) throw new Error(`took ${Math.round(took)} ms`);
  if (resident > MAX_RESIDENT) throw new Error(`holds ${Math.round(resident / 1e6)} MB`);
}

async function keep(error: unknown): Promise<void> {
  failures++;
  const file = join(folder, `${failures}.carton`);
  if (current) await writeFile(file, current.bytes);
  process.stderr.write(
    `${current?.name}, seed ${seed}, kept as ${file}: ${error instanceof Error ? error.stack : error}\n`,
  );
}

process.on('unhandledRejection', (error) => void keep(error));

const all = subjects();
while (performance.now() < until) {
  for (const subject of all) {
    if (performance.now() >= until) break;
    const options = { numRuns: RUNS, seed };
    const results = [
      await fc.check(
        fc.asyncProperty(byteChanges, (changes) => run(subject.name, mutate(subject.bytes, changes))),
        options,
      ),
      await fc.check(
        fc.asyncProperty(rewrites, async (change) => run(subject.name, await rewrite(subject, change))),
        options,
      ),
    ];
    for (const { failed, errorInstance } of results) if (failed) await keep(errorInstance);
  }
  seed++;
}
process.stdout.write(
  `${counts.opened} opened, ${counts.refused} refused, ${failures} failed; the slowest took ${Math.round(slowest)} ms, ` +
    `and at most ${Math.round(largest / 1e6)} MB were resident.\n`,
);
process.exitCode = failures > 0 ? 1 : 0;
