import { expect, it } from 'vitest';
import { finding } from '../../base/findings.ts';
import { textProblems } from './text-problems.ts';

it('puts beside the lines of a text only the findings of its own file, without what cannot be seen', () => {
  const findings = [
    finding('toml/syntax', 'Line 3: a\u202eb', { path: 'a.toml', line: 3, column: 2 }),
    finding('toml/syntax', 'Line 4: c', { path: 'b.toml', line: 4 }),
    finding('toml/syntax', 'Nowhere', { path: 'a.toml' }),
    finding('toml/syntax', 'No file', { line: 5 }),
    finding('toml/syntax', 'd', { path: 'a.toml', line: 6 }),
  ];
  const problems = textProblems(findings, 'a.toml', (message) => message.replace('Line 3: ', ''));
  expect(problems.map(({ line, column, severity }) => [line, column, severity])).toEqual([
    [3, 2, 'error'],
    [6, undefined, 'error'],
  ]);
  expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/^a[^\u202e]+b$/), 'd']);
});
