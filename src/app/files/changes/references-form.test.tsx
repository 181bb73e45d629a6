import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { References } from './references-form.tsx';

test('of many references, the first are listed, and how many more there are', () => {
  const references = new Map([
    ['misc/a.png', Array.from({ length: 10 }, (_, at) => `example ${at + 1}`)],
    ['misc/b.png', Array.from({ length: 10 }, (_, at) => `self-test ${at + 1}`)],
  ]);
  const linesOf = (namesFiles: boolean) =>
    renderToStaticMarkup(<References of={references} namesFiles={namesFiles} />)
      .split('</li>')
      .map((line) => line.replace(/<[^>]*>/g, ''));
  const lines = linesOf(true);
  expect([lines[0], lines[11], lines[12], lines[13]]).toEqual([
    'Example 1: misc/a.png',
    'Self-test 2: misc/b.png',
    'and 8 more',
    '',
  ]);
  expect(linesOf(false)[0]).toBe('Example 1');
});
