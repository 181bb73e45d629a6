import { expect, test } from 'vitest';
import { Folds, OpenItems } from './folds.ts';

const NO_ERRORS = () => false;

function openOf(items: OpenItems, keys: readonly string[]): string[] {
  return keys.filter((key) => items.has(key));
}

test('a short list is open; of a long one, the first item and those with errors', () => {
  const short = new OpenItems();
  short.see(['a', 'b', 'c'], NO_ERRORS);
  expect(openOf(short, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  const long = new OpenItems();
  long.see(['a', 'b', 'c', 'd'], (index) => index === 2);
  expect(openOf(long, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c']);
});

test('nothing folds or opens by itself later, and an added item is open', () => {
  const items = new OpenItems();
  items.see(['a', 'b', 'c'], NO_ERRORS);
  items.openNext();
  items.see(['a', 'b', 'c', 'd'], () => true);
  items.see(['d', 'a', 'b', 'c', 'e'], NO_ERRORS);
  expect(openOf(items, ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd']);
  items.set('a', false);
  items.see(['a', 'b'], () => true);
  expect(openOf(items, ['a', 'b'])).toEqual(['b']);
});

test('a path opens the item that holds it', () => {
  const folds = new Folds();
  const opened: number[] = [];
  const end = folds.add('input', (index) => opened.push(index));
  folds.open(['input', 4, 'shape']);
  folds.open(['input', '7']);
  folds.open(['input', 'x']);
  folds.open(['output', 1]);
  folds.open(['license']);
  end();
  folds.open(['input', 1]);
  expect(opened).toEqual([4, 7]);
});
