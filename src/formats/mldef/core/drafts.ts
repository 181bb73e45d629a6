import { addTo } from '../../../base/group-by.ts';
import { capitalized, quote, shortened } from '../../../base/text.ts';
import type { EditStep } from '../../../model/draft.ts';
import type { FieldChange } from '../../../model/edit/changes.ts';
import { editStep } from '../../../model/edit/edit.ts';
import { type FieldValue, type FieldValues, isTable } from '../../../model/edit/field.ts';
import { treeDrafts } from '../../../model/edit/tree-drafts.ts';
import { type FileReference, fileReferences, renamedReferences } from './file-references.ts';
import { fieldWords } from './steps.ts';

type Renames = ReadonlyMap<string, string>;

/** What the page asks about the draft of a manifest. */
export const drafts = {
  ...treeDrafts({ label: labelOf, text: valueText }),
  fixName: () => undefined,
  fixStep: () => undefined,
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

function labelOf({ to, kind, names }: FieldChange): string {
  if (kind === 'moved') return `Order of ${fieldWords([...to, 0]).replace(/ 1$/, 's')}`;
  const [, name] = names;
  return capitalized(fieldWords(to)) + (to.length === 2 && name !== undefined ? ` ${quote(name)}` : '');
}

/** Characters of a value in a list of changes. */
const MAX_SHOWN = 300;

/** A text, the names of a list, or the fields of a section. */
function valueText(value: FieldValue): string {
  const text = isTable(value)
    ? Object.entries(value).map(([key, field]) => `${key}: ${String(field)}`)
    : Array.isArray(value)
      ? value.map(String)
      : [String(value)];
  return shortened(text.join(', '), MAX_SHOWN);
}

/** What refers to files, in words, by their paths: "path of data file 2". */
function wordsOf(
  values: unknown,
  counts: (reference: FileReference) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const reference of fileReferences(values as FieldValues)) {
    // All data files can name one path.
    if (counts(reference)) addTo(found, reference.path, fieldWords(reference.at));
  }
  return found;
}
