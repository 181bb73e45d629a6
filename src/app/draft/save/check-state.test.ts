import { describe, expect, test } from 'vitest';
import type { HashState, PackageFile } from '../../../model/package.ts';
import type { Verdicts } from '../../../state/verdict-table.ts';
import type { VerifyState } from '../../../state/verify-slice.ts';
import { carton } from '../../../testing/draft-tab.ts';
import { checkState, remedyText, wrongText } from './check-state.ts';

function file(path: string, hash: HashState, listed = true): PackageFile {
  return { path, role: 'other', hash, kind: 'file', ...(listed ? { sha256: '0'.repeat(64) } : {}) };
}

function verdicts(known: Record<string, 'verified' | 'mismatch' | 'unreadable'>): Pick<Verdicts, 'get'> {
  return { get: (path) => known[path] };
}

type Saving = Parameters<typeof checkState>[3];

function saving(written: readonly string[], changes: Saving['changes'] = []): Saving {
  return { files: written.map((path) => ({ path, kind: 'changed', after: '' })), changes };
}

const packageOf = (files: PackageFile[]) => ({ files, can: { ...carton().can, verify: true } });

const DONE: VerifyState = { phase: 'done', result: { findings: [], files: 0, bytes: 0, mismatches: [] } };
const RUNNING: VerifyState = { phase: 'running', progress: { done: 0, total: 1 } };
const FILES = [
  file('carton.toml', 'unverified'),
  file('a', 'unverified'),
  file('b', 'linked'),
  file('MANIFEST', 'none', false),
];
const REWRITTEN: Saving = saving(['carton.toml', 'MANIFEST']);

describe('whether the unchanged files are known to match', () => {
  test('right after verifying has ended, if all files in the package match', () => {
    const known = verdicts({ a: 'verified' });
    expect(checkState(packageOf(FILES), DONE, known, REWRITTEN)).toEqual({
      kind: 'right',
      listed: 2,
      matching: 1,
      linked: 1,
      troubles: [],
    });
    expect(checkState(packageOf(FILES), RUNNING, known, REWRITTEN).kind).toBe('open');
    expect(checkState(packageOf(FILES), { phase: 'cancelled' }, known, REWRITTEN).kind).toBe('open');
  });

  test('files that are written again need not match', () => {
    const known = verdicts({ a: 'verified', 'carton.toml': 'mismatch' });
    expect(checkState(packageOf(FILES), DONE, known, REWRITTEN).kind).toBe('right');
    expect(checkState(packageOf(FILES), DONE, known, saving([])).kind).toBe('wrong');
  });

  test('names each file that differs, is damaged or missing', () => {
    const files = [...FILES, file('gone', 'missing'), file('loose', 'unlisted', false)];
    const { kind, troubles } = checkState(
      packageOf(files),
      DONE,
      verdicts({ a: 'mismatch', loose: 'unreadable' }),
      REWRITTEN,
    );
    expect(kind).toBe('wrong');
    expect(troubles).toEqual([
      { path: 'a', state: 'mismatch' },
      { path: 'gone', state: 'missing' },
      { path: 'loose', state: 'unreadable' },
    ]);
  });

  test('names a renamed file by its new path, and none that is removed or replaced', () => {
    const files = [file('a', 'unverified'), file('b', 'unverified'), file('c', 'unverified'), file('d', 'unverified')];
    const wrong = verdicts({ a: 'mismatch', b: 'mismatch', c: 'mismatch', d: 'mismatch' });
    const changes: Saving['changes'] = [
      { kind: 'renamed', from: 'a', path: 'b' },
      { kind: 'replaced', path: 'c' },
      { kind: 'linked', from: 'd', path: 'e' },
    ];
    expect(checkState(packageOf(files), DONE, wrong, saving([], changes))).toMatchObject({
      kind: 'wrong',
      listed: 2,
      troubles: [
        { path: 'b', state: 'mismatch' },
        { path: 'e', state: 'mismatch' },
      ],
    });
    const removed = checkState(
      packageOf([file('a', 'unverified')]),
      DONE,
      wrong,
      saving([], [{ kind: 'removed', path: 'a' }]),
    );
    expect(removed.kind).toBe('right');
  });

  test('wrong if verifying passed over a file', () => {
    expect(checkState(packageOf(FILES), DONE, verdicts({}), REWRITTEN).kind).toBe('wrong');
  });
});

describe('what saving with wrong files says', () => {
  const trouble = (state: HashState) => ({ path: 'a', state });

  test('leads to new hashes where they help', () => {
    const hint = '“Recompute all hashes” under Edit';
    expect(wrongText({ troubles: [trouble('mismatch')] }, 'MANIFEST', true)).toContain(
      `changed it yourself, cancel and use ${hint}`,
    );
    expect(wrongText({ troubles: [trouble('mismatch'), trouble('missing')] }, 'MANIFEST', true)).toContain(hint);
    expect(wrongText({ troubles: [trouble('mismatch')] }, 'MANIFEST', false)).not.toContain(hint);
    expect(wrongText({ troubles: [trouble('missing'), trouble('unreadable')] }, 'MANIFEST', true)).not.toContain(hint);
    expect(remedyText({ troubles: [trouble('mismatch')] }, 'MANIFEST', true)).toContain(
      `if you changed it yourself, use ${hint}`,
    );
    expect(remedyText({ troubles: [trouble('mismatch')] }, 'MANIFEST', false)).toContain('need the right content');
    expect(remedyText({ troubles: [trouble('unreadable')] }, 'MANIFEST', true)).not.toContain(hint);
  });
});
