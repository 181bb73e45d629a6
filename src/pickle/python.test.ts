import { existsSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { fixture, fixturePath } from '../testing/fixtures.ts';
import { pickleDifference } from '../testing/pickles/pickle-difference.ts';
import { PYTHON, type Written, writtenPickles } from '../testing/pickles/written-pickles.ts';
import { walkPickles } from './walk.ts';

vi.setConfig({ testTimeout: 300_000 });

const walk = (bytes: Uint8Array, maxPickles?: number) =>
  walkPickles(
    { size: bytes.length, read: async (start, end) => bytes.slice(start, end) },
    maxPickles === undefined ? {} : { maxPickles },
  );

/** Half of the random pickles are the same each time, and half those of the day. */
const FILES = 10_000;
const DAY = Math.floor(Date.now() / 86_400_000);
const SEEDS = process.env.CI ? [20_261_123, 1] : [20_261_123, DAY];

/** The share of files that Python loads and the walk calls uncertain. */
const MAX_GAPS = 0.05;

/** Readings of Python's own unpicklers. joblib also loads what it never writes. */
const OWN = ['C', 'Python', 'C shared', 'Python shared'];

describe.skipIf(PYTHON === undefined)('what Python asks for', () => {
  const written = writtenPickles();
  const small = written.filter(({ bytes }) => bytes.length < 2000).map(({ bytes }) => bytes);

  it.each(SEEDS)(`of ${FILES} random pickles is listed, or said to be uncertain: seed %i`, async (seed) => {
    const { files, crashed, asked, silent, loaded, gaps } = await pickleDifference(seed, FILES, small);
    expect(files + crashed).toBe(FILES);
    expect(crashed).toBeLessThan(FILES / 100);
    expect(asked).toBeGreaterThan(FILES);
    expect(silent.map(({ bytes, asked: names }) => [Buffer.from(bytes).toString('latin1'), names])).toEqual([]);
    for (const reading of OWN) {
      expect(loaded[reading]).toBeGreaterThan(FILES / 20);
      expect((gaps[reading] ?? 0) / (loaded[reading] as number)).toBeLessThan(MAX_GAPS);
    }
  });

  const writers = [...new Set(written.map(({ writer }) => writer))];

  it.each(writers)('is certain where it was written by %s', async (writer) => {
    for (const one of written.filter((each) => each.writer === writer)) await expectCertain(one);
  });

  it.skipIf(!writers.includes('joblib'))('has arrays of joblib in blocks', async () => {
    const [many] = written.filter(({ writer, what }) => writer === 'joblib' && what === 'arrays, protocol 4');
    expect((await walk((many as Written).bytes)).blocks).toHaveLength(200);
  });
});

async function expectCertain({ writer, what, bytes }: Written): Promise<void> {
  const { problem, brokenFrameAt, imports, trailingAt } = await walk(
    bytes,
    writer === 'PyTorch before 1.6' ? 5 : undefined,
  );
  const unnamed = imports.list.filter((item) => item.unnamed !== undefined);
  expect([what, problem, brokenFrameAt, unnamed]).toEqual([what, undefined, undefined, []]);
  if (writer !== 'PyTorch before 1.6') expect([what, trailingAt]).toEqual([what, undefined]);
}

const hasPickles = existsSync(fixturePath('pickles/expected.json'));

describe.skipIf(!hasPickles)('files that hide a name', () => {
  const expected = hasPickles ? JSON.parse(new TextDecoder().decode(fixture('pickles/expected.json'))) : {};
  const names = Object.entries(expected as Record<string, { asks_for: string | null }>);

  it.each(names.flatMap(([file, { asks_for }]) => (asks_for === null ? [] : [[file, asks_for]])))(
    '%s: %s',
    async (file, name) => {
      const { imports } = await walk(fixture(`pickles/${file}`));
      expect(imports.list.map((item) => `${item.module}.${item.name}`)).toContain(name);
    },
  );
});
