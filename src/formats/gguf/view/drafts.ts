import { quote } from '../../../base/text.ts';
import { entryChanges, entryRebase, entryReverts } from '../../../model/entry-changes.ts';
import type { FieldPath, FieldValue, FieldValues } from '../../../model/field.ts';
import { entryText, parsedEntry } from '../core/stored-entries.ts';

const WORDS = {
  label: ([, key]: FieldPath) => `Key ${quote(String(key))}`,
  /** With the type of all that is no text: a change may be one of the type alone. */
  text(value: FieldValue): string {
    const entry = parsedEntry(value);
    if (!entry) return '';
    return entry.type === 'string' ? entryText(entry) : `${entryText(entry)} (${entry.type})`;
  },
};

/** What the page asks about the draft of a header. */
export const drafts = {
  changes: (first: unknown, now: unknown) => entryChanges(first as FieldValues, now as FieldValues, WORDS),
  reverts: (first: unknown, now: unknown, limit: number) =>
    entryReverts(first as FieldValues, now as FieldValues, limit, WORDS),
  rebase: (first: unknown, now: unknown, onto: unknown) =>
    entryRebase(first as FieldValues, now as FieldValues, onto as FieldValues, WORDS),
  // Which value is meant, a person must decide.
  fixName: () => undefined,
  fixStep: () => undefined,
};
