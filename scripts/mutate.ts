import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { byteChanges, exercise, mutate, rewrite, rewrites, subjects } from '../src/testing/mutation.ts';
import { type Difference, pickleDifference } from '../src/testing/pickles/pickle-difference.ts';
import { PYTHON, writtenPickles } from '../src/testing/pickles/written-pickles.ts';

/**
 * `npm run mutate -- [--minutes 10] [--seed N] [--pickles 1000000]` damages the bytes and texts of every fixture, over
 * and over. Each result must open, or be refused by one of our errors, within limits of time and memory. A result that
 * fails is written to a file and reported with its seed.
 *
 * Then so many random pickles are walked over, and compared with what Python's unpicklers ask for. A name that is
 * missing, without a word that the walk is uncertain, is a failure.
 */

/** Longest time of one run, in milliseconds. The slowest fixture takes a tenth of it. */
const MAX_MS = 10_000;

/** Most resident bytes of the process. Its own code takes 200 MB. */
const MAX_RESIDENT = 1_500_000_000;

const RUNS = 50;

/** Pickles of one seed. */
const PICKLES_AT_ONCE = 20_000;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { minutes: text, seed: text, pickles: text } });
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
await comparePickles(Number(values.pickles ?? 1_000_000));
process.exitCode = failures > 0 ? 1 : 0;

async function comparePickles(count: number): Promise<void> {
  if (PYTHON === undefined) {
    process.stdout.write('No pickles were compared: there is no Python.\n');
    return;
  }
  const small = writtenPickles().flatMap(({ bytes }) => (bytes.length < 2000 ? [bytes] : []));
  const total: Difference = { files: 0, crashed: 0, asked: 0, silent: [], said: 0, loaded: {}, gaps: {} };
  while (total.files + total.crashed < count) {
    const found = await pickleDifference(seed, Math.min(PICKLES_AT_ONCE, count - total.files - total.crashed), small);
    for (const { bytes, asked } of found.silent) {
      current = { name: `a pickle without ${asked}`, bytes };
      await keep(new Error('a name is missed silently'));
    }
    total.files += found.files;
    total.crashed += found.crashed;
    total.asked += found.asked;
    total.said += found.said;
    total.silent.push(...found.silent);
    for (const part of ['loaded', 'gaps'] as const) {
      for (const [reading, number] of Object.entries(found[part])) {
        total[part][reading] = (total[part][reading] ?? 0) + number;
      }
    }
    seed++;
  }
  const shares = Object.entries(total.loaded).map(([reading, number]) => {
    const gaps = total.gaps[reading] ?? 0;
    return `${reading}: ${number} loaded to their end, ${gaps} of them uncertain (${((100 * gaps) / number).toFixed(2)} %)`;
  });
  process.stdout.write(
    `${total.files} pickles (${total.crashed} more crash NumPy), ${total.asked} names asked for, ${total.silent.length} missed silently, ` +
      `${total.said} missed where the walk says that it is uncertain.\n${shares.join('\n')}\n`,
  );
}
