import { BadFileError } from '../../../base/errors.ts';
import { capitalized, quote } from '../../../base/text.ts';
import { readItems, withItems } from '../../../json/items.ts';
import { type JsonMember, type JsonMembers, type NewMember, readMembers, withMembers } from '../../../json/members.ts';
import type { TextSpan } from '../../../json/reader.ts';
import { type FieldValue, isTable } from '../../../model/edit/field.ts';
import { fieldsOf, type SectionField } from './fields.ts';
import { kindAt, MARK, plainKey, SECTION_KINDS, type SectionKind } from './manifest.ts';

/**
 * Sections that are put into the text of a manifest, taken out and moved. Each change is one splice: all else stays
 * byte for byte. A section is an item of its kind's list, or the value of a key of its own.
 */

/** Where a section stands. */
interface Slot {
  span: TextSpan;
  member: JsonMember;
  /** It is an item of the list that the member has. */
  isItem: boolean;
}

function topOf(text: string): JsonMembers {
  return readMembers(text, text.startsWith(MARK) ? MARK.length : 0);
}

/** The sections of a kind, in the order of the values. */
function slotsOf({ text, members }: JsonMembers, kind: SectionKind): Slot[] {
  return members.flatMap((member): Slot[] => {
    if (kindAt(member.name) !== kind) return [];
    const { value } = member;
    if (text[value.start] === '{') return [{ span: value, member, isItem: false }];
    if (text[value.start] !== '[') return [];
    const items = readItems(text, value.start).items.filter(({ start }) => text[start] === '{');
    return items.map((span) => ({ span, member, isItem: true }));
  });
}

export function withoutSection(text: string, kind: SectionKind, index: number): string {
  const top = topOf(text);
  const slot = slotsOf(top, kind)[index] ?? refuse(`The manifest has no ${kind} ${index + 1}.`);
  if (slot.isItem) {
    const list = readItems(text, slot.member.value.start);
    return spliced(
      text,
      list.span,
      withItems(
        list,
        list.items.filter(({ start }) => start !== slot.span.start),
      ),
    );
  }
  const kept = top.members.filter((member) => member !== slot.member).map((of) => ({ of }));
  return spliced(text, top.span, withMembers(top, kept));
}

/**
 * Texts of sections change places. What is around them stays.
 *
 * @param reorder gives each place the section that goes there, of the indices of all
 */
export function withSectionsInOrder(
  text: string,
  kind: SectionKind,
  reorder: (indices: number[]) => readonly number[],
): string {
  const spans = slotsOf(topOf(text), kind).map(({ span }) => span);
  const order = reorder([...spans.keys()]);
  // Joined once: a splice for each of 10,000 sections copies gigabytes.
  const parts = spans.map((span, at) => {
    const { start, end } = spans[order[at] ?? at] ?? span;
    return text.slice(spans[at - 1]?.end ?? 0, span.start) + text.slice(start, end);
  });
  return parts.join('') + text.slice(spans.at(-1)?.end ?? 0);
}

/** Puts a section before the one at `at`, written as its neighbor is. */
export function withSection(text: string, kind: SectionKind, at: number, value: FieldValue): string {
  const top = topOf(text);
  const slots = slotsOf(top, kind);
  const neighbor = slots[at - 1] ?? slots[at];
  if (!neighbor) return withFirstSection(top, kind, value);
  const section = sectionLike(readMembers(text, neighbor.span.start), kind, value);
  if (neighbor.isItem) {
    const list = readItems(text, neighbor.member.value.start);
    const place = list.items.findIndex(({ start }) => start === neighbor.span.start) + (at > 0 ? 1 : 0);
    return spliced(
      text,
      list.span,
      withItems(list, [...list.items.slice(0, place), section, ...list.items.slice(place)]),
    );
  }
  const only = text.slice(neighbor.span.start, neighbor.span.end);
  return spliced(text, neighbor.span, `[${(at > 0 ? [only, section] : [section, only]).join(', ')}]`);
}

/** Keys of the kinds of sections. */
const KIND_LABELS: Readonly<Record<SectionKind, string>> = {
  model: 'Model',
  dataFile: 'Data files',
  nodeRange: 'Node ranges',
  layer: 'Layers',
};

/** The first section of its kind: in the list that is there and empty, or under a new key behind the kinds before it. */
function withFirstSection(top: JsonMembers, kind: SectionKind, value: FieldValue): string {
  const { text, members, span } = top;
  const unit = /^\s*\n([ \t]+)/.exec(text.slice(span.start + 1, members[0]?.key.start))?.[1];
  const isList = kind !== 'model';
  const object = JSON.parse(`{${membersOf(allMembers(top), kind, value).map(({ key, value: of }) => `${key}:${of}`)}}`);
  const json = JSON.stringify(isList ? [object] : object, undefined, unit);
  const section = unit === undefined ? json : json.replaceAll('\n', `\n${unit}`);
  const empty = members.find((member) => kindAt(member.name) === kind && /^\[\s*\]$/.test(valueIn(text, member)));
  if (empty) return spliced(text, empty.value, section);
  const earlier = SECTION_KINDS.slice(0, SECTION_KINDS.indexOf(kind));
  const behind = members.findLastIndex(({ name }) => earlier.includes(kindAt(name) as SectionKind));
  const key = JSON.stringify(keyLike(KIND_LABELS[kind], { members: [...members, ...allMembers(top).members] }));
  const wanted: NewMember[] = members.map((of) => ({ of }));
  wanted.splice(behind + 1, 0, { of: undefined, key, value: section });
  return spliced(text, span, withMembers(top, wanted));
}

function valueIn(text: string, { value }: JsonMember): string {
  return text.slice(value.start, value.end);
}

/** The members of all sections, whose keys show how keys are written. */
function allMembers(top: JsonMembers): Pick<JsonMembers, 'members'> {
  const slots = SECTION_KINDS.flatMap((kind) => slotsOf(top, kind));
  return { members: slots.flatMap(({ span }) => readMembers(top.text, span.start).members) };
}

/** A new section in the layout of another one. */
function sectionLike(other: JsonMembers, kind: SectionKind, value: FieldValue): string {
  return withMembers(other, membersOf(other, kind, value));
}

function membersOf(like: Pick<JsonMembers, 'members'>, kind: SectionKind, value: FieldValue): NewMember[] {
  if (!isTable(value)) refuse('A section is not a table of its fields.');
  return fieldsOf(kind).flatMap(([key, field]): NewMember[] => {
    const text = Object.hasOwn(value, key) ? value[key] : undefined;
    if (text === undefined) return [];
    if (typeof text !== 'string') refuse(`The value of ${quote(field.label)} is not text.`);
    // As that section has it, where it has it.
    const known = like.members.find((member) => plainKey(member.name) === plainKey(field.label));
    return [
      { of: undefined, key: JSON.stringify(known?.name ?? keyLike(field.label, like)), value: written(field, text) },
    ];
  });
}

export function spliced(text: string, { start, end }: TextSpan, inside: string): string {
  return text.slice(0, start) + inside + text.slice(end);
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON of a value. A number stays a text where the manifest has it as one. What is not a number yet is text. */
export function written({ type }: SectionField, value: string, old?: string): string {
  const isText = old?.startsWith('"') && JSON_NUMBER.test(old.slice(1, -1));
  const isNumber = (type === 'uint' || type === 'float') && !isText && JSON_NUMBER.test(value);
  return isNumber ? value : JSON.stringify(value);
}

/** The key of a new field, written as the other keys of its section are: "Author name", "author_name", "authorName". */
export function keyLike(label: string, { members }: Pick<JsonMembers, 'members'>): string {
  const keys = members.map(({ name }) => name);
  const words = label.split(' ');
  const compound = keys.find((key) => COMPOUND.has(plainKey(key)));
  const separator = compound === undefined ? ' ' : (/[\s_-]/.exec(compound)?.[0] ?? '');
  const [first = ''] = keys;
  if (keys.length === 0) return label;
  if (keys.every((key) => key === key.toUpperCase())) return words.join(separator).toUpperCase();
  const isLower = first.charAt(0) === first.charAt(0).toLowerCase();
  if (separator !== '' || words.length === 1) {
    return isLower ? words.join(separator).toLowerCase() : words.join(separator);
  }
  if (compound === compound?.toLowerCase()) return words.join('').toLowerCase();
  const joined = words.map(capitalized).join('');
  return isLower ? joined.charAt(0).toLowerCase() + joined.slice(1) : joined;
}

/** Keys of several words, which show how a manifest joins them. */
const COMPOUND: ReadonlySet<string> = new Set(
  ['Author name', 'Author email', 'License file', 'Normalization scale', 'Missing error-value']
    .concat('Data file', 'Data files', 'Node range', 'Node ranges')
    .map(plainKey),
);

export function refuse(message: string): never {
  throw new BadFileError('mldef/bad-edit', message);
}
