import { describe, expect, it } from 'vitest';
import { finding } from '../../src/base/findings.ts';
import { newErrors } from './new-errors.ts';

describe('newErrors', () => {
  const error = (field: string, message: string, more?: number) =>
    finding('schema/wrong-type', message, { path: 'a', field, ...(more ? { more } : {}) });
  const keys = new Set(['license']);

  it('are those of a code that there are more of, and those of a field that was set', () => {
    const [a, b] = [error('x', 'one'), error('y', 'two')];
    expect(newErrors([a], [a, b], keys)).toEqual([b]);
    expect(newErrors([a], [b], keys)).toEqual([]);
    expect(newErrors([error('license', 'one')], [error('license', 'two')], keys)).toHaveLength(1);
    expect(newErrors([error('license.0', 'one')], [error('license.0', 'one')], keys)).toEqual([]);
    expect(newErrors([error('z', 'one')], [error('license.0', 'one')], keys)).toHaveLength(1);
    expect(newErrors([error('x', 'one', 5)], [error('x', 'one', 6)], keys)).toHaveLength(1);
    expect(newErrors([error('x', 'one', 5)], [error('x', 'one', 5)], keys)).toEqual([]);
    expect(newErrors([], [{ ...a, severity: 'warning' }], keys)).toEqual([]);
  });
});
