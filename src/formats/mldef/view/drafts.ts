import { addTo } from '../../../base/group-by.ts';
import type { EditStep } from '../../../model/draft.ts';
import { editStep } from '../../../model/edit/edit.ts';
import { entryDrafts } from '../../../model/edit/entry-changes.ts';
import type { FieldPath, FieldValues } from '../../../model/edit/field.ts';
import { type FileReference, fileReferences, renamedReferences } from '../core/file-references.ts';
import { fieldWords } from './section-words.ts';

type Renames = ReadonlyMap<string, string>;

/** What the page asks about the draft of a manifest. */
export const drafts = {
  ...entryDrafts({ label: inWords }),
  followRenames(values: unknown, renames: Renames): Pick<EditStep, 'edits' | 'apply'> | undefined {
    const edits = renamedReferences(values as FieldValues, renames);
    return edits.length === 0 ? undefined : editStep({ name: '', edits });
  },
  referencesTo(values: unknown, paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const wanted = new Set(paths);
    return wordsOf(values, ({ path }) => wanted.has(path));
  },
  strandedReferences(values: unknown, renames: Renames): ReadonlyMap<string, readonly string[]> {
    return wordsOf(values, ({ path, canFollow }) => {
      const to = renames.get(path);
      return to !== undefined && !canFollow(to);
    });
  },
};

function inWords([section, key]: FieldPath): string {
  return fieldWords(String(section), String(key));
}

/** What refers to files, in words, by their paths: "path of data file 2". */
function wordsOf(
  values: unknown,
  counts: (reference: FileReference) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const reference of fileReferences(values as FieldValues)) {
    // All data files can name one path.
    if (counts(reference)) addTo(found, reference.path, inWords(reference.at));
  }
  return found;
}
