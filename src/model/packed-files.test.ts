import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PackageFile } from './package.ts';
import { packFiles, unpackFiles } from './packed-files.ts';

const HASH = '0123456789abcdef'.repeat(4);

const file = fc.record(
  {
    path: fc.string({ unit: 'binary', maxLength: 8 }),
    role: fc.constantFrom('model', 'other'),
    hash: fc.constantFrom('unverified', 'none', 'linked'),
    kind: fc.constantFrom('file', 'symlink'),
    size: fc.nat(2 ** 40),
    storedSize: fc.nat(),
    storage: fc.string({ maxLength: 2 }),
    compressed: fc.constant(true as const),
    sha256: fc.constantFrom(HASH, HASH.replaceAll('0', 'f'), HASH.toUpperCase(), 'odd'),
    target: fc.string({ maxLength: 3 }),
    shadowed: fc.boolean(),
    link: fc.constant({ urls: ['https://a.example'] }),
  },
  { requiredKeys: ['path', 'role', 'hash', 'kind'] },
) as fc.Arbitrary<PackageFile>;

it('files are the same after they were posted in columns', () => {
  fc.assert(
    fc.property(fc.array(file, { maxLength: 20 }), (files) => {
      expect(Array.from(unpackFiles(structuredClone(packFiles(files))))).toEqual(files);
    }),
  );
});

it('ordinary files take their columns alone', () => {
  const ordinary: PackageFile = {
    path: 'model/a',
    size: 1,
    role: 'model',
    hash: 'unverified',
    kind: 'file',
    sha256: HASH,
  };
  const { others, kinds, paths } = packFiles([ordinary, { ...ordinary, path: 'é', size: 5 }]);
  expect([others, kinds.length, paths]).toEqual([[], 1, 'model/aé']);
});

it('files of more kinds than a byte can tell stay whole', () => {
  const files = Array.from({ length: 300 }, (_, at): PackageFile => {
    return { path: `${at}`, role: 'other', hash: 'none', kind: 'file', storage: `method ${at}` };
  });
  expect(Array.from(unpackFiles(packFiles(files)))).toEqual(files);
});
