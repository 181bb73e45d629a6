import { expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { memorySource } from '../source/memory.ts';
import type { ByteSource } from '../source/source.ts';
import { buildZip } from '../testing/builders/zip-builder.ts';
import { openArchive } from '../testing/open-archive.ts';
import { replacedArchive } from './overlay.ts';

const textOf = async (source: ByteSource | undefined) =>
  source && new TextDecoder().decode(await source.read(0, source.size));

test('a file with another content has its size and bytes by every path, and the others stay', async () => {
  const archive = await openArchive(
    memorySource(
      'a.zip',
      buildZip([
        { name: 'a', data: encodeUtf8('old') },
        { name: 'b', data: encodeUtf8('same') },
        { name: 'link', data: encodeUtf8('a'), mode: 0o120777 },
      ]),
    ),
  );
  const replaced = replacedArchive(
    archive,
    new Map([
      ['a', encodeUtf8('newer')],
      ['c', encodeUtf8('nowhere')],
    ]),
  );
  expect(replaced.entries.map(({ path, size }) => [path, size])).toEqual([
    ['a', 5],
    ['b', 4],
    ['link', 1],
  ]);
  expect(replaced.entryAt('a')).toBe(replaced.entries[0]);
  expect(replaced.entries[1]).toBe(archive.entries[1]);
  expect(await Promise.all(['a', 'link', 'b', 'c'].map((path) => textOf(replaced.open(path))))).toEqual([
    'newer',
    'newer',
    'same',
    undefined,
  ]);
  expect(replaced.resolve('link')).toBe(replaced.entries[0]);
  expect(replaced.plan).toBeUndefined();
  const job = replaced.digestJob(replaced.entries[0] as NonNullable<(typeof replaced.entries)[0]>);
  expect('blob' in job && (await job.blob?.text())).toBe('newer');
  expect(await textOf(archive.open('a'))).toBe('old');
});
