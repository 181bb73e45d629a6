import type { CheckFix } from '../../../../model/checklist.ts';
import type { FieldStep } from '../../../../model/edit/edit.ts';
import { type FieldPath, type FieldValues, valueAt } from '../../../../model/edit/field.ts';
import { caseOf } from '../edit/case-of.ts';

/**
 * What repairs a finding without asking anybody what is meant: another spelling of a field (`fixed`), the format's
 * only version, MANIFEST and the tensor index rewritten (`renew`), all hashes recomputed (`reseal`), or a new carton of
 * the folder (`pack`). A file that does not match MANIFEST has no fix: a new hash would hide the change. Of the
 * checklist alone: a self-test made of an example, and the other way round.
 */
export type FixId = keyof typeof NAMES | keyof typeof SPELLINGS;

/** What fixes do, in the words of Undo. */
const NAMES = {
  renew: 'Rewrite MANIFEST and the tensor index',
  reseal: 'Recompute all hashes',
  'spec-version': 'Set the format version to 1',
  pack: 'Make a carton of it',
  'self-test': 'Add a self-test with the values of the first example',
  example: 'Add an example with the values of the first self-test',
} as const;

/** What fixes do that write a field in another way. */
const SPELLINGS = {
  license: 'Write the license as',
  'version-req': 'Write the required version as',
  platform: 'Write the platform as',
} as const;

/** What the fix of a finding does, in the words of Undo. Undefined where a person must decide what is meant. */
export function fixName({ fix, fixed }: CheckFix): string | undefined {
  const name = SPELLINGS[fix as keyof typeof SPELLINGS];
  if (name !== undefined) return fixed && `${name} ${fixed}`;
  return NAMES[fix as keyof typeof NAMES];
}

/**
 * The edit that repairs a finding with one click, `renew` where rewriting MANIFEST and the tensor index does, or
 * `reseal` where recomputing all hashes does. Undefined if there is no fix, or the field has changed since.
 *
 * @param values of the file that the finding is about
 */
export function fixStep(
  finding: CheckFix,
  values: FieldValues | undefined,
): FieldStep | 'renew' | 'reseal' | undefined {
  const { fix, field, fixed } = finding;
  if (fix === 'renew' || fix === 'reseal') return fix;
  const name = fixName(finding);
  if (name === undefined || values === undefined) return undefined;
  if (fix === 'spec-version') {
    if (valueAt(values, ['spec_version']) === 1n) return undefined;
    return { name, edits: [{ kind: 'set', path: ['spec_version'], value: 1n }] };
  }
  if (fix === 'self-test' || fix === 'example') {
    const step = caseOf(values, fix === 'example' ? 'example' : 'self_test');
    return step && { ...step, name };
  }
  if (field === undefined || fixed === undefined) return undefined;
  const path = pathOf(field);
  const now = valueAt(values, path);
  if (typeof now !== 'string' || now === fixed) return undefined;
  return { name, edits: [{ kind: 'set', path, value: fixed }] };
}

/** The path of a field that has a fix. Keys of such fields have no dots. */
function pathOf(field: string): FieldPath {
  return field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
