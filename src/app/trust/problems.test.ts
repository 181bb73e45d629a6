import { describe, expect, it } from 'vitest';
import { finding } from '../../base/findings.ts';
import type { Package } from '../../model/package.ts';
import { isWhole, problemsText } from './problems.ts';

const error = finding('zip/overlap', 'Two entries overlap.');
const note = finding('meta/license', 'Not an SPDX expression.');

const of = (verify: boolean, checked: string[], onlyFiles?: string) =>
  ({
    can: { verify, edit: false, save: false },
    words: { one: 'a', a: 'a', checked },
    onlyFiles,
    verdicts: {},
  }) as unknown as Package;
const all = of(true, ['the header']);

describe('a package', () => {
  it('is checked whole once every byte was verified, and never where that cannot be', () => {
    expect(isWhole(of(true, ['the header']), 'idle')).toBe(false);
    expect(isWhole(of(true, ['the header']), 'done')).toBe(true);
    expect(isWhole(of(false, ['the header']), 'idle')).toBe(false);
    expect(isWhole(of(false, []), 'idle')).toBe(false);
  });
});

describe('problemsText', () => {
  it('counts by severity, and gives the message of the first of the most severe', () => {
    expect(problemsText([note, error, { ...error, more: 2 }], all, true)).toEqual({
      tone: 'error',
      brief: '4 errors',
      sentence: '4 errors, 1 note',
      detail: 'Two entries overlap.',
    });
  });

  it('says of a finding with a long message what it is, and where', () => {
    const long = finding('manifest/hash-mismatch', `It has the SHA-256 ${'0'.repeat(64)}, not ${'1'.repeat(64)}.`);
    expect(problemsText([{ ...long, path: 'model/w' }], all, true).detail).toBe(
      'A file does not match MANIFEST: model/w',
    );
    expect(problemsText([long], all, true).detail).toBe('A file does not match MANIFEST');
  });

  it('does not call notes problems', () => {
    expect(problemsText([note, note], all, true)).toMatchObject({ tone: 'info', sentence: '2 notes' });
  });

  it('says that none was found only of what was read', () => {
    expect(problemsText([], all, true)).toMatchObject({ tone: 'ok', sentence: 'No problems found' });
    expect(problemsText([], all, false)).toMatchObject({
      tone: 'quiet',
      sentence: 'No problems found so far',
    });
    expect(problemsText([], of(true, []), false).sentence).toBe('Only the directory was read');
  });

  it('says of a file whose values nobody read what was checked', () => {
    expect(problemsText([], of(false, ['the header']), false)).toMatchObject({
      tone: 'quiet',
      sentence: 'No problems found in what was read',
      detail: 'Checked: the header. Its values were not read.',
    });
  });

  it('says where it has not looked at all values, and is green only once it has', () => {
    const unhashed = of(false, ['the header', 'the size of every tensor']);
    expect(problemsText([], unhashed, false, 'none')).toMatchObject({
      tone: 'quiet',
      sentence: 'No problems in the header',
      detail: 'Values not scanned',
    });
    expect(problemsText([], unhashed, false, 'some')).toMatchObject({
      tone: 'quiet',
      detail: 'Not all values scanned',
    });
    expect(problemsText([], unhashed, false, 'all')).toMatchObject({ tone: 'ok', sentence: 'No problems found' });
    expect(problemsText([], all, true, 'none')).toMatchObject({
      tone: 'quiet',
      sentence: 'No problems found in the files',
      detail: 'Values not scanned',
    });
    expect(problemsText([], all, true, 'all')).toMatchObject({ tone: 'ok', sentence: 'No problems found' });
    // Its files were not read: that comes first.
    expect(problemsText([], all, false, 'all').tone).toBe('quiet');
  });

  it('gives no green to what Boxcutter knows no rules for', () => {
    const unknown = of(true, ['the header'], 'Only its files are known.');
    expect(problemsText([], unknown, true)).toMatchObject({ tone: 'quiet', sentence: 'Not checked for problems' });
    // Of a zip, the sizes and checksums were compared.
    expect(problemsText([], of(true, [], 'Only its files are known.'), true)).toMatchObject({
      tone: 'quiet',
      sentence: 'No damage found',
    });
    expect(problemsText([error], unknown, true)).toMatchObject({ tone: 'error', sentence: '1 error' });
  });
});
