import { throwIfAborted } from '../../../base/abort.ts';
import { grouped } from '../../../base/amounts.ts';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { InternalError, TooLargeError } from '../../../base/errors.ts';
import { addTo } from '../../../base/group-by.ts';
import { quote } from '../../../base/text.ts';
import { type NewMember, readMembers, withMembers } from '../../../json/members.ts';
import { applyEdits, type Edit } from '../../../model/edit/edit.ts';
import { type FieldValue, type FieldValues, sameValue } from '../../../model/edit/field.ts';
import type { OpenPackage } from '../../format.ts';
import { fieldsOf } from './fields.ts';
import { MAX_MANIFEST_BYTES, MAX_SECTIONS } from './limits.ts';
import { type Field, plainKey, SECTION_KINDS, type SectionKind, sectionsOf } from './manifest.ts';
import { MANIFEST } from './paths.ts';
import { keyLike, refuse, spliced, withoutSection, withSection, withSectionsInOrder, written } from './section-edit.ts';

/**
 * Makes `OpenPackage.edit`. The values are the texts of the first model section, and lists of the texts of all others,
 * by the keys of `fields.ts`. Each edit is a splice of the text. Rejects with `mldef/bad-edit` for a value that is not
 * text or has no place, with `mldef/manifest-too-large`, and with `internal/edit-refused` where the new text has other
 * values.
 *
 * @param own the text of the manifest
 */
export function editorOf(own: string): NonNullable<OpenPackage['edit']> {
  return async ({ texts, edits: given = [] }, signal) => {
    throwIfAborted(signal);
    const text = texts?.get(MANIFEST) ?? own;
    // The form made them, and it makes edits of no other kind.
    const edits = (given as readonly Edit[]).map(inTexts);
    const before = valuesOf(text);
    if (!before && edits.length > 0) {
      throw new InternalError('internal/bug', 'Boxcutter tried to edit a manifest that is not JSON.');
    }
    const after = edits.reduce(editedText, text);
    checkLength(after);
    if (!before || edits.length === 0) return { texts: new Map([[MANIFEST, after]]), values: before };
    const values = valuesOf(after);
    if (!values || !sameValue(values, applyEdits(before, edits))) {
      if (SECTION_KINDS.some((kind) => (sectionsOf(text)?.[kind].length ?? 0) >= MAX_SECTIONS))
        refuse(grouped`Only the first ${MAX_SECTIONS} sections of a kind are read, and this edit moves others there.`);
      throw new InternalError('internal/edit-refused', 'The edited manifest would not have the intended values.');
    }
    return { texts: new Map([[MANIFEST, after]]), values };
  };
}

/** An edit whose numbers are texts, as the values are: a command line gives numbers. */
function inTexts(edit: Edit): Edit {
  return 'value' in edit ? { ...edit, value: inText(edit.value) } : edit;
}

function inText(value: FieldValue): FieldValue {
  if (Array.isArray(value)) return value.map(inText);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inText(item)]));
  return typeof value === 'boolean' ? value : String(value);
}

/** The texts that can be edited. Undefined where the manifest is not a JSON object. */
function valuesOf(text: string): FieldValues | undefined {
  const sections = sectionsOf(text);
  if (!sections) return undefined;
  const values = SECTION_KINDS.flatMap((kind) => {
    const all = sections[kind].map(({ fields }) =>
      Object.fromEntries(
        fieldsOf(kind).flatMap(([key, { label }]) => {
          const value = textOf(fields.get(plainKey(label)));
          return value === undefined ? [] : [[key, value] as const];
        }),
      ),
    );
    const [first] = all;
    return first ? [[kind, kind === 'model' ? first : all] as const] : [];
  });
  return Object.fromEntries(values);
}

function textOf(field: Field | undefined): string | undefined {
  if (field?.kind === 'string' || field?.kind === 'number') return field.text;
  return field?.items?.join(', ');
}

function editedText(text: string, edit: Edit): string {
  const [kind = '', index, key] = edit.path;
  if (!isKind(kind)) refuse(`The manifest has no section ${quote(edit.path.join('.'))} that can be edited.`);
  if (kind === 'model') {
    if (edit.path.length === 2) return editedField(text, kind, 0, String(index), edit);
    if (edit.kind !== 'set' || edit.path.length !== 1) refuse('The model section cannot be removed.');
    return withSection(text, kind, 0, edit.value);
  }
  if (edit.path.length === 3) return editedField(text, kind, Number(index), String(key), edit);
  if (edit.kind === 'insert') return withSection(text, kind, edit.at, edit.value);
  if (edit.kind === 'move')
    return withSectionsInOrder(text, kind, (order) => {
      order.splice(edit.to, 0, ...order.splice(edit.from, 1));
      return order;
    });
  if (edit.kind === 'remove' && edit.path.length === 2) return withoutSection(text, kind, Number(index));
  if (edit.path.length === 2 && edit.kind === 'set')
    return withSection(withoutSection(text, kind, Number(index)), kind, Number(index), edit.value);
  return withSections(text, kind, edit.kind === 'set' ? edit.value : []);
}

function isKind(key: string | number): key is SectionKind {
  return SECTION_KINDS.some((kind) => kind === key);
}

/**
 * All sections of a kind replaced by others. Where these are the same ones in another order, their texts change places:
 * a section may have fields that its values lack.
 */
function withSections(text: string, kind: SectionKind, value: FieldValue): string {
  if (!Array.isArray(value)) refuse(`The value of ${quote(kind)} is not a list of sections.`);
  const order = orderOf(valuesOf(text)?.[kind], value);
  if (order) return withSectionsInOrder(text, kind, () => order);
  const count = sectionsOf(text)?.[kind].length ?? 0;
  const empty = Array.from({ length: count }).reduce<string>((now) => withoutSection(now, kind, 0), text);
  return value.reduce<string>((now, section, at) => withSection(now, kind, at, section), empty);
}

/** For each item of `now`, which one of `before` it is. Undefined where the two do not have the same items. */
function orderOf(before: FieldValue | undefined, now: readonly FieldValue[]): number[] | undefined {
  if (!Array.isArray(before) || before.length !== now.length) return undefined;
  const left = new Map<string, number[]>();
  for (const [index, item] of before.entries()) addTo(left, JSON.stringify(item), index);
  const order = now.flatMap((item) => left.get(JSON.stringify(item))?.shift() ?? []);
  return order.length === now.length ? order : undefined;
}

function editedField(text: string, kind: SectionKind, index: number, name: string, edit: Edit): string {
  const section = sectionsOf(text)?.[kind][index];
  const [, field] = fieldsOf(kind).find(([known]) => known === name) ?? [];
  if (!section || !field) refuse(`The manifest has no field ${quote(edit.path.join('.'))} that can be edited.`);
  const object = readMembers(text, section.at);
  const plain = plainKey(field.label);
  if (edit.kind === 'remove') {
    const kept = object.members.filter((member) => plainKey(member.name) !== plain);
    return spliced(
      text,
      object.span,
      withMembers(
        object,
        kept.map((of) => ({ of })),
      ),
    );
  }
  if (edit.kind !== 'set' || typeof edit.value !== 'string') refuse(`The value of ${quote(field.label)} is not text.`);
  // Of two fields of one name, the last one counts.
  const old = object.members.findLast((member) => plainKey(member.name) === plain);
  const value = written(field, edit.value, old && text.slice(old.value.start, old.value.end));
  if (old) return spliced(text, old.value, value);
  const added: NewMember = { of: undefined, key: JSON.stringify(keyLike(field.label, object)), value };
  return spliced(text, object.span, withMembers(object, [...object.members.map((of) => ({ of })), added]));
}

function checkLength(text: string): void {
  // Each UTF-16 unit takes up to three bytes.
  if (text.length * 3 <= MAX_MANIFEST_BYTES) return;
  const actual = encodeUtf8(text).length;
  if (actual <= MAX_MANIFEST_BYTES) return;
  const message = grouped`The manifest would have ${actual} bytes. Boxcutter reads up to ${MAX_MANIFEST_BYTES}.`;
  throw new TooLargeError('mldef/manifest-too-large', message, { path: MANIFEST, limit: MAX_MANIFEST_BYTES, actual });
}
