import { errorsBySection, type FieldFindings } from '../../../form/field-findings.ts';

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

/** The sections of the lists. */
const LISTS: Readonly<Record<string, Section>> = {
  input: 'inputs',
  output: 'outputs',
  self_test: 'self-tests',
  example: 'examples',
};

/** The number of errors that each section shows. Sections without any are left out. */
export function sectionErrors(findings: FieldFindings): ReadonlyMap<Section, number> {
  return errorsBySection(findings, (key) => LISTS[key] ?? (key === 'runner' ? 'runner' : 'about'));
}
