import type { DraftChange } from '../../../model/draft.ts';
import type { FieldValue, FieldValues } from '../../../model/field.ts';
import { cutText, valueText } from '../../../toml/value-text.ts';
import { changesOf, type FieldChange } from '../core/changes.ts';
import { fixName, fixStep } from '../core/fix.ts';

/** What the page asks of a carton's draft. */
export const drafts = {
  changes: (first: FieldValues, now: FieldValues): DraftChange[] => changesOf(first, now).map(inWords),
  fixName,
  fixStep,
};

function inWords({ path, label, kind, before, after }: FieldChange): DraftChange {
  return {
    key: `${kind} ${path.join('\0')}`,
    label,
    kind,
    ...(before === undefined ? {} : { before: textOf(before) }),
    ...(after === undefined ? {} : { after: textOf(after) }),
  };
}

function textOf(value: FieldValue): string {
  return cutText(valueText(value));
}
