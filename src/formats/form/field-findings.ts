import type { Finding } from '../../base/findings.ts';
import { addTo } from '../../base/group-by.ts';

/** Findings about a metadata file, sorted by the place in the form that shows them. */
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

/**
 * Sorts findings.
 *
 * @param placeOf the path of the item or the field that shows a finding, or that none does. Undefined for a finding that
 * is not about the metadata file
 */
export function groupFindings(
  findings: readonly Finding[],
  placeOf: (finding: Finding) => { item: string } | { field: string } | 'others' | undefined,
): FieldFindings {
  const fields = new Map<string, Finding[]>();
  const items = new Map<string, Finding[]>();
  const others: Finding[] = [];
  const renewed: Finding[] = [];
  for (const finding of findings) {
    const place = finding.fix === 'renew' ? undefined : placeOf(finding);
    if (finding.fix === 'renew') renewed.push(finding);
    else if (place === 'others') others.push(finding);
    else if (place && 'item' in place) addTo(items, place.item, finding);
    else if (place) addTo(fields, place.field, finding);
  }
  return { fields, items, others, renewed };
}

/** The findings at one place of the form. Always the same empty list where there are none. */
export function findingsOf(places: FieldFindings['fields'], path: string): readonly Finding[] {
  return places.get(path) ?? NONE;
}

/** The errors of each section. Sections without any are left out. */
export function errorsBySection<Section>(
  { fields, items }: FieldFindings,
  sectionOf: (key: string) => Section,
): ReadonlyMap<Section, number> {
  const counts = new Map<Section, number>();
  for (const [path, findings] of [...fields, ...items]) {
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const section = sectionOf(path.split('.')[0] ?? '');
    if (errors > 0) counts.set(section, (counts.get(section) ?? 0) + errors);
  }
  return counts;
}
