import { type FieldValues, isTable } from '../../../model/edit/field.ts';
import { EDITABLE, sectionKey } from '../core/editable.ts';
import type { SectionKind } from '../core/manifest.ts';

const NOUNS: Readonly<Record<SectionKind, string>> = {
  model: 'model',
  dataFile: 'data file',
  nodeRange: 'node range',
  layer: 'layer',
};

/** A section in words: "model", "layer 2". */
export function sectionWords(kind: SectionKind, index: number): string {
  return kind === 'model' && index === 0 ? NOUNS.model : `${NOUNS[kind]} ${index + 1}`;
}

/** A field of a section in words, by their keys: "Author name of model", "Description of layer 2". */
export function fieldWords(section: string, key: string): string {
  const [, kind = '', number = ''] = /^([a-zA-Z]+?)(\d*)$/.exec(section) ?? [];
  if (!Object.hasOwn(EDITABLE, kind)) return `${key} of ${section}`;
  const known = kind as SectionKind;
  const field = EDITABLE[known].find((one) => one.key === key);
  return `${field?.label ?? key} of ${sectionWords(known, number === '' ? 0 : Number(number) - 1)}`;
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
