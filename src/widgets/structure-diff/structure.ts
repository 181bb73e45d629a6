import { formatCount } from '../../base/amounts.ts';
import { changesOf, type FieldChange } from '../../model/edit/changes.ts';
import { type FieldPath, type FieldValue, isTable, sameValue } from '../../model/edit/field.ts';
import { parseToml } from '../../toml/parser.ts';
import { keyText, scalarText } from '../../toml/value-text.ts';
import { type JsonValue, readJson } from '../json-tree/json-value.ts';
import type { Syntax } from './syntax.ts';

/**
 * Values of a text that is compared by its structure. The page waits while it is: at worst a second or two, where lists
 * of tables have nothing in common. Configurations have some hundreds.
 */
const MAX_VALUES = 20_000;

/** Characters that are shown of a value. */
const MAX_WRITTEN = 500;

/** The values of a text, or why they are not compared: a sentence without its subject. */
export type StructureReading = { values: FieldValue } | { problem: string };

/** A difference, by the path of the value now, or as it was if it is removed. Values are as the file writes them. */
export interface StructureChange {
  /** `a.b[2].c`. Empty for the whole text. */
  path: string;
  kind: FieldChange['kind'];
  before?: string;
  after?: string;
}

/**
 * Reads a text. Each value that is not a list or table becomes the text of it, so that `1` differs from `1.0` and from
 * `"1"`, and no digit is lost. Never throws.
 */
export function readStructure(text: string, syntax: Syntax): StructureReading {
  const count = { left: MAX_VALUES };
  try {
    return syntax === 'json' ? jsonStructure(text, count) : tomlStructure(text, count);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    return { problem: error.message };
  }
}

/** A text that can be read, and not compared. */
class Unfit extends Error {}

function counted(count: { left: number }): void {
  if (count.left-- === 0) throw new Unfit(`has more than ${formatCount(MAX_VALUES)} values`);
}

function jsonStructure(text: string, count: { left: number }): StructureReading {
  const read = readJson(text);
  if (!('value' in read)) return { problem: `cannot be read as JSON: ${read.problem}, in line ${read.line}` };
  return { values: ofJson(read.value, count) };
}

function ofJson(value: JsonValue, count: { left: number }): FieldValue {
  counted(count);
  if (value.kind === 'array') return value.items.map((item) => ofJson(item, count));
  if (value.kind !== 'object') {
    if (value.kind === 'string') return JSON.stringify(value.text);
    return value.kind === 'number' ? value.text : value.kind === 'boolean' ? String(value.value) : 'null';
  }
  const members = value.members.map(([name, item]) => [name, ofJson(item, count)] as const);
  const table = Object.fromEntries(members);
  // Programs take the first, the last or none of them.
  if (Object.keys(table).length < members.length) throw new Unfit('has an object with two members of one name');
  return table;
}

function tomlStructure(text: string, count: { left: number }): StructureReading {
  const path = 'The file';
  const { value, findings } = parseToml(text, { path, syntax: 'toml/syntax', tooLarge: 'toml/syntax' });
  if (value) return { values: ofToml(value, count) };
  const [first] = findings;
  return { problem: (first?.message ?? '').replace(path, '').replace(/\.$/, '').trim() };
}

function ofToml(value: unknown, count: { left: number }): FieldValue {
  counted(count);
  if (Array.isArray(value)) return value.map((item) => ofToml(item, count));
  if (isTable(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, ofToml(item, count)]));
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? JSON.stringify(value) : scalarText(value as bigint | number | boolean);
}

/**
 * What differs between the values of two texts, in the order of the second. Items of lists of tables are matched by
 * their names, those of other lists by their places, after what both begin and end with.
 */
export function structureChanges(before: FieldValue, after: FieldValue): StructureChange[] {
  return changesAt([], before, after).map(({ path, kind, ...values }) => ({
    path: pathText(path),
    kind,
    ...(values.before !== undefined && { before: written(values.before, kind) }),
    ...(values.after !== undefined && { after: written(values.after, kind) }),
  }));
}

type Change = Pick<FieldChange, 'path' | 'kind' | 'before' | 'after'>;

function changesAt(at: FieldPath, before: FieldValue, after: FieldValue): Change[] {
  return changesOf({ at: before }, { at: after }).flatMap((change): Change[] => {
    const path = [...at, ...change.path.slice(1)];
    const { kind, before: old, after: now } = change;
    return kind === 'changed' && Array.isArray(old) && Array.isArray(now)
      ? itemChanges(path, old, now)
      : [{ ...change, path }];
  });
}

/** What differs between two lists that are not of tables alone. */
function itemChanges(at: FieldPath, before: readonly FieldValue[], after: readonly FieldValue[]): Change[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && sameValue(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && sameValue(before.at(-1 - end), after.at(-1 - end))) end++;
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const shared = Math.min(old.length, now.length);
  const path = (index: number): FieldPath => [...at, start + index];
  return [
    ...now.slice(0, shared).flatMap((item, index) => changesAt(path(index), old[index] as FieldValue, item)),
    ...now.slice(shared).map((item, index): Change => ({ path: path(shared + index), kind: 'added', after: item })),
    ...old.slice(shared).map((item, index): Change => ({ path: path(shared + index), kind: 'removed', before: item })),
  ];
}

/** `a.b[2]."c.d"`. */
function pathText(path: FieldPath): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${keyText(part)}`))
    .join('');
}

/** A value on one line, cut where it is long. The texts in it are as the file writes them. */
function written(value: FieldValue, kind: Change['kind']): string {
  // Of a list that has another order, its items’ names or numbers.
  if (kind === 'moved' && Array.isArray(value)) return cut(value.map(String).join(', '));
  return cut(writtenWhole(value));
}

function cut(text: string): string {
  return text.length > MAX_WRITTEN ? `${text.slice(0, MAX_WRITTEN).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** It stops where it is longer than is shown: a value can have a megabyte. */
function writtenWhole(value: FieldValue): string {
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  let text = '';
  for (const [key, item] of Object.entries(value)) {
    if (text.length > MAX_WRITTEN) break;
    text += `${text === '' ? '' : ', '}${isList ? '' : `${keyText(key)}: `}${writtenWhole(item)}`;
  }
  return isList ? `[${text}]` : `{${text}}`;
}
