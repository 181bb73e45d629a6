import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlace, placeHref } from './place.ts';

describe('place', () => {
  it('keeps the slashes of a path and encodes the rest', () => {
    expect(placeHref({ tab: 'files', item: 'model/a b#?.pt' })).toBe('#/files/model/a%20b%23%3F.pt');
  });

  it('reads back what it wrote, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (item) => {
        expect(parsePlace(placeHref({ tab: 'tensors', item }))).toEqual({ tab: 'tensors', item });
      }),
    );
  });

  it('takes any fragment without throwing', () => {
    expect(parsePlace('#/files/%E0%A4%A')).toEqual({ tab: 'files' });
    expect(parsePlace('#/nowhere')).toBeUndefined();
    expect(parsePlace('#section')).toBeUndefined();
    expect(parsePlace('')).toBeUndefined();
    expect(parsePlace('#/problems')).toEqual({ tab: 'problems' });
  });

  it('never throws on a lone surrogate', () => {
    expect(placeHref({ tab: 'files', item: 'a\ud800' })).toBe('#/files/a%EF%BF%BD');
  });
});
