import { describe, expect, it } from 'vitest';
import type { Finding, FindingCode } from '../../base/findings.ts';
import { groupProblems } from './problem-groups.ts';

function found(code: string, message = ''): Finding {
  return { code: code as FindingCode, severity: 'error', message };
}

const many = (code: string, count: number) => Array.from({ length: count }, (_, at) => found(code, String(at)));

describe('groupProblems', () => {
  it('puts findings of the same code together, in the order of their first ones', () => {
    const listed = groupProblems([found('a/b', '1'), found('c/d', '2'), found('a/b', '3')], new Set());
    expect(listed.map(({ finding, position, size }) => [finding.message, position, size])).toEqual([
      ['1', 0, 2],
      ['3', 1, 2],
      ['2', 0, 1],
    ]);
  });

  it('folds a long group, loses nothing, and shows a group whole that has only one more', () => {
    const listed = groupProblems([...many('a/b', 100), ...many('c/d', 4)], new Set());
    expect(listed).toHaveLength(104);
    expect(listed.filter(({ isFolded }) => isFolded)).toHaveLength(97);
    expect(listed.flatMap(({ folded }, at) => (folded === undefined ? [] : [[at, folded]]))).toEqual([[2, 97]]);
  });

  it('folds no group that was opened, and none where all are wanted', () => {
    const findings = [...many('a/b', 10), ...many('c/d', 10)];
    const one = groupProblems(findings, new Set(['a/b']));
    expect(one.filter(({ isFolded }) => isFolded).map(({ finding }) => finding.code)).toEqual(Array(7).fill('c/d'));
    expect(groupProblems(findings, 'all').some(({ isFolded }) => isFolded)).toBe(false);
  });
});
