import type { FieldPath, FieldValues } from '../../../../model/edit/field.ts';
import type { FieldGuide, KnownField } from '../../../format.ts';
import { CARTON_TOML, MISC_PREFIX, TENSOR_PREFIX } from '../paths.ts';
import { renamedReferences } from './file-references.ts';
import { CARTON_LISTS, ITEM_NOUNS, type ItemList, newItem, renameSpec, setField } from './steps.ts';

type Kind = KnownField['kind'];

/** A shape that is a single symbol. */
const SYMBOL = /^(\*|[A-Za-z_][A-Za-z0-9_-]*)$/;

/** A value of a self-test or example. It begins with `@` as a file that is to be read does. */
const REFERENCE = new RegExp(`^(${TENSOR_PREFIX}|${MISC_PREFIX})`);

function field(path: string, kind: Kind, about: string, bare?: RegExp): KnownField {
  return { path: path.split('.'), kind, about, bare };
}

function specFields(side: 'input' | 'output'): KnownField[] {
  return [
    field(`${side}.#.name`, 'line', 'its name. Its keys in self-tests and examples change with it'),
    field(`${side}.#.dtype`, 'line', 'its data type, such as float32'),
    field(`${side}.#.shape`, 'value', 'its shape: [1, "batch"], * or one symbol', SYMBOL),
    field(`${side}.#.description`, 'text', 'what it means'),
    field(`${side}.#.internal_name`, 'line', 'the name that the model’s code uses'),
  ];
}

/** Every field of carton.toml (spec, "carton.toml"), in the order of the format document's own example. */
const FIELDS: readonly KnownField[] = [
  field('spec_version', 'value', 'the version of the format: 1'),
  field('model_name', 'line', 'the name of the model'),
  field('short_description', 'line', 'one sentence, at most 100 characters'),
  field('model_description', 'text', 'the description, in Markdown'),
  field('license', 'line', 'an SPDX expression, such as Apache-2.0'),
  field('repository', 'line', 'a URL'),
  field('homepage', 'line', 'a URL'),
  field('required_platforms.#', 'line', 'a target triple, such as x86_64-unknown-linux-gnu'),
  ...specFields('input'),
  ...specFields('output'),
  field('self_test.#.name', 'line', 'its name'),
  field('self_test.#.description', 'text', 'what it tests'),
  field('self_test.#.inputs.*', 'line', 'the value of an input: @tensor_data/NAME', REFERENCE),
  field('self_test.#.expected_out.*', 'line', 'the value of an output: @tensor_data/NAME', REFERENCE),
  field('example.#.name', 'line', 'its name'),
  field('example.#.description', 'text', 'what it shows'),
  field('example.#.inputs.*', 'line', 'the value of an input: @tensor_data/NAME or @misc/FILE', REFERENCE),
  field('example.#.sample_out.*', 'line', 'the value of an output: @tensor_data/NAME or @misc/FILE', REFERENCE),
  field('runner.runner_name', 'line', 'the runner, such as torchscript'),
  field('runner.required_framework_version', 'line', 'a version requirement, such as >=1.2'),
  field('runner.runner_compat_version', 'value', 'a whole number'),
  field('runner.opts.*', 'value', 'an option of the runner: text, a number or a boolean'),
];

function isItemList(key: FieldPath[number] | undefined): key is ItemList {
  return typeof key === 'string' && Object.hasOwn(ITEM_NOUNS, key);
}

export const CARTON_FIELDS: FieldGuide = {
  file: CARTON_TOML,
  fields: FIELDS,

  set(values, path, what, value) {
    const [side, index, name] = path;
    const isName = (side === 'input' || side === 'output') && name === 'name' && path.length === 3;
    return isName && typeof index === 'number' && typeof value === 'string'
      ? renameSpec(values, side, index, value)
      : setField(values, path, what, value);
  },

  lists: CARTON_LISTS,

  followRenames: renamedReferences,

  newItem(values: FieldValues, [list, ...deeper]: FieldPath) {
    return isItemList(list) && deeper.length === 0 ? newItem(values, list) : undefined;
  },
};
