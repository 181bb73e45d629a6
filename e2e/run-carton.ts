import { modelComponent } from '../src/testing/wasm/component.ts';
import { type ModelText, modelModule } from '../src/testing/wasm/model-module.ts';
import { type BuiltTensor, writeCarton } from './built-carton.ts';

const COUNT = 64;
const smooth = Float32Array.from({ length: COUNT }, (_, at) => Math.sin((at * Math.PI) / 16));
const bumped = smooth.map((value, at) => (at > 36 && at < 45 ? value + 0.05 * (at - 36) : value));

const floats = (name: string, shape: string, values: Float32Array): BuiltTensor => {
  return { name, dtype: 'float32', shape, data: new Uint8Array(values.buffer) };
};

/** Self-tests by what they come to, of a model that gives back its inputs. */
const SELF_TESTS = {
  pass: ['Gives back small values', 'small', 'small'],
  fail: ['Contour of a circle', 'bumped', 'smooth'],
  type: ['Gives back whole numbers', 'halves', 'wholes'],
} as const;

/** Writes a carton whose model runs. By default, it gives back its inputs. */
export function writeRunCarton(
  path: string,
  tests: readonly (keyof typeof SELF_TESTS)[],
  parts: ModelText = {},
  more = '',
): void {
  const toml = tests.map((test) => {
    const [name, given, expected] = SELF_TESTS[test];
    return `[[self_test]]\nname = "${name}"\n[self_test.inputs]\nx = "@tensor_data/${given}"\n[self_test.expected_out]\nx = "@tensor_data/${expected}"\n`;
  });
  const tensors = [
    floats('small', '[2, 2]', Float32Array.of(1.5, 2.5, -3, 0.25)),
    floats('bumped', '[1, 64]', bumped),
    floats('smooth', '[1, 64]', smooth),
    floats('halves', '[2]', Float32Array.of(1, 2)),
    { name: 'wholes', dtype: 'int32', shape: '[2]', data: new Uint8Array(Int32Array.of(1, 2).buffer) },
  ];
  const model = { 'model/model.wasm': modelComponent(modelModule(parts)) };
  writeCarton(path, tensors, `${toml.join('\n')}${more}`, model, '', 'wasm');
}

/** A model that never ends. */
export const ENDLESS: ModelText = { infer: '(loop $again (br $again)) (i32.const 0)' };

/** A model that gives up. */
export const TRAP: ModelText = { infer: 'unreachable' };
