import { decimal } from './field-reader.ts';
import type { SectionKind } from './manifest.ts';

/** A field of a section that the form edits. */
export interface EditableField {
  /** Its key among the values of a draft. */
  key: string;
  /** Its name in the document. */
  label: string;
  /** A number is written as one where its text is a number of JSON. */
  kind?: 'number' | 'path';
  /** Whether a number is unsigned and whole. */
  isWhole?: true;
}

/** Why the text of a field is no number that the document allows there. Undefined of a field that is empty. */
export function numberProblem({ kind, isWhole }: EditableField, text: string): string | undefined {
  const number = text.trim();
  if (kind !== 'number' || number === '') return undefined;
  if (!isWhole) return decimal(number) === undefined ? 'This is not a number.' : undefined;
  const isCount = /^\d+$/.test(number) && Number.isSafeInteger(Number(number));
  return isCount ? undefined : 'This is not a whole number of 0 or more.';
}

/** The key of a section among the values: `model`, `nodeRange1`, `layer12`. */
export function sectionKey(kind: SectionKind, index: number): string {
  return kind === 'model' && index === 0 ? kind : `${kind}${index + 1}`;
}

const number = (key: string, label: string): EditableField => ({ key, label, kind: 'number' });
const whole = (key: string, label: string): EditableField => ({ ...number(key, label), isWhole: true });

/** All fields but the names that layers refer to: these are edited in the text, together with what refers to them. */
export const EDITABLE: Readonly<Record<SectionKind, readonly EditableField[]>> = {
  model: [
    { key: 'name', label: 'Name' },
    { key: 'description', label: 'Description' },
    { key: 'tags', label: 'Tags' },
    { key: 'authorName', label: 'Author name' },
    { key: 'authorEmail', label: 'Author email' },
    { key: 'url', label: 'URL' },
    { key: 'licenseFile', label: 'License file', kind: 'path' },
  ],
  dataFile: [
    { key: 'path', label: 'Path', kind: 'path' },
    whole('storageBytes', 'Storage-bytes'),
    { key: 'storageFormat', label: 'Storage-format' },
  ],
  nodeRange: [
    { key: 'name', label: 'Name' },
    { key: 'description', label: 'Description' },
    { key: 'type', label: 'Type' },
    whole('count', 'Count'),
    { key: 'unit', label: 'Unit' },
    number('preOffset', 'Normalization pre-offset'),
    number('scale', 'Normalization scale'),
    number('postOffset', 'Normalization post-offset'),
    number('maximum', 'Maximum value'),
    number('minimum', 'Minimum value'),
    number('missing', 'Missing error-value'),
    number('aboveRange', 'Above range error-value'),
    number('belowRange', 'Below range error-value'),
  ],
  layer: [
    { key: 'prior', label: 'Prior' },
    { key: 'description', label: 'Description' },
    { key: 'capabilities', label: 'Capabilities' },
    { key: 'dataSource', label: 'DataSource' },
    whole('startIndex', 'StartIndex'),
    whole('count', 'Count'),
  ],
};

/** The sections that are edited, in the order of the form. */
export const EDITABLE_KINDS = ['model', 'dataFile', 'nodeRange', 'layer'] as const;
