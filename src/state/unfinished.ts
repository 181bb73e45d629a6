import { type FieldPath, type FieldValue, type FieldValues, isTable, sameValue, valueAt } from '../model/field.ts';

/** A field of the form whose text cannot be its value yet. The draft keeps the value from before. */
export interface UnfinishedField {
  /** The field in words: "Input 1 shape". */
  readonly label: string;
  /** As it was typed. */
  readonly text: string;
  /** Why the text cannot be its value: a sentence. */
  readonly problem: string;
  /** The place of the value; of the key, where `isName`. */
  readonly field: FieldPath;
  readonly isName: boolean;
  /** The value that the draft keeps. */
  readonly of: FieldValue | undefined;
  /** The type that it is meant to have, where there is a choice. */
  readonly type?: string;
}

/** Unfinished fields by `unfinishedKey`. */
export type UnfinishedFields = ReadonlyMap<string, UnfinishedField>;

export const NOTHING_UNFINISHED: UnfinishedFields = new Map();

export function unfinishedKey(field: FieldPath, isName = false): string {
  return JSON.stringify([isName, ...field]);
}

/** The fields with one of them set or removed. The same map where nothing changes. */
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
 * The fields that stay unfinished when an edit, Undo or Redo changes the values. A field moves with its item or key. It
 * is dropped where that is removed, or where its value has changed. Values that an edit does not touch are the same
 * objects before and after.
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

/**
 * The path of a value after a change; undefined where it was removed. The same object where the path has not changed.
 */
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
    // Plain values can only be told apart by their place.
    if (typeof item !== 'object') return part < now.length ? part : undefined;
    const at = now.indexOf(item);
    if (at >= 0) return at;
    // The item was changed in its place. It was not replaced by another one that moved there.
    const there = now[part];
    return there === undefined || old.includes(there) ? undefined : part;
  }
  if (!isTable(old) || !isTable(now)) return isTable(now) ? part : undefined;
  if (!Object.hasOwn(old, part) || Object.hasOwn(now, part)) return part;
  const renamed = Object.keys(now)[Object.keys(old).indexOf(part)];
  const isRenamed = renamed !== undefined && !Object.hasOwn(old, renamed) && sameValue(now[renamed], old[part]);
  return isRenamed ? renamed : undefined;
}
