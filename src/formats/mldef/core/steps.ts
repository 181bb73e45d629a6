import { capitalized } from '../../../base/text.ts';
import type { Edit, FieldStep } from '../../../model/edit/edit.ts';
import { type FieldPath, type FieldValue, type FieldValues, isTable, valueAt } from '../../../model/edit/field.ts';
import { freeName, itemsOf, listSteps, namesOf, shownName } from '../../../model/edit/list-steps.ts';
import { FIELDS, SECTION_NOUNS, type SectionField, sectionWords } from './fields.ts';
import type { SectionKind } from './manifest.ts';

/**
 * What people do to the manifest, as steps with the names that Undo and Redo show. All functions are pure: they take
 * the values that the step is made on, and change nothing.
 */

/** The kinds of sections that a manifest has lists of. */
export type ListKind = Exclude<SectionKind, 'model'>;

/** Fields of layers that refer to a section by its name. */
const REFERENCES: Readonly<Record<string, string>> = { layer: 'prior', dataFile: 'dataSource' };

/** The steps on the sections of these lists. */
export const MLDEF_LISTS = { ...listSteps(SECTION_NOUNS), leftBehind };

/** A field in words, by its path: "Author name of model", "Description of layer 2". */
export function fieldWords(path: FieldPath): string {
  const [kind = '', index, name] = path[0] === 'model' ? [path[0], 0, path[1]] : path;
  if (!Object.hasOwn(FIELDS, kind)) return path.join('.');
  const section = sectionWords(kind as SectionKind, Number(index));
  if (name === undefined) return section;
  const fields: Readonly<Record<string, SectionField>> = FIELDS[kind as SectionKind];
  return `${fields[name]?.label ?? name} of ${section}`;
}

/** Sets a text of a section. Half of a character cannot be in a file. */
export function setText(path: FieldPath, text: string): FieldStep {
  const value = text.replace(/\p{Surrogate}/gu, '\ufffd');
  return { name: `Change ${fieldWords(path)}`, key: path.join(' '), edits: [{ kind: 'set', path, value }] };
}

/**
 * Renames a data file or layer, and what layers refer to it by. References stay where another one has its old name, too.
 * Undefined where it has that name already.
 */
export function renameSection(values: FieldValues, kind: ListKind, index: number, to: string): FieldStep | undefined {
  const from = valueAt(values, [kind, index, 'name']);
  if (from === to) return undefined;
  const follow = referrers(values, kind, index).map((path): Edit => ({ kind: 'set', path, value: to }));
  const name =
    typeof from === 'string' && from !== ''
      ? `Rename ${SECTION_NOUNS[kind]} ${shownName(from)} to ${shownName(to)}`
      : `Name ${sectionWords(kind, index)} ${shownName(to)}`;
  return { name, edits: [{ kind: 'set', path: [kind, index, 'name'], value: to }, ...follow] };
}

/** The fields of layers that refer to a section by its name. None where another one has it, too. */
export function referrers(values: FieldValues, kind: string, index: number): FieldPath[] {
  const field = REFERENCES[kind];
  const all = itemsOf(values, kind);
  const name = nameOf(all[index]);
  if (field === undefined || !name || all.some((other, at) => at !== index && nameOf(other) === name)) return [];
  return itemsOf(values, 'layer').flatMap((layer, at) =>
    isTable(layer) && layer[field] === name ? [['layer', at, field]] : [],
  );
}

function nameOf(item: FieldValue | undefined): string | undefined {
  return isTable(item) && typeof item.name === 'string' ? item.name : undefined;
}

function leftBehind(values: FieldValues, list: string, index: number): string | undefined {
  const count = referrers(values, list, index).length;
  if (count === 0) return undefined;
  const does = list === 'layer' ? 'input' : 'weights';
  const who = count === 1 ? '1 layer still takes' : `${count} layers still take`;
  return `${capitalized(MLDEF_LISTS.itemName(values, list, index))} is removed; ${who} ${does} from it.`;
}

/** Adds a section at the end, with a name that no other has and what its kind needs. */
export function addSection(values: FieldValues, kind: ListKind): FieldStep {
  return MLDEF_LISTS.addItem(values, kind, newSection(values, kind));
}

/** What a new section has before anybody fills it in. A layer takes input from the last one. */
export function newSection(values: FieldValues, kind: ListKind): { [key: string]: FieldValue } {
  const items = itemsOf(values, kind);
  const stem = { dataFile: 'data', nodeRange: 'node', layer: 'layer' }[kind];
  const name = freeName(stem, namesOf(items), items.length + 1);
  if (kind === 'dataFile') return { name, path: '', storageBytes: '4', storageFormat: 'float' };
  if (kind === 'nodeRange') return { name, type: items.length === 0 ? 'input' : 'output', count: '1' };
  const prior = nameOf(items.at(-1));
  if (prior === undefined) return { name, capabilities: 'input', count: '1' };
  const dataSource = nameOf(itemsOf(values, 'dataFile').at(-1)) ?? '';
  return { name, prior, capabilities: '', dataSource, startIndex: String(firstFree(values, dataSource)), count: '1' };
}

/** The data point behind the last one that a layer takes from a data file. */
export function firstFree(values: FieldValues, dataSource: string, besides?: number): number {
  const ends = itemsOf(values, 'layer').map((layer, at) => {
    if (at === besides || !isTable(layer) || layer.dataSource !== dataSource) return 0;
    const end = Number(layer.startIndex ?? '') + Number(layer.count ?? '');
    return Number.isSafeInteger(end) ? end : 0;
  });
  return Math.max(0, ...ends);
}
