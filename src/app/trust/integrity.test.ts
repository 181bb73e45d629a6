import { describe, expect, it } from 'vitest';
import { finding } from '../../base/findings.ts';
import { CARTON_VERDICTS } from '../../formats/carton/core/check/verdicts.ts';
import type { HashState, Package, PackageFile } from '../../model/package.ts';
import { type Tally, tallyOf } from '../../state/verdict-table.ts';
import type { VerifyState } from '../../state/verify-slice.ts';
import { type IntegrityFacts, integrityOf, integrityText, isSound } from './integrity.ts';

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

describe('the words for integrity', () => {
  const words = { one: 'carton', a: 'a carton', hashList: 'MANIFEST', checked: [] };
  const pkg = { can: { verify: true }, words, files: [] } as unknown as Package;
  const none = {
    verification: { phase: 'done' } as VerifyState,
    damaged: 0,
    notFetched: { files: 0 },
    wrongFile: undefined,
    ambiguous: false,
    remote: false,
    hold: undefined,
  };
  const say = (counts: Tally, more: Partial<IntegrityFacts> = {}) => {
    const facts = { ...none, ...more };
    return integrityText({ pkg, counts, level: integrityOf(counts, facts.verification.phase), ...facts });
  };

  it('say what matches, in one clause, and what was not checked', () => {
    expect(say(count('verified', 'verified'))).toMatchObject({
      tone: 'ok',
      sentence: 'Matches its MANIFEST',
      detail: 'All 2 hashes. Intact does not mean harmless.',
    });
    expect(say(count('verified', 'linked'), { remote: true })).toMatchObject({
      tone: 'ok',
      sentence: 'Matches its MANIFEST',
      detail: '1 of 2 hashes. 1 linked file is not checked.',
    });
    expect(say(count('verified'), { remote: true }).detail).toBe(
      'Its 1 hash, as the host sent the file. Intact does not mean harmless.',
    );
  });

  it('are a warning where the hash list does not cover all, or readers may differ', () => {
    const counts = { ...count('verified'), unlisted: 2 };
    expect(say(counts)).toMatchObject({
      tone: 'warning',
      detail: 'Its 1 hash. 2 other files are not listed.',
    });
    expect(say(count('verified'), { ambiguous: true })).toMatchObject({
      tone: 'warning',
      detail: 'Its 1 hash. Other tools may see other files.',
    });
  });

  it('name how many files differ or are missing', () => {
    expect(say(count('verified', 'mismatch'))).toMatchObject({
      tone: 'error',
      brief: '1 differs',
      sentence: '1 file does not match MANIFEST',
      detail: '1 of 2 hashes match.',
    });
    expect(say(count('missing', 'missing')).sentence).toBe('2 files are missing');
    expect(say(count('verified', 'missing', 'unreadable')).detail).toBe('1 more is missing. 1 of 3 hashes match.');
  });

  it('name a linked file that is another one on its host', () => {
    const wrongFile = { path: 'model/w' } as PackageFile;
    const counts = { ...count('verified', 'mismatch'), wrongLinked: 1 };
    expect(say(counts, { wrongFile }).detail).toBe('model/w, which is linked. 1 of 2 hashes match.');
    const two = { ...count('verified', 'mismatch', 'mismatch'), wrongLinked: 2 };
    expect(say(two).detail).toBe('All of them are linked. 1 of 3 hashes match.');
    expect(say({ ...two, wrongLinked: 1 }).detail).toBe('1 of them are linked. 1 of 3 hashes match.');
  });

  it('name a linked file that could not be fetched, and do not call it unchecked too', () => {
    const counts = count('verified', 'linked', 'linked');
    expect(say(counts).detail).toBe('1 of 3 hashes. 2 linked files are not checked.');
    expect(say(counts, { notFetched: { files: 1, path: 'model/w' } })).toMatchObject({
      tone: 'warning',
      detail: '1 of 3 hashes. 1 linked file is not checked. The linked file model/w could not be fetched.',
    });
    expect(say(counts, { notFetched: { files: 2, path: 'model/w' } }).detail).toBe(
      '1 of 3 hashes. 2 linked files could not be fetched.',
    );
  });

  it('tell of files that were checked alone', () => {
    const idle = { verification: { phase: 'idle' } as VerifyState };
    expect(say(count('verified', 'unverified'), idle).detail).toBe('1 of 2 hashes match.');
  });

  it('say while nothing is checked what the rule is, and why it failed', () => {
    const idle = { verification: { phase: 'idle' } as VerifyState, hold: 'It is large' };
    expect(say(count('unverified'), idle)).toMatchObject({
      tone: 'quiet',
      sentence: 'Not checked against MANIFEST',
      detail: 'It is large.',
    });
    expect(say(count()).sentence).toBe('No MANIFEST to check against');
    const away = { ...pkg, cannot: { verify: 'Its files are elsewhere' } } as Package;
    expect(say(count(), { pkg: away })).toMatchObject({
      sentence: 'Not checked against MANIFEST',
      detail: 'Its files are elsewhere.',
    });
  });
});

describe('the words for a package without hashes', () => {
  const files: PackageFile[] = [
    { path: 'a', role: 'other', hash: 'none', kind: 'file' },
    { path: '../b', role: 'other', hash: 'none', kind: 'file', unsafe: true },
  ];
  const done: VerifyState = { phase: 'done', result: { findings: [], files: 1, bytes: 1, mismatches: [] } };
  const say = (of: PackageFile[], verification: VerifyState, damaged = 0) =>
    integrityText({
      pkg: { files: of, can: { verify: true }, words: { one: 'zip', a: 'a zip', checked: [] } } as unknown as Package,
      counts: count(),
      level: 'unverified',
      verification,
      damaged,
      notFetched: { files: 0 },
      wrongFile: undefined,
      ambiguous: false,
      remote: false,
      hold: undefined,
    });

  it('stay without a verdict, and say that sizes and checksums agree', () => {
    expect(
      integrityOf(
        tallyOf(files, (file) => file.hash),
        'done',
      ),
    ).toBe('unverified');
    expect(say(files.slice(0, 1), done)).toMatchObject({
      tone: 'quiet',
      sentence: 'Sizes and checksums agree',
      detail: 'It has no hashes.',
    });
  });

  it('say what is wrong, and what was not read', () => {
    expect(say(files.slice(0, 1), done, 1)).toMatchObject({
      tone: 'error',
      sentence: '1 file fails the size and checksum check',
    });
    expect(say(files, done).detail).toBe('It has no hashes. 1 file is never opened and was not read.');
    expect(say(files, { phase: 'idle' }).sentence).toBe('Sizes and checksums are not checked');
    expect(say(files, { phase: 'cancelled' }, 2).detail).toBe('2 files are damaged. It has no hashes.');
  });
});
