import type { FieldGuide } from '../../format.ts';
import { METADATA_KEY } from './header.ts';
import { KEEP_KEY, RENAME_KEY } from './header-edit.ts';

/** What a command line can set in a header. */
export const HEADER_FIELDS: FieldGuide = {
  file: 'a safetensors header',
  fields: [
    { path: [METADATA_KEY, '*'], kind: 'text', about: 'an entry of the metadata, which is text', isDotted: true },
    { path: [RENAME_KEY, '*'], kind: 'line', about: 'a new name for the tensor NAME', isDotted: true },
    {
      path: [KEEP_KEY],
      kind: 'value',
      about: 'a list of the tensors to save, by their names; the others are left out',
    },
  ],
  set: (_values, path, what, value) => ({ name: `Set ${what}`, edits: [{ kind: 'set', path, value }] }),
  newItem: () => undefined,
};
