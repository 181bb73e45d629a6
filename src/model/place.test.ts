import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlace, placeAmong, placeHref } from './place.ts';

describe('place', () => {
  it('keeps the slashes of a path and encodes the rest', () => {
    expect(placeHref({ tab: 'files', item: 'model/a b#?.pt' })).toBe('#/files/model/a%20b%23%3F.pt');
  });

  it('reads back what it wrote, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (item) => {
        expect(parsePlace(placeHref({ tab: 'tensors', item }))).toEqual({ tab: 'tensors', item });
        expect(parsePlace(placeHref({ tab: 'files', item, line: 9 }))).toEqual({ tab: 'files', item, line: 9 });
      }),
    );
  });

  it('leads to the first tab where a package lacks the one of the link, and shows there what it asks for', () => {
    const tabs = ['files', 'problems'] as const;
    expect(placeAmong(tabs, parsePlace('#/overview?show=runs'))).toEqual({ tab: 'files', show: 'runs' });
    expect(placeAmong(tabs, parsePlace('#/tensors/a'))).toEqual({ tab: 'files' });
    expect(placeAmong(tabs, undefined)).toEqual({ tab: 'files' });
    expect(placeAmong(tabs, { tab: 'files', item: 'a', line: 2 })).toEqual({ tab: 'files', item: 'a', line: 2 });
  });

  it('names a line of a file, whatever the file is called', () => {
    expect(placeHref({ tab: 'files', item: 'carton.toml', line: 84 })).toBe('#/files/carton.toml?line=84');
    expect(parsePlace('#/files/carton.toml?line=84')).toEqual({ tab: 'files', item: 'carton.toml', line: 84 });
    const named = { tab: 'files', item: 'a?line=7' } as const;
    expect(parsePlace(placeHref(named))).toEqual(named);
    expect(parsePlace(placeHref({ ...named, line: 8 }))).toEqual({ ...named, line: 8 });
    expect(parsePlace('#/files/a?line=0')).toEqual({ tab: 'files', item: 'a?line=0' });
    expect(parsePlace('#/files/a?line=12345678901')).toEqual({ tab: 'files', item: 'a?line=12345678901' });
    expect(parsePlace('#/files/?line=3')).toEqual({ tab: 'files' });
  });

  it('names what a list shows', () => {
    expect(placeHref({ tab: 'files', show: 'linked' })).toBe('#/files?show=linked');
    expect(parsePlace('#/files?show=linked')).toEqual({ tab: 'files', show: 'linked' });
  });

  it('names a part of the tensors, with and without a chosen one', () => {
    expect(placeHref({ tab: 'tensors', part: 'blk.0' })).toBe('#/tensors?part=blk.0');
    expect(placeHref({ tab: 'tensors', item: 'blk.0.a', part: 'blk.0' })).toBe('#/tensors/blk.0.a?part=blk.0');
    expect(parsePlace('#/tensors/a?part=%E0%A4%A')).toEqual({ tab: 'tensors', item: 'a' });
    expect(parsePlace('#/files/a?part=b')).toEqual({ tab: 'files', item: 'a?part=b' });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (part, item) => {
        for (const place of [{ tab: 'tensors', part } as const, { tab: 'tensors', part, item } as const])
          expect(parsePlace(placeHref(place))).toEqual(place);
      }),
    );
  });

  it('names the file that a file is compared with', () => {
    expect(placeHref({ tab: 'files', item: 'a/b.png', with: 'c/d e.png' })).toBe('#/files/a/b.png?with=c%2Fd%20e.png');
    expect(parsePlace('#/files/a?with=')).toEqual({ tab: 'files', item: 'a?with=' });
    expect(parsePlace('#/tensors/a?with=b')).toEqual({ tab: 'tensors', item: 'a?with=b' });
    const name = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(name, name, (item, other) => {
        const place = { tab: 'files', item, with: other } as const;
        expect(parsePlace(placeHref(place))).toEqual(place);
      }),
    );
  });

  it('names how an item is shown, beside its line', () => {
    expect(placeHref({ tab: 'files', item: 'a.txt', view: 'hex', line: 84 })).toBe('#/files/a.txt?view=hex&line=84');
    expect(parsePlace('#/files/a.txt?line=84&view=hex')).toEqual({
      tab: 'files',
      item: 'a.txt',
      view: 'hex',
      line: 84,
    });
    expect(placeHref({ tab: 'tensors', item: 'a', part: 'b&view=c', view: 'grid' })).toBe(
      '#/tensors/a?part=b%26view%3Dc&view=grid',
    );
    // What is not a detail, or has an impossible value, belongs to the name.
    for (const item of ['a?view=', 'a?view=Hex', 'a?view=hex&line=0', 'a?other=1&view=hex', 'a?view=hex&']) {
      expect(parsePlace(`#/files/${item}`)).toEqual({ tab: 'files', item });
      expect(parsePlace(placeHref({ tab: 'files', item, view: 'hex' }))).toEqual({ tab: 'files', item, view: 'hex' });
    }
    // It is said of an item.
    expect(placeHref({ tab: 'files', view: 'hex' })).toBe('#/files');
    expect(parsePlace('#/files?view=hex')).toEqual({ tab: 'files' });
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
