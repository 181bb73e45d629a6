import type { FieldValue } from '../../../model/field.ts';
import type { Package } from '../../../model/package.ts';
import type { Dtype } from '../../../tensor/dtype.ts';
import type { ShapeSpec } from '../../../tensor/shape.ts';

/** The metadata file of a carton. */
export const CARTON_TOML = 'carton.toml';

/** How references of carton.toml begin: to tensors of the index, and to files below `misc/`. */
export const TENSOR_PREFIX = '@tensor_data/';
export const MISC_PREFIX = '@misc/';

/**
 * carton.toml as the format document has it, field for field (spec, "carton.toml"). Integers are bigint so that those beyond 2^53
 * survive; floats are numbers.
 *
 * Also what the format requires may be missing here: a field that is absent or wrong is a finding and left out, so that the rest
 * can be shown. A carton without error findings has them all.
 */
export interface CartonToml {
  spec_version?: bigint;
  model_name?: string;
  short_description?: string;
  model_description?: string;
  license?: string;
  repository?: string;
  homepage?: string;
  required_platforms?: string[];
  input?: Partial<CartonSpec>[];
  output?: Partial<CartonSpec>[];
  self_test?: Partial<CartonSelfTest>[];
  example?: Partial<CartonExample>[];
  /** Empty where there is no `[runner]`. */
  runner: Partial<CartonRunner>;
  /** Fields that the format does not know, by dotted path (`future`, `runner.extra`, `input.0.unit`), in the file's order. */
  other: { path: string; value: FieldValue }[];
}

export interface CartonSpec {
  name: string;
  dtype: Dtype;
  shape: ShapeSpec;
  description?: string;
  internal_name?: string;
}

export interface CartonSelfTest {
  name?: string;
  description?: string;
  /** Values are references as they stand, `@tensor_data/…`. */
  inputs: Record<string, string>;
  expected_out?: Record<string, string>;
}

export interface CartonExample {
  name?: string;
  description?: string;
  inputs: Record<string, string>;
  sample_out: Record<string, string>;
}

export interface CartonRunner {
  runner_name: string;
  required_framework_version: string;
  runner_compat_version: bigint;
  opts?: Record<string, RunnerOption>;
}

/** An integer (bigint) and a float (number) are told apart, as the runner does. */
export type RunnerOption = string | bigint | number | boolean;

/** What carton.toml says, of a package that is a carton; undefined where it is missing or cannot be read. */
export function cartonTomlOf({ format, own }: Package): CartonToml | undefined {
  return format === 'carton' ? (own as CartonToml | undefined) : undefined;
}
