import { expect, test } from 'vitest';
import { nextKeys } from './item-keys.ts';

const [a, b, c, d] = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }];

function keysOf(now: object[]): string[] {
  let made = 0;
  return nextKeys([a, b, c], ['A', 'B', 'C'], now, () => `new${made++}`);
}

test.each<[string, object[], string[]]>([
  ['nothing changed', [a, b, c], ['A', 'B', 'C']],
  ['one was edited', [a, { n: 9 }, c], ['A', 'B', 'C']],
  ['one was moved', [c, a, b], ['C', 'A', 'B']],
  ['one was removed', [a, c], ['A', 'C']],
  ['the first was removed', [b, c], ['B', 'C']],
  ['one was added at the end', [a, b, c, d], ['A', 'B', 'C', 'new0']],
  ['one was put between', [a, d, b, c], ['A', 'new0', 'B', 'C']],
  ['all are others', [{}, {}, {}, {}], ['A', 'B', 'C', 'new0']],
  ['one stands there twice', [a, a, b], ['A', 'new0', 'B']],
])('%s', (_, now, keys) => {
  expect(keysOf(now)).toEqual(keys);
});
