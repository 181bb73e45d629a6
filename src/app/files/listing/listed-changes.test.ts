import { expect, test } from 'vitest';
import type { FileChange } from '../../../model/draft.ts';
import { sameFilesChanged } from './listed-changes.ts';

const put = (path: string, text: string): FileChange => ({ kind: 'put', path, blob: new Blob([text]) });
const remove: FileChange = { kind: 'remove', path: 'old' };

test('another content of a file changes the same files', () => {
  expect(sameFilesChanged([remove, put('a', 'x')], [remove, put('a', 'xy')])).toBe(true);
  expect(sameFilesChanged([], [])).toBe(true);
});

test('another file, or another change of it, does not', () => {
  expect(sameFilesChanged([], [put('a', 'x')])).toBe(false);
  expect(sameFilesChanged([put('a', 'x')], [])).toBe(false);
  expect(sameFilesChanged([put('a', 'x')], [put('b', 'x')])).toBe(false);
  expect(sameFilesChanged([put('old', 'x')], [remove])).toBe(false);
  expect(sameFilesChanged([{ kind: 'link', path: 'a', urls: ['x'] }], [{ kind: 'link', path: 'a', urls: [] }])).toBe(
    false,
  );
});
