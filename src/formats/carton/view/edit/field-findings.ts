import { useMemo } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import { useApp } from '../../../../state/hooks.ts';
import { type FieldFindings, groupFindings as groupBy } from '../../../form/field-findings.ts';
import { BINDING_TABLES, type CaseList } from '../../core/edit/steps.ts';
import { CARTON_TOML } from '../../core/paths.ts';
import { CARTON_TOML_ORDER } from '../../core/read/key-order.ts';

const NONE: readonly Finding[] = [];

/** Paths of the lists whose items have fields of their own. */
const ITEM = /^(?:input|output|self_test|example)\.\d+/;

const PLATFORM = /^(required_platforms)\.\d+$/;

/** The fields that the form shows: all but `spec_version`. */
const FIELDS = new Set([
  ...CARTON_TOML_ORDER.keys([]).filter((key) => key !== 'spec_version'),
  ...CARTON_TOML_ORDER.keys(['runner']).map((key) => `runner.${key}`),
]);

export function groupFindings(findings: readonly Finding[]): FieldFindings {
  return groupBy(findings, (finding) => {
    const field = fieldOf(finding);
    if (finding.path !== CARTON_TOML && field === undefined) return undefined;
    const item = field && ITEM.exec(field)?.[0];
    const own = field && (PLATFORM.exec(field)?.[1] ?? field);
    if (item !== undefined) return { item };
    return own !== undefined && (FIELDS.has(own) || own.startsWith('runner.opts.')) ? { field: own } : 'others';
  });
}

function fieldOf({ field, binding }: Finding): string | undefined {
  if (field !== undefined || !binding) return field;
  const list: CaseList = binding.of === 'example' ? 'example' : 'self_test';
  return `${list}.${binding.index}.${BINDING_TABLES[list][binding.side]}.${binding.name}`;
}

/** The findings about one field of an item, or about something in that field. */
export function findingsWithin(findings: readonly Finding[], path: string): readonly Finding[] {
  return findings.filter((finding) => {
    const field = fieldOf(finding);
    return field === path || field?.startsWith(`${path}.`) === true;
  });
}

/** An item's findings that are not about any of these fields. */
export function findingsBeside(findings: readonly Finding[], paths: readonly string[]): readonly Finding[] {
  const shown = new Set(paths.flatMap((path) => findingsWithin(findings, path)));
  return findings.filter((finding) => !shown.has(finding));
}

/** The draft's findings. */
export function useFieldFindings(): FieldFindings {
  const findings = useApp((state) => state.draft?.shown.findings ?? NONE);
  return useMemo(() => groupFindings(findings), [findings]);
}
