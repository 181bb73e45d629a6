import { expect, test } from 'vitest';
import { outcomeText } from './rebase-outcome.ts';

const of = (fits: number, misfits = 0, present = 0) =>
  outcomeText({ fits: { length: fits }, misfits: { length: misfits }, present: { length: present } });

test('what becomes of changes is said of one, of all alike, and of each kind', () => {
  expect(of(0)).toBe('It changes no field.');
  expect([of(1), of(0, 1), of(0, 0, 1)]).toEqual([
    'Its change fits.',
    'Its change does not fit.',
    'Its change is already here.',
  ]);
  expect([of(3), of(0, 3), of(0, 0, 3)]).toEqual([
    'All its 3 changes fit.',
    'None of its 3 changes fit.',
    'All its 3 changes are already here.',
  ]);
  expect(of(1, 1)).toBe('Of its 2 changes, 1 fits, 1 does not fit.');
  expect(of(2, 2, 1)).toBe('Of its 5 changes, 2 fit, 2 do not fit, 1 is already here.');
});
