import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { unsafeReason } from '../base/path.ts';
import { Report } from '../base/report.ts';
import { PathOrder, SimilarNames } from './path.ts';

describe('unsafeReason', () => {
  it.each([
    'a',
    'model/.carton/carton.lock',
    'a..b/..c/d..',
    '...',
    'été/模型/😀 x',
    'ab:c',
    'x/a:b',
    'CON',
    ' ',
    '~/x',
    'model/a b=c',
  ])('takes “%s”', (path) => {
    expect(unsafeReason(path)).toBeUndefined();
  });

  it.each([
    ['', 'is empty'],
    ['/a', 'is absolute'],
    ['//host/a', 'is absolute'],
    ['C:/a', 'begins with a drive letter'],
    ['c:a', 'begins with a drive letter'],
    ['..', 'contains “..”'],
    ['a/../b', 'contains “..”'],
    ['a/..', 'contains “..”'],
    ['./a', 'contains a part “.”'],
    ['a/.', 'contains a part “.”'],
    ['a//b', 'contains an empty part'],
    ['a/', 'contains an empty part'],
    ['a\\b', 'contains a backslash'],
    ['..\\b', 'contains a backslash'],
    ['a\0b', 'contains a control character'],
    ['a\nb', 'contains a control character'],
    ['a\u0085b', 'contains a control character'],
    ['a\u007f', 'contains a control character'],
  ])('refuses %j', (path, reason) => {
    expect(unsafeReason(path)).toBe(reason);
  });
});

describe('PathOrder', () => {
  const part = fc.constantFrom('a', 'b', 'a.b', 'a-', 'ab', '\u{1f600}', '\uffff');
  const paths = fc.uniqueArray(fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')));

  it('finds every file that is also a folder, and every folder', () => {
    fc.assert(
      fc.property(paths, fc.array(part, { maxLength: 3 }), (files, asked) => {
        const order = new PathOrder(new Set(files));
        const expected = files.filter((file) => files.some((other) => other.startsWith(`${file}/`)));
        expect(order.clashes().sort()).toEqual(expected.sort());
        const folder = asked.join('/');
        expect(order.isFolder(folder)).toBe(folder === '' || files.some((file) => `${file}/`.startsWith(`${folder}/`)));
      }),
    );
  });

  it('finds them also below paths that are too deep to look at each folder', () => {
    fc.assert(
      fc.property(paths, (files) => {
        const expected = files.filter((file) => files.some((other) => other.startsWith(`${file}/`)));
        const order = new PathOrder(new Set([...files, `${'z/'.repeat(100)}z`]));
        expect(order.clashes().sort()).toEqual(expected.sort());
      }),
    );
  });

  it('looks up no folder twice, and few of deep paths', () => {
    const asked = (files: string[]) => {
      const has = vi.fn(() => false);
      new PathOrder({ keys: () => files, has }).clashes();
      return has.mock.calls.length;
    };
    expect(asked(Array.from({ length: 5000 }, (_, n) => `a/b/${n}`))).toBe(2);
    expect(asked(Array.from({ length: 50 }, (_, n) => `${n}/${'a/'.repeat(2000)}x`))).toBeLessThan(10_000);
  });

  it('counts folders that have an entry of their own', () => {
    const order = new PathOrder(new Set(['a', 'b/c']), ['a', 'empty', 'b']);
    expect(order.clashes()).toEqual(['a']);
    expect(order.isFolder('empty')).toBe(true);
  });

  it('is quick for paths of thousands of parts', () => {
    const deep = 'a/'.repeat(2000);
    const order = new PathOrder(new Set(Array.from({ length: 5000 }, (_, n) => `${n}/${deep}x`)));
    expect(order.clashes()).toEqual([]);
    expect(order.isFolder('17/a/a')).toBe(true);
  });
});

describe('SimilarNames', () => {
  const found = (...names: string[]) => {
    const similar = new SimilarNames((path) => names.includes(path));
    const report = new Report();
    for (const name of names) similar.report(name, report);
    return report.findings.map(({ code, message }) => `${code}: ${message}`);
  };

  it('finds each name that looks like another, in any order', () => {
    const twins = ['model/w.pt', 'model/w\u200b.pt', 'model/w.pt\u3164', 'model/w.pt ', 'model/W.pt'];
    for (const names of [twins, twins.toReversed()]) expect(found(...names)).toHaveLength(4);
    expect(found('model/A\u200b', 'model/\u200bA', 'model/a')).toHaveLength(2);
    expect(found('caf\u00e9', 'cafe\u0301')).toEqual([
      'zip/similar-names: “cafe\u0301” and “caf\u00e9” look the same.',
    ]);
    expect(found('a', 'A')).toEqual(['zip/similar-case: “A” and “a” differ only in case.']);
  });

  it('finds nothing where names differ', () => {
    expect(found('model/a', 'model/b', 'Model/A', 'e', '\u00e9', 'a b', 'ab')).toEqual([
      'zip/similar-case: “Model/A” and “model/a” differ only in case.',
    ]);
    expect(found('A', 'B', 'Straße', 'నమస్తే')).toEqual([]);
  });
});
