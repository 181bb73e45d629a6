import { expect, test } from 'vitest';
import { fileChangeText, fileCountsText } from './file-change-text.ts';

test('changes of files are counted by what they do', () => {
  expect(fileCountsText([])).toBeUndefined();
  expect(fileCountsText(['added'])).toBe('1 file added');
  expect(fileCountsText(['removed', 'added', 'linked', 'added'])).toBe('2 files added, 1 removed, 1 only linked');
});

test('a change names the file of the package that it is about', () => {
  expect(fileChangeText({ kind: 'put', path: 'a', blob: new Blob() })).toEqual({ path: 'a', does: 'replaced' });
  expect(fileChangeText({ kind: 'rename', from: 'a', to: 'b' })).toEqual({ path: 'a', does: 'renamed to b' });
});
