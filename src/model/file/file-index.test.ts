import { describe, expect, it, vi } from 'vitest';
import { finding } from '../../base/findings.ts';
import type { PackageFile } from '../package.ts';
import { contentFile, fileIndex, findingsByPath } from './file-index.ts';

function file(path: string, more: Partial<PackageFile> = {}): PackageFile {
  return { path, size: 1, role: 'other', hash: 'unverified', kind: 'file', ...more };
}

describe('fileIndex', () => {
  it('prefers the entry that is not shadowed, in any order', () => {
    const [shadowed, first] = [file('a', { shadowed: true }), file('a', { size: 2 })];
    expect(fileIndex([shadowed, first]).get('a')).toBe(first);
    expect(fileIndex([first, shadowed]).get('a')).toBe(first);
    expect(fileIndex([shadowed]).get('a')).toBe(shadowed);
    expect(fileIndex([first]).get('toString')).toBeUndefined();
  });

  it('is made once for each list', () => {
    const files = [file('a')];
    expect(fileIndex(files)).toBe(fileIndex(files));
  });

  it('sums up a list while it grows, and looks at each file once', () => {
    const hash = vi.fn(() => 'unverified');
    const files = [Object.defineProperty(file('a', { size: 3, storedSize: 5 }), 'hash', { get: hash })];
    expect(fileIndex(files).totals).toEqual({ linked: 0, contentBytes: 3, readBytes: 5 });
    files.push(file('b', { size: 7, storedSize: 2 }), file('far', { hash: 'linked', size: 9, fetched: true }), {
      path: 'further',
      role: 'other',
      hash: 'linked',
      kind: 'file',
    });
    for (let again = 0; again < 3; again++)
      expect(fileIndex(files).totals).toEqual({ linked: 2, contentBytes: 10, readBytes: 21 });
    expect(hash).toHaveBeenCalledTimes(1);
  });
});

describe('contentFile', () => {
  it('follows a symlink to the end', () => {
    const target = file('blobs/x');
    const link = file('model/x', { kind: 'symlink', target: 'blobs/x' });
    const lost = file('model/y', { kind: 'symlink' });
    const files = [target, link, lost];
    expect(contentFile(files, target)).toBe(target);
    expect(contentFile(files, link)).toBe(target);
    expect(contentFile(files, lost)).toBeUndefined();
  });
});

describe('findingsByPath', () => {
  it('leaves out findings about no file', () => {
    const here = finding('zip/bad-data', 'Broken.', { path: 'a' });
    const findings = [here, finding('carton/model-missing', 'No model.')];
    expect([...findingsByPath(findings)]).toEqual([['a', [here]]]);
  });

  it('lists a finding about two files under both', () => {
    const both = finding('tensor/size-mismatch', 'Too long.', { path: 'index.toml', also: 't.bin' });
    const twice = finding('tensor/size-mismatch', 'Itself.', { path: 'a', also: 'a' });
    expect([...findingsByPath([both, twice])]).toEqual([
      ['index.toml', [both]],
      ['t.bin', [both]],
      ['a', [twice]],
    ]);
  });
});
