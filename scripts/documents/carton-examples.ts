import { type Packed, packedCarton, SPECS } from '../../src/testing/builders/packed-carton.ts';
import { type DocumentExample, inPackage } from './row.ts';

/** A carton that was packed otherwise than one with nothing wrong in it. */
export function carton(packed: Packed = {}): DocumentExample {
  return { name: 'doc.carton', content: packedCarton(packed) };
}

/** With these files, where undefined takes one away. */
export const withFiles = (files: Packed['files']): DocumentExample => carton({ files });

const OPTIONAL = `model_name = "doc"
short_description = "Short."
model_description = "See ![](@misc/a.png)."
license = "Apache-2.0"
repository = "https://example.com/repository"
homepage = "https://example.com"
required_platforms = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin"]
`;
const SCHEMA = `[[input]]
name = "x"
dtype = "float32"
shape = ["n"]
description = "Numbers"
internal_name = "scope/x:0"
[[input]]
name = "z"
dtype = "int64"
shape = ["n", 3, "*"]
[[output]]
name = "y"
dtype = "string"
shape = []
`;
const CASES = `[[self_test]]
name = "test"
description = "It runs."
inputs = { x = "@tensor_data/a" }
expected_out = { y = "@tensor_data/s" }
[[example]]
name = "first"
description = "A picture"
inputs = { x = "@misc/a.png" }
sample_out = { y = "@tensor_data/s" }
`;
export const RUNNER = `[runner]
runner_name = "noop"
required_framework_version = "=1.0.0"
runner_compat_version = 2
[runner.opts]
num_threads = 1
`;

/** A carton.toml of these parts, with nothing wrong in it where none is given. */
export function text({
  head = 'spec_version = 1\n',
  optional = OPTIONAL,
  schema = SCHEMA,
  cases = CASES,
  runner = RUNNER,
}): string {
  return head + optional + schema + cases + runner;
}

/** With a carton.toml of these parts. */
export const toml = (parts: Parameters<typeof text>[0] = {}): DocumentExample =>
  withFiles({ 'carton.toml': text(parts) });

/** With one line of carton.toml replaced. Throws where it has no such line. */
export function line(from: string, to: string): DocumentExample {
  const whole = text({});
  if (!whole.includes(`${from}\n`)) throw new Error(`No line of the example is ${from}`);
  return withFiles({ 'carton.toml': whole.replace(`${from}\n`, to === '' ? '' : `${to}\n`) });
}

/** With these inputs and outputs, and neither self-tests nor examples. */
export const schema = (given: string): DocumentExample => toml({ schema: given, cases: '' });

/** With these self-tests and examples, of the plain input `x` and output `y`. */
export const cases = (given: string): DocumentExample => toml({ schema: SPECS, cases: given });

export const input = (name: string, shape: string, dtype = 'float32'): string =>
  `[[input]]\nname = "${name}"\ndtype = "${dtype}"\nshape = ${shape}\n`;
export const OUTPUT = '[[output]]\nname = "y"\ndtype = "string"\nshape = []\n';

export const SOUND = toml();

/** Takes a part of a file's row. */
export const fileOf = (path: string, key: 'hash' | 'sha256' | 'link' | 'storage') =>
  inPackage(({ files }) => files.find((file) => file.path === path)?.[key]);
/** Takes a part of the first input. */
export const firstInput = (key: 'name' | 'dtype' | 'shape' | 'description' | 'internalName') =>
  inPackage(({ inputs }) => inputs[0]?.[key]);
/** Takes a tensor of the list. */
export const tensor = (name: string, key: 'dtype' | 'shape' | 'data' | 'inner') =>
  inPackage(({ tensors }) => tensors.find((info) => info.name === name)?.[key]);
