import { shortened } from '../../base/text.ts';
import type { DraftChange } from '../draft.ts';
import type { Package } from '../package.ts';

/** Characters of a value that are shown of a field. */
const MAX_SHOWN = 300;

const FIELDS = {
  title: 'Name',
  summary: 'Short description',
  description: 'Description',
  license: 'License',
  repository: 'Repository',
  homepage: 'Homepage',
  formatVersion: 'Format version',
} as const satisfies Partial<Record<keyof Package, string>>;

/**
 * The fields that differ between two packages of any formats, as far as the page shows them: texts about the model, its
 * figures and facts.
 */
export function packageFields(before: Package, after: Package): DraftChange[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((label): DraftChange[] => {
    const [was, is] = [old.get(label), now.get(label)];
    if (was === is) return [];
    const kind = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    return [{ key: label, item: label, label, kind, ...sideOf('before', was), ...sideOf('after', is) }];
  });
}

function sideOf(side: 'before' | 'after', value: string | undefined): Pick<DraftChange, 'before' | 'after'> {
  return value === undefined ? {} : { [side]: shortened(value, MAX_SHOWN) };
}

function valuesOf(pkg: Package): Map<string, string> {
  const values = new Map<string, string>();
  for (const [field, label] of Object.entries(FIELDS)) {
    const value = pkg[field as keyof typeof FIELDS];
    if (value) values.set(label, value);
  }
  for (const { label, value } of [...(pkg.figures ?? []), ...pkg.facts])
    if (!values.has(label) && value !== '') values.set(label, value);
  return values;
}
