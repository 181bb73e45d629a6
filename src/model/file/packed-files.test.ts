import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PackageFile } from '../package.ts';
import { isHashed, plainFile } from './file-view.ts';
import { buffersOf, packFiles, unpackFiles } from './packed-files.ts';

const HASH = '0123456789abcdef'.repeat(4);

const ORDINARY: PackageFile = {
  path: 'model/a',
  size: 1,
  role: 'model',
  hash: 'unverified',
  kind: 'file',
  sha256: HASH,
};

const KEYS = [
  ...(['path', 'size', 'storedSize', 'storage', 'compressed', 'sha256', 'role', 'hash', 'kind'] as const),
  ...(['linkText', 'target', 'link', 'fetched', 'shadowed', 'unsafe', 'isPackage'] as const),
];

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
      const unpacked = Array.from(unpackFiles(structuredClone(packFiles(files))));
      expect(unpacked.map(plainFile)).toEqual(files);
      expect(unpacked.map(isHashed)).toEqual(files.map(({ sha256 }) => sha256 !== undefined));
      for (const key of KEYS) expect(unpacked.map((one) => one[key])).toEqual(files.map((one) => one[key]));
    }),
  );
});

it('files that were posted have plain copies to be changed and posted', () => {
  const [unpacked] = unpackFiles(packFiles([ORDINARY]));
  const plain = plainFile(unpacked as PackageFile);
  expect({ ...plain, path: 'b' }).toEqual({ ...ORDINARY, path: 'b' });
  expect(structuredClone(plain)).toEqual(ORDINARY);
  expect(JSON.parse(JSON.stringify([unpacked]))).toEqual([ORDINARY]);
  expect(plainFile(ORDINARY)).toBe(ORDINARY);
});

it('ordinary files take their columns alone', () => {
  const { others, traits, paths } = packFiles([ORDINARY, { ...ORDINARY, path: 'é', size: 5 }]);
  expect([others, traits.length, paths]).toEqual([[], 1, 'model/aé']);
});

it('files of more traits than a byte can tell stay whole', () => {
  const files = Array.from({ length: 300 }, (_, at): PackageFile => {
    return { path: `${at}`, role: 'other', hash: 'none', kind: 'file', storage: `method ${at}` };
  });
  expect(Array.from(unpackFiles(packFiles(files)), plainFile)).toEqual(files);
});

it('columns are posted without a copy', () => {
  const columns = packFiles([ORDINARY]);
  const posted = structuredClone(columns, { transfer: buffersOf(columns) });
  const { paths, traits, others, ...arrays } = columns;
  expect(Object.values(arrays).map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(Array.from(unpackFiles(posted), plainFile)).toEqual([ORDINARY]);
});
