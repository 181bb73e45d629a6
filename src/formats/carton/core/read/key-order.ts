import type { FieldPath } from '../../../../model/edit/field.ts';
import type { TomlOrder } from '../../../../toml/order.ts';
import { exampleEntries, runnerEntries, selfTestEntries, specEntries, topEntries } from './carton-schema.ts';

const TABLES: Readonly<Record<string, object>> = {
  '': topEntries,
  runner: runnerEntries,
  'input.#': specEntries,
  'output.#': specEntries,
  'self_test.#': selfTestEntries,
  'example.#': exampleEntries,
};

const KEYS = new Map(Object.entries(TABLES).map(([table, entries]) => [table, Object.keys(entries)]));

/**
 * The order of keys in the schema, which is that of the format document's example. New keys are inserted into
 * carton.toml in this order.
 */
export const CARTON_TOML_ORDER: TomlOrder = {
  keys: (path: FieldPath) => KEYS.get(path.map((part) => (typeof part === 'number' ? '#' : part)).join('.')) ?? [],
  hasHeader: (path) => path.length === 2 && path[0] === 'runner' && path[1] === 'opts',
};
