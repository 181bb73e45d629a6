import { expect, test } from 'vitest';
import { finding } from '../../../../base/findings.ts';
import '../../core/findings.ts';
import { groupFindings } from './field-findings.ts';
import { sectionErrors } from './sections.ts';

test('a section counts the errors of its fields and items, and no warnings', () => {
  const at = (field: string) => ({ path: 'carton.toml', field });
  const findings = groupFindings([
    finding('schema/dtype', 'a', at('input.0.dtype')),
    finding('schema/dtype', 'b', at('input.3.dtype')),
    finding('schema/dtype', 'c', at('runner.runner_name')),
    finding('meta/license', 'd', at('license')),
  ]);
  expect([...sectionErrors(findings)]).toEqual([
    ['runner', 1],
    ['inputs', 2],
  ]);
});
