import { describe, expect, it } from 'vitest';
import { fileOfValue, fittedValue } from './field-file.ts';
import type { FieldFile } from './maker.ts';

const about: FieldFile = {
  places: (value) => [`in/first/${value}`, `in/${value}`],
  maxBytes: 10,
  fit: (value, text) => (text === 'other' ? 'fitting' : value),
  lack: (value, place, text) => (text.includes(value) ? undefined : `${place} has no ${value}.`),
};
const file = (place: string, size = 1) => ({ path: place, place, size });

describe('the file of a field', () => {
  it('is the first one of its places, by where files go', () => {
    const files = [file('in/a'), file('in/first/a'), { ...file('in/b'), path: 'b' }, file('in/c', 11)];
    expect(fileOfValue(about, 'a', files)?.place).toBe('in/first/a');
    expect(fileOfValue(about, 'b', files)?.path).toBe('b');
    expect(fileOfValue(about, 'none', files)).toBeUndefined();
    // A file over the limit is not read.
    expect(fileOfValue(about, 'c', files)).toBeUndefined();
  });

  it('changes what the field begins with, and never what somebody typed', () => {
    const read = { place: 'in/a', text: 'other' };
    expect(fittedValue(about, 'first', undefined, read)).toEqual({ value: 'fitting', note: 'in/a has no fitting.' });
    expect(fittedValue(about, 'first', 'mine', read)).toEqual({ value: 'mine', note: 'in/a has no mine.' });
    expect(fittedValue(about, 'first', '', read).value).toBe('');
    expect(fittedValue(about, 'first', undefined, { place: 'in/a', text: 'first' })).toEqual({ value: 'first' });
  });
});
