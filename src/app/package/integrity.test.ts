import { describe, expect, it } from 'vitest';
import { finding } from '../../base/findings.ts';
import { CARTON_VERDICTS } from '../../formats/carton/core/verdicts.ts';
import type { HashState, Package, PackageFile } from '../../model/package.ts';
import { tallyOf } from '../../state/verdict-table.ts';
import type { VerifyState } from '../../state/verify-slice.ts';
import { integrityOf, isSound, unhashedText } from './integrity.tsx';

function count(...states: HashState[]) {
  const files = states.map(
    (hash, at): PackageFile => ({ path: `f${at}`, sha256: 'aa', role: 'model', hash, kind: 'file' }),
  );
  return tallyOf(files, (file) => file.hash);
}

describe('integrityOf', () => {
  it('is verified only if every file of MANIFEST matches', () => {
    expect(integrityOf(count('verified', 'verified'), 'done')).toBe('verified');
    expect(integrityOf(count('verified', 'unverified'), 'done')).toBe('unverified');
    expect(integrityOf(count('verified'), 'idle')).toBe('unverified');
    expect(integrityOf(count(), 'done')).toBe('unverified');
  });

  it('is failed if MANIFEST cannot be relied on, even if all files match', () => {
    const bad = [finding('manifest/syntax', 'A line is not a hash and a path.')];
    expect(isSound(bad, { phase: 'idle' }, CARTON_VERDICTS)).toBe(false);
    expect(
      isSound(
        [],
        { phase: 'done', result: { findings: [], files: 1, bytes: 1, mismatches: ['LINKS'] } },
        CARTON_VERDICTS,
      ),
    ).toBe(false);
    expect(
      isSound([], { phase: 'done', result: { findings: [], files: 1, bytes: 1, mismatches: [] } }, CARTON_VERDICTS),
    ).toBe(true);
    expect(integrityOf(count('verified'), 'done', false)).toBe('failed');
  });

  it('is partial if only linked files are not verified', () => {
    expect(integrityOf(count('verified', 'linked'), 'done')).toBe('partial');
  });

  it.each(['mismatch', 'unreadable', 'missing'] as const)('is failed if a file is %s', (state) => {
    expect(integrityOf(count('verified', 'linked', state), 'done')).toBe('failed');
  });

  it('is verifying while it runs, and after a cancel still counts what it found', () => {
    expect(integrityOf(count('mismatch'), 'running')).toBe('verifying');
    expect(integrityOf(count('mismatch', 'unverified'), 'cancelled')).toBe('failed');
    expect(integrityOf(count('verified', 'unverified'), 'cancelled')).toBe('unverified');
  });

  it('does not count files that MANIFEST does not list', () => {
    const files: PackageFile[] = [{ path: 'x', role: 'other', hash: 'unlisted', kind: 'file' }];
    expect(tallyOf(files, (file) => file.hash).listed).toBe(0);
  });
});

describe('a package without hashes', () => {
  const files: PackageFile[] = [
    { path: 'a', role: 'other', hash: 'none', kind: 'file' },
    { path: '../b', role: 'other', hash: 'none', kind: 'file', unsafe: true },
  ];
  const done: VerifyState = { phase: 'done', result: { findings: [], files: 1, bytes: 1, mismatches: [] } };
  const textOf = (of: PackageFile[], state: VerifyState, damaged = 0) =>
    unhashedText({ files: of } as Package, state, damaged);

  it('stays unverified, and says that sizes and checksums agree', () => {
    const counts = tallyOf(files, (file) => file.hash);
    expect(integrityOf(counts, 'done')).toBe('unverified');
    expect(textOf(files.slice(0, 1), done)).toBe('It has no hashes; sizes and checksums agree');
  });

  it('says what is wrong, and what was not read', () => {
    expect(textOf(files.slice(0, 1), done, 1)).toBe('It has no hashes; 1 file fails the check of sizes and checksums');
    expect(textOf(files, done)).toBe(
      'It has no hashes; sizes and checksums agree; 1 file that is never opened was not read',
    );
    expect(textOf(files, { phase: 'idle' })).toBe('It has no hashes; sizes and checksums are not checked');
    expect(textOf(files, { phase: 'cancelled' }, 2)).toMatch(/was cancelled, 2 files fail$/);
  });
});
