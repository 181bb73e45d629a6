import { expect, it, vi } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import { MAX_SEARCHED_BYTES, MAX_SEARCHED_FILES, type SearchedFile, searchSecrets } from './secret-search.ts';
import { MAX_SECRET_BYTES } from './secrets.ts';

const { signal } = new AbortController();
const KEY = encodeUtf8(`a\n${'PuTTY-User-Key-File-'}3: ssh-rsa\n`);
const file = (path: string, size = KEY.length, content = KEY): SearchedFile & { read: ReturnType<typeof vi.fn> } => ({
  path,
  size,
  read: vi.fn(async () => content),
});

it('looks at paths, and at the content of small files', async () => {
  const large = file('large.txt', MAX_SECRET_BYTES + 1);
  const files = [
    file('notes.txt'),
    file('plain.txt', 1, encodeUtf8('a')),
    large,
    { ...file('far.pem'), read: undefined },
    { ...file('link', 1, encodeUtf8('a')), target: 'sub/prod.env' },
    { ...file('gone.txt'), read: () => Promise.reject(new Error('It cannot be read.')) },
  ];
  const { found, unread } = await searchSecrets(files, signal);
  const said = [...found].map(([path, secrets]) => [path, secrets.map(({ rule, line }) => line ?? rule)]);
  expect(Object.fromEntries(said)).toEqual({ 'notes.txt': [2], 'far.pem': ['name/key-file'], link: ['name/env'] });
  expect(unread).toEqual(new Set(['large.txt', 'far.pem', 'gone.txt']));
  expect(large.read).not.toHaveBeenCalled();
});

it('reads the smallest files first, and what is likely not wanted last', async () => {
  const last = { ...file('.git/a', 1), isLast: true };
  const small = file('z', 2);
  const rest = Array.from({ length: MAX_SEARCHED_BYTES / MAX_SECRET_BYTES }, (_, at) =>
    file(`${at}`, MAX_SECRET_BYTES),
  );
  const { found, unread } = await searchSecrets([last, ...rest, small], signal);
  expect([...unread]).toEqual([`${rest.length - 1}`]);
  expect([found.has('z'), found.has('.git/a')]).toEqual([true, true]);
  const many = Array.from({ length: MAX_SEARCHED_FILES }, (_, at) => file(`${at}`, 1));
  expect([...(await searchSecrets([last, ...many], signal)).unread]).toEqual(['.git/a']);
});

it('reads no more once it is aborted', async () => {
  const ended = new AbortController();
  const first = file('a');
  first.read.mockImplementation(async () => {
    ended.abort();
    return KEY;
  });
  const others = Array.from({ length: 20 }, (_, at) => file(`${at}`));
  await expect(searchSecrets([first, ...others], ended.signal)).rejects.toMatchObject({ code: 'internal/cancelled' });
  expect(others.at(-1)?.read).not.toHaveBeenCalled();
});
