import type { Edit } from '../model/edit/edit.ts';
import { type FieldPath, type FieldValue, type FieldValues, isTable, valueAt } from '../model/edit/field.ts';
import { type Pick, randomCase, randomKey, randomSpec, randomText, randomValue } from './random-toml.ts';

/** A source of random numbers below `n`. The same seed gives the same numbers (mulberry32). */
export function pickFrom(seed: number): Pick {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % n;
  };
}

/** Every path of the values, including the path of the root. */
function* paths(value: FieldValue | FieldValues, path: FieldPath = []): Generator<FieldPath> {
  yield path;
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* paths(item, [...path, i]);
  else if (isTable(value)) for (const [key, item] of Object.entries(value)) yield* paths(item, [...path, key]);
}

/** A random edit that fits the values. */
export function randomEdit(pick: Pick, values: FieldValues): Edit {
  const all = [...paths(values)];
  const path = all[pick(all.length)] as FieldPath;
  const value = path.length === 0 ? (values as FieldValue) : (valueAt(values, path) as FieldValue);
  const item = () =>
    path[0] === 'self_test' ? randomCase(pick) : pick(2) === 0 ? randomSpec(pick) : randomValue(pick);
  const known = ['model_name', 'license', 'homepage', 'required_platforms', 'input', 'output', 'runner', 'example'];
  if (isTable(value)) {
    const key = path.length === 0 && pick(2) === 0 ? (known[pick(known.length)] as string) : randomKey(pick);
    const old = Object.keys(value);
    if (pick(3) === 0 && old.length > 0 && !Object.hasOwn(value, key))
      return { kind: 'rename', path: [...path, old[pick(old.length)] as string], to: key };
    if (pick(4) === 0)
      return {
        kind: 'set',
        path: [...path, key, randomKey(pick)].slice(0, Object.hasOwn(value, key) ? -1 : undefined),
        value: randomValue(pick),
      };
    if (!Object.hasOwn(value, key) && pick(3) === 0)
      return { kind: 'insert', path: [...path, key], at: 0, value: item() };
    return { kind: 'set', path: [...path, key], value: pick(3) === 0 ? item() : randomValue(pick) };
  }
  if (Array.isArray(value) && path.length > 0) {
    if (value.length > 1 && pick(2) === 0)
      return { kind: 'move', path, from: pick(value.length), to: pick(value.length) };
    if (pick(2) === 0)
      return {
        kind: 'insert',
        path,
        at: pick(value.length + 1),
        value: isTable(value[0]) && pick(6) > 0 ? item() : randomValue(pick),
      };
  }
  if (pick(3) === 0) return { kind: 'remove', path };
  return {
    kind: 'set',
    path,
    value: typeof value === 'string' ? randomText(pick) + (pick(2) === 0 ? value : '') : randomValue(pick),
  };
}
