import { expect, test } from 'vitest';
import type { HashState } from '../../model/package.ts';
import { innerTexts, insideText } from './inside-text.ts';

const STATES: HashState[] = ['unverified', 'verifying', 'verified', 'mismatch', 'unreadable', 'unlisted', 'none'];

test('nothing that the package around an inner one says is green', () => {
  for (const state of STATES) {
    for (const hashList of ['MANIFEST', undefined]) {
      const text = insideText({ outer: 'evil.carton', state, hashList });
      expect(text.tone).not.toBe('ok');
      expect(text.sentence).toBe('Inside evil.carton');
    }
  }
});

test.each([
  ['verified', 'quiet', 'The file matches the MANIFEST of evil.carton.'],
  ['unverified', 'quiet', 'The file is not checked against the MANIFEST of evil.carton.'],
  ['mismatch', 'error', 'The file does not match the MANIFEST of evil.carton.'],
  ['unlisted', 'warning', 'The file is not in the MANIFEST of evil.carton.'],
] as const)('says what the hash list says of the file: %s', (state, tone, detail) => {
  expect(insideText({ outer: 'evil.carton', state, hashList: 'MANIFEST' })).toMatchObject({ tone, detail });
});

test('what the outer package has only in its draft matches no list yet', () => {
  const says = insideText({ outer: 'a.carton', state: 'mismatch', isUnsaved: true, hashList: 'MANIFEST' });
  expect(says).toMatchObject({ tone: 'quiet', detail: 'The file is an unsaved change to a.carton.' });
});

test('without a hash list, the directory of the outer package is all that there is', () => {
  const says = (state: HashState) => insideText({ outer: 'a.zip', state, hashList: undefined }).detail;
  expect(says('none')).toBe('a.zip has no hash to compare the file with.');
  expect(says('mismatch')).toBe('The file does not match the directory of a.zip.');
});

test('the row of a file tells what was found inside', () => {
  const counts = new Map([
    ['a', { place: 'open a', error: 2, warning: 0, info: 1 }],
    ['b', { place: 'open b', error: 0, warning: 1000, info: 0 }],
    ['c', { place: 'open c', error: 0, warning: 0, info: 0 }],
  ]);
  expect([...innerTexts(counts, [])]).toEqual([
    ['a', '2 errors, 1 note inside'],
    ['b', '1,000 warnings inside'],
    ['c', 'no problems inside'],
  ]);
  // What was found in the file before it was replaced.
  const replaced = { kind: 'put', path: 'a', blob: new Blob(['new']) } as const;
  expect([...innerTexts(counts, [replaced]).keys()]).toEqual(['b', 'c']);
});
