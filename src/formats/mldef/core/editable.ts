import type { SectionKind } from './manifest.ts';

/** A text of a section that the form edits. */
export interface EditableField {
  /** Its key among the values of a draft. */
  key: string;
  /** Its name in the document. */
  label: string;
}

/** The key of a section among the values: `model`, `nodeRange1`, `layer12`. */
export function sectionKey(kind: SectionKind, index: number): string {
  return kind === 'model' && index === 0 ? kind : `${kind}${index + 1}`;
}

/**
 * The texts that say what a model is for. What others refer to, numbers and paths are edited in the text of the
 * manifest: a change there changes what the model computes.
 */
export const EDITABLE: Readonly<Record<SectionKind, readonly EditableField[]>> = {
  model: [
    { key: 'name', label: 'Name' },
    { key: 'description', label: 'Description' },
    { key: 'tags', label: 'Tags' },
    { key: 'authorName', label: 'Author name' },
    { key: 'authorEmail', label: 'Author email' },
    { key: 'url', label: 'URL' },
    { key: 'licenseFile', label: 'License file' },
  ],
  dataFile: [],
  nodeRange: [
    { key: 'name', label: 'Name' },
    { key: 'description', label: 'Description' },
    { key: 'unit', label: 'Unit' },
  ],
  layer: [{ key: 'description', label: 'Description' }],
};

/** The sections whose texts are edited, in the order of the form. */
export const EDITABLE_KINDS = ['model', 'nodeRange', 'layer'] as const;
