import type { Finding } from '../../../base/findings.ts';
import type { DraftChange, DraftRebase, EditStep } from '../../../model/draft.ts';
import { editStep } from '../../../model/edit/edit.ts';
import type { FieldValue, FieldValues } from '../../../model/edit/field.ts';
import type { Package } from '../../../model/package.ts';
import { cutText, valueText } from '../../../toml/value-text.ts';
import { changesOf, type FieldChange } from '../core/edit/changes.ts';
import { referencesTo, renamedReferences, strandedReferences } from '../core/edit/file-references.ts';
import { putBackEdits, rebase } from '../core/edit/rebase.ts';
import { fixName, fixStep } from '../core/read/fix.ts';
import { inFormOrder } from './form-order.ts';

/** What the page asks about a carton's draft. Its values are those of carton.toml. */
export const drafts = {
  changes: (first: unknown, now: unknown): DraftChange[] =>
    inFormOrder(changesOf(first as FieldValues, now as FieldValues)).map(inWords),
  putBackSteps(first: unknown, now: unknown, limit: number): Map<string, EditStep> {
    const changes = inFormOrder(changesOf(first as FieldValues, now as FieldValues));
    const putBacks = putBackEdits(first as FieldValues, now as FieldValues, changes, limit);
    return new Map(
      [...putBacks].map(([change, edits]) => {
        const { key, label } = inWords(change);
        return [key, editStep({ name: `Put back ${cutText(label)}`, edits })];
      }),
    );
  },
  rebase(first: unknown, now: unknown, onto: unknown): DraftRebase {
    const rebased: { [part in keyof DraftRebase]: DraftRebase[part][number][] } = {
      fits: [],
      misfits: [],
      present: [],
    };
    for (const outcome of rebase(first as FieldValues, now as FieldValues, onto as FieldValues)) {
      const change = inWords(outcome.change);
      const name = `Apply ${change.label} of the draft`;
      if (outcome.is === 'fit') rebased.fits.push({ change, step: editStep({ name, edits: outcome.edits }) });
      else if (outcome.is === 'misfit') rebased.misfits.push({ change, found: textOf(outcome.found) });
      else rebased.present.push(change);
    }
    return rebased;
  },
  followRenames(values: unknown, renames: ReadonlyMap<string, string>): Pick<EditStep, 'edits' | 'apply'> | undefined {
    const edits = renamedReferences(values as FieldValues, renames);
    return edits.length === 0 ? undefined : editStep({ name: '', edits });
  },
  referencesTo: (values: unknown, paths: readonly string[], pkg?: Package) =>
    referencesTo(values as FieldValues, paths, pkg),
  strandedReferences: (values: unknown, renames: ReadonlyMap<string, string>, pkg?: Package) =>
    strandedReferences(values as FieldValues, renames, pkg),
  fixName,
  fixStep(finding: Finding, values: unknown): EditStep | 'renew' | 'reseal' | undefined {
    const step = fixStep(finding, values as FieldValues | undefined);
    return step === undefined || typeof step === 'string' ? step : editStep(step);
  },
};

function inWords({ path, label, kind, before, after }: FieldChange): DraftChange {
  return {
    key: `${kind} ${path.join('\0')}`,
    item: path.join('.'),
    label,
    kind,
    before: textOf(before),
    after: textOf(after),
  };
}

function textOf(value: FieldValue | undefined): string | undefined {
  return value === undefined ? undefined : cutText(valueText(value));
}
