import { expect, test } from 'vitest';
import { fragmentWithin, insideHref, parseInner, parsePlace, placeHref } from './place.ts';

const FILES = new Set(['model/a.zip', 'model/a.zip/deeper', 'in', '100%?.zip', 'ü/x y']);
const isFile = (path: string) => FILES.has(path);

test('the shortest path that is a file ends the path, and the rest is the place in it', () => {
  expect(parseInner('#/in/model/a.zip/deeper/files', isFile)).toEqual({
    path: 'model/a.zip',
    rest: '#/deeper/files',
  });
  expect(parseInner('#/in/in/in/x', isFile)).toEqual({ path: 'in', rest: '#/in/x' });
  expect(parseInner('#/in/model/a.zip', isFile)).toEqual({ path: 'model/a.zip', rest: '#' });
  expect(parseInner('/in/model/a.zip/', isFile)).toEqual({ path: 'model/a.zip', rest: '#/' });
});

test.each(['#/in/model', '#/in/', '#/inside/model/a.zip', '#/files/in/model/a.zip', '#/in/%ff', '', '#/in'])(
  'a fragment that leads into no file: %s',
  (fragment) => expect(parseInner(fragment, isFile)).toBeUndefined(),
);

test('addresses of inner places are read as they are written', () => {
  for (const inside of [[], ['100%?.zip'], ['ü/x y', 'in'], ['in', 'in', 'model/a.zip']]) {
    const place = { tab: 'files', item: 'in/é?.py', line: 3 } as const;
    const href = placeHref(place, inside);
    expect(href.startsWith(insideHref(inside))).toBe(true);
    let rest = href;
    for (const path of inside) {
      const inner = parseInner(rest, (named) => named === path);
      expect(inner?.path).toBe(path);
      rest = inner?.rest ?? '';
    }
    expect(parsePlace(rest)).toEqual(place);
    expect(fragmentWithin(href, inside)).toBe(rest);
    expect(fragmentWithin(href, [...inside, 'another'])).toBeUndefined();
  }
});

test('a fragment that leads deeper, or elsewhere, names no place in a package', () => {
  expect(fragmentWithin('#/in/a/files', [])).toBeUndefined();
  expect(fragmentWithin('#/in/a/in/b', ['a'])).toBeUndefined();
  expect(fragmentWithin('#/in/a', ['a'])).toBe('#');
  expect(fragmentWithin('#/in/b/files', ['a'])).toBeUndefined();
  expect(fragmentWithin('#/files', ['a'])).toBeUndefined();
});
