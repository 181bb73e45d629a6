import {
  type FieldPath,
  type FieldValue,
  type FieldValues,
  isTable,
  sameValue,
  valueAt,
} from '../../model/edit/field.ts';
import type { UnfinishedField } from '../../state/draft/editing.ts';
import { useActions, useApp, useAppReader } from '../../state/hooks.ts';
import { valuesOf } from '../draft-values.ts';

/** An unfinished field of the form of a metadata file. */
export interface UnfinishedValue extends UnfinishedField {
  /** The path of the value, or of the key where `isName`. */
  readonly field: FieldPath;
  readonly isName?: boolean;
  /** The value that the draft keeps. */
  readonly of: FieldValue | undefined;
  /** The type that it should have, where there is a choice. */
  readonly type?: string | undefined;
}

/** The key of the unfinished text of a value, or of a key where `isName`. */
export function unfinishedKey(field: FieldPath, isName = false): string {
  return JSON.stringify([isName, ...field]);
}

/** The unfinished text of a value or key, and functions that keep another text or drop it. */
export function useUnfinishedText(about: Pick<UnfinishedValue, 'label' | 'field' | 'isName'>) {
  const key = unfinishedKey(about.field, about.isName);
  const { setUnfinished } = useActions();
  const read = useAppReader();
  return {
    // Only a form of `FieldValues` makes unfinished fields.
    kept: useApp((state) => state.unfinished.get(key) as UnfinishedValue | undefined),
    keep(text: string, problem: string, type?: string) {
      const of = valueAt(valuesOf(read().draft), about.field);
      setUnfinished(key, unfinishedField({ ...about, text, problem, type, of }));
    },
    drop: () => setUnfinished(key, undefined),
  };
}

/**
 * An unfinished field that follows its value: it moves with its item or key, and disappears when the value is removed
 * or changed. Values that an edit does not touch are the same objects before and after.
 */
export function unfinishedField(about: Omit<UnfinishedValue, 'key' | 'follow'>): UnfinishedValue {
  const field: UnfinishedValue = {
    ...about,
    key: unfinishedKey(about.field, about.isName),
    follow(before, now) {
      const path = movedPath(about.field, before as FieldValues, now as FieldValues);
      const value = path && valueAt(now, path);
      const stays = path && (about.isName ? value !== undefined : sameValue(value, about.of));
      if (!stays) return undefined;
      return path === about.field ? field : unfinishedField({ ...about, field: path });
    },
  };
  return field;
}

/**
 * The path of a value after a change. Undefined where the value was removed. The same object where the path has not
 * changed.
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
    // Plain values can be told apart only by their place.
    if (typeof item !== 'object') return part < now.length ? part : undefined;
    const at = now.indexOf(item);
    if (at >= 0) return at;
    // The item was changed in its place, unless another item moved there.
    const there = now[part];
    return there === undefined || old.includes(there) ? undefined : part;
  }
  if (!isTable(old) || !isTable(now)) return isTable(now) ? part : undefined;
  if (!Object.hasOwn(old, part) || Object.hasOwn(now, part)) return part;
  const renamed = Object.keys(now)[Object.keys(old).indexOf(part)];
  const isRenamed = renamed !== undefined && !Object.hasOwn(old, renamed) && sameValue(now[renamed], old[part]);
  return isRenamed ? renamed : undefined;
}
