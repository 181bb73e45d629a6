import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, it } from 'vitest';
import { EDITABLE_CARTON_TOML } from '../formats/carton/core/read/carton-toml.ts';
import { applyEdits, type Edit } from '../model/edit/edit.ts';
import { type FieldValues, isTable, sameValue, valueAt } from '../model/edit/field.ts';
import { pickFrom, randomEdit } from '../testing/random-edit.ts';
import { randomToml } from '../testing/random-toml.ts';
import { TomlText } from './toml-text.ts';

const valuesOf = (text: string) =>
  parse(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'), { integersAsBigInt: true }) as unknown as FieldValues;

const commentsOf = (text: string) => new Set(text.match(/#c\d+/g) ?? []);

/** The edit that takes an edit back. Undefined where one edit cannot. */
function inverse(edit: Edit, values: FieldValues): Edit | undefined {
  if (edit.kind === 'move') return { ...edit, from: edit.to, to: edit.from };
  if (edit.kind === 'rename')
    return { ...edit, path: [...edit.path.slice(0, -1), edit.to], to: String(edit.path.at(-1)) };
  const old = valueAt(values, edit.path);
  // A list that loses its last table is removed.
  if (edit.kind === 'insert')
    return !Array.isArray(old) || old.length === 0 ? undefined : { kind: 'remove', path: [...edit.path, edit.at] };
  if (edit.kind === 'set' && old !== undefined) return { ...edit, value: old };
  return undefined;
}

it('makes any edit in any layout, and loses only comments of removed values', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.noShrink(fc.nat(0x7fffffff)), (seed) => {
      const pick = pickFrom(seed);
      const { text, values: written } = randomToml(pick);
      expect(sameValue(valuesOf(text), written), text).toBe(true);
      let toml = new TomlText(text, EDITABLE_CARTON_TOML);
      let values = toml.values() as FieldValues;
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
        // A value that is replaced by another kind of value takes its comments along.
        const replaces =
          (edit.kind === 'set' && typeof valueAt(values, edit.path) === 'object') ||
          (edit.kind === 'insert' && !isTable(edit.value));
        if (edit.kind !== 'remove' && !replaces && lost.length > 0) expect.fail(`lost ${lost}\n${story()}`);
        const back = inverse(edit, values);
        if (back && !sameValue(toml.edited([back]).values(), values)) expect.fail(`undone: ${story()}`);
        values = after;
      }
    }),
    { numRuns: 250 },
  );
});
