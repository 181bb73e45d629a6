import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MLDEF_FILES, mldefManifest, mldefModel, signatureOf } from '../../../testing/builders/mldef-builder.ts';
import { CODE_POINT } from '../../../testing/code-point.ts';
import { byteChanges, exercise, mutate } from '../../../testing/mutation.ts';

const MANIFEST = JSON.stringify(mldefManifest());
const SIGNATURE = signatureOf(MLDEF_FILES);
const CSV = MLDEF_FILES['layers/t.csv'] as string;

/** Damage to a text, that keeps most of it. */
const texts = fc.array(
  fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
    text: fc.oneof(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '\\ud800', 'null', '-', '8e0', '99999999999999999999'),
      fc.constantFrom(
        '"layers":[],',
        '"count":-1,',
        '"Prior":"out",',
        '"PATH":"../x.csv",',
        'nan',
        '\ufeff',
        '\n',
        '  ',
      ),
      fc.constantFrom('['.repeat(20_000), '{"a":'.repeat(11_000), '9'.repeat(2000), '1,'.repeat(5000), '"Name":"out",'),
      fc.string({ unit: CODE_POINT, maxLength: 6 }),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

type Damage = typeof texts extends fc.Arbitrary<infer T> ? T : never;

function damaged(text: string, changes: Damage): string {
  return changes.reduce((now, { share, cut, text: put }) => {
    const at = Math.floor(share * now.length);
    return now.slice(0, at) + put + now.slice(at + cut);
  }, text);
}

/** Damaged packages. MUTATIONS=5000 asks for more. */
const RUNS = Number(process.env.MUTATIONS ?? 2000);

it('damaged models open, or are refused by one of our errors', async () => {
  const counts = { opened: 0, refused: 0 };
  const run = async (bytes: Uint8Array<ArrayBuffer>) => {
    counts[await exercise('a.mldef', bytes)]++;
  };
  const whole = mldefModel(MANIFEST, { ...MLDEF_FILES, SIGNATURE });
  const bytes = Math.floor(RUNS / 4);
  await fc.assert(
    fc.asyncProperty(byteChanges, (changes) => run(mutate(whole, changes))),
    { numRuns: bytes, seed: 29 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('manifest', 'csv', 'signature'), texts, (what, changes) => {
      const text = (of: string, stored: string) => (of === what ? damaged(stored, changes) : stored);
      const files = { ...MLDEF_FILES, 'layers/t.csv': text('csv', CSV), SIGNATURE: text('signature', SIGNATURE) };
      return run(mldefModel(text('manifest', MANIFEST), files));
    }),
    { numRuns: RUNS - bytes, seed: 29 },
  );
  expect(counts.opened + counts.refused).toBe(RUNS);
  expect(counts.opened).toBeGreaterThan(RUNS / 2);
}, 300_000);
