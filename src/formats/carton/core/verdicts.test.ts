import { expect, test } from 'vitest';
import { type Finding, type FindingCode, finding, loadedFindings } from '../../../base/findings.ts';
import { loadVerdict } from '../../../model/verdict.ts';
import { CARTON_VERDICTS } from './verdicts.ts';

const loadingOf = (findings: readonly Finding[]) => loadVerdict(findings, CARTON_VERDICTS);

test('a carton is refused, doubtful or fine', () => {
  const found = (code: FindingCode) => finding(code, 'It is.');
  expect(loadingOf([])).toBe('fine');
  expect(loadingOf([found('schema/dtype-mismatch'), found('meta/runner')])).toBe('fine');
  expect(loadingOf([found('schema/dtype-mismatch'), found('manifest/hash-mismatch')])).toBe('doubtful');
  expect(loadingOf([found('manifest/hash-mismatch'), found('toml/syntax')])).toBe('refused');
});

test('only errors are refused, and every error whose text says so is refused', () => {
  for (const [code, { severity, meaning }] of loadedFindings().entries) {
    const loading = loadingOf([finding(code as FindingCode, 'It is.')]);
    if (severity !== 'error') expect(loading, code).toBe('fine');
    else if (/reference reader (refuses|needs)/.test(meaning)) expect(loading, code).toBe('refused');
  }
});
