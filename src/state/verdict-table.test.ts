import { describe, expect, it, vi } from 'vitest';
import type { HashState, PackageFile } from '../model/package.ts';
import { hashStateOf, tallyOf, VerdictTable } from './verdict-table.ts';

function file(path: string, hash: HashState = 'unverified', more: Partial<PackageFile> = {}): PackageFile {
  const listed = hash === 'unlisted' || hash === 'none' ? {} : { sha256: 'aa' };
  return { path, role: 'model', hash, kind: 'file', ...listed, ...more };
}

const FILES = [
  file('a'),
  file('b'),
  file('gone', 'missing'),
  file('far', 'linked'),
  file('more', 'unlisted'),
  file('MANIFEST', 'none'),
  file('a', 'unlisted', { shadowed: true }),
];

describe('the table of verdicts', () => {
  it('keeps the counts that counting all files would give, whatever changes', () => {
    const table = new VerdictTable(FILES);
    const expectSame = () => {
      const verdicts = table.shown();
      expect(verdicts.tally).toEqual(tallyOf(FILES, (one) => hashStateOf(one, verdicts, false)));
      return verdicts;
    };
    expect(expectSame().tally).toEqual({
      listed: 4,
      matching: 0,
      linked: 1,
      wrong: 1,
      missing: 1,
      wrongLinked: 0,
      unlisted: 2,
    });
    table.match([0, 1]);
    expect(expectSame().tally).toMatchObject({ matching: 2, wrong: 1 });
    table.add([{ path: 'b', hash: 'mismatch', sha256: 'bb' }]);
    expect(expectSame()).toMatchObject({ wrong: 1, size: 2, tally: { matching: 1, wrong: 2 } });
    table.add([
      { path: 'b', hash: 'verified', sha256: 'aa' },
      { path: 'far', hash: 'verified' },
      { path: 'more', hash: 'unreadable' },
      { path: 'MANIFEST', hash: 'verified' },
    ]);
    const verdicts = expectSame();
    expect(verdicts).toMatchObject({ wrong: 1, tally: { matching: 3, linked: 0, unlisted: 1 } });
    expect(verdicts.wrongFiles()).toEqual([FILES[4]]);
    table.match([2]);
    expect(table.shown().wrongFiles()).toBe(verdicts.wrongFiles());
    expect(verdicts.sha256('b')).toBeUndefined();
  });

  it('takes verdicts back, and knows hashes that no line lists', () => {
    const table = new VerdictTable([file('far', 'linked', { link: { urls: [] } }), ...FILES]);
    const before = table.shown();
    table.add([
      { path: 'far', hash: 'mismatch', sha256: 'bb' },
      { path: 'more', hash: 'verified', sha256: 'cc' },
    ]);
    expect(table.shown()).toMatchObject({ size: 2, wrong: 1, tally: { wrongLinked: 1, unlisted: 2 } });
    expect([table.shown().sha256('far'), table.shown().sha256('more')]).toEqual(['bb', 'cc']);
    table.forget(['far', 'more', 'nowhere']);
    const { size, wrong, tally } = table.shown();
    expect([size, wrong, tally]).toEqual([0, 0, before.tally]);
    expect(table.shown().sha256('far')).toBeUndefined();
    table.add([{ path: 'a', hash: 'mismatch', sha256: 'bb' }]);
    table.match([1]);
    expect([table.shown().get('a'), table.shown().sha256('a')]).toEqual(['verified', undefined]);
  });

  it('keeps its verdicts where the package gets files', () => {
    const table = new VerdictTable(FILES);
    table.match([0]);
    table.add([{ path: 'b', hash: 'mismatch', sha256: 'bb' }]);
    const verdicts = table.with([file('new'), ...FILES.toReversed()]).shown();
    expect([verdicts.get('a'), verdicts.get('b'), verdicts.get('new')]).toEqual(['verified', 'mismatch', undefined]);
    expect(verdicts.sha256('b')).toBe('bb');
    expect(verdicts.tally).toMatchObject({ listed: 5, matching: 1, wrong: 2 });
  });

  it('looks at no other file for each of a million that match', () => {
    const path = vi.fn(() => 'x');
    const files = Array.from({ length: 1000 }, (_, at) => Object.defineProperty(file(`${at}`), 'path', { get: path }));
    const table = new VerdictTable(files);
    for (let at = 0; at < 1000; at++) {
      table.match([at]);
      expect(table.shown().tally.matching).toBe(at + 1);
    }
    expect(path).not.toHaveBeenCalled();
  });
});
