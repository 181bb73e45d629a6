import { expect, test } from 'vitest';
import { sameProps } from './same-props.ts';

const finding = { code: 'x' };

test.each<[string, object, object, boolean]>([
  ['the same values', { label: 'a', index: 1 }, { label: 'a', index: 1 }, true],
  ['another value', { label: 'a' }, { label: 'b' }, false],
  ['lists of the same', { path: ['input', 0], findings: [finding] }, { path: ['input', 0], findings: [finding] }, true],
  ['another item', { path: ['input', 0] }, { path: ['input', 1] }, false],
  ['another length', { findings: [finding] }, { findings: [] }, false],
  ['an object like it', { findings: [finding] }, { findings: [{ ...finding }] }, false],
  ['one more', { a: 1 }, { a: 1, b: undefined }, false],
  ['an integer and a float', { value: 1n }, { value: 1 }, false],
])('%s', (_, before, now, alike) => {
  expect(sameProps(before, now)).toBe(alike);
});
