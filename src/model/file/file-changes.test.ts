import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileChange } from '../draft.ts';
import { changeOf, isThereAfter, pathsAfter, putBack, withFileChange, withFileChanges } from './file-changes.ts';

const OLD = ['a', 'b', 'c', 'd/e', 'd/f'];
const isThere = (path: string) => OLD.includes(path);
const put = (path: string, content = path): FileChange => ({ kind: 'put', path, blob: new Blob([content]) });
const rename = (from: string, to: string): FileChange => ({ kind: 'rename', from, to });
const remove = (path: string): FileChange => ({ kind: 'remove', path });
const link = (path: string): FileChange => ({ kind: 'link', path, urls: [`https://models.example/${path}`] });
const made = (...acts: FileChange[]) =>
  acts.reduce<readonly FileChange[]>((changes, act) => withFileChange(changes, act, isThere), []);
/** Without the contents. */
const told = (changes: readonly FileChange[]) =>
  changes.map((change) => (change.kind === 'put' ? `put ${change.path}` : change));
const marks = (changes: readonly FileChange[]) => Object.fromEntries(changeOf(changes, isThere));

describe('changes of files', () => {
  it('keep one change for each file, and none for one that is as it was', () => {
    expect(made(rename('a', 'x'), rename('x', 'y'))).toEqual([rename('a', 'y')]);
    expect(made(rename('a', 'x'), rename('x', 'a'))).toEqual([]);
    expect(made(put('new'), rename('new', 'x'), remove('x'))).toEqual([]);
    expect(told(made(put('new'), rename('new', 'x')))).toEqual(['put x']);
    expect(made(put('a'), remove('a'))).toEqual([remove('a')]);
    expect(made(rename('a', 'x'), remove('x'))).toEqual([remove('a')]);
    expect(told(made(remove('a'), put('a')))).toEqual(['put a']);
    expect(told(made(put('a', 'one'), put('a', 'two')))).toEqual(['put a']);
  });

  it('let another file have the path of one that is away', () => {
    const moved = made(rename('a', 'x'), put('a'));
    expect(told(moved)).toEqual([rename('a', 'x'), 'put a']);
    expect(marks(moved)).toEqual({ a: { kind: 'added' }, x: { kind: 'renamed', from: 'a' } });
    expect(made(remove('b'), rename('a', 'b'))).toEqual([remove('b'), rename('a', 'b')]);
    expect(told(made(rename('a', 'x'), put('x')))).toEqual([remove('a'), 'put x']);
    const exchanged = withFileChanges([], [rename('a', 'b'), rename('b', 'a')], isThere);
    expect(exchanged).toEqual([rename('b', 'a'), rename('a', 'b')]);
    expect(withFileChanges(exchanged, [rename('a', 'b'), rename('b', 'a')], isThere)).toEqual([]);
  });

  it('rename a folder into itself', () => {
    const changes = withFileChanges([], [rename('d/e', 'd/f'), rename('d/f', 'd/f2')], isThere);
    expect(changes).toEqual([rename('d/e', 'd/f'), rename('d/f', 'd/f2')]);
  });

  it('follow a link to its new path, and drop it for new content', () => {
    expect(made(link('a'), rename('a', 'x'))).toEqual([rename('a', 'x'), { ...link('a'), path: 'x' }]);
    expect(marks(made(rename('a', 'x'), link('x')))).toEqual({ x: { kind: 'linked', from: 'a' } });
    expect(told(made(link('a'), put('a')))).toEqual(['put a']);
    expect(made(link('a'), remove('a'))).toEqual([remove('a')]);
  });

  it('refuse what does not fit', () => {
    const bug = expect.objectContaining({ code: 'internal/bug' });
    for (const acts of [
      [remove('x')],
      [rename('x', 'y')],
      [link('x')],
      [rename('a', 'b')],
      [put('x'), rename('a', 'x')],
      [remove('a'), remove('a')],
    ]) {
      expect(() => made(...acts), JSON.stringify(acts)).toThrow(bug);
    }
    expect(() => withFileChanges([], [rename('a', 'x'), rename('b', 'x')], isThere)).toThrow(bug);
  });

  it('give the very same list where nothing changes', () => {
    const changes = made(put('x'), rename('a', 'y'));
    expect(withFileChange(changes, rename('y', 'y'), isThere)).toBe(changes);
    expect(putBack(changes, 'b', isThere)).toBe(changes);
  });

  it('are put back alone', () => {
    const changes = made(put('x'), put('b'), remove('c'), rename('a', 'y'), link('y'));
    expect(marks(changes)).toEqual({
      x: { kind: 'added' },
      b: { kind: 'replaced' },
      c: { kind: 'removed' },
      y: { kind: 'linked', from: 'a' },
    });
    expect(marks(putBack(changes, 'y', isThere) ?? [])).toMatchObject({ x: {}, b: {}, c: {} });
    const back = ['x', 'b', 'c', 'y'].reduce<readonly FileChange[]>(
      (now, path) => putBack(now, path, isThere) ?? now,
      changes,
    );
    expect(back).toEqual([]);
    expect(putBack(made(rename('a', 'y'), put('a')), 'y', isThere)).toBeUndefined();
    const covered = made(remove('b'), rename('a', 'b'));
    expect(putBack(covered, 'b', isThere)).toEqual([remove('b')]);
  });

  it('any of them: the files are those that a file system would have after the acts', () => {
    const path = fc.constantFrom(...OLD, 'x', 'y', 'd/x');
    const act = fc.oneof(
      path.map((to) => put(to)),
      fc.tuple(path, path).map(([from, to]) => rename(from, to)),
      path.map(remove),
      path.map(link),
    );
    /** What is at each path: the old path of a file, or the number of a Blob; and whether it is linked. */
    type Disk = Map<string, { content: string | number; linked?: readonly string[] }>;
    const blobs: Blob[] = [];
    const numberOf = (blob: Blob) => (blobs.includes(blob) ? blobs.indexOf(blob) : blobs.push(blob) - 1);
    const first = (): Disk => new Map(OLD.map((at) => [at, { content: at }]));
    const after = (changes: readonly FileChange[]): Disk => {
      const goes = pathsAfter(changes);
      const disk: Disk = new Map();
      for (const at of OLD) {
        const to = goes(at);
        if (to !== undefined) disk.set(to, { content: at });
      }
      for (const change of changes)
        if (change.kind === 'put') disk.set(change.path, { content: numberOf(change.blob) });
      for (const change of changes)
        if (change.kind === 'link') Object.assign(disk.get(change.path) ?? {}, { linked: change.urls });
      return disk;
    };
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
        const disk = first();
        blobs.length = 0;
        let changes: readonly FileChange[] = [];
        for (const one of acts) {
          const there = one.kind === 'rename' ? disk.has(one.from) : disk.has(one.path) || one.kind === 'put';
          const fits = there && (one.kind !== 'rename' || one.from === one.to || !disk.has(one.to));
          if (!fits) {
            expect(() => withFileChange(changes, one, isThere)).toThrow();
            continue;
          }
          changes = withFileChange(changes, one, isThere);
          if (one.kind === 'put') disk.set(one.path, { content: numberOf(one.blob) });
          else if (one.kind === 'remove') disk.delete(one.path);
          else if (one.kind === 'link') Object.assign(disk.get(one.path) ?? {}, { linked: one.urls });
          else {
            const file = disk.get(one.from) as { content: string };
            disk.delete(one.from);
            disk.set(one.to, file);
          }
          expect(after(changes)).toEqual(disk);
          for (const at of [...OLD, 'x', 'y', 'd/x']) expect(isThereAfter(changes, isThere)(at)).toBe(disk.has(at));
        }
        // What is put back makes room for what could not be before.
        for (let left = 20; changes.length > 0 && left > 0; left--) {
          const shown = [...changeOf(changes, isThere).keys()];
          changes = shown.reduce((now, at) => putBack(now, at, isThere) ?? now, changes);
          if (shown.length === 0) break;
        }
        // Only files that changed places among each other cannot be put back one by one.
        const stuck = changes.every(({ kind }) => kind === 'rename' || kind === 'remove');
        expect(stuck).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a link that is a file by its hash alone', () => {
  const isThere = (path: string) => path === 'a';
  const added = { kind: 'link', path: 'new', urls: ['https://a.example'], sha256: '0'.repeat(64), size: 3 } as const;
  const changed = (...acts: FileChange[]) => withFileChanges([], acts, isThere);

  it('is there, keeps its hash where its URLs change, and follows a rename', () => {
    expect(changed(added)).toEqual([added]);
    expect(changed(added, { kind: 'link', path: 'new', urls: ['https://b.example'] })).toEqual([
      { ...added, urls: ['https://b.example'] },
    ]);
    expect(changed(added, { kind: 'rename', from: 'new', to: 'moved' })).toEqual([{ ...added, path: 'moved' }]);
    expect([...changeOf(changed(added), isThere)]).toEqual([['new', { kind: 'linked', from: undefined }]]);
  });

  it('leaves nothing where it is removed or put back, and its bytes where they come', () => {
    expect(changed(added, { kind: 'remove', path: 'new' })).toEqual([]);
    expect(putBack(changed(added), 'new', isThere)).toEqual([]);
    const blob = new Blob(['x']);
    expect(changed(added, { kind: 'put', path: 'new', blob, id: '1' })).toEqual([
      { kind: 'put', path: 'new', blob, id: '1' },
    ]);
    expect(() => changed({ ...added, path: 'a' })).toThrow('does not fit');
    expect(() => changed({ kind: 'link', path: 'new', urls: [] })).toThrow('does not fit');
  });
});
