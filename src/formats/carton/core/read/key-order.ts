import type { FieldPath } from '../../../../model/edit/field.ts';
import type { TomlOrder } from '../../../../toml/order.ts';

const ABOUT = ['model_name', 'short_description', 'model_description', 'license', 'repository', 'homepage'];
const TOP = ['spec_version', ...ABOUT, 'required_platforms', 'input', 'output', 'self_test', 'example', 'runner'];
const SPEC = ['name', 'dtype', 'shape', 'description', 'internal_name'];
const ITEMS: Readonly<Record<string, readonly string[]>> = {
  input: SPEC,
  output: SPEC,
  self_test: ['name', 'description', 'inputs', 'expected_out'],
  example: ['name', 'description', 'inputs', 'sample_out'],
};
const RUNNER = ['runner_name', 'required_framework_version', 'runner_compat_version', 'opts'];

/** The known keys of the table at a path, in order. */
function keys(path: FieldPath): readonly string[] {
  const [first, index] = path;
  if (path.length === 0) return TOP;
  if (path.length === 1 && first === 'runner') return RUNNER;
  const isItem = path.length === 2 && typeof index === 'number' && Object.hasOwn(ITEMS, first as string);
  return (isItem && ITEMS[first as string]) || [];
}

/** The order of keys in the format document's example. New keys are inserted into carton.toml in this order. */
export const CARTON_TOML_ORDER: TomlOrder = {
  keys,
  hasHeader: (path) => path.length === 2 && path[0] === 'runner' && path[1] === 'opts',
};
