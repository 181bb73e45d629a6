import { entryDrafts } from '../../../model/entry-changes.ts';
import type { FieldPath } from '../../../model/field.ts';
import { fieldWords } from './section-words.ts';

/** What the page asks about the draft of a manifest. */
export const drafts = entryDrafts({
  label: ([section, key]: FieldPath) => fieldWords(String(section), String(key)),
});
