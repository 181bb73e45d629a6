import { describe, expect, it } from 'vitest';
import { outcomeOf } from './committed-text.ts';

const BAD = { ok: false, reason: 'It is not a number.' } as const;

describe('text that counts as a whole', () => {
  it('gives the draft its value', () => {
    expect(outcomeOf({ ok: true, value: 2n }, 1n, { value: 1n, isSet: false }, false)).toEqual({
      isFinished: false,
      next: { value: 2n },
    });
  });

  it('changes nothing where the draft has the same value of the same type', () => {
    const before = { value: 1n, isSet: false };
    expect(outcomeOf({ ok: true, value: 1n }, 1n, before, false)).toEqual({ isFinished: true, next: undefined });
    expect(outcomeOf({ ok: true, value: 1 }, 1n, before, false)).toEqual({ isFinished: false, next: { value: 1 } });
  });

  it('is finished at once for a name, since its text goes along', () => {
    const before = { value: 'x', isSet: false };
    expect(outcomeOf({ ok: true, value: 'y' }, 'x', before, true)).toEqual({ isFinished: true, next: { value: 'y' } });
  });

  it('leaves the draft as it is where it is not a value', () => {
    expect(outcomeOf(BAD, 1n, { value: 1n, isSet: false }, false)).toEqual({ isFinished: false, next: undefined });
  });

  it('takes back what was set on the way to text that is not a value', () => {
    expect(outcomeOf(BAD, 12n, { value: 1n, isSet: true }, false)).toEqual({ isFinished: false, next: { value: 1n } });
    expect(outcomeOf(BAD, 12n, { value: undefined, isSet: true }, false)).toEqual({
      isFinished: false,
      next: { value: undefined },
    });
  });

  it('takes nothing back that was taken back already', () => {
    expect(outcomeOf(BAD, 1n, { value: 1n, isSet: true }, false)).toEqual({ isFinished: false, next: undefined });
  });
});
