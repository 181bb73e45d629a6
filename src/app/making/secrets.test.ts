import { expect, it } from 'vitest';
import { leftOutKind } from '../../model/left-out.ts';
import type { Readme } from '../../model/readme.ts';
import type { SecretSearch } from '../../model/secret/secret-search.ts';
import type { Layout } from './material.ts';
import { secretFiles, withoutSecret } from './secrets.ts';

const PATHS = ['token.txt', 'plain.txt', '.env', '.git/config', 'a.env', 'README.md'];
const layout = { files: PATHS.map((path) => ({ path, leftOut: leftOutKind(path) })) } as unknown as Layout;
const secrets = [{ rule: 'a', what: 'password', line: 1 }];
const search: SecretSearch = {
  found: new Map(PATHS.flatMap((path) => (path === 'plain.txt' ? [] : [[path, secrets]]))),
  unread: new Set(),
};
const answersOf = (chosen: readonly string[], answers: Parameters<typeof secretFiles>[3] = new Map()) =>
  secretFiles(layout, search, new Set(chosen), answers).map(({ path, answer }) => [path, answer]);

it('asks about chosen files, and those that wait come first', () => {
  expect(answersOf(['token.txt', 'plain.txt', 'a.env', 'README.md'])).toEqual([
    ['README.md', undefined],
    ['a.env', undefined],
    ['token.txt', undefined],
    ['.env', 'leave-out'],
  ]);
});

it('keeps a file only where somebody said so, and knows others as left out', () => {
  const kept = new Map([
    ['token.txt', 'keep'],
    ['a.env', 'keep'],
  ] as const);
  expect(answersOf(['token.txt', 'README.md'], kept)).toEqual([
    ['README.md', undefined],
    ['a.env', 'leave-out'],
    ['token.txt', 'keep'],
    ['.env', 'leave-out'],
  ]);
});

it('asks about a file of a left-out folder once it is chosen, and goes on showing it', () => {
  const of = (chosen: readonly string[], answers?: Parameters<typeof secretFiles>[3]) =>
    answersOf(chosen, answers).find(([path]) => path === '.git/config');
  expect(of([])).toBeUndefined();
  expect(of(['.git/config'])).toEqual(['.git/config', undefined]);
  expect(of([], new Map([['.git/config', 'leave-out']]))).toEqual(['.git/config', 'leave-out']);
});

it('takes no description from a README that may contain a secret, unless somebody keeps it', () => {
  const state = { at: 'read', readme: { path: 'README.md' } as Readme } as const;
  expect(withoutSecret(state, search, new Map())).toEqual({
    at: 'unusable',
    path: 'README.md',
    why: 'may contain a secret',
  });
  expect(withoutSecret(state, search, new Map([['README.md', 'keep']]))).toBe(state);
  expect(withoutSecret(state, { ...search, found: new Map() }, new Map())).toBe(state);
});
