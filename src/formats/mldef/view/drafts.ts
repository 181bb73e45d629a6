import { entryChanges, entryRebase, entryReverts } from '../../../model/entry-changes.ts';
import type { FieldPath, FieldValues } from '../../../model/field.ts';
import { fieldWords } from './section-words.ts';

const WORDS = { label: ([section, key]: FieldPath) => fieldWords(String(section), String(key)) };

/** What the page asks about the draft of a manifest. */
export const drafts = {
  changes: (first: unknown, now: unknown) => entryChanges(first as FieldValues, now as FieldValues, WORDS),
  reverts: (first: unknown, now: unknown, limit: number) =>
    entryReverts(first as FieldValues, now as FieldValues, limit, WORDS),
  rebase: (first: unknown, now: unknown, onto: unknown) =>
    entryRebase(first as FieldValues, now as FieldValues, onto as FieldValues, WORDS),
  // What is meant, a person must decide.
  fixName: () => undefined,
  fixStep: () => undefined,
};
