import type { CheckItem } from '../../../model/checklist.ts';
import type { Package } from '../../../model/package.ts';
import { factName } from '../../../model/run-facts.ts';
import { type CheckScope, doneItem, openItem, toField } from '../../checklist/check-item.ts';
import { manifestCheck, rulesCheck, sizeCheck, specsCheck, textCheck } from '../../checklist/checks.ts';
import { privateCheck } from '../../checklist/private-check.ts';
import { LICENSE_FILE_FACT, type MldefOwn } from './own.ts';

/** What an exacting publisher wants of an mldef model. */
export function mldefChecks(scope: CheckScope): CheckItem[] {
  const { pkg } = scope;
  return [
    rulesCheck(scope),
    manifestCheck(scope),
    licenseFileCheck(pkg),
    textCheck({
      check: 'description',
      value: pkg.description ?? pkg.summary,
      label: 'Description',
      missing: 'No description',
      why: 'What it is for, and what it was trained on',
      act: toField('model.description', 'Add'),
    }),
    rangesCheck(pkg, 'inputs'),
    rangesCheck(pkg, 'outputs'),
    textCheck({
      check: 'homepage',
      value: pkg.homepage,
      label: 'Homepage',
      missing: 'No homepage',
      why: 'Where people read more and ask',
      act: toField('model.url', 'Add'),
    }),
    privateCheck(scope),
    sizeCheck(scope),
  ];
}

/** `license`: the manifest names the file of one, which is in the package (mldef, "License-file"). */
function licenseFileCheck({ facts, findings }: Package): CheckItem {
  const path = facts.find(({ label }) => label === LICENSE_FILE_FACT)?.value;
  const field = 'model.licenseFile';
  if (path === undefined)
    return openItem('license', 'No license', {
      matters: true,
      why: ['Without one, nobody may use it'],
      act: toField(field, 'Add'),
    });
  if (findings.some(({ code }) => code === 'mldef/license-missing'))
    return openItem('license', 'The license file is missing', {
      matters: true,
      why: [factName(path)],
      act: toField(field),
    });
  return doneItem('license', 'License', [factName(path)]);
}

function rangesCheck({ own, ...pkg }: Package, check: 'inputs' | 'outputs'): CheckItem {
  const { nodeRanges = [] } = (own ?? {}) as Partial<MldefOwn>;
  const type = check === 'inputs' ? 'input' : 'output';
  const places = nodeRanges.flatMap((range, at) => (range.type === type ? at : []));
  return specsCheck(check, pkg[check], (at) => `nodeRange.${places[at] ?? 0}.description`, {
    tab: 'edit',
    item: 'node-ranges',
  });
}
