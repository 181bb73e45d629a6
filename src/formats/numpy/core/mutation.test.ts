import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildNpy, padded } from '../../../testing/builders/numpy-files.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { CODE_POINT } from '../../../testing/code-point.ts';
import { cpuClock } from '../../../testing/cpu-clock.ts';
import { byteChanges, exercise, mutate } from '../../../testing/mutation.ts';

const headed = (descr: string, shape: string, order = 'False', start = 10) =>
  padded(`{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }`, start);
const data = Uint8Array.from({ length: 96 }, (_, at) => (at * 37) & 0xff);

const ARRAYS = [
  buildNpy(),
  buildNpy({ header: headed("'>f4'", '(2, 3, 4)', 'True'), data }),
  buildNpy({ version: [2, 0], header: headed("'<U4'", '(6,)', 'False', 12), data }),
  buildNpy({ version: [3, 0], header: headed("[('é', '<f4'), (('t', 'b'), '|S8', (1,))]", '(8,)', 'False', 12), data }),
  buildNpy({ header: headed("'|O'", '()'), data }),
];

const SUBJECTS = [
  ...ARRAYS.map((bytes) => ({ name: 'a.npy', bytes })),
  {
    name: 'a.npz',
    bytes: buildZip(ARRAYS.map((array, i) => ({ name: `${i}.npy`, data: array, method: i % 2 ? 8 : 0 }))),
  },
];

/** Damage to the text of a header, whose length is made right again: it reaches the parser. */
const texts = fc.record({
  at: fc.nat(120),
  cut: fc.nat(12),
  text: fc.oneof(
    fc.constantFrom("'", '"', '{', '}', '(', ')', '[', ']', ',', ':', '\\', 'L', '-', '0', 'True', "'descr': 1,", '99'),
    fc.constantFrom("'<U99999999'", '(99999999999999999999,)', '('.repeat(99), '9'.repeat(999), '\\x', "'>f4'", '|O'),
    fc.string({ unit: CODE_POINT, maxLength: 6 }),
  ),
});

it('5,000 damaged files open, or are refused by one of our errors, in time', async () => {
  const counts = { opened: 0, refused: 0 };
  let slowest = 0;
  const run = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const seconds = cpuClock();
    counts[await exercise(name, bytes)]++;
    slowest = Math.max(slowest, seconds());
  };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SUBJECTS), byteChanges, ({ name, bytes }, changes) =>
      run(name, mutate(bytes, changes)),
    ),
    { numRuns: 2500, seed: 12 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(headed("'>f4'", '(2, 3, 4)', 'True'), headed("[('a', '<f4'), ('b', '<i2', (2,))]", '(12,)')),
      fc.array(texts, { minLength: 1, maxLength: 3 }),
      (header, changes) => {
        let text = header;
        for (const { at, cut, text: put } of changes) text = text.slice(0, at) + put + text.slice(at + cut);
        return run('a.npy', buildNpy({ version: [3, 0], header: padded(text.trimEnd(), 12), data }));
      },
    ),
    { numRuns: 2500, seed: 12 },
  );
  expect(counts.opened + counts.refused).toBe(5000);
  expect(Math.min(counts.opened, counts.refused)).toBeGreaterThan(150);
  expect(slowest).toBeLessThan(15);
}, 120_000);
