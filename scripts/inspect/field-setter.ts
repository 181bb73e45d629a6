import type { FieldGuide } from '../../src/formats/format.ts';
import { fieldAt, nearestKey, unknownKey } from '../../src/formats/known-keys.ts';
import { applyEdits, type FieldStep } from '../../src/model/edit/edit.ts';
import {
  type FieldPath,
  type FieldValue,
  type FieldValues,
  isTable,
  sameValue,
  valueAt,
} from '../../src/model/edit/field.ts';
import type { Assignment, KeyPart } from './assignment.ts';
import { tomlValue } from './toml-value.ts';
import { UsageError } from './usage.ts';
import { readValue } from './value.ts';

/** Where a key leads: to a place, or to a new item of a list and a place inside of it. */
type Place = { path: FieldPath } | { list: FieldPath; inside: readonly KeyPart[] };

/** Makes the steps of one run's assignments, in their order, as the format's form would make them. */
export class FieldSetter {
  readonly #guide: FieldGuide;
  readonly #force: boolean;
  /** The keys that were set, as `Finding.field` has them. */
  readonly keys = new Set<string>();
  /** The last item that `+` has added to each list, and which of its fields were set by `+`. */
  readonly #added = new Map<string, { index: number; fields: Set<string> }>();

  /** @param force whether keys that the format does not know may be set */
  constructor(guide: FieldGuide, force = false) {
    this.#guide = guide;
    this.#force = force;
  }

  /** The path of the metadata file. */
  get file(): string {
    return this.#guide.file;
  }

  /**
   * The step of an assignment. Undefined if nothing changes. Throws a `UsageError` if there is no such place, if the
   * format does not know the key, or if the value is invalid.
   */
  async step(values: FieldValues, assignment: Assignment): Promise<FieldStep | undefined> {
    const { key } = assignment;
    const parts = joinedParts(this.#guide, assignment.parts);
    const listed = listStep(this.#guide, values, assignment, parts);
    if (listed) {
      this.#added.clear();
      return listed.step;
    }
    const place = this.#placeOf(values, key, parts, []);
    if ('list' in place) return this.#append(values, assignment, place);
    const { path } = place;
    const old = valueAt(values, path);
    const value = await this.#read(assignment, path, old);
    if (Array.isArray(value)) this.#added.clear();
    if (old !== undefined && sameValue(old, value)) return undefined;
    return this.#guide.set(values, path, key, value);
  }

  async #append(
    values: FieldValues,
    assignment: Assignment,
    { list, inside }: { list: FieldPath; inside: readonly KeyPart[] },
  ): Promise<FieldStep> {
    const { key } = assignment;
    const items = valueAt(values, list);
    const at = Array.isArray(items) ? items.length : 0;
    const insert = (value: FieldValue): FieldStep => ({
      name: `Add ${key}`,
      edits: [{ kind: 'insert', path: list, at, value }],
    });
    this.#added.set(JSON.stringify(list), { index: at, fields: new Set([fieldsKey(inside)]) });
    if (inside.length === 0) return insert(await this.#read(assignment, [...list, at], undefined));
    const item = this.#guide.newItem(values, list) ?? {};
    const place = this.#placeOf(item as FieldValues, key, inside, [...list, at]);
    if ('list' in place) throw new UsageError(`--set ${key}: only one + can make a new item.`);
    const value = await this.#read(assignment, [...list, at, ...place.path], valueAt(item, place.path));
    return insert({ ...applyEdits(item as FieldValues, [{ kind: 'set', path: place.path, value }]) });
  }

  /** The value to set at a path. */
  async #read(assignment: Assignment, path: FieldPath, old: FieldValue | undefined): Promise<FieldValue> {
    this.#checkKnown(assignment.key, path, '');
    const value = await readValue(assignment, fieldAt(this.#guide, path), old);
    this.#checkKnown(assignment.key, path, value);
    this.keys.add(path.join('.'));
    return value;
  }

  #checkKnown(key: string, path: FieldPath, value: FieldValue): void {
    const unknown = this.#force ? undefined : unknownKey(this.#guide, path, value);
    if (!unknown) return;
    const nearest = nearestKey(this.#guide, unknown);
    // Whoever means a known key should not be led to make another one.
    const hint = nearest === undefined ? '--help lists its keys. --force sets it anyway.' : `Did you mean ${nearest}?`;
    throw new UsageError(`--set ${key}: ${this.#guide.file} has no key ${unknown.join('.')}. ${hint}`);
  }

  /** Follows a key. A number is an index if it stands inside a list, and `+` is a new item. */
  #placeOf(values: FieldValues, key: string, parts: readonly KeyPart[], above: FieldPath): Place {
    const path: (string | number)[] = [];
    const fail: (why: string) => never = (why) => {
      throw new UsageError(`--set ${key}: ${why}`);
    };
    for (const [i, { name, quoted }] of parts.entries()) {
      const at = valueAt(values, path);
      const here = [...above, ...path].join('.');
      const added = [here, '+', ...parts.slice(i + 1).map((part) => part.name)].join('.');
      if (name === '+' && !quoted) {
        if (path.length === 0 || (at !== undefined && !Array.isArray(at))) fail(`${here || 'the file'} is not a list.`);
        const inside = parts.slice(i + 1);
        const index = this.#goesOn([...above, ...path], at?.length ?? 0, inside);
        if (index === undefined) return { list: path, inside };
        path.push(index);
      } else if (Array.isArray(at)) {
        const index = indexOf(at, { name, quoted });
        if (index === undefined)
          fail(
            `${here} has ${at.length} ${at.length === 1 ? 'item' : 'items'}, counted from 0, and no ${name}. ${added} adds one.`,
          );
        if (index === 'several') fail(`${here} has several items named ${name}. Use their numbers, counted from 0.`);
        path.push(index);
      } else if (at === undefined || isTable(at)) {
        if (at === undefined && !quoted && /^\d+$/.test(name)) fail(`there is no list ${here}. ${added} creates it.`);
        path.push(name);
      } else fail(`${here} is not a table.`);
    }
    return { path };
  }

  /**
   * The item that this run has added to a list, if `+` means it again: until a field of it is set that was set already.
   */
  #goesOn(list: FieldPath, length: number, inside: readonly KeyPart[]): number | undefined {
    const last = this.#added.get(JSON.stringify(list));
    const fields = fieldsKey(inside);
    if (!last || last.index >= length || inside.length === 0 || last.fields.has('[]') || last.fields.has(fields))
      return undefined;
    last.fields.add(fields);
    return last.index;
  }
}

/** The index of an item by its number, or by its name. Undefined where there is none. */
function indexOf(items: readonly FieldValue[], { name, quoted }: KeyPart): number | 'several' | undefined {
  const number = !quoted && /^\d{1,9}$/.test(name) ? Number(name) : undefined;
  if (number !== undefined) return number < items.length ? number : undefined;
  const named = items.flatMap((item, at) => (isTable(item) && item.name === name ? [at] : []));
  return named.length > 1 ? 'several' : named[0];
}

/**
 * What an assignment does to an item as a whole: `layer.+=NAME` puts a copy behind it, `layer.-=NAME` removes it, and
 * `layer.NAME.#=0` moves it. NAME is its name or its number. Undefined where the assignment is of another kind.
 */
function listStep(
  { lists }: FieldGuide,
  values: FieldValues,
  { key, value }: Assignment,
  parts: readonly KeyPart[],
): { step: FieldStep | undefined } | undefined {
  const [{ name: list } = { name: '' }, second, third] = parts;
  const items = valueAt(values, [list]);
  if (!lists?.isList(list) || !Array.isArray(items) || !second) return undefined;
  const isSign = (part: KeyPart | undefined, sign: string) => part?.name === sign && !part.quoted;
  const isMove = parts.length === 3 && isSign(third, '#');
  const isCopy =
    parts.length === 2 && isSign(second, '+') && !value.trimStart().startsWith('{') && !value.startsWith('@');
  const isRemoval = parts.length === 2 && isSign(second, '-');
  if (!isMove && !isCopy && !isRemoval) return undefined;
  const text = tomlValue(value);
  const called: KeyPart = isMove
    ? second
    : { name: typeof text === 'string' ? text : value, quoted: typeof text === 'string' };
  const index = indexOf(items, called);
  if (typeof index !== 'number')
    throw new UsageError(
      `--set ${key}: ${list} has ${index === undefined ? 'no item' : 'several items'} named ${called.name}.`,
    );
  if (isCopy) return { step: lists.duplicateItem(values, list, index) };
  if (isRemoval) return { step: lists.removeItems(values, list, [index]) };
  const to = typeof text === 'bigint' ? Number(text) : -1;
  if (to < 0 || to >= items.length)
    throw new UsageError(`--set ${key}: ${value} is not a place in ${list}, from 0 to ${items.length - 1}.`);
  return { step: lists.moveItem(values, list, index, to) };
}

/** The parts of a key, those joined that are the name of one field, which may have dots. */
function joinedParts({ fields }: FieldGuide, parts: readonly KeyPart[]): readonly KeyPart[] {
  const field = fields.find(
    ({ path, isDotted }) =>
      isDotted && path.length <= parts.length && path.slice(0, -1).every((k, i) => k === parts[i]?.name),
  );
  if (!field) return parts;
  const before = field.path.length - 1;
  const name = parts.slice(before).map((part) => part.name);
  return [...parts.slice(0, before), { name: name.join('.'), quoted: true }];
}

function fieldsKey(inside: readonly KeyPart[]): string {
  return JSON.stringify(inside.map(({ name }) => name));
}
