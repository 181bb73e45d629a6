import type { FindingCode } from '../../src/base/findings.ts';
import { MLDEF_FILES, mldefManifest, mldefModel } from '../../src/testing/builders/mldef-builder.ts';
import { type DocumentExample, type DocumentRow, inPackage } from './row.ts';

type Json = Record<string, unknown>;
type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** A model with this manifest and these files beside the usual ones. A value of undefined leaves a section out. */
export function model(manifest: unknown = mldefManifest(), more: Files = {}): DocumentExample {
  return { name: 'thermostat.mldef', content: mldefModel(manifest, { ...MLDEF_FILES, ...more }) };
}

/** With files that the manifest does not change for. */
export const withFiles = (more: Files) => model(WHOLE, more);

/** The keys of the sections in a manifest. */
export type SectionKey = 'Model' | 'Data files' | 'Node ranges' | 'Layers';

/** Every field that the document has, of one node range: the builder's has some. */
const RANGE = {
  'Normalization pre-offset': -20,
  'Normalization post-offset': 0.5,
  'Maximum value': 60,
  'Minimum value': -40,
  'Above range error-value': 61,
  'Below range error-value': -41,
};
export const WHOLE = withSection(mldefManifest(), 'Node ranges', 0, RANGE);
export const SOUND = model(WHOLE);

/** The manifest with fields of one section changed. */
function withSection(manifest: Json, section: SectionKey, at: number, fields: Json): Json {
  const of = manifest[section];
  if (!Array.isArray(of)) return { ...manifest, [section]: { ...(of as Json), ...fields } };
  return { ...manifest, [section]: of.map((item, index) => (index === at ? { ...item, ...fields } : item)) };
}

/** A model of which one section has other fields. */
export function changed(section: SectionKey, at: number, fields: Json): DocumentExample {
  return model(withSection(WHOLE, section, at, fields));
}

/** The values that the sections of the page's tables have. */
export interface Shown {
  dataFiles: Json[];
  nodeRanges: Json[];
  layers: Json[];
}

/** Takes a value out of the tables on the Overview. */
export function inTable(take: (own: Shown) => unknown) {
  return inPackage(({ own }) => take(own as Shown));
}

/** A field of a section as a row: where it is shown and edited, by the same `by`. */
export interface FieldRow {
  defines: string;
  /** Where the page shows it, and what takes it from there. */
  where: string;
  by: NonNullable<DocumentRow['shown']>['by'];
  gives: unknown;
  /** Its assignment, and what is there then. */
  set: string;
  after: unknown;
  /** Codes, each with the fields that cause it. */
  wrong: readonly (readonly [FindingCode, Json])[];
  left?: string;
}

/** Makes rows of the fields of a section. */
export function fieldRows(section: SectionKey, at: number, rows: readonly FieldRow[]): DocumentRow[] {
  return rows.map(({ defines, where, by, gives, set, after, wrong, left }) => ({
    defines,
    shown: { where: `Overview, ${where}`, in: SOUND, by, gives },
    checked: wrong.map(([code, fields]) => ({ code, in: changed(section, at, fields) })),
    edited: { where: 'Edit, and `--set`', in: SOUND, set, by, gives: after },
    ...(left === undefined ? {} : { left }),
  }));
}
