import { expect, test } from 'vitest';
import { putProblem } from './outer-put.ts';

const files = { own: [{ path: 'LIST', why: 'LIST is written when you save.' }], folders: [] };
const zip = { name: 'a.zip', can: { verify: true, edit: false, save: true, files } };
const tar = { name: 'a.tar', can: { verify: false, edit: false, save: false } };

test.each([
  [zip, {}, 'm/b.zip', undefined],
  [zip, {}, 'LIST', 'LIST is written when you save.'],
  [
    zip,
    { unwrappedFrom: { name: 'b.zip.gz', size: 9 } },
    'b.zip.gz',
    'It was decompressed from b.zip.gz, and is not compressed again. Save it as a new file.',
  ],
  [tar, {}, 'b.zip', 'The files of a.tar cannot be changed here.'],
  [
    { ...tar, cannot: { save: 'A tar cannot be saved.' } },
    {},
    'b.zip',
    'The files of a.tar cannot be changed here. A tar cannot be saved.',
  ],
])('says why a package cannot take an edited inner one: %j %j %s', (outer, inner, path, why) => {
  expect(putProblem(outer, inner, path)).toBe(why);
});
