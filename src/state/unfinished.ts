import { type FieldPath, type FieldValue, type FieldValues, isTable, sameValue, valueAt } from '../model/field.ts';

/** Text in a field of the form that is no value of it yet. The draft keeps the value that stood there before. */
export interface UnfinishedField {
  /** The field in words: "Input 1 shape". */
  readonly label: string;
  /** As it was typed. */
  readonly text: string;
  /** Why it is no value: a sentence. */
  readonly problem: string;
  /** Whose value it would be; whose name, where `isName`. */
  readonly field: FieldPath;
  readonly isName: boolean;
  /** The value that the draft keeps. */
  readonly of: FieldValue | undefined;
  /** The type that it is meant to have, where there is a choice. */
  readonly type?: string;
}

/** By `unfinishedKey`. */
export type UnfinishedFields = ReadonlyMap<string, UnfinishedField>;

export const NOTHING_UNFINISHED: UnfinishedFields = new Map();

export function unfinishedKey(field: FieldPath, isName = false): string {
  return JSON.stringify([isName, ...field]);
}

/** The fields with one of them set, or taken out; the same map where nothing changes. */
export function withUnfinished(
  fields: UnfinishedFields,
  key: string,
  field: UnfinishedField | undefined,
): UnfinishedFields {
  if (!field && !fields.has(key)) return fields;
  const next = new Map(fields);
  if (field) next.set(key, field);
  else next.delete(key);
  return next;
}

/**
 * What is left of the fields when the values become others, by an edit, Undo or Redo: text goes along with the item or key that it belongs to,
 * and goes where that goes, or where its value has become another one. What no edit touches is the same object in both.
 */
export function unfinishedAfter(fields: UnfinishedFields, before: FieldValues, now: FieldValues): UnfinishedFields {
  if (fields.size === 0 || before === now) return fields;
  let isSame = true;
  const next = new Map<string, UnfinishedField>();
  for (const [key, field] of fields) {
    const path = movedPath(field.field, before, now);
    const value = path && valueAt(now, path);
    const stays = path && (field.isName ? value !== undefined : sameValue(value, field.of));
    if (stays && path === field.field) next.set(key, field);
    else isSame = false;
    if (stays && path !== field.field) next.set(unfinishedKey(path, field.isName), { ...field, field: path });
  }
  return isSame ? fields : next;
}

/** Where the value at a path is among the values of now; undefined where it is gone. The same path where it has stayed. */
function movedPath(path: FieldPath, before: FieldValues, now: FieldValues): FieldPath | undefined {
  let moved: (string | number)[] | undefined;
  for (const [depth, part] of path.entries()) {
    const old = valueAt(before, path.slice(0, depth));
    const here = valueAt(now, (moved ?? [...path]).slice(0, depth));
    const at = movedPart(part, old, here);
    if (at === undefined) return undefined;
    if (at !== part) {
      moved ??= [...path];
      moved[depth] = at;
    }
  }
  return moved ?? path;
}

function movedPart(
  part: string | number,
  old: FieldValue | undefined,
  now: FieldValue | undefined,
): string | number | undefined {
  if (old === now) return part;
  if (typeof part === 'number') {
    if (!Array.isArray(old) || !Array.isArray(now)) return undefined;
    const item = old[part];
    // Plain values are told apart by nothing but their place.
    if (typeof item !== 'object') return part < now.length ? part : undefined;
    const at = now.indexOf(item);
    if (at >= 0) return at;
    // One that was changed in its place, and none that took its place.
    const there = now[part];
    return there === undefined || old.includes(there) ? undefined : part;
  }
  if (!isTable(old) || !isTable(now)) return isTable(now) ? part : undefined;
  if (!Object.hasOwn(old, part) || Object.hasOwn(now, part)) return part;
  const renamed = Object.keys(now)[Object.keys(old).indexOf(part)];
  const isRenamed = renamed !== undefined && !Object.hasOwn(old, renamed) && sameValue(now[renamed], old[part]);
  return isRenamed ? renamed : undefined;
}
