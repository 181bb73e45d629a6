import { useMemo } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import { addTo } from '../../../../base/group-by.ts';
import { useApp } from '../../../../state/hooks.ts';
import { BINDING_TABLES, type CaseList } from '../../core/edit/steps.ts';
import { CARTON_TOML } from '../../core/paths.ts';
import { CARTON_TOML_ORDER } from '../../core/read/key-order.ts';

/** Findings about carton.toml, sorted by the place in the form that shows them. */
export interface FieldFindings {
  /** About one field, by its path: `license`, `runner.opts.num_threads`. */
  fields: ReadonlyMap<string, readonly Finding[]>;
  /** About an item of a list and everything in it, by the item's path: `input.0`. */
  items: ReadonlyMap<string, readonly Finding[]>;
  /** About things without a field in the form. */
  others: readonly Finding[];
  /** About other files, which every save rewrites and so repairs. */
  renewed: readonly Finding[];
}

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
  const fields = new Map<string, Finding[]>();
  const items = new Map<string, Finding[]>();
  const others: Finding[] = [];
  const renewed: Finding[] = [];
  for (const finding of findings) {
    const field = fieldOf(finding);
    if (finding.fix === 'renew') {
      renewed.push(finding);
      continue;
    }
    if (finding.path !== CARTON_TOML && field === undefined) continue;
    const item = field && ITEM.exec(field)?.[0];
    const own = field && (PLATFORM.exec(field)?.[1] ?? field);
    if (item !== undefined) addTo(items, item, finding);
    else if (own !== undefined && (FIELDS.has(own) || own.startsWith('runner.opts.'))) addTo(fields, own, finding);
    else others.push(finding);
  }
  return { fields, items, others, renewed };
}

function fieldOf({ field, binding }: Finding): string | undefined {
  if (field !== undefined || !binding) return field;
  const list: CaseList = binding.of === 'example' ? 'example' : 'self_test';
  return `${list}.${binding.index}.${BINDING_TABLES[list][binding.side]}.${binding.name}`;
}

/** The findings at one place of the form. Always the same empty list where there are none. */
export function findingsOf(places: FieldFindings['fields'], path: string): readonly Finding[] {
  return places.get(path) ?? NONE;
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
