import { describe, expect, it } from 'vitest';
import type { Finding } from '../base/findings.ts';
import { contentFindingsAfter } from './content-findings.ts';
import type { FileChange } from './draft.ts';
import type { PackageFile } from './package.ts';

const file = (path: string, sha256 = 'aa'): PackageFile => ({
  path,
  sha256,
  role: 'model',
  hash: 'unverified',
  kind: 'file',
});
const differs = (path: string): Finding => ({
  code: 'manifest/hash-mismatch',
  severity: 'error',
  message: `“${path}” has another hash.`,
  path,
});
const OWN = [file('a'), file('b')];
const [A, B] = OWN as [PackageFile, PackageFile];
const NONE: ReadonlySet<string> = new Set();

describe('what was found in the files of the open package', () => {
  const holding = (files: PackageFile[], changes: FileChange[] = [], edited = NONE) =>
    contentFindingsAfter([differs('a'), differs('b')], { own: OWN, files, changes, edited });

  it('stays of files that stay, and goes with files that are written again or removed', () => {
    expect(holding(OWN)).toEqual([differs('a'), differs('b')]);
    expect(holding([A, B])).toEqual([differs('a'), differs('b')]);
    expect(holding([A, file('b')])).toEqual([differs('a')]);
    expect(holding(OWN, [], new Set(['a']))).toEqual([differs('b')]);
    expect(holding([B], [{ kind: 'remove', path: 'a' }])).toEqual([differs('b')]);
  });

  it('follows a renamed file, as long as the hash list has the same hash of it', () => {
    const rename = (from: string, to: string): FileChange => ({ kind: 'rename', from, to });
    expect(holding([file('c$&'), B], [rename('a', 'c$&')])).toEqual([differs('c$&'), differs('b')]);
    expect(holding([file('b'), file('a')], [rename('a', 'b'), rename('b', 'a')])).toEqual([differs('b'), differs('a')]);
    expect(holding([file('c', 'bb'), B], [rename('a', 'c')])).toEqual([differs('b')]);
  });
});
