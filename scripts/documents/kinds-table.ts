import { TAB_WORDS } from '../../src/app/package/tab.ts';
import { capitalized } from '../../src/base/text.ts';
import { ALL_FORMATS } from '../../src/formats/list.ts';
import { packageMaker } from '../../src/formats/registry.ts';
import type { Package } from '../../src/model/package.ts';
import { KINDS, type PackageKind } from './kinds.ts';
import { openExample } from './row.ts';

const HEADS = ['Package', 'Recognized by', 'Read', 'Checked when opened', 'Checked on “Check all”', 'Edited', 'Saved'];

/**
 * The table of docs/formats.md: what is read, checked, edited and saved of each kind of packages. All but the names and
 * the signs is what an open package of that kind says. Rejects as opening does.
 */
export async function kindsTable(): Promise<string[]> {
  const rows = await Promise.all(KINDS.map(rowOf));
  return [HEADS, HEADS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

async function rowOf({ format, kind, example, signs, isMade }: PackageKind): Promise<string[]> {
  const { package: pkg } = await openExample(example);
  const makes = isMade && (await packageMaker(format)) !== undefined;
  return [kind, signs, shown(format, pkg), opened(pkg), verified(pkg), edited(pkg), saved(pkg, makes === true)];
}

/** The tabs that the page has for it, but for those of every package, and Edit. */
function shown(format: string, { neverTensors }: Package): string {
  const tabs = ALL_FORMATS.find(({ id }) => id === format)?.tabs ?? [];
  const own = tabs.filter(
    (tab) => !['files', 'problems', 'edit'].includes(tab) && !(tab === 'tensors' && neverTensors),
  );
  return own.map((tab) => TAB_WORDS[tab].label).join(', ') || '–';
}

function opened({ words }: Package): string {
  return capitalized(words.checked.map(asCode).join(', ')) || 'The directory';
}

function verified({ words, can, cannot }: Package): string {
  if (!can.verify) return cannot?.verify ?? '–';
  const { hashList } = words;
  return hashList ? `Every file, with its hash in ${inSentence(hashList)}` : 'Every file, with its size and CRC-32';
}

function edited({ words, can, cannot }: Package): string {
  const { links } = can.files ?? {};
  const parts = [
    can.edit && (words.metadataFile ? asCode(words.metadataFile) : 'the metadata in the header'),
    can.editTensors && 'tensors',
    can.files && 'files',
    links && `links (${asCode(links)})`,
  ].filter((part) => typeof part === 'string');
  return capitalized(parts.join(', ')) || cannot?.edit || '–';
}

function saved({ words, can, cannot }: Package, isMade: boolean): string {
  const hashList = words.hashList ?? words.newHashList;
  // Said once, where it is also why nothing is edited.
  if (!can.save) return (cannot?.save !== cannot?.edit && cannot?.save) || '–';
  const hashes = can.reseal && hashList ? `, also with all hashes in ${asCode(hashList)} computed again` : '';
  return `A new file${hashes}${isMade ? '. New ones are made of a folder, or of any other package' : ''}`;
}

/** What lists hashes, in a sentence: a file by its name, and something of the format with its article. */
function inSentence(list: string): string {
  return asCode(list).startsWith('`') ? asCode(list) : `the ${list}`;
}

/** Names of files as code. */
function asCode(text: string): string {
  return /^(?:[A-Z]+|[a-z]+\.[a-z]+)$/.test(text) ? `\`${text}\`` : text;
}
