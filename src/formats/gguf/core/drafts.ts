import { quote } from '../../../base/text.ts';
import { entryDrafts } from '../../../model/edit/entry-changes.ts';
import type { FieldPath, FieldValue } from '../../../model/edit/field.ts';
import { KEY_VALUES } from './edit/header-edit.ts';
import { entryText, parsedEntry } from './edit/stored-entries.ts';

const WORDS = {
  label: ([, key]: FieldPath) => `Key ${quote(String(key))}`,
  /** With the type of all that is not text: a change may be one of the type alone. */
  text(value: FieldValue): string {
    const entry = parsedEntry(value);
    if (!entry) return '';
    return entry.type === 'string' ? entryText(entry) : `${entryText(entry)} (${entry.type})`;
  },
  added: { table: KEY_VALUES, initial: { type: 'string', value: '' } },
};

/** What the page asks about the draft of a header. */
export const drafts = entryDrafts(WORDS);
