import { diffLines } from 'diff';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { applyEdits, type Edit } from '../../../model/edit/edit.ts';
import { type FieldValue, type FieldValues, sameValue, valueAt } from '../../../model/edit/field.ts';
import { fixture, hasFixtures } from '../../../testing/fixtures.ts';
import { TomlText } from '../../../toml/toml-text.ts';
import { EDITABLE_CARTON_TOML, parseCartonToml } from './read/carton-toml.ts';

interface Vector {
  name: string;
  toml: string;
  accepted: boolean;
}

interface Change {
  edit: Edit;
  /** Most lines that an edit may remove, and most that it may add. */
  lines: [number, number];
}

const SPEC: FieldValue = { name: 'new', dtype: 'int64', shape: ['n', 3n], description: 'One.' };

/** Each kind of edit that the form makes, where it fits the values. */
function changesOf(values: FieldValues): Change[] {
  const changes: Change[] = [];
  const add = (edit: Edit, gone: number, come: number) => changes.push({ edit, lines: [gone, come] });
  for (const key of ['model_name', 'short_description', 'license', 'repository', 'homepage'])
    add({ kind: 'set', path: [key], value: `it's "new" \\ é` }, 1, 1);
  add({ kind: 'set', path: ['model_description'], value: '# New\n\n"""quoted"""\n' }, 3, 5);
  add({ kind: 'set', path: ['required_platforms'], value: ['x86_64-unknown-linux-gnu', 'wasm32-wasi'] }, 1, 1);
  add({ kind: 'set', path: ['runner', 'runner_name'], value: 'torchscript' }, 1, 1);
  add({ kind: 'set', path: ['runner', 'required_framework_version'], value: '>=1, <2' }, 1, 1);
  add({ kind: 'set', path: ['runner', 'runner_compat_version'], value: 7n }, 1, 1);
  add({ kind: 'set', path: ['runner', 'opts', 'lr'], value: 2 }, 0, 3);
  add({ kind: 'set', path: ['runner', 'opts', 'key with space'], value: 2n }, 0, 3);
  for (const key of ['model_name', 'short_description', 'license'])
    if (valueAt(values, [key]) !== undefined) add({ kind: 'remove', path: [key] }, 1, 0);
  for (const side of ['input', 'output'] as const) {
    const list = (valueAt(values, [side]) as FieldValue[] | undefined) ?? [];
    add({ kind: 'insert', path: [side], at: 0, value: SPEC }, 0, 6);
    add({ kind: 'insert', path: [side], at: list.length, value: SPEC }, 0, 6);
    for (const [i] of list.entries()) {
      add({ kind: 'remove', path: [side, i] }, 5, 0);
      add({ kind: 'set', path: [side, i, 'name'], value: 'renamed' }, 1, 1);
      add({ kind: 'set', path: [side, i, 'dtype'], value: 'uint8' }, 1, 1);
      add({ kind: 'set', path: [side, i, 'shape'], value: [1n, 'batch', 2n] }, 1, 1);
      add({ kind: 'set', path: [side, i, 'shape'], value: '*' }, 1, 1);
      add({ kind: 'set', path: [side, i, 'description'], value: 'One line.' }, 1, 1);
      add({ kind: 'set', path: [side, i, 'internal_name'], value: 'a/b:0' }, 1, 1);
    }
  }
  const inputs = { x: '@tensor_data/t' };
  add({ kind: 'insert', path: ['self_test'], at: 0, value: { inputs, expected_out: { y: '@tensor_data/u' } } }, 0, 4);
  add({ kind: 'insert', path: ['example'], at: 0, value: { inputs, sample_out: { y: '@misc/u.png' } } }, 0, 4);
  for (const [i, test] of ((valueAt(values, ['self_test']) as { inputs: object }[] | undefined) ?? []).entries()) {
    add({ kind: 'set', path: ['self_test', i, 'name'], value: 'first' }, 0, 1);
    add({ kind: 'set', path: ['self_test', i, 'inputs', 'größe'], value: '@tensor_data/t' }, 1, 1);
    for (const key of Object.keys(test.inputs)) {
      add({ kind: 'rename', path: ['self_test', i, 'inputs', key], to: 'größe' }, 1, 1);
      add({ kind: 'remove', path: ['self_test', i, 'inputs', key] }, 1, 1);
    }
    add({ kind: 'remove', path: ['self_test', i] }, 4, 0);
  }
  return changes;
}

const errorsOf = (text: string) =>
  parseCartonToml(encodeUtf8(text)).findings.filter(({ severity }) => severity === 'error');

describe.skipIf(!hasFixtures)('a carton.toml that the reference reader accepts', () => {
  const vectors: Vector[] = hasFixtures
    ? JSON.parse(new TextDecoder().decode(fixture('vectors/reference-reader.json')))['carton.toml']
    : [];
  it.each(vectors.filter(({ accepted }) => accepted))('survives each kind of edit: $name', ({ toml }) => {
    const before = new TomlText(toml, EDITABLE_CARTON_TOML);
    const values = before.values() as FieldValues;
    for (const { edit, lines } of changesOf(values)) {
      const told = JSON.stringify(edit, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      const after = before.edited([edit]);
      expect(sameValue(after.values(), applyEdits(values, [edit])), told).toBe(true);
      expect(errorsOf(after.text), told).toEqual([]);
      const parts = diffLines(toml, after.text);
      const count = (which: 'removed' | 'added') =>
        parts.filter((part) => part[which]).reduce((sum, { count: n }) => sum + n, 0);
      // A blank line above an added or removed part belongs to it.
      expect(count('removed'), `${told}\n${after.text}`).toBeLessThanOrEqual(lines[0] + 1);
      expect(count('added'), `${told}\n${after.text}`).toBeLessThanOrEqual(lines[1] + 1);
      if (lines[0] === 0) expect(count('removed'), `${told}\n${after.text}`).toBe(0);
      if (toml.includes('\r\n')) expect(after.text.replaceAll('\r\n', '')).not.toContain('\n');
      expect(after.text.startsWith('\ufeff')).toBe(toml.startsWith('\ufeff'));
    }
  });
});
