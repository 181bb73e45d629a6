import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, it } from 'vitest';
import type { TomlValue } from '../../../../model/carton-toml.ts';
import { applyEdits, type Edit, type FieldPath, type TomlValues, valueAt } from '../../../../model/edit.ts';
import {
  type Pick,
  randomCase,
  randomKey,
  randomSpec,
  randomText,
  randomToml,
  randomValue,
} from '../../../../testing/random-toml.ts';
import { TomlText } from './toml.ts';
import { isTableValue, sameValue } from './values.ts';

const valuesOf = (text: string) =>
  parse(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'), { integersAsBigInt: true }) as unknown as TomlValues;

const commentsOf = (text: string) => new Set(text.match(/#c\d+/g) ?? []);

/** Every path of the values, the root's included. */
function* paths(value: TomlValue | TomlValues, path: FieldPath = []): Generator<FieldPath> {
  yield path;
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* paths(item, [...path, i]);
  else if (isTableValue(value)) for (const [key, item] of Object.entries(value)) yield* paths(item, [...path, key]);
}

/** An edit that fits the values. */
function randomEdit(pick: Pick, values: TomlValues): Edit {
  const all = [...paths(values)];
  const path = all[pick(all.length)] as FieldPath;
  const value = path.length === 0 ? (values as TomlValue) : (valueAt(values, path) as TomlValue);
  const item = () =>
    path[0] === 'self_test' ? randomCase(pick) : pick(2) === 0 ? randomSpec(pick) : randomValue(pick);
  const known = ['model_name', 'license', 'homepage', 'required_platforms', 'input', 'output', 'runner', 'example'];
  if (isTableValue(value)) {
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
        value: isTableValue(value[0]) && pick(6) > 0 ? item() : randomValue(pick),
      };
  }
  if (pick(3) === 0) return { kind: 'remove', path };
  return {
    kind: 'set',
    path,
    value: typeof value === 'string' ? randomText(pick) + (pick(2) === 0 ? value : '') : randomValue(pick),
  };
}

/** What takes an edit back, of those where one edit does. */
function inverse(edit: Edit, values: TomlValues): Edit | undefined {
  if (edit.kind === 'move') return { ...edit, from: edit.to, to: edit.from };
  if (edit.kind === 'rename')
    return { ...edit, path: [...edit.path.slice(0, -1), edit.to], to: String(edit.path.at(-1)) };
  const old = valueAt(values, edit.path);
  // A list that loses its last table goes.
  if (edit.kind === 'insert')
    return !Array.isArray(old) || old.length === 0 ? undefined : { kind: 'remove', path: [...edit.path, edit.at] };
  if (edit.kind === 'set' && old !== undefined) return { ...edit, value: old };
  return undefined;
}

/** The same numbers for the same seed (mulberry32). */
function pickFrom(seed: number): Pick {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % n;
  };
}

it('makes any edit in any layout, and loses no comment but with what is removed', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.noShrink(fc.nat(0x7fffffff)), (seed) => {
      const pick = pickFrom(seed);
      const { text, values: written } = randomToml(pick);
      expect(sameValue(valuesOf(text), written), text).toBe(true);
      let toml = new TomlText(text);
      let values = toml.values() as TomlValues;
      for (let step = 0; step < 6; step++) {
        const edit = randomEdit(pick, values);
        const before = toml;
        const after = applyEdits(values, [edit]);
        let told: unknown;
        try {
          toml = before.edited([edit]);
        } catch (error) {
          told = error;
        }
        const story = () =>
          `${JSON.stringify(edit, (_, v) => (typeof v === 'bigint' ? `${v}n` : v))}\n${before.text}\n-----\n${toml.text}\n${told}`;
        if (told) expect.fail(story());
        if (!sameValue(valuesOf(toml.text), after)) expect.fail(story());
        const lost = [...commentsOf(before.text)].filter((comment) => !commentsOf(toml.text).has(comment));
        // What is replaced by another kind of value takes its comments along.
        const replaces =
          (edit.kind === 'set' && typeof valueAt(values, edit.path) === 'object') ||
          (edit.kind === 'insert' && !isTableValue(edit.value));
        if (edit.kind !== 'remove' && !replaces && lost.length > 0) expect.fail(`lost ${lost}\n${story()}`);
        const back = inverse(edit, values);
        if (back && !sameValue(toml.edited([back]).values(), values)) expect.fail(`undone: ${story()}`);
        values = after;
      }
    }),
    { numRuns: 250 },
  );
});
