import { expect, test } from 'vitest';
import { finding } from '../base/findings.ts';
import '../archive/zip/findings.ts';
import '../toml/findings.ts';
import { countFindings, judgedErrors, loadVerdict } from './verdict.ts';

const VERDICTS = { refused: ['toml/syntax'], unsoundHashList: [] } as const;

const refused = { ...finding('toml/syntax', 'It is no TOML.'), more: 2 };
const doubtful = finding('zip/local-header', 'Its bytes are wrong.');
const warning = finding('zip/ambiguous', 'It may be two.');

test('an error that the reference reader does not look at is doubtful, and not refused', () => {
  expect(judgedErrors([refused, doubtful], VERDICTS)).toEqual({
    errors: [refused, doubtful],
    refused: [refused],
    doubtful: [doubtful],
    harmful: [],
  });
  const harmful = finding('pickle/dangerous', 'Loading it imports “os.system”.');
  expect(judgedErrors([refused, harmful], VERDICTS).harmful).toEqual([harmful]);
  expect(loadVerdict([refused, harmful], VERDICTS)).toBe('harmful');
  expect(loadVerdict([doubtful], VERDICTS)).toBe('doubtful');
  expect(loadVerdict([doubtful, refused], VERDICTS)).toBe('refused');
  expect(loadVerdict([], VERDICTS)).toBe('fine');
});

test('only errors are judged', () => {
  expect(warning.severity).toBe('warning');
  expect(judgedErrors([warning], VERDICTS)).toEqual({ errors: [], refused: [], doubtful: [], harmful: [] });
  expect(loadVerdict([warning], VERDICTS)).toBe('fine');
});

test('findings beyond the cap of their code count', () => {
  expect(countFindings([refused, doubtful])).toBe(4);
});
