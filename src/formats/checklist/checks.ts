import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import type { CheckAct, CheckItem } from '../../model/checklist.ts';
import { ADD_ENTRY } from '../../model/edit/entry-changes.ts';
import { isLicenseExpression } from '../../model/license.ts';
import type { PackageFile, TensorSpec } from '../../model/package.ts';
import type { Place } from '../../model/place.ts';
import { factName } from '../../model/run-facts.ts';
import { judgedErrors } from '../../model/verdict.ts';
import { atStart, spoken } from '../../model/words.ts';
import {
  type CheckScope,
  doneItem,
  hasText,
  isWebAddress,
  nameOf,
  openItem,
  others,
  toField,
  toPlace,
} from './check-item.ts';
import { isHollowStored, MIN_HOLLOW_BYTES } from './content.ts';
import { privateCheck } from './private-check.ts';

const PROBLEMS: Place = { tab: 'problems' };

/** `rules`: nothing in the package is an error to the program that loads it. */
export function rulesCheck({ pkg }: CheckScope): CheckItem {
  const { findings, verdicts, words } = pkg;
  const { reader } = spoken(words);
  const { errors, refused } = judgedErrors(findings, verdicts);
  const [first] = errors;
  if (!first) return doneItem('rules', words.reader === undefined ? 'No errors' : 'Meets the reader’s rules');
  const fixed = errors.length === 1 && first.fix !== undefined ? first : undefined;
  return openItem('rules', formatNumberOf(errors.length, 'error'), {
    matters: true,
    why: [refused.length > 0 ? `${atStart(reader)} rejects it` : 'Its bytes are not what they should be'],
    act: fixed ? { kind: 'fix', label: 'Fix', fix: fixed } : toPlace(PROBLEMS),
  });
}

/** `manifest`: every file is in the hash list and matches it. Linked ones have a check of their own. */
export function manifestCheck({ pkg, known }: CheckScope): CheckItem {
  const { hashList = pkg.words.newHashList ?? 'the list of hashes' } = pkg.words;
  const count = (state: PackageFile['hash']) =>
    pkg.files.filter(({ hash, shadowed, unsafe }) => hash === state && !shadowed && !unsafe).length;
  const hasList = pkg.files.some(({ role, size }) => role === 'hash-list' && size !== undefined);
  const make: Partial<CheckItem> = pkg.can.reseal
    ? { act: { kind: 'fix', label: 'Write', fix: { fix: 'reseal' } } }
    : { act: toPlace({ tab: 'files' }) };
  if (!hasList)
    return openItem('manifest', `No ${hashList}`, { ...make, why: ['It shows whether files arrived intact'] });
  const [missing, unlisted] = [count('missing'), count('unlisted')];
  if (known.integrity === 'differs' || missing > 0)
    return openItem('manifest', `Not every file matches ${hashList}`, {
      matters: true,
      why: [missing > 0 ? `${formatNumberOf(missing, 'file')} missing` : 'Files were damaged or changed'],
      act: toPlace({ tab: 'files', show: 'problems' }),
    });
  if (unlisted > 0)
    return openItem('manifest', `${formatNumberOf(unlisted, 'file')} not in ${hashList}`, {
      ...make,
      why: ['Readers that follow it do not see them'],
    });
  if (known.integrity === 'matches') return doneItem('manifest', `Every file matches ${hashList}`);
  if (known.integrity === 'checking') return openItem('manifest', `Comparing files with ${hashList}`, { unseen: true });
  return openItem('manifest', `Files not compared with ${hashList}`, {
    unseen: true,
    act: { kind: 'verify', label: 'Check' },
  });
}

/**
 * `license`: there is one, as an SPDX expression, which programs understand.
 *
 * @param acts what adds one, and what mends the one that is there, or leads to it
 */
export async function licenseCheck(
  license: string | undefined,
  { add, change }: { add: CheckAct; change: CheckAct },
): Promise<CheckItem> {
  const text = license?.trim() ?? '';
  if (text === '')
    return openItem('license', 'No license', { matters: true, why: ['Without one, nobody may use it'], act: add });
  if (await isLicenseExpression(text)) return doneItem('license', 'License', [factName(text)]);
  return openItem('license', 'The license is not an SPDX expression', {
    why: [factName(text), '. Programs that look for licenses do not know it'],
    act: change,
  });
}

/** A text that is there or not. */
interface TextCheck {
  check: string;
  value: string | undefined;
  /** What it is called: "Description". */
  label: string;
  missing: string;
  why: string;
  act?: CheckAct;
}

/** A text that people look for. Only that it is there can be checked, and of a homepage that it leads to a page. */
export function textCheck({ check, value, label, missing, why, act }: TextCheck): CheckItem {
  const isThere = hasText(value);
  if (isThere && (check !== 'homepage' || isWebAddress(value))) return doneItem(check, label);
  return openItem(check, missing, {
    why: [isThere && check === 'homepage' ? 'What it says is not a web address' : why],
    ...(act && { act }),
  });
}

/** `inputs` and `outputs`: they are declared, and each is described. `fieldOf` is where one is described. */
export function specsCheck(
  check: 'inputs' | 'outputs',
  specs: readonly TensorSpec[],
  fieldOf: (index: number) => string,
  section: Place,
): CheckItem {
  const one = check.slice(0, -1);
  if (specs.length === 0)
    return openItem(check, `No ${check}`, {
      matters: true,
      why: [check === 'inputs' ? 'Callers do not know what to pass' : 'Callers do not know what they get'],
      act: toPlace(section, 'Add'),
    });
  const bare = specs.flatMap(({ description = '' }, index) => (hasText(description) ? [] : index));
  const [first] = bare;
  if (first === undefined)
    return doneItem(check, `${check === 'inputs' ? 'Inputs' : 'Outputs'} described`, [
      formatNumberOf(specs.length, one),
    ]);
  return openItem(check, `${formatNumberOf(bare.length, one)} ${bare.length === 1 ? 'has' : 'have'} no description`, {
    matters: true,
    act: toField(fieldOf(first), 'Add'),
  });
}

/** `links`: each linked file can be fetched, and is what the hash list says. */
export function linksCheck({ known: { links }, pkg }: CheckScope): CheckItem {
  const { all, matching, failed, hosts } = links;
  if (all === 0) return doneItem('links', 'No links to check');
  const asks = `Asks ${formatNumberOf(hosts, 'host')}`;
  const act: CheckAct = { kind: 'links', label: 'Check' };
  if (failed > 0)
    return openItem('links', `${formatNumberOf(failed, 'link')} ${failed === 1 ? 'does' : 'do'} not lead to the file`, {
      matters: true,
      why: ['Loading it fails where the file cannot be fetched'],
      act,
    });
  if (matching === all)
    return doneItem('links', 'Links', [
      `${formatNumberOf(all, 'file')} fetched and compared with ${spoken(pkg.words).hashList}`,
    ]);
  return openItem('links', `${formatNumberOf(all - matching, 'link')} not checked`, { unseen: true, why: [asks], act });
}

/** `size`: nothing large is the same over and over, such as weights that were never filled. */
export function sizeCheck({ pkg, content, isRemote }: CheckScope): CheckItem {
  const large = pkg.files.filter(
    ({ kind, size = 0, shadowed, unsafe }) => kind === 'file' && size >= MIN_HOLLOW_BYTES && !shadowed && !unsafe,
  );
  const hollow = large.filter((file) => isHollowStored(file) || content.byPath.get(file.path)?.isHollow);
  const [first] = hollow;
  if (first)
    return openItem('size', [...nameOf(first.path, pkg), others(hollow.length), ' compresses to nearly nothing'], {
      why: [`${formatBytes(first.size ?? 0)} of hardly anything. Is it the file that you meant?`],
      act: toPlace({ tab: 'files', item: first.path }),
    });
  const unseen = large.filter(
    ({ path, compressed, hash }) => !compressed && hash !== 'linked' && !content.byPath.has(path),
  );
  if (unseen.length === 0) return doneItem('size', 'No large file is empty');
  return openItem('size', `${formatNumberOf(unseen.length, 'large file')} not looked at`, {
    unseen: true,
    why: [isRemote ? `Downloads up to ${formatBytes(pkg.size)}` : 'One that is all zeros is often a mistake'],
    act: { kind: 'search', label: 'Check' },
  });
}

/** A text of a header that people look for, under the key by which programs find it. */
export function headerTextCheck(check: TextCheck & { key: string }): CheckItem {
  return textCheck({ ...check, act: addEntry(check.key) });
}

/** Adds an entry to a header, whose text people then write. */
export function addEntry(key: string): CheckAct {
  return { kind: 'fix', label: 'Add', fix: { fix: ADD_ENTRY, field: key } };
}

/** What is checked of any package. */
export function generalChecks(scope: CheckScope): CheckItem[] {
  return [rulesCheck(scope), privateCheck(scope), sizeCheck(scope)];
}
