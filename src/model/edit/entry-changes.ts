import { quote, shortened } from '../../base/text.ts';
import type { CheckFix } from '../checklist.ts';
import type { DraftChange, DraftRebase, EditStep } from '../draft.ts';
import { type Edit, editStep, type FieldStep } from './edit.ts';
import { type FieldPath, type FieldValue, isTable, sameValue, valueAt } from './field.ts';

/**
 * What changed between two states of values that are two levels deep: tables of entries, such as the key-values of a
 * header, and single values beside them. For formats whose values are not deeper.
 */

/** The fix of a check that adds an entry without a text, under the key `field`. */
export const ADD_ENTRY = 'add-entry';

/** How a format's entries read. */
export interface EntryWords {
  /** The entry at a path of one or two keys, in words: "Metadata “license”". */
  label(path: FieldPath): string;
  /** A value that is more than a text or a list of texts. */
  text?(value: FieldValue): string;
  /** A change as people see it, where it is more than an entry that has another value. */
  reword?(change: DraftChange): DraftChange;
  /** The table in which entries can be added, and the value of one without a text. */
  added?: { table: string; initial: FieldValue };
}

interface EntryChange {
  path: FieldPath;
  before: FieldValue | undefined;
  after: FieldValue | undefined;
}

/** Characters of a value that a list of changes shows. */
const MAX_SHOWN = 300;

/**
 * What the page asks about the draft of a format whose values are entries. Which value mends a finding, people decide.
 */
export function entryDrafts(words: EntryWords) {
  return {
    /** The entries that differ, in the order of the values. */
    changes: (first: unknown, now: unknown) => changesOf(first, now).map((change) => inWords(change, words)),
    /** The steps on `now` that take back one change each, by its key. */
    putBackSteps(first: unknown, now: unknown, limit: number): Map<string, EditStep> {
      const changes = changesOf(first, now).slice(0, limit);
      const stepOf = ({ path, before }: EntryChange) =>
        editStep({ name: `Put back ${words.label(path)}`, edits: editsTo(path, before) });
      return new Map(changes.map((change) => [keyOf(change), stepOf(change)]));
    },
    /** Makes the changes from `first` to `now` on other values. Nothing is replaced that differs from `first`. */
    rebase(first: unknown, now: unknown, onto: unknown): DraftRebase {
      const rebase: { [part in keyof DraftRebase]: DraftRebase[part][number][] } = {
        fits: [],
        misfits: [],
        present: [],
      };
      for (const change of changesOf(first, now)) {
        const { path, before, after } = change;
        const found = valueAt(onto, path);
        const inThese = inWords(change, words);
        if (sameEntry(found, after)) rebase.present.push(inThese);
        else if (sameEntry(found, before)) {
          const name = `Apply ${words.label(path)} of the draft`;
          rebase.fits.push({ change: inThese, step: editStep({ name, edits: editsTo(path, after) }) });
        } else rebase.misfits.push({ change: inThese, found: textOf(found, words) });
      }
      return rebase;
    },
    fixName: ({ fix, field }: CheckFix) =>
      fix === ADD_ENTRY && field !== undefined ? `Add ${quote(field)}` : undefined,
    /** Adds an entry that is not there yet. Other fixes need a person. */
    fixStep({ fix, field }: CheckFix, values: unknown): EditStep | undefined {
      const { added } = words;
      if (fix !== ADD_ENTRY || field === undefined || !added || values === undefined) return undefined;
      const path = [added.table, field];
      if (valueAt(values, path) !== undefined) return undefined;
      return editStep({ name: `Add ${quote(field)}`, edits: [{ kind: 'set', path, value: added.initial }] });
    },
  };
}

/** Steps of a form with the entries of a table. */
export type EntrySteps = ReturnType<typeof entrySteps>;

/** @param what names an entry: "the metadata “license”" */
export function entrySteps(table: string, what: (name: string) => string) {
  const step = (does: string, name: string, edit: Edit): FieldStep => ({
    name: `${does} ${what(name)}`,
    edits: [edit],
  });
  const set = (name: string, value: FieldValue): Edit => ({ kind: 'set', path: [table, name], value });
  return {
    set: (name: string, value: FieldValue) => ({ ...step('Change', name, set(name, value)), key: `${table} ${name}` }),
    add: (name: string, value: FieldValue) => step('Add', name, set(name, value)),
    rename: (name: string, to: string) => step('Rename', name, { kind: 'rename', path: [table, name], to }),
    remove: (name: string) => step('Remove', name, { kind: 'remove', path: [table, name] }),
  };
}

function changesOf(first: unknown, now: unknown): EntryChange[] {
  const changes: EntryChange[] = [];
  for (const key of keysOf(first, now)) {
    const [before, after] = [valueAt(first, [key]), valueAt(now, [key])];
    const paths =
      isTable(before ?? {}) && isTable(after ?? {}) ? keysOf(before, after).map((name) => [key, name]) : [[key]];
    // Tables that no edit touched are the same object.
    for (const path of before === after ? [] : paths) {
      const change = { path, before: valueAt(first, path), after: valueAt(now, path) };
      if (!sameEntry(change.before, change.after)) changes.push(change);
    }
  }
  return changes;
}

function keysOf(...tables: readonly unknown[]): string[] {
  return [...new Set(tables.flatMap((table) => Object.keys(table ?? {})))];
}

function sameEntry(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameValue(a, b));
}

function editsTo(path: FieldPath, value: FieldValue | undefined): Edit[] {
  return [value === undefined ? { kind: 'remove', path } : { kind: 'set', path, value }];
}

function inWords(change: EntryChange, words: EntryWords): DraftChange {
  const { path, before, after } = change;
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const [was, is] = [textOf(before, words), textOf(after, words)];
  const shown: DraftChange = {
    key: keyOf(change),
    item: String(path[0]),
    label: words.label(path),
    kind,
    before: was,
    after: is,
  };
  return words.reword?.(shown) ?? shown;
}

function keyOf({ path }: EntryChange): string {
  return path.join('\0');
}

function textOf(value: FieldValue | undefined, { text }: EntryWords): string | undefined {
  if (value === undefined) return undefined;
  if (text) return shortened(text(value), MAX_SHOWN);
  if (Array.isArray(value)) return shortened(value.map(String).join(', '), MAX_SHOWN);
  return shortened(String(value), MAX_SHOWN);
}
