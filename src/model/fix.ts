import type { Finding } from '../base/findings.ts';
import type { EditStep, FieldPath, TomlValues } from './edit.ts';
import { valueAt } from './edit.ts';

/**
 * The edit that would mend a finding by one click, with a name for undo; `reseal` where writing MANIFEST and the tensor index anew would;
 * undefined where only a person can say what is meant, or where the field has changed since.
 *
 * @param values of the file that the finding is about
 */
export function fixStep(finding: Finding, values: TomlValues | undefined): EditStep | 'reseal' | undefined {
  const { fix, field, fixed } = finding;
  if (fix === undefined) return undefined;
  if (fix === 'reseal') return 'reseal';
  if (values === undefined) return undefined;
  if (fix === 'spec-version') {
    if (valueAt(values, ['spec_version']) === 1n) return undefined;
    return { name: 'Set the format version to 1', edits: [{ kind: 'set', path: ['spec_version'], value: 1n }] };
  }
  if (field === undefined || fixed === undefined) return undefined;
  const path = pathOf(field);
  const now = valueAt(values, path);
  if (typeof now !== 'string' || now === fixed) return undefined;
  return { name: `${NAMES[fix]} ${fixed}`, edits: [{ kind: 'set', path, value: fixed }] };
}

const NAMES = {
  license: 'Write the license as',
  'version-req': 'Write the required version as',
  platform: 'Write the platform as',
} as const;

/** Of fields that have fixes, whose keys have no dots. */
function pathOf(field: string): FieldPath {
  return field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
