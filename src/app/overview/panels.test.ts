import { expect, test } from 'vitest';
import { percent } from './panels.tsx';

test('a share is all only where nothing is left', () => {
  expect([0, 0.0004, 0.004, 0.33, 0.99, 0.996, 1].map(percent)).toEqual([
    '0%',
    'under 0.1%',
    '0.4%',
    '33%',
    '99%',
    'over 99%',
    '100%',
  ]);
});
