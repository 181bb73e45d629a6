import type { FieldGuide } from '../../format.ts';
import { fieldsOf, SECTION_NOUNS } from './fields.ts';
import { renamedReferences } from './file-references.ts';
import { SECTION_KINDS } from './manifest.ts';
import { MANIFEST } from './paths.ts';
import { type ListKind, MLDEF_LISTS, newSection, renameSection } from './steps.ts';

/** What a command line can set in a manifest: every field of every section. */
export const MANIFEST_FIELDS: FieldGuide = {
  file: MANIFEST,
  fields: SECTION_KINDS.flatMap((kind) =>
    fieldsOf(kind).map(([key, { label }]) => ({
      path: kind === 'model' ? [kind, key] : [kind, '#', key],
      kind: key === 'description' ? 'text' : 'line',
      about: `“${label}” of the ${SECTION_NOUNS[kind]}`,
    })),
  ),
  set(values, path, what, value) {
    const [kind, index, key] = path;
    if ((kind === 'layer' || kind === 'dataFile') && key === 'name' && typeof value === 'string')
      return renameSection(values, kind, Number(index), value);
    return { name: `Set ${what}`, edits: [{ kind: 'set', path, value }] };
  },
  newItem: (values, [kind, ...deeper]) =>
    isListKind(kind) && deeper.length === 0 ? newSection(values, kind) : undefined,
  lists: MLDEF_LISTS,
  followRenames: renamedReferences,
};

function isListKind(key: string | number | undefined): key is ListKind {
  return key === 'dataFile' || key === 'nodeRange' || key === 'layer';
}
