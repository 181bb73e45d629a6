import { describe, expect, it } from 'vitest';
import { finding } from '../../base/findings.ts';
import { CARTON_VERDICTS } from '../../formats/carton/core/verdicts.ts';
import type { HashState, Package, PackageFile } from '../../model/package.ts';
import type { LinksNotFetched } from '../../state/link-slice.ts';
import { tallyOf } from '../../state/verdict-table.ts';
import type { VerifyState } from '../../state/verify-slice.ts';
import { fakePackage } from '../../testing/fake-worker.ts';
import { integrityOf, integrityText, isSound, unhashedText } from './integrity.tsx';

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

  it('is failed as soon as a file that was read without verifying is wrong', () => {
    for (const phase of ['idle', 'failed', 'cancelled', 'done'] as const) {
      expect(integrityOf(count('mismatch', 'unverified'), phase, true, 1)).toBe('failed');
    }
    // Known from the directory, and read by nobody yet.
    expect(integrityOf(count('missing', 'unreadable'), 'idle')).toBe('unverified');
  });

  it('does not count files that MANIFEST does not list', () => {
    const files: PackageFile[] = [{ path: 'x', role: 'other', hash: 'unlisted', kind: 'file' }];
    expect(tallyOf(files, (file) => file.hash).listed).toBe(0);
  });
});

describe('the sentence', () => {
  function linked(path: string, hash: HashState): PackageFile {
    return { path, sha256: 'aa', role: 'model', hash, kind: 'file', link: { urls: [] } };
  }

  function textOf(
    files: PackageFile[],
    facts: { level: 'partial' | 'failed' | 'unverified'; phase?: 'idle' | 'done'; notFetched?: LinksNotFetched },
  ) {
    const { level, phase = 'done', notFetched = { files: 0 } } = facts;
    const result = { findings: [], files: 1, bytes: 1, mismatches: [] };
    return integrityText({
      pkg: fakePackage({ files, can: { verify: true, edit: false, save: false } }),
      counts: tallyOf(files, ({ hash }) => hash),
      level,
      verification: phase === 'done' ? { phase, result } : { phase },
      damaged: 0,
      notFetched,
      wrongFile: files.find(({ hash }) => hash === 'mismatch'),
    });
  }

  const held: PackageFile = { path: 'model/a', sha256: 'aa', role: 'model', hash: 'verified', kind: 'file' };

  it('names a linked file that is another one on its host', () => {
    expect(textOf([held, linked('model/w', 'mismatch')], { level: 'failed' })).toBe(
      '1 of 2 files fails the check: model/w, which is linked',
    );
    const wrong = [linked('model/w', 'mismatch'), linked('model/v', 'mismatch')];
    expect(textOf([held, ...wrong], { level: 'failed' })).toBe('2 of 3 files fail the check, all of them linked');
    expect(textOf([{ ...held, hash: 'mismatch' }, ...wrong], { level: 'failed' })).toBe(
      '3 of 3 files fail the check, 2 of them linked',
    );
  });

  it('names a linked file that could not be fetched, and does not call it unchecked too', () => {
    const files = [held, linked('model/w', 'linked'), linked('model/v', 'linked')];
    expect(textOf(files, { level: 'partial' })).toBe('1 of 3 match MANIFEST, 2 linked not checked');
    expect(textOf(files, { level: 'partial', notFetched: { files: 1, path: 'model/w' } })).toBe(
      '1 of 3 match MANIFEST, 1 linked not checked, 1 linked (model/w) could not be fetched',
    );
    expect(textOf(files, { level: 'partial', notFetched: { files: 2, path: 'model/w' } })).toBe(
      '1 of 3 match MANIFEST, 2 linked could not be fetched',
    );
  });

  it('tells of files that were checked alone', () => {
    const files: PackageFile[] = [held, { ...held, path: 'model/b', hash: 'unverified' }];
    expect(textOf(files, { level: 'unverified', phase: 'idle' })).toBe(
      '1 of 2 files match MANIFEST, the others are not checked',
    );
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
