import type { FieldFindings } from './field-findings.ts';

/** The form's sections, in its order. The address names them: `#/edit/inputs`. */
export const SECTIONS = ['about', 'runner', 'inputs', 'outputs', 'self-tests', 'examples', 'other'] as const;

export type Section = (typeof SECTIONS)[number];

export const SECTION_LABELS: Readonly<Record<Section, string>> = {
  about: 'About',
  runner: 'Runner',
  inputs: 'Inputs',
  outputs: 'Outputs',
  'self-tests': 'Self-tests',
  examples: 'Examples',
  other: 'Other fields',
};

export function isSection(item: string | undefined): item is Section {
  return SECTIONS.some((section) => section === item);
}

export function sectionId(section: Section): string {
  return `edit-${section}`;
}

/** The sections of the lists. */
const LISTS: Readonly<Record<string, Section>> = {
  input: 'inputs',
  output: 'outputs',
  self_test: 'self-tests',
  example: 'examples',
};

/** The number of errors that each section shows. Sections without any are left out. */
export function sectionErrors({ fields, items }: FieldFindings): ReadonlyMap<Section, number> {
  const counts = new Map<Section, number>();
  for (const [path, findings] of [...fields, ...items]) {
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const [key = ''] = path.split('.');
    const section = LISTS[key] ?? (key === 'runner' ? 'runner' : 'about');
    if (errors > 0) counts.set(section, (counts.get(section) ?? 0) + errors);
  }
  return counts;
}
