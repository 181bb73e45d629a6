import { describe, expect, it, vi } from 'vitest';
import type { FileEditing, PackageFile } from '../../../model/package.ts';
import { additionsOf } from './additions.ts';
import {
  freePath,
  hasFixed,
  movesOf,
  movesProblem,
  type NewFile,
  takenPaths,
  typedPath,
  whyFixed,
  whyKept,
} from './file-paths.ts';

const can: FileEditing = {
  own: [
    { path: 'LIST', why: 'LIST is written when you save.' },
    { path: 'data/index', why: 'It stays.', canPut: true },
  ],
  folders: [],
};

describe('paths of files', () => {
  it('move with their folder, and a folder into itself', () => {
    const taken = ['a/b.txt', 'a/c/d.txt', 'ab.txt'];
    expect([...movesOf(taken, 'a', 'a/c', true)]).toEqual([
      ['a/b.txt', 'a/c/b.txt'],
      ['a/c/d.txt', 'a/c/c/d.txt'],
    ]);
    expect([...movesOf(taken, 'ab.txt', 'x.txt', false)]).toEqual([['ab.txt', 'x.txt']]);
  });

  it('are typed as a name in their folder, or with a slash from the top', () => {
    for (const [typed, at, path] of [
      ['b.txt', 'model/a.txt', 'model/b.txt'],
      ['b.txt', 'a.txt', 'b.txt'],
      ['misc/b.txt', 'model/a.txt', 'misc/b.txt'],
      ['/b.txt', 'model/a.txt', 'b.txt'],
      ['misc/', 'model/a.txt', 'misc/a.txt'],
      ['/', 'model/a.txt', 'a.txt'],
      ['', 'model/a.txt', ''],
      ['c', 'model/b', 'model/c'],
      ['b.txt', 'misc/', 'misc/b.txt'],
      ['model/b.txt', 'misc/', 'model/b.txt'],
      // A file needs a name: this is an error of the path.
      ['misc/', 'misc/', 'misc/'],
    ] as const)
      expect(typedPath(typed, at), `${typed} at ${at}`).toBe(path);
  });

  it('are compared with those of files that stay, and not with those that move too', () => {
    const taken = ['a', 'b', 'C'];
    expect(movesProblem(taken, new Map([['a', 'b']]))).toMatchObject({ severity: 'error' });
    expect(
      movesProblem(
        taken,
        new Map([
          ['a', 'b'],
          ['b', 'a'],
        ]),
      ),
    ).toBeUndefined();
    expect(movesProblem(taken, new Map([['a', 'c']]))).toMatchObject({ severity: 'warning' });
    expect(movesProblem(taken, new Map([['a', '../a']]))).toMatchObject({ severity: 'error' });
    // The worst counts, wherever it stands.
    const both = new Map([
      ['a', 'c'],
      ['b', 'x/../y'],
    ]);
    expect(movesProblem(taken, both)).toMatchObject({ severity: 'error' });
  });

  it('are indexed once, however many letters of a new name are typed', () => {
    const read = vi.fn();
    const taken = ['a/b', 'a/B', 'c'];
    const counted = new Proxy(taken, {
      get: (of, key) => {
        if (key === Symbol.iterator) read();
        return Reflect.get(of, key);
      },
    });
    const severities = ['d', 'c', 'a', 'a/b', 'A/b', 'b/e'].map(
      (to) => movesProblem(counted, movesOf(counted, 'a/b', to, false))?.severity,
    );
    expect(severities).toEqual([undefined, 'error', 'error', 'warning', 'warning', undefined]);
    expect(read).toHaveBeenCalledTimes(1);
    expect(movesProblem(counted, movesOf(counted, 'a', 'A', true))).toBeUndefined();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('of removed files, and of entries that nobody opens, are free', () => {
    const files = [{ path: 'a' }, { path: 'b', unsafe: true }, { path: 'c' }] as PackageFile[];
    const marks = new Map([['a', { kind: 'removed' }]] as const);
    expect(takenPaths(files, marks)).toEqual(['c']);
    expect(takenPaths(files, marks)).toBe(takenPaths(files, marks));
  });

  it('get a number before their extension where they are taken', () => {
    const taken = new Set(['x/a-2.tar.gz']);
    expect(freePath('x/a.png', () => false)).toBe('x/a-2.png');
    expect(freePath('x.y/a', () => false)).toBe('x.y/a-2');
    expect(freePath('.env', () => false)).toBe('.env-2');
    expect(freePath('x/a-2.tar.gz', (path) => taken.has(path))).toBe('x/a-2.tar-2.gz');
  });

  it('of the format’s own files stay, and with them their folders', () => {
    expect(whyFixed(can, 'LIST')).toContain('when you save');
    expect(whyKept(can, 'LIST')).toContain('when you save');
    expect(whyFixed(can, 'data/index')).toBe('It stays.');
    expect(whyKept(can, 'data/index')).toBeUndefined();
    expect(hasFixed(can, 'data')).toBe(true);
    expect(hasFixed(can, 'dat')).toBe(false);
  });
});

describe('added files', () => {
  const added = (path: string): NewFile => ({ path, file: new File([path], path) });
  const files = ['LIST', 'a.png', 'b.png', 'A.PNG', 'x/../y', 'aux.txt', 'data/index'].map(added);
  const additions = additionsOf(files, ['a.png', 'LIST', 'data/index'], can);

  it('are told apart by what must be asked', () => {
    expect(additions.taken.map(({ path }) => path)).toEqual(['a.png', 'data/index']);
    expect(additions.refused.map(({ path }) => path)).toEqual(['LIST', 'x/../y']);
    expect(additions.doubtful.map(({ path }) => path)).toEqual(['A.PNG', 'aux.txt']);
  });

  it('replace the others, stand beside them or are left out', () => {
    const paths = (choice: 'replace' | 'both' | 'none') => additions.chosen(choice).map(({ path }) => path);
    expect(paths('none')).toEqual(['b.png', 'A.PNG', 'aux.txt']);
    expect(paths('replace')).toEqual(['b.png', 'A.PNG', 'aux.txt', 'a.png', 'data/index']);
    expect(paths('both')).toEqual(['b.png', 'A.PNG', 'aux.txt', 'a-2.png', 'data/index-2']);
  });
});
