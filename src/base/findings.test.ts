import { afterEach, describe, expect, it } from 'vitest';
import type { FindingEntry } from './finding-entry.ts';
import {
  defineArea,
  defineFindings,
  type Finding,
  type FindingCode,
  finding,
  findingEntry,
  loadedFindings,
  MAX_FINDINGS_PER_CODE,
  mergeFindings,
} from './findings.ts';

const many = (count: number): Finding[] =>
  Array.from({ length: count }, (_, line) => finding('manifest/syntax', `Line ${line}.`, { line }));

describe('finding', () => {
  it('cuts a message of megabytes', () => {
    expect(finding('links/url', 'x'.repeat(5_000_000)).message.length).toBeLessThanOrEqual(1000);
  });
});

describe('a table of findings', () => {
  const entry = { severity: 'info', title: 'A toy', meaning: 'It is a toy.', action: 'Play with it.' } as const;
  const entries = loadedFindings().entries as Map<string, FindingEntry>;

  // Other tests read every entry in the same process.
  afterEach(() => void entries.delete('toy/broken'));

  it('gives its codes their severity', () => {
    defineFindings({ 'toy/broken': entry });
    expect(finding('toy/broken' as FindingCode, 'It is broken.').severity).toBe('info');
    expect(entries.get('toy/broken')).toBe(entry);
  });

  it('refuses a code or a heading that is defined already', () => {
    expect(() => defineFindings({ 'zip/overlap': entry })).toThrow('zip/overlap');
    expect(() => defineArea('zip', 'Zips')).toThrow('zip');
  });

  it('throws for a code whose table is not loaded', () => {
    expect(() => findingEntry('toy/unknown' as FindingCode)).toThrow('toy/unknown');
    // @ts-expect-error A code that is in no table does not compile.
    expect(() => finding('zip/overlaps', 'A typo.')).toThrow('zip/overlaps');
  });
});

describe('mergeFindings', () => {
  it('gives the same finding once, errors first', () => {
    const info = finding('internal/cancelled', 'a');
    const error = finding('zip/overlap', 'b');
    expect(mergeFindings([info, error], [error, info])).toEqual([error, info]);
  });

  it('counts findings beyond the cap, and adds what the lists have counted', () => {
    const merged = mergeFindings(many(MAX_FINDINGS_PER_CODE + 50), [{ ...finding('manifest/syntax', 'z'), more: 7 }]);
    expect(merged).toHaveLength(MAX_FINDINGS_PER_CODE);
    expect(merged.at(-1)?.more).toBe(50 + 8);
  });

  it('keeps the count of a duplicate', () => {
    const [one] = many(1) as [Finding];
    expect(mergeFindings([one], [{ ...one, more: 3 }])).toEqual([{ ...one, more: 3 }]);
  });

  it('does not read the message of a finding beyond the cap', () => {
    const unread: Finding = {
      ...finding('manifest/syntax', ''),
      get message(): string {
        throw new Error('read');
      },
    };
    // Spreading reads every field: a finding beyond the cap is not even copied.
    expect(mergeFindings(many(MAX_FINDINGS_PER_CODE), [unread]).at(-1)?.more).toBe(1);
  });
});
