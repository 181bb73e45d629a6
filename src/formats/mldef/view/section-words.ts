import { type FieldValues, isTable } from '../../../model/edit/field.ts';
import { FIELDS, type SectionField, sectionKey, sectionWords } from '../core/fields.ts';
import type { SectionKind } from '../core/manifest.ts';

/** A field of a section in words, by their keys: "Author name of model", "Description of layer 2". */
export function fieldWords(section: string, key: string): string {
  const [, kind = '', number = ''] = /^([a-zA-Z]+?)(\d*)$/.exec(section) ?? [];
  if (!Object.hasOwn(FIELDS, kind)) return `${key} of ${section}`;
  const known = kind as SectionKind;
  const fields: Readonly<Record<string, SectionField>> = FIELDS[known];
  return `${fields[key]?.label ?? key} of ${sectionWords(known, number === '' ? 0 : Number(number) - 1)}`;
}

/** The sections of one kind among the values of a draft, in their order. */
export function sectionsIn(values: object, kind: SectionKind): { key: string; index: number }[] {
  const found: { key: string; index: number }[] = [];
  for (let index = 0; Object.hasOwn(values, sectionKey(kind, index)); index++) {
    found.push({ key: sectionKey(kind, index), index });
  }
  return found;
}

/** The texts of one section among the values of a draft. */
export function textsOf(values: FieldValues | undefined, key: string): Readonly<Record<string, string>> {
  const table = values && Object.hasOwn(values, key) ? values[key] : undefined;
  return isTable(table) ? (table as Record<string, string>) : {};
}
