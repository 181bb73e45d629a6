import type { FindingCode } from '../../../base/findings.ts';
import { capitalized, quote } from '../../../base/text.ts';
import { unsignedInteger } from '../../../json/integer.ts';
import { MAX_NUMBER_UNITS } from './limits.ts';
import { type Field, type Place, plainKey, type Section, type SectionKind, type Tell } from './manifest.ts';

/** A field of a section, as the document describes it. */
export interface SectionField {
  /** Its name in the document. */
  label: string;
  /** `words` have commas between them, and a `uint` is whole and not negative. */
  type: 'text' | 'path' | 'words' | 'uint' | 'float';
  /** Whether the section cannot be used without it, or only lacks what the document lists. */
  need?: 'required' | 'expected';
  /** The values that the document lists. Of a unit, it lists only the first of many. */
  values?: readonly string[];
}

/** A number of the document's type float. */
export interface FloatField {
  /** As written. */
  text: string;
  value: number;
}

/** The fields of all sections, by their keys among the values of a draft. */
export const FIELDS = {
  model: {
    name: { label: 'Name', type: 'text', need: 'expected' },
    description: { label: 'Description', type: 'text' },
    tags: { label: 'Tags', type: 'words' },
    authorName: { label: 'Author name', type: 'text' },
    authorEmail: { label: 'Author email', type: 'text' },
    url: { label: 'URL', type: 'text' },
    licenseFile: { label: 'License file', type: 'path' },
  },
  dataFile: {
    name: { label: 'Name', type: 'text', need: 'required' },
    path: { label: 'Path', type: 'path', need: 'required' },
    storageBytes: { label: 'Storage-bytes', type: 'uint', need: 'expected' },
    storageFormat: {
      label: 'Storage-format',
      type: 'text',
      need: 'expected',
      values: ['int', 'uint', 'fixed', 'float'],
    },
  },
  nodeRange: {
    name: { label: 'Name', type: 'text', need: 'expected' },
    description: { label: 'Description', type: 'text' },
    type: { label: 'Type', type: 'text', need: 'required', values: ['input', 'output'] },
    count: { label: 'Count', type: 'uint', need: 'required' },
    unit: { label: 'Unit', type: 'text', values: ['seconds', 'hertz', 'meters', 'grams'] },
    preOffset: { label: 'Normalization pre-offset', type: 'float' },
    scale: { label: 'Normalization scale', type: 'float' },
    postOffset: { label: 'Normalization post-offset', type: 'float' },
    maximum: { label: 'Maximum value', type: 'float' },
    minimum: { label: 'Minimum value', type: 'float' },
    missing: { label: 'Missing error-value', type: 'float' },
    aboveRange: { label: 'Above range error-value', type: 'float' },
    belowRange: { label: 'Below range error-value', type: 'float' },
  },
  layer: {
    name: { label: 'Name', type: 'text', need: 'required' },
    prior: { label: 'Prior', type: 'text' },
    description: { label: 'Description', type: 'text' },
    capabilities: { label: 'Capabilities', type: 'words' },
    dataSource: { label: 'DataSource', type: 'text' },
    startIndex: { label: 'StartIndex', type: 'uint' },
    count: { label: 'Count', type: 'uint', need: 'required' },
  },
} as const satisfies Record<SectionKind, Record<string, SectionField>>;

/** What sections are called. */
export const SECTION_NOUNS: Readonly<Record<SectionKind, string>> = {
  model: 'model',
  dataFile: 'data file',
  nodeRange: 'node range',
  layer: 'layer',
};

/** A section in words: "model", "layer 2". */
export function sectionWords(kind: SectionKind, index: number): string {
  return kind === 'model' && index === 0 ? kind : `${SECTION_NOUNS[kind]} ${index + 1}`;
}

/** The path of a section among the values of a draft: `model`, `layer.11`. Of several models, only the first has one. */
function sectionPath(kind: SectionKind, index: number): string | undefined {
  if (kind === 'model') return index === 0 ? kind : undefined;
  return `${kind}.${index}`;
}

/** The fields of a kind of section with their keys, in the order of the document. */
export function fieldsOf(kind: SectionKind): [key: string, field: SectionField][] {
  return Object.entries<SectionField>(FIELDS[kind]);
}

type ValueOf<Type> = Type extends 'words'
  ? readonly string[]
  : (Type extends 'uint' ? number : Type extends 'float' ? FloatField : string) | undefined;

/** The values of a section. Undefined for what is missing, or is reported as of another type. */
export type SectionValues<Kind extends SectionKind> = {
  -readonly [Key in keyof (typeof FIELDS)[Kind]]: ValueOf<
    (typeof FIELDS)[Kind][Key] extends { type: infer Type } ? Type : never
  >;
};

/** A section that was read. */
export interface ReadSection<Kind extends SectionKind> {
  values: SectionValues<Kind>;
  /** Where it begins. */
  at: Place;
  /** Where a field is, else the section. */
  placeOf(key: keyof SectionValues<Kind>): Place;
  /** Reports a field that is missing. A value of another type is reported already. */
  tellMissing(key: keyof SectionValues<Kind>): void;
}

/** Reads the fields of a section with the types of the document, and reports what is missing or of another type. */
export function readFields<Kind extends SectionKind>(
  kind: Kind,
  index: number,
  { fields, at }: Section,
  tell: Tell,
): ReadSection<Kind> {
  const known: Readonly<Record<string, SectionField>> = FIELDS[kind];
  const what = index === 0 && kind === 'model' ? 'The model' : capitalized(sectionWords(kind, index));
  const path = sectionPath(kind, index);
  const written = (key: PropertyKey) => fields.get(plainKey(known[key as string]?.label ?? ''));
  const place = (of: number, key?: PropertyKey): Place =>
    path === undefined ? { at: of } : { at: of, field: key === undefined ? path : `${path}.${String(key)}` };
  const labels = new Set(Object.values(known).map(({ label }) => plainKey(label)));
  for (const [key, field] of fields) {
    if (!labels.has(key)) tell('mldef/unknown-field', `${what} has a field ${quote(field.key)}.`, place(field.at));
  }
  const placeOf = (key: PropertyKey) => place(written(key)?.at ?? at, key);
  const tellMissing = (key: PropertyKey, code: FindingCode = 'mldef/missing-field') => {
    if (isEmpty(written(key))) tell(code, `${what} has no ${quote(known[key as string]?.label ?? '')}.`, placeOf(key));
  };
  const values = Object.entries(known).map(([key, field]) => {
    if (field.need) tellMissing(key, field.need === 'required' ? 'mldef/missing-field' : 'mldef/missing-detail');
    const value = readValue(field, written(key), what, (code, message) => tell(code, message, placeOf(key)));
    return [key, value];
  });
  return { values: Object.fromEntries(values) as SectionValues<Kind>, at: place(at), placeOf, tellMissing };
}

function isEmpty(field: Field | undefined): boolean {
  return !field || field.kind === 'null' || (field.kind === 'string' && field.text.trim() === '');
}

function readValue({ label, type }: SectionField, field: Field | undefined, what: string, tell: Tell) {
  if (!field || isEmpty(field)) return type === 'words' ? [] : undefined;
  const { kind, items } = field;
  const text = field.text.trim();
  const bad = (due: string) => tell('mldef/bad-type', `${what}: ${quote(label)} is not ${due} (${kind}).`);
  if (type === 'words') {
    if (items) tell('mldef/list-of-words', `${what} has ${quote(field.key)} as a JSON list.`);
    else if (kind !== 'string') bad('a text');
    const words = items ?? (kind === 'string' ? text.split(',') : []);
    return words.map((word) => word.trim()).filter((word) => word !== '');
  }
  if (type === 'text' || type === 'path') {
    if (kind !== 'string') bad('a text');
    return kind === 'string' || kind === 'number' ? text : undefined;
  }
  const isText = kind === 'string' && decimal(text) !== undefined;
  if (text.length > MAX_NUMBER_UNITS || (kind !== 'number' && !isText)) {
    bad(type === 'uint' ? 'a whole number' : 'a number');
    return undefined;
  }
  if (isText) tell('mldef/number-as-text', `${what} has ${quote(label)} as a text: ${quote(text)}.`);
  const number = type === 'uint' ? uintOf(text) : floatOf(text);
  if (typeof number !== 'string') return number;
  tell('mldef/bad-number', `${what}: ${quote(label)} ${number}: ${quote(text)}.`);
  return undefined;
}

const NO_UINT = { negative: 'is negative', fraction: 'is not a whole number', 'too-large': 'is larger than any file' };

/** An unsigned integer, or what keeps it from being one. */
function uintOf(text: string): number | string {
  const value = NOT_FINITE.test(text) ? 'fraction' : unsignedInteger(text);
  if (typeof value === 'string') return NO_UINT[value];
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : NO_UINT['too-large'];
}

function floatOf(text: string): FloatField | string {
  const value = decimal(text) as number;
  return Number.isFinite(value) || NOT_FINITE.test(text) ? { text, value } : 'is too large';
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)$/i;

/** The value of a decimal text, of a name of infinity, or of NaN. Undefined for other texts. */
export function decimal(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text);
  if (!NOT_FINITE.test(text)) return undefined;
  if (/nan$/i.test(text)) return Number.NaN;
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Why the document does not allow the text of a number's field. Undefined of a field that is empty. */
export function numberProblem({ type }: SectionField, text: string): string | undefined {
  const number = text.trim();
  if ((type !== 'uint' && type !== 'float') || number === '') return undefined;
  if (type === 'float') return decimal(number) === undefined ? 'This is not a number.' : undefined;
  const isCount = /^\d+$/.test(number) && Number.isSafeInteger(Number(number));
  return isCount ? undefined : 'This is not a non-negative whole number.';
}
