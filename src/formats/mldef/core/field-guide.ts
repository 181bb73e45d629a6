import type { FieldGuide } from '../../format.ts';
import { editableFields } from './fields.ts';
import { renamedReferences } from './file-references.ts';
import { MANIFEST } from './paths.ts';

/** What a command line can set in a manifest: the texts of the model section. */
export const MANIFEST_FIELDS: FieldGuide = {
  file: MANIFEST,
  fields: editableFields('model').map(([key, { label }]) => ({
    path: ['model', key],
    kind: key === 'description' ? 'text' : 'line',
    about: `“${label}” of the model`,
  })),
  set: (_values, path, what, value) => ({ name: `Set ${what}`, edits: [{ kind: 'set', path, value }] }),
  newItem: () => undefined,
  followRenames: renamedReferences,
};
