import { describe, expect, it } from 'vitest';
import { CARTON_TOML_ORDER } from '../read/key-order.ts';
import { CARTON_FIELDS } from './field-guide.ts';

/** The keys of the table below some keys, as the guide has them. */
function keysBelow(...above: string[]): string[] {
  const paths = CARTON_FIELDS.fields.map(({ path }) => path);
  const below = paths.filter((path) => above.every((key, i) => path[i] === key) && path.length > above.length);
  return [...new Set(below.map((path) => path[above.length] as string))];
}

describe('CARTON_FIELDS', () => {
  it('has the keys by which new fields are put into the file, in their order', () => {
    expect(keysBelow()).toEqual(CARTON_TOML_ORDER.keys([]));
    expect(keysBelow('runner')).toEqual(CARTON_TOML_ORDER.keys(['runner']));
    for (const list of ['input', 'output', 'self_test', 'example'])
      expect(keysBelow(list, '#')).toEqual(CARTON_TOML_ORDER.keys([list, 0]));
  });

  it('gives a name of an input to the keys of self-tests too', () => {
    const values = { input: [{ name: 'x' }], self_test: [{ inputs: { x: '@tensor_data/t' } }] };
    expect(CARTON_FIELDS.set(values, ['input', 0, 'name'], 'the name', 'image')?.edits).toEqual([
      { kind: 'set', path: ['input', 0, 'name'], value: 'image' },
      { kind: 'rename', path: ['self_test', 0, 'inputs', 'x'], to: 'image' },
    ]);
  });

  it('fills new items of its own lists only', () => {
    expect(CARTON_FIELDS.newItem({}, ['output'])).toEqual({ name: 'output_1', dtype: 'float32', shape: '*' });
    expect(CARTON_FIELDS.newItem({}, ['example'])).toEqual({ inputs: {}, sample_out: {} });
    for (const list of [['required_platforms'], ['constructor'], ['input', 0]])
      expect(CARTON_FIELDS.newItem({}, list)).toBeUndefined();
  });
});
