import { describe, expect, it } from 'vitest';
import { type Finding, finding } from '../base/findings.ts';
import { newErrors, newUnfailing } from './new-findings.ts';

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

describe('newUnfailing', () => {
  const warning = (path: string, message: string, more?: number): Finding => ({
    ...finding('source/save-failed', message, { path, ...(more ? { more } : {}) }),
    severity: 'warning',
  });

  it('are those that were not there before, by their path and text', () => {
    const [a, b, moved] = [warning('x', 'one'), warning('x', 'two'), { ...warning('x', 'one'), line: 7 }];
    expect(newUnfailing('warning', [a], [a, b])).toEqual([b]);
    expect(newUnfailing('warning', [a], [b])).toEqual([b]);
    expect(newUnfailing('warning', [a, b], [a])).toEqual([]);
    expect(newUnfailing('warning', [a], [moved])).toEqual([]);
    expect(newUnfailing('warning', [a], [warning('y', 'one')])).toHaveLength(1);
    expect(newUnfailing('warning', [], [{ ...a, severity: 'error' }])).toEqual([]);
    expect(newUnfailing('warning', [], [{ ...a, severity: 'info' }])).toEqual([]);
  });

  it('of very many, are told by their number', () => {
    const [a, b] = [warning('x', 'one', 5), warning('x', 'two', 5)];
    expect(newUnfailing('warning', [a], [b])).toEqual([]);
    expect(newUnfailing('warning', [a], [warning('x', 'one', 6)])).toHaveLength(1);
  });
});
