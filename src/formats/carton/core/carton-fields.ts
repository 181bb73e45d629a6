import type { FieldValue } from '../../../model/field.ts';
import type { Package } from '../../../model/package.ts';
import type { Dtype } from '../../../tensor/dtype.ts';
import type { ShapeSpec } from '../../../tensor/shape.ts';

/** The metadata file of a carton. */
export const CARTON_TOML = 'carton.toml';

/** Prefixes of references in carton.toml: to tensors of the index, and to files in `misc/`. */
export const TENSOR_PREFIX = '@tensor_data/';
export const MISC_PREFIX = '@misc/';

/**
 * carton.toml field for field, as the format document has it (spec, "carton.toml"). Integers are bigint so that those
 * beyond 2^53 survive; floats are numbers.
 *
 * Required fields may be missing here too. A field that is absent or wrong becomes a finding and is left out, so that
 * the rest can be shown. A carton without error findings has all required fields.
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
  /**
   * Fields that the format does not know, by dotted path (`future`, `runner.extra`, `input.0.unit`), in the file's
   * order.
   */
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
  /** Values are references as the file has them: `@tensor_data/…`. */
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

/** An integer is a bigint and a float a number: the runner tells them apart. */
export type RunnerOption = string | bigint | number | boolean;

/**
 * The carton.toml of a package. Undefined where the package is not a carton, or its carton.toml is missing or
 * unreadable.
 */
export function cartonTomlOf({ format, own }: Package): CartonToml | undefined {
  return format === 'carton' ? (own as CartonToml | undefined) : undefined;
}
