import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildLibrary, buildParams, libraryFiles } from '../../../testing/builders/model-library.ts';
import { type BuiltMember, buildTar, longMember, paxMember } from '../../../testing/builders/tar-builder.ts';
import { CODE_POINT } from '../../../testing/code-point.ts';
import { byteChanges, exercise, mutate } from '../../../testing/mutation.ts';

const PARAMS = buildParams([
  { name: 'p0', shape: [2, 2], data: new Uint8Array(16) },
  { name: 'p1', type: [0, 8, 1], shape: [3], data: new Uint8Array(3) },
]);

/** Every kind of member that a tar may have. */
const MEMBERS: BuiltMember[] = [
  { name: './', type: '5' },
  { name: 'a', data: 'first' },
  paxMember({ path: 'long/'.repeat(30), size: '5' }),
  { name: 'x', data: '12345' },
  longMember('other/'.repeat(30)),
  { name: 'y', data: 'yy' },
  paxMember({ 'GNU.sparse.major': '1', 'GNU.sparse.realsize': '999' }),
  { name: 'sparse', data: 's' },
  { name: 'soft', type: '2', link: 'hard' },
  { name: 'hard', type: '1', link: 'a' },
  { name: 'device', type: '3' },
  { name: 'a', data: 'again' },
];

/** What stands in metadata.json and graphs, and what must not. */
const texts = fc.array(
  fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
    text: fc.oneof(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'null', '-', '8e0', '99999999999999999999', '\ufeff'),
      fc.constantFrom('"modules":{},', '"version":null,', '"memory":[],', '"nodes":[{}],', '['.repeat(20_000)),
      fc.string({ unit: CODE_POINT, maxLength: 6 }),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

function damaged(text: string, changes: typeof texts extends fc.Arbitrary<infer T> ? T : never): string {
  return changes.reduce((now, { share, cut, text: put }) => {
    const at = Math.floor(share * now.length);
    return now.slice(0, at) + put + now.slice(at + cut);
  }, text);
}

/** Headers with one damaged field and a correct checksum. */
const fields = fc.record({
  member: fc.nat(MEMBERS.length - 1),
  at: fc.integer({ min: 0, max: 511 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
});

/** The counts are those after which twice as many cases gave no other finding or error. */
it('2,000 damaged tars open, or are refused by one of our errors, in time', async () => {
  const counts = { opened: 0, refused: 0 };
  const tar = buildTar(MEMBERS);
  await fc.assert(
    fc.asyncProperty(byteChanges, async (changes) => {
      counts[await exercise('a.tar', mutate(tar, changes))]++;
    }),
    { numRuns: 1000, seed: 14 },
  );
  await fc.assert(
    fc.asyncProperty(fields, async ({ member, at, bytes }) => {
      const set = { [Math.min(at, 512 - bytes.length)]: bytes };
      const members = MEMBERS.map((item, index) => (index === member ? { ...item, set } : item));
      counts[await exercise('a.tar', buildTar(members))]++;
    }),
    { numRuns: 1000, seed: 14 },
  );
  expect(counts.opened + counts.refused).toBe(2000);
  expect(counts.opened).toBeGreaterThan(900);
}, 300_000);

it('2,500 damaged model libraries open, or are refused by one of our errors, in time', async () => {
  const counts = { opened: 0, refused: 0 };
  const library = buildLibrary({ 'parameters/sine.params': PARAMS });
  await fc.assert(
    fc.asyncProperty(byteChanges, async (changes) => {
      counts[await exercise('a.tar', mutate(library, changes))]++;
    }),
    { numRuns: 1000, seed: 14 },
  );
  await fc.assert(
    fc.asyncProperty(byteChanges, async (changes) => {
      counts[await exercise('a.tar', buildLibrary({ 'parameters/sine.params': mutate(PARAMS, changes) }))]++;
    }),
    { numRuns: 500, seed: 14 },
  );
  const files = libraryFiles();
  const paths = ['metadata.json', 'executor-config/graph/graph.json', 'codegen/host/src/lib0.c'];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), texts, async (path, changes) => {
      counts[await exercise('a.tar', buildLibrary({ [path]: damaged(files[path] as string, changes) }))]++;
    }),
    { numRuns: 1000, seed: 14 },
  );
  expect(counts.opened + counts.refused).toBe(2500);
  expect(counts.opened).toBeGreaterThan(1500);
}, 300_000);
