import { describe, expect, it } from 'vitest';
import type { FileChange } from '../../../model/draft.ts';
import type { PackageFile } from '../../../model/package.ts';
import { isMadeBySaving, keptFiles, shownFiles, withRewritten } from './shown-files.ts';

const file = (path: string, more: Partial<PackageFile> = {}): PackageFile => ({
  path,
  size: 1,
  role: 'other',
  hash: 'unverified',
  kind: 'file',
  ...more,
});
const put = (path: string, text = 'new'): FileChange => ({ kind: 'put', path, blob: new Blob([text]) });
const open = [file('a'), file('b'), file('c', { role: 'media' })];
const rows = (changes: readonly FileChange[]) => {
  const shown = shownFiles(open, changes);
  return shown.files.map((each) => {
    const mark = shown.marks.get(each.path);
    return [each.path, mark?.kind, shown.openOf(each)?.path].join(' ');
  });
};

describe('the files while a draft changes some', () => {
  it('are those of the open package, the very same list, where nothing changes', () => {
    expect(shownFiles(open, []).files).toBe(open);
    expect(shownFiles(open, []).kept).toBe(3);
  });

  it('are the very same list where files are only removed: there can be a million', () => {
    const shown = shownFiles(open, [{ kind: 'remove', path: 'a' }]);
    expect(shown.files).toBe(open);
    expect([...shown.marks]).toEqual([['a', { kind: 'removed' }]]);
    expect(shown.files.map((each) => shown.openOf(each))).toEqual(open);
  });

  it('have each change as a mark, and removed files too', () => {
    expect(rows([{ kind: 'remove', path: 'a' }, { kind: 'rename', from: 'b', to: 'd' }, put('c'), put('e')])).toEqual([
      'a removed a',
      'd renamed b',
      'c replaced ',
      'e added ',
    ]);
  });

  it('have one mark where two changes are of one file, so that it counts once', () => {
    const changes: FileChange[] = [
      { kind: 'rename', from: 'a', to: 'z' },
      { kind: 'link', path: 'z', urls: ['https://h.example/z'] },
    ];
    expect([...shownFiles(open, changes).marks]).toEqual([['z', { kind: 'linked', from: 'a' }]]);
  });

  it('tell a linked file that was brought in from one that has other bytes', () => {
    const sha256 = 'ab'.repeat(32);
    const linked = [file('a', { size: undefined, sha256: sha256.toUpperCase(), link: { urls: [] } })];
    const marks = (hash: string) => {
      const digest = { sha256: hash, crc32: 1 };
      return [...shownFiles(linked, [{ kind: 'put', path: 'a', blob: new Blob(), digest }]).marks];
    };
    expect(marks(sha256)).toEqual([['a', { kind: 'replaced', isBroughtIn: true }]]);
    expect(marks('cd'.repeat(32))).toEqual([['a', { kind: 'replaced' }]]);
  });

  it('are counted as saving keeps them: with added ones, without removed ones', () => {
    expect(shownFiles(open, [{ kind: 'remove', path: 'a' }]).kept).toBe(2);
    expect(shownFiles(open, [{ kind: 'rename', from: 'b', to: 'd' }, put('c'), put('e')]).kept).toBe(4);
    const over = [{ kind: 'remove', path: 'a' } as const, { kind: 'rename', from: 'b', to: 'a' } as const];
    expect(shownFiles(open, over).kept).toBe(2);
  });

  it('have one row for each path, where another file takes the path of a removed or renamed one', () => {
    expect(
      rows([
        { kind: 'remove', path: 'a' },
        { kind: 'rename', from: 'b', to: 'a' },
      ]),
    ).toEqual(['a renamed b', 'c  c']);
    expect(rows([{ kind: 'rename', from: 'a', to: 'z' }, put('a')])).toEqual([
      'z renamed a',
      'b  b',
      'c  c',
      'a added ',
    ]);
    const swapped: FileChange[] = [
      { kind: 'rename', from: 'a', to: 'b' },
      { kind: 'rename', from: 'b', to: 'a' },
    ];
    expect(rows(swapped)).toEqual(['b renamed a', 'a renamed b', 'c  c']);
  });

  it('keep what a file is for where its content is replaced, and nothing that is known of the old content', () => {
    const digest = { sha256: 'ab'.repeat(32), crc32: 1 };
    const changes: FileChange[] = [{ kind: 'put', path: 'c', blob: new Blob(['four']), digest }];
    const old = [file('c', { role: 'media', sha256: 'cd'.repeat(32), storedSize: 9, compressed: true })];
    expect(shownFiles(old, changes).files).toEqual([
      { path: 'c', size: 4, sha256: digest.sha256, role: 'media', hash: 'none', kind: 'file' },
    ]);
  });

  it('leave an entry alone that another one of its name hides', () => {
    const twice = [file('a', { shadowed: true }), file('a')];
    const shown = shownFiles(twice, [{ kind: 'remove', path: 'a' }]);
    expect(shown.files.map(({ shadowed = false }) => shadowed)).toEqual([true, false]);
  });

  it('show a file as linked that is to become a link', () => {
    expect(shownFiles(open, [{ kind: 'link', path: 'b', urls: ['https://example.com/b'] }]).files[1]).toMatchObject({
      path: 'b',
      hash: 'linked',
    });
  });
});

describe('the files that saving writes again', () => {
  const changes: FileChange[] = [put('c')];
  const first = shownFiles(open, changes);

  it('are shown with the size that they will have, as files of the open package', () => {
    const shown = withRewritten(first, new Map([['a', file('a', { size: 77 })]]));
    expect(shown.files.map(({ path, size }) => [path, size])).toEqual([
      ['a', 77],
      ['b', 1],
      ['c', 3],
    ]);
    expect(shown.files.map((each) => shown.openOf(each)?.path)).toEqual(['a', 'b', undefined]);
    expect([shown.isRewritten('a'), shown.isRewritten('b')]).toEqual([true, false]);
    expect([...shown.marks.keys()]).toEqual(['c']);
  });

  it('are marked as removed where saving leaves them out, and do not count', () => {
    const shown = withRewritten(first, new Map([['b', undefined]]));
    expect(shown.marks.get('b')).toEqual({ kind: 'removed', bySaving: true });
    expect([first.kept, shown.kept, shown.files.length]).toEqual([3, 2, 3]);
    expect(keptFiles(first, new Map([['b', undefined]]), open)).toBe(2);
  });

  it('are added where the open package has none, and count; nothing of them can be read', () => {
    const rewritten = new Map([
      ['a', file('a', { size: 77 })],
      ['LIST', file('LIST', { size: 5 })],
    ]);
    const shown = withRewritten(first, rewritten);
    expect(shown.files.map(({ path, size }) => [path, size])).toEqual([
      ['a', 77],
      ['b', 1],
      ['c', 3],
      ['LIST', 5],
    ]);
    expect(shown.marks.get('LIST')).toEqual({ kind: 'added', bySaving: true });
    expect(shown.files.map((each) => shown.openOf(each)?.path)).toEqual(['a', 'b', undefined, undefined]);
    expect(shown.files.map(({ path }) => isMadeBySaving(shown, path))).toEqual([false, false, false, true]);
    expect([first.kept, shown.kept, keptFiles(first, rewritten, open)]).toEqual([3, 4, 4]);
  });

  it('give way to a change of the file itself', () => {
    expect(withRewritten(first, new Map([['c', undefined]]))).toBe(first);
    expect(withRewritten(first, new Map())).toBe(first);
    expect(keptFiles(first, new Map([['c', undefined]]), open)).toBe(3);
  });
});
