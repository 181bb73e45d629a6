import { expect, test } from 'vitest';
import { MAX_SUGGESTIONS, suggestionsFor } from './suggestions.ts';

const LICENSES = [
  { value: 'AML', note: 'Apple MIT License' },
  { value: 'FSFUL', note: 'FSF Unlimited License' },
  { value: 'MIT-0', note: 'MIT No Attribution' },
  { value: 'MIT', note: 'MIT License' },
  { value: 'X-MIT', note: 'X' },
  { value: 'SMIT', note: 'None' },
];

test('what is the query comes first, then what begins with it, and no midst of a word of a note', () => {
  const { items, more } = suggestionsFor(LICENSES, ' mit');
  expect(items.map(({ value }) => value)).toEqual(['MIT', 'MIT-0', 'X-MIT', 'AML', 'SMIT']);
  expect(more).toBe(0);
});

test('several words find what has all of them, in any order', () => {
  const platforms = [
    { value: 'x86_64-unknown-linux-gnu', note: 'Linux on 64-bit x86' },
    { value: 'aarch64-unknown-linux-gnu', note: 'Linux on 64-bit ARM' },
    { value: 'aarch64-apple-darwin', note: 'macOS on 64-bit ARM' },
  ];
  const found = (query: string) => suggestionsFor(platforms, query).items.map(({ value }) => value);
  expect(found('linux arm')).toEqual(['aarch64-unknown-linux-gnu']);
  expect(found(' ARM  Linux ')).toEqual(['aarch64-unknown-linux-gnu']);
  expect(found('linux on')).toEqual(['x86_64-unknown-linux-gnu', 'aarch64-unknown-linux-gnu']);
  expect(found('linux riscv')).toEqual([]);
});

test('all for an empty query, in their order, and no more than can be looked at', () => {
  expect(suggestionsFor(LICENSES, '').items).toEqual(LICENSES);
  const many = Array.from({ length: 200 }, (_, i) => ({ value: `file${i}` }));
  expect(suggestionsFor(many, '')).toMatchObject({ more: 150, items: { length: MAX_SUGGESTIONS } });
  expect(suggestionsFor(many, 'file1').items[0]?.value).toBe('file1');
  expect(suggestionsFor(many, 'file1')).toMatchObject({ more: 111 - MAX_SUGGESTIONS });
});
