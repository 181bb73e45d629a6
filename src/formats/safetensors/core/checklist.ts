import type { CheckItem } from '../../../model/checklist.ts';
import type { Package } from '../../../model/package.ts';
import type { CheckScope } from '../../checklist/check-item.ts';
import { addEntry, headerTextCheck, licenseCheck, rulesCheck, sizeCheck } from '../../checklist/checks.ts';
import { headerPrivateCheck } from '../../checklist/private-check.ts';

/**
 * What an exacting publisher wants of a safetensors file. The format gives its metadata no keys: these are the ones of
 * the "Stability AI Model Metadata Standard", with and without its prefix.
 */
export async function safetensorsChecks(scope: CheckScope): Promise<CheckItem[]> {
  const { pkg } = scope;
  const license = keyOf(pkg, 'license');
  return [
    rulesCheck(scope),
    await licenseCheck(textOf(pkg, license), {
      add: addEntry(license),
      change: { kind: 'entry', label: 'Edit', entry: license },
    }),
    headerTextCheck({
      check: 'description',
      key: keyOf(pkg, 'description'),
      value: textOf(pkg, keyOf(pkg, 'description')),
      label: 'Description',
      missing: 'No description',
      why: 'What it is for, and what it was made from',
    }),
    headerPrivateCheck(metadataOf(pkg)),
    sizeCheck(scope),
  ];
}

const PREFIX = 'modelspec.';

/** The key by which the metadata says something, or would say it beside the keys that are there. */
function keyOf(pkg: Package, name: string): string {
  const keys = metadataOf(pkg).map(({ key }) => key);
  const isPrefixed = !keys.includes(name) && keys.some((key) => key.startsWith(PREFIX));
  return isPrefixed ? `${PREFIX}${name}` : name;
}

function textOf(pkg: Package, key: string): string | undefined {
  return metadataOf(pkg).find((entry) => entry.key === key)?.text;
}

/** The entries of the metadata are facts, too. */
function metadataOf({ facts }: Package): { key: string; text: string }[] {
  return facts.flatMap(({ label, value, stored }) => (stored ? { key: label, text: value } : []));
}
