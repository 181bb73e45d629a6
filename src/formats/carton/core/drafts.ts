import type { CheckFix } from '../../../model/checklist.ts';
import type { EditStep } from '../../../model/draft.ts';
import { editStep } from '../../../model/edit/edit.ts';
import type { FieldValues } from '../../../model/edit/field.ts';
import { treeDrafts } from '../../../model/edit/tree-drafts.ts';
import type { Package } from '../../../model/package.ts';
import { cutText, valueText } from '../../../toml/value-text.ts';
import type { FormatDrafts } from '../../format.ts';
import { fieldLabel } from './edit/field-label.ts';
import { referencesTo, renamedReferences, strandedReferences } from './edit/file-references.ts';
import { inFormOrder } from './edit/form-order.ts';
import { rebaseTensors } from './edit/rebase-tensors.ts';
import { TENSOR_CHANGES } from './edit/tensor-changes.ts';
import { CARTON_TENSORS } from './edit/tensor-steps.ts';
import { fixName, fixStep } from './read/fix.ts';

const fields = treeDrafts({ label: fieldLabel, text: (value) => cutText(valueText(value)), inFormOrder });

/** The values of carton.toml alone, without what becomes of tensors. */
function tomlOf(values: unknown): FieldValues {
  const { [TENSOR_CHANGES]: _, ...toml } = values as FieldValues;
  return toml;
}

/** What the page asks about a carton's draft. Its values are those of carton.toml, and what becomes of tensors. */
export const drafts: FormatDrafts = {
  changes: (first, now) => fields.changes(tomlOf(first), tomlOf(now)),
  putBackSteps: (first, now, limit) => fields.putBackSteps(tomlOf(first), tomlOf(now), limit),
  rebase(first, now, onto, pkg, added) {
    const { fits, misfits, present } = fields.rebase(tomlOf(first), tomlOf(now), tomlOf(onto));
    const tensors = rebaseTensors(now as FieldValues, onto as FieldValues, pkg.tensors, added);
    return { fits: [...tensors.fits, ...fits], misfits: [...tensors.misfits, ...misfits], present };
  },
  tensors: CARTON_TENSORS,
  followRenames(values: unknown, renames: ReadonlyMap<string, string>): Pick<EditStep, 'edits' | 'apply'> | undefined {
    const edits = renamedReferences(values as FieldValues, renames);
    return edits.length === 0 ? undefined : editStep({ name: '', edits });
  },
  referencesTo: (values: unknown, paths: readonly string[], pkg?: Package) =>
    referencesTo(values as FieldValues, paths, pkg),
  strandedReferences: (values: unknown, renames: ReadonlyMap<string, string>, pkg?: Package) =>
    strandedReferences(values as FieldValues, renames, pkg),
  fixName,
  fixStep(finding: CheckFix, values: unknown): EditStep | 'renew' | 'reseal' | undefined {
    const step = fixStep(finding, values as FieldValues | undefined);
    return step === undefined || typeof step === 'string' ? step : editStep(step);
  },
};
