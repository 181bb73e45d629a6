import type { DraftChange, DraftRebase, EditStep } from '../draft.ts';
import { changesOf, type FieldChange } from './changes.ts';
import { editStep } from './edit.ts';
import type { FieldValue, FieldValues } from './field.ts';
import { putBackEdits, rebase } from './rebase.ts';

/** How the changes of a format's values read. */
export interface TreeWords {
  /** The field of a change in words: "Short description". */
  label(change: FieldChange): string;
  /** A value as text, cut where it is too long to show. */
  text(value: FieldValue): string;
  /** The changes in the order of the form. By default in that of the values. */
  inFormOrder?(changes: readonly FieldChange[]): readonly FieldChange[];
}

/**
 * What the page asks about the draft of a format whose values are trees of tables and lists. For values of two levels:
 * `entryDrafts`.
 */
export function treeDrafts({ label, text, inFormOrder = (changes) => changes }: TreeWords) {
  const between = (first: unknown, now: unknown) => inFormOrder(changesOf(first as FieldValues, now as FieldValues));
  const textOf = (value: FieldValue | undefined) => (value === undefined ? undefined : text(value));
  const inWords = (change: FieldChange): DraftChange => ({
    key: `${change.kind} ${change.path.join('\0')}`,
    item: change.path.join('.'),
    label: label(change),
    kind: change.kind,
    before: textOf(change.before),
    after: textOf(change.after),
  });
  return {
    /** The fields that differ. */
    changes: (first: unknown, now: unknown): DraftChange[] => between(first, now).map(inWords),
    /** The steps on `now` that take back one change each, by its key. */
    putBackSteps(first: unknown, now: unknown, limit: number): Map<string, EditStep> {
      const putBacks = putBackEdits(first as FieldValues, now as FieldValues, between(first, now), limit);
      return new Map(
        [...putBacks].map(([change, edits]) => {
          const { key, label: of } = inWords(change);
          return [key, editStep({ name: `Put back ${text(of)}`, edits })];
        }),
      );
    },
    /** Makes the changes from `first` to `now` on other values. Nothing is replaced that differs from `first`. */
    rebase(first: unknown, now: unknown, onto: unknown): DraftRebase {
      const outcomes = rebase(first as FieldValues, now as FieldValues, onto as FieldValues);
      return {
        fits: outcomes.flatMap((outcome) => {
          if (outcome.is !== 'fit') return [];
          const change = inWords(outcome.change);
          return [{ change, step: editStep({ name: `Apply ${change.label} of the draft`, edits: outcome.edits }) }];
        }),
        misfits: outcomes.flatMap((outcome) =>
          outcome.is === 'misfit' ? [{ change: inWords(outcome.change), found: textOf(outcome.found) }] : [],
        ),
        present: outcomes.flatMap(({ is, change }) => (is === 'present' ? [inWords(change)] : [])),
      };
    },
  };
}
