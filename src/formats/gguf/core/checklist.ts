import type { CheckItem } from '../../../model/checklist.ts';
import type { CheckScope } from '../../checklist/check-item.ts';
import { addEntry, headerTextCheck, licenseCheck, rulesCheck, sizeCheck } from '../../checklist/checks.ts';
import { headerPrivateCheck } from '../../checklist/private-check.ts';
import type { GgufOwn } from './own.ts';

/** What an exacting publisher wants of a GGUF file: what its header says of the model (GGUF specification, "General"). */
export async function ggufChecks(scope: CheckScope): Promise<CheckItem[]> {
  const { pkg } = scope;
  const { keyValues = [] } = (pkg.own ?? {}) as Partial<GgufOwn>;
  const texts = keyValues.flatMap(({ key, value }) => (typeof value === 'string' ? { key, text: value } : []));
  const license = 'general.license';
  return [
    rulesCheck(scope),
    await licenseCheck(pkg.license, {
      add: addEntry(license),
      change: { kind: 'entry', label: 'Edit', entry: license },
    }),
    headerTextCheck({
      check: 'description',
      key: 'general.description',
      value: pkg.description,
      label: 'Description',
      missing: 'No description',
      why: 'What it is for, and what it was made from',
    }),
    headerTextCheck({
      check: 'homepage',
      key: 'general.url',
      value: pkg.homepage ?? pkg.repository,
      label: 'Homepage or repository',
      missing: 'No homepage or repository',
      why: 'Where people read more and ask',
    }),
    headerPrivateCheck(texts),
    sizeCheck(scope),
  ];
}
