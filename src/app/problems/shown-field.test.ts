import { expect, it } from 'vitest';
import { nearestField } from './shown-field.ts';

it('a field leads to its own part of the form, or to the nearest part above it', () => {
  const parts = [
    ['input', 1],
    ['input.0', 2],
    ['input.0.name', 3],
    ['license', 4],
  ] as const;
  expect(nearestField('input.0.name', parts)).toBe(3);
  expect(nearestField('input.0.shape.1', parts)).toBe(2);
  expect(nearestField('input.7.name', parts)).toBe(1);
  expect(nearestField('licenses', parts)).toBeUndefined();
  expect(nearestField('', parts)).toBeUndefined();
});
