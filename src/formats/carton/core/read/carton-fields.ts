import type { FieldValue } from '../../../../model/edit/field.ts';
import type { Package } from '../../../../model/package.ts';
import type {
  CartonExample,
  CartonRunner,
  CartonSelfTest,
  CartonSpec,
  CartonTop,
  RunnerOption,
} from './carton-schema.ts';

/**
 * carton.toml field for field, as the format document has it (spec, "carton.toml"). Integers are bigint so that those
 * beyond 2^53 survive; floats are numbers.
 *
 * Required fields may be missing here too. A field that is absent or wrong becomes a finding and is left out, so that
 * the rest can be shown. A carton without error findings has all required fields.
 */
export interface CartonToml extends Omit<CartonTop, 'input' | 'output' | 'self_test' | 'example' | 'runner'> {
  input?: CartonSpec[];
  output?: CartonSpec[];
  self_test?: CartonSelfTest[];
  example?: CartonExample[];
  /** Empty without a `[runner]`. */
  runner: CartonRunner;
  /**
   * Fields that the format does not know, by dotted path (`future`, `runner.extra`, `input.0.unit`), in the file's
   * order.
   */
  other: { path: string; value: FieldValue }[];
}

/**
 * The carton.toml of a package. Undefined where the package is not a carton, or its carton.toml is missing or
 * unreadable.
 */
export function cartonTomlOf({ format, own }: Package): CartonToml | undefined {
  return format === 'carton' ? (own as CartonToml | undefined) : undefined;
}

/** The types of a runner's options. They differ: 1 is an integer, 1.0 a float (carton.toml, `[runner.opts]`). */
const OPTION_TYPE = { string: 'string', bigint: 'integer', number: 'float', boolean: 'boolean' } as const;

export type OptionType = (typeof OPTION_TYPE)[keyof typeof OPTION_TYPE];

export const OPTION_TYPES = Object.values(OPTION_TYPE);

export function optionType(option: RunnerOption): OptionType {
  return OPTION_TYPE[typeof option as keyof typeof OPTION_TYPE];
}
