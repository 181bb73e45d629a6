import { expect, test, vi } from 'vitest';
import { type Finding, type FindingCode, finding } from '../../../../base/findings.ts';
import { loadVerdict } from '../../../../model/verdict.ts';
import { CARTON_VERDICTS } from './verdicts.ts';

const loadingOf = (findings: readonly Finding[]) => loadVerdict(findings, CARTON_VERDICTS);

test('a carton is refused, doubtful or fine', () => {
  const found = (code: FindingCode) => finding(code, 'It is.');
  expect(loadingOf([])).toBe('fine');
  expect(loadingOf([found('schema/dtype-mismatch'), found('meta/runner')])).toBe('fine');
  expect(loadingOf([found('schema/dtype-mismatch'), found('manifest/hash-mismatch')])).toBe('doubtful');
  expect(loadingOf([found('manifest/hash-mismatch'), found('toml/syntax')])).toBe('refused');
});

test('only errors are refused, and every error of a carton whose text says so is refused', async () => {
  // Modules of their own: the tables of other formats, which speak of other reference readers, are not loaded.
  vi.resetModules();
  const { loadedFindings } = await import('../../../../base/findings.ts');
  await import('../findings.ts');
  expect(loadedFindings().entries.has('toml/syntax')).toBe(true);
  for (const [code, { severity, meaning }] of loadedFindings().entries) {
    const loading = loadingOf([finding(code as FindingCode, 'It is.')]);
    if (severity !== 'error') expect(loading, code).toBe('fine');
    else if (/reference reader (refuses|needs)/.test(meaning)) expect(loading, code).toBe('refused');
  }
});
