import { throwIfAborted } from '../../../base/abort.ts';
import { grouped } from '../../../base/amounts.ts';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { BadFileError, InternalError, TooLargeError } from '../../../base/errors.ts';
import { capitalized, quote } from '../../../base/text.ts';
import { type JsonMembers, type NewMember, readMembers, withMembers } from '../../../json/members.ts';
import { applyEdits, type Edit } from '../../../model/edit/edit.ts';
import { type FieldValues, sameValue } from '../../../model/edit/field.ts';
import type { OpenPackage } from '../../format.ts';
import { editableFields, type SectionField, sectionKey } from './fields.ts';
import { MAX_MANIFEST_BYTES } from './limits.ts';
import { type Field, plainKey, SECTION_KINDS, type SectionKind, sectionsOf } from './manifest.ts';
import { MANIFEST } from './paths.ts';

/**
 * Makes `OpenPackage.edit`. The values are the texts of each section by the keys of `fields.ts`. Each edit is a
 * splice of the text. Rejects with `mldef/bad-edit` for a value that is not text or has no place, with
 * `mldef/manifest-too-large`, and with `internal/edit-refused` where the new text has other values.
 *
 * @param own the text of the manifest
 */
export function editorOf(own: string): NonNullable<OpenPackage['edit']> {
  return async ({ texts, edits: given = [] }, signal) => {
    throwIfAborted(signal);
    const text = texts?.get(MANIFEST) ?? own;
    // The form made them, and it makes edits of no other kind.
    const edits = given as readonly Edit[];
    const before = valuesOf(text);
    if (!before && edits.length > 0) {
      throw new InternalError('internal/bug', 'Boxcutter tried to edit a manifest that is not JSON.');
    }
    const after = edits.reduce(editedText, text);
    checkLength(after);
    if (!before || edits.length === 0) return { texts: new Map([[MANIFEST, after]]), values: before };
    const values = valuesOf(after);
    if (!values || !sameValue(values, applyEdits(before, edits))) {
      throw new InternalError('internal/edit-refused', 'The edited manifest would not have the intended values.');
    }
    return { texts: new Map([[MANIFEST, after]]), values };
  };
}

/** The texts that can be edited. Undefined where the manifest is not a JSON object. */
function valuesOf(text: string): FieldValues | undefined {
  const sections = sectionsOf(text);
  if (!sections) return undefined;
  return Object.fromEntries(
    SECTION_KINDS.flatMap((kind) =>
      sections[kind].map(({ fields }, index) => {
        const values = editableFields(kind).flatMap(([key, { label }]) => {
          const value = textOf(fields.get(plainKey(label)));
          return value === undefined ? [] : [[key, value] as const];
        });
        return [sectionKey(kind, index), Object.fromEntries(values)] as const;
      }),
    ),
  );
}

function textOf(field: Field | undefined): string | undefined {
  if (field?.kind === 'string' || field?.kind === 'number') return field.text;
  return field?.items?.join(', ');
}

function editedText(text: string, edit: Edit): string {
  const [key = '', name = ''] = edit.path.map(String);
  const section = edit.path.length === 2 ? sectionAt(text, key) : undefined;
  const [, field] = (section && editableFields(section.kind).find(([known]) => known === name)) ?? [];
  if (!section || !field) refuse(`The manifest has no field ${quote(edit.path.join('.'))} that can be edited.`);
  const object = readMembers(text, section.at);
  const plain = plainKey(field.label);
  if (edit.kind === 'remove') {
    const kept = object.members.filter((member) => plainKey(member.name) !== plain);
    return spliced(
      text,
      object,
      Array.from(kept, (of) => ({ of })),
    );
  }
  if (edit.kind !== 'set' || typeof edit.value !== 'string') refuse(`The value of ${quote(field.label)} is not text.`);
  // Of two fields of one name, the last one counts.
  const old = object.members.findLast((member) => plainKey(member.name) === plain);
  const value = written(field, edit.value, old && text.slice(old.value.start, old.value.end));
  if (old) return `${text.slice(0, old.value.start)}${value}${text.slice(old.value.end)}`;
  const added: NewMember = { of: undefined, key: JSON.stringify(keyLike(field.label, object)), value };
  return spliced(text, object, [...object.members.map((of) => ({ of })), added]);
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON of a value. A number stays a text where the manifest has it as one. What is not a number yet is text. */
function written({ type }: SectionField, value: string, old: string | undefined): string {
  const isText = old?.startsWith('"') && JSON_NUMBER.test(old.slice(1, -1));
  const isNumber = (type === 'uint' || type === 'float') && !isText && JSON_NUMBER.test(value);
  return isNumber ? value : JSON.stringify(value);
}

function sectionAt(text: string, key: string): { kind: SectionKind; at: number } | undefined {
  const sections = sectionsOf(text);
  return SECTION_KINDS.flatMap((kind) => (sections?.[kind] ?? []).map(({ at }, index) => ({ kind, at, index }))).find(
    ({ kind, index }) => sectionKey(kind, index) === key,
  );
}

function spliced(text: string, object: JsonMembers, members: readonly NewMember[]): string {
  return `${text.slice(0, object.span.start)}${withMembers(object, members)}${text.slice(object.span.end)}`;
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
  ['Author name', 'Author email', 'License file', 'Normalization scale', 'Missing error-value'].map(plainKey),
);

function checkLength(text: string): void {
  // Each UTF-16 unit takes up to three bytes.
  if (text.length * 3 <= MAX_MANIFEST_BYTES) return;
  const actual = encodeUtf8(text).length;
  if (actual <= MAX_MANIFEST_BYTES) return;
  const message = grouped`The manifest would have ${actual} bytes. Boxcutter reads up to ${MAX_MANIFEST_BYTES}.`;
  throw new TooLargeError('mldef/manifest-too-large', message, { path: MANIFEST, limit: MAX_MANIFEST_BYTES, actual });
}

function refuse(message: string): never {
  throw new BadFileError('mldef/bad-edit', message);
}
