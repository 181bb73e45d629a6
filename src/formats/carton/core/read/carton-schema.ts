import * as v from 'valibot';
import { MAX_RANK } from '../../../../base/limits.ts';
import { isTable } from '../../../../model/edit/field.ts';
import type { ShapeSpec } from '../../../../tensor/shape.ts';
import { MAX_INTEGER, type TomlTable } from '../../../../toml/parser.ts';
import { MISC_PREFIX, TENSOR_PREFIX } from '../paths.ts';
import { CARTON_DTYPES } from './dtypes.ts';

/** An integer is a bigint and a float a number: the runner tells them apart. */
export type RunnerOption = string | bigint | number | boolean;

const text = v.string('a string');

/** The reference reader parses it as u64. */
const unsigned = v.pipe(v.bigint('a whole number'), v.minValue(0n, 'a non-negative whole number'));

/** A TOML table. valibot's own `object` would also take a list or a date. */
function table<const E extends v.ObjectEntries>(entries: E) {
  return v.pipe(v.custom<TomlTable>(isTable, 'a table'), v.object(entries));
}

function list<const S extends v.GenericSchema>(item: S) {
  return v.array(item, 'a list');
}

/**
 * A table whose keys are names that the author chose. valibot's `record` leaves out keys such as `constructor`. Here
 * they are valid names, and harmless: the table has no prototype.
 */
function names<T>(is: (value: unknown) => value is T, expected: string) {
  return v.pipe(
    v.custom<Record<string, T>>(isTable, 'a table'),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      for (const [key, value] of Object.entries(input))
        if (!is(value))
          addIssue({ message: expected, input: value, path: [{ type: 'object', origin: 'value', input, key, value }] });
    }),
  );
}

/** A table of references as the file has them: `@tensor_data/…`. */
function references(...prefixes: string[]) {
  const is = (value: unknown): value is string =>
    typeof value === 'string' && prefixes.some((prefix) => value.startsWith(prefix));
  return names(is, `a reference that begins with ${prefixes.join(' or ')}`);
}

function isRunnerOption(value: unknown): value is RunnerOption {
  return ['string', 'bigint', 'number', 'boolean'].includes(typeof value);
}

/** Whether this is a list of sizes that a file can have, or of symbols where these are allowed. */
export function isSizes(value: unknown, isSymbol: (size: unknown) => boolean = () => false): boolean {
  const isSize = (size: unknown) => typeof size === 'bigint' && size >= 0n && size <= MAX_INTEGER;
  return Array.isArray(value) && value.length <= MAX_RANK && value.every((size) => isSymbol(size) || isSize(size));
}

const isSymbol = (size: unknown) => typeof size === 'string';

/** Whether a schema can have this shape. */
export function isShape(value: unknown): value is ShapeSpec {
  return isSymbol(value) || isSizes(value, isSymbol);
}

export const specEntries = {
  name: text,
  dtype: v.picklist(CARTON_DTYPES, 'a dtype of the format'),
  shape: v.custom<ShapeSpec>(
    isShape,
    `a symbol, or a list of at most ${MAX_RANK} symbols and whole numbers (0 or more, 64 bits)`,
  ),
  description: v.optional(text),
  internal_name: v.optional(text),
};

const tensorReferences = references(TENSOR_PREFIX);
const anyReferences = references(TENSOR_PREFIX, MISC_PREFIX);

export const selfTestEntries = {
  name: v.optional(text),
  description: v.optional(text),
  inputs: tensorReferences,
  expected_out: v.optional(tensorReferences),
};

export const exampleEntries = {
  name: v.optional(text),
  description: v.optional(text),
  inputs: anyReferences,
  sample_out: anyReferences,
};

export const runnerEntries = {
  runner_name: text,
  required_framework_version: text,
  runner_compat_version: unsigned,
  opts: v.optional(names(isRunnerOption, 'a string, an integer, a float or a boolean')),
};

export const topEntries = {
  spec_version: unsigned,
  model_name: v.optional(text),
  short_description: v.optional(text),
  model_description: v.optional(text),
  license: v.optional(text),
  repository: v.optional(text),
  homepage: v.optional(text),
  required_platforms: v.optional(list(text)),
  input: v.optional(list(table(specEntries))),
  output: v.optional(list(table(specEntries))),
  self_test: v.optional(list(table(selfTestEntries))),
  example: v.optional(list(table(exampleEntries))),
  runner: table(runnerEntries),
};

/** The schema of carton.toml, field for field as the format document has it, and as strict as the reference reader. */
export const cartonTomlSchema = v.object(topEntries);

/** The fields of a table. Any may be missing, also a required one: see `CartonToml`. */
type Fields<E extends v.ObjectEntries> = Partial<v.InferOutput<v.ObjectSchema<E, undefined>>>;

export type CartonSpec = Fields<typeof specEntries>;
export type CartonSelfTest = Fields<typeof selfTestEntries>;
export type CartonExample = Fields<typeof exampleEntries>;
export type CartonRunner = Fields<typeof runnerEntries>;
export type CartonTop = Fields<typeof topEntries>;
