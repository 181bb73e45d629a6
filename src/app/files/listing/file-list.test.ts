import { describe, expect, it, vi } from 'vitest';
import { LISTED_OF_MANY } from '../../../base/limits.ts';
import { fileIndex } from '../../../model/file/file-index.ts';
import type { PackageFile } from '../../../model/package.ts';
import {
  linkedFiles,
  listedFiles,
  matchingFiles,
  setOf,
  troubledAtFirst,
  troubledFiles,
  zippedFiles,
} from './file-list.ts';

function file(path: string, hash: PackageFile['hash'] = 'unverified'): PackageFile {
  return { path, role: 'other', hash, kind: 'file' };
}

const FILES = [file('a'), file('far', 'linked'), file('gone', 'missing'), file('b')];

describe('the lists of files', () => {
  it('hold what they are named after', () => {
    const found = [{ code: 'zip/crc-mismatch', severity: 'error', message: 'm' } as const];
    const atFirst = troubledAtFirst(FILES, new Map([['b', found]]));
    expect(linkedFiles(FILES)).toEqual([FILES[1]]);
    expect(atFirst).toEqual([FILES[2], FILES[3]]);
    const wrong = FILES.slice(0, 1);
    expect(troubledFiles(atFirst, [...wrong, ...atFirst])).toEqual([FILES[2], FILES[3], FILES[0]]);
    expect(troubledFiles([], wrong)).toBe(wrong);
    expect(matchingFiles(FILES, 'A')).toEqual([FILES[0], FILES[1]]);
    expect(matchingFiles(FILES, '')).toBe(FILES);
    expect(setOf(FILES)).toEqual(new Set(FILES));
  });

  it('are cut where a tree of them would be too large', () => {
    const many = Array.from({ length: LISTED_OF_MANY + 1 }, (_, at) => file(`${at}`));
    expect(listedFiles(many)).toEqual(many.slice(0, LISTED_OF_MANY));
    expect(listedFiles(FILES)).toBe(FILES);
  });

  it('are made once, however often a tab is rendered from the start', () => {
    const path = vi.fn(() => 'x');
    const files = [Object.defineProperty(file(''), 'path', { get: path })];
    const findings = new Map([['y', []]]);
    const render = () => {
      const troubled = troubledFiles(troubledAtFirst(files, findings), FILES);
      return [linkedFiles(files), troubled, setOf(troubled), matchingFiles(files, 'X')];
    };
    const first = render();
    const calls = path.mock.calls.length;
    expect(calls).toBeGreaterThan(0);
    for (const [at, list] of render().entries()) expect(list).toBe(first[at]);
    expect(path).toHaveBeenCalledTimes(calls);
  });
});

describe('the chosen files', () => {
  const held = (path: string): PackageFile => ({ ...file(path), size: 1 });
  const link = (path: string, target: string): PackageFile => ({ ...file(path), kind: 'symlink', target });
  const files = [held('b'), held('a'), link('to-a', 'a'), link('to-gone', 'gone'), held('gone'), file('no-size')];
  const paths = new Set(['a', 'to-a', 'to-gone', 'no-size']);

  it('are those that have content, in the order of the package', () => {
    const can = ({ path }: PackageFile) => path !== 'gone';
    expect(zippedFiles(files, paths, can)).toEqual([
      { path: 'a', size: 1 },
      { path: 'to-a', size: 1 },
    ]);
    expect(zippedFiles([{ ...held('a'), shadowed: true }, held('a')], paths, can)).toHaveLength(1);
  });

  it('are read alone: there can be a million others', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => held(`file${i}`));
    fileIndex(many);
    const read = vi.fn((path: string) => path);
    for (const each of many) {
      const { path } = each;
      Object.defineProperty(each, 'path', { get: () => read(path) });
    }
    const can = vi.fn(() => true);
    expect(zippedFiles(many, new Set(['file7']), can)).toEqual([{ path: 'file7', size: 1 }]);
    expect([can.mock.calls.length, read.mock.calls]).toEqual([1, [['file7']]]);
  });
});
