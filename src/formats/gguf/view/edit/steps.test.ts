import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../../model/edit/edit.ts';
import { drafts } from '../../core/drafts.ts';
import { KEY_STEPS, listText, parsedList, retypeValue } from './steps.ts';

const typed = (value: string | string[], to: string) =>
  (applyEdits({}, retypeValue('k', value, to).edits)['key-values'] as { k: unknown }).k;

describe('the type of a value', () => {
  it('changes with the value where it is one of the new type, and else begins again', () => {
    expect(typed('7', 'uint8')).toEqual({ type: 'uint8', value: '7' });
    expect(typed('300', 'uint8')).toEqual({ type: 'uint8', value: '0' });
    expect(typed('1.50', 'float32')).toEqual({ type: 'float32', value: '1.5' });
    expect(typed('x', 'bool')).toEqual({ type: 'bool', value: 'false' });
    expect(typed('7', 'array of int8')).toEqual({ type: 'array of int8', value: ['7'] });
    expect(typed(['1', 'x', '-2'], 'array of int8')).toEqual({ type: 'array of int8', value: ['1', '-2'] });
    expect(typed(['a', 'b'], 'string')).toEqual({ type: 'string', value: 'a' });
    expect(typed([], 'string')).toEqual({ type: 'string', value: '' });
  });
});

describe('the lines of a list', () => {
  it('are read as they were written, whatever the texts', () => {
    const items = ['a', '', ' ', '"', '"x"', 'b\nc', '\r', ' d', 'é"', '\u2028'];
    expect(parsedList('array of string', listText(items))).toEqual(items);
    expect(listText(['a', 'b c'])).toBe('a\nb c');
    expect(parsedList('array of float32', '1.50\n\n  -2 \n')).toEqual(['1.5', '-2']);
  });

  it('say which of them is wrong', () => {
    expect(parsedList('array of uint8', '1\n256')).toEqual({ problem: expect.stringContaining('Line 2: “256”') });
    expect(parsedList('array of string', '"x')).toEqual({ problem: expect.stringContaining('Line 1') });
  });
});

describe('the changes of a draft', () => {
  const first = { 'key-values': { a: { type: 'uint8', value: '1' }, b: { type: 'string', value: 'x' } } };
  const steps = [...KEY_STEPS.set('a', { type: 'uint16', value: '1' }).edits, ...KEY_STEPS.remove('b').edits];
  const now = applyEdits(first, steps);

  it('are told with their types, and taken back one by one', () => {
    expect(drafts.changes(first, now).map(({ label, kind, before, after }) => [label, kind, before, after])).toEqual([
      ['Key “a”', 'changed', '1 (uint8)', '1 (uint16)'],
      ['Key “b”', 'removed', 'x', undefined],
    ]);
    const steps = [...drafts.putBackSteps(first, now, 9).values()];
    expect(steps.reduce<unknown>((values, step) => step.apply(values), now)).toEqual(first);
  });
});
