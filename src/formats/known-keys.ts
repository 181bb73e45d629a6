import { type FieldPath, type FieldValue, isTable } from '../model/edit/field.ts';
import type { FieldGuide, KnownField } from './format.ts';

/** The known field at a path. */
export function fieldAt({ fields }: FieldGuide, path: FieldPath): KnownField | undefined {
  return fields.find((field) => field.path.length === path.length && begins(field.path, path));
}

/** The first key that the format does not know, on the way to a value or inside of it. */
export function unknownKey(guide: FieldGuide, path: FieldPath, value: FieldValue): FieldPath | undefined {
  for (let length = 1; length <= path.length; length++)
    if (!isKnown(guide, path.slice(0, length))) return path.slice(0, length);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = isTable(item) ? unknownKey(guide, [...path, index], item) : undefined;
      if (found) return found;
    }
  } else if (isTable(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const found = unknownKey(guide, [...path, key], inner as FieldValue);
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * Whether a path leads to a known field, or to a table or list that holds known fields, or to an item of a field's
 * list.
 */
function isKnown({ fields }: FieldGuide, path: FieldPath): boolean {
  return fields.some(
    (field) => begins(field.path, path) && path.slice(field.path.length).every((part) => typeof part === 'number'),
  );
}

/** Whether a pattern and a path agree as far as both go. */
function begins(pattern: readonly string[], path: FieldPath): boolean {
  return pattern.every((key, i) => {
    const part = path[i];
    if (part === undefined) return true;
    if (typeof part === 'number') return key === '#';
    return key === '*' || (key !== '#' && key === part);
  });
}

/**
 * The known key that somebody most likely means by an unknown one, as it would be written: one of the same table with
 * similar letters, or one of another table with the same name. Undefined if none is near.
 */
export function nearestKey(guide: FieldGuide, unknown: FieldPath): string | undefined {
  const name = String(unknown.at(-1));
  const above = unknown.slice(0, -1);
  const sibling = nearestSibling(guide, name, above);
  // Who names a table means a key of it: with `runner.name`, no name of an input.
  if (sibling && above.length > 0 && sibling.distance <= 1) return sibling.key;
  // Nor one of an input with `name`, where the model has a name.
  if (sibling && above.length === 0 && sibling.key.endsWith(`_${name}`)) return sibling.key;
  const elsewhere = guide.fields.find(({ path }) => path.at(-1) === name);
  if (elsewhere) return patternText(elsewhere.path);
  return sibling && sibling.distance <= Math.ceil(name.length / 2) ? sibling.key : undefined;
}

/** The key of a table whose letters are the most similar to a name, and how many letters are off. */
function nearestSibling({ fields }: FieldGuide, name: string, above: FieldPath) {
  let nearest: { key: string; distance: number } | undefined;
  for (const { path } of fields) {
    const key = path[above.length];
    if (key === undefined || key === '#' || key === '*' || !begins(path.slice(0, above.length), above)) continue;
    const distance = distanceOf(name.toLowerCase(), key);
    if (distance < (nearest?.distance ?? Infinity)) nearest = { key: [...above, key].join('.'), distance };
  }
  return nearest;
}

/** A known field's key, for people: `input.N.name`. */
export function patternText(path: readonly string[]): string {
  return path.map((key) => (key === '#' ? 'N' : key === '*' ? 'NAME' : key)).join('.');
}

/** A name that is part of a longer one counts as one letter off. */
function distanceOf(a: string, b: string): number {
  return a.length >= 3 && b.includes(a) ? 1 : editDistance(a.slice(0, 100), b);
}

/** Letters that must be added, taken out or replaced to make one text of the other (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
