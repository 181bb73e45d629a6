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
