/** A field of a format's form whose text cannot be its value yet. The draft keeps the value from before. */
export interface UnfinishedField {
  /** No other unfinished field has it. */
  readonly key: string;
  /** The field in words: "Input 1 shape". */
  readonly label: string;
  /** As it was typed. */
  readonly text: string;
  /** Why the text cannot be its value: a sentence. */
  readonly problem: string;
  /**
   * The field once an edit, Undo or Redo has changed the values: with another key where it has moved, undefined where
   * it is gone or has another value by now, and the very same one where neither is so. Pure. The values are the
   * format's, before and after.
   */
  follow(before: unknown, now: unknown): UnfinishedField | undefined;
}

/** Unfinished fields by their keys. */
export type UnfinishedFields = ReadonlyMap<string, UnfinishedField>;

export const NOTHING_UNFINISHED: UnfinishedFields = new Map();

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

/** The fields that stay unfinished when the values change. The same map where all of them stay as they are. */
export function unfinishedAfter(fields: UnfinishedFields, before: unknown, now: unknown): UnfinishedFields {
  if (fields.size === 0 || before === now) return fields;
  const next = new Map<string, UnfinishedField>();
  let isSame = true;
  for (const field of fields.values()) {
    const followed = field.follow(before, now);
    if (followed) next.set(followed.key, followed);
    if (followed !== field) isSame = false;
  }
  return isSame ? fields : next;
}
