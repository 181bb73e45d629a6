import { expect, test } from 'vitest';
import type { FileChange } from '../draft.ts';
import { rebaseFiles } from './file-rebase.ts';

const put = (path: string): FileChange => ({ kind: 'put', path, blob: new Blob([path]), id: path });
const isThere = (path: string) => ['a.txt', 'b.txt'].includes(path);

test('added files fit where nothing is, with their links; what is about other files does not', () => {
  const link: FileChange = { kind: 'link', path: 'new.bin', urls: ['https://a.example/new.bin'] };
  const misfits: FileChange[] = [
    { kind: 'remove', path: 'b.txt' },
    { kind: 'rename', from: 'gone.txt', to: 'other.txt' },
    put('a.txt'),
    { kind: 'link', path: 'a.txt', urls: ['https://a.example/a'] },
  ];
  const { fits, misfits: left, files } = rebaseFiles([...misfits, put('new.bin'), link], [], isThere);
  expect(fits).toEqual([put('new.bin'), link]);
  expect(left).toEqual(misfits);
  expect(files).toEqual([put('new.bin'), link]);
});

test('what this version’s own draft has done stays', () => {
  const onto: FileChange[] = [{ kind: 'remove', path: 'a.txt' }, put('mine.txt')];
  const { fits, misfits, files } = rebaseFiles([put('a.txt'), put('mine.txt'), put('new.txt')], onto, isThere);
  expect(fits).toEqual([put('a.txt'), put('new.txt')]);
  expect(misfits).toEqual([put('mine.txt')]);
  expect(files).toEqual([put('a.txt'), put('mine.txt'), put('new.txt')]);
});
