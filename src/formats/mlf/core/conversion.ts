import type { Conversion, Fact, TensorSpec } from '../../../model/package.ts';
import { METADATA } from './fields.ts';

/** The inputs and outputs of a library for a package of another format, and the facts that have no place in one. */
export function conversionOf(
  inputs: readonly TensorSpec[],
  outputs: readonly TensorSpec[],
  facts: readonly Fact[],
): Conversion {
  const specs = [...inputs, ...outputs];
  const open = specs.filter(({ dtype, shape }) => dtype !== undefined && shape === undefined);
  // Only a shape is missing: “*” is any.
  const shaped = (spec: TensorSpec): TensorSpec => (open.includes(spec) ? { ...spec, shape: '*' } : spec);
  const names = open.map(({ name = 'unnamed' }) => name).join(', ');
  const why = `A new package has no place for them. They stay in ${METADATA}.`;
  return {
    inputs: inputs.map(shaped),
    outputs: outputs.map(shaped),
    notes: open.length === 0 ? [] : [`The library has no shape for ${names}, so any shape is declared.`],
    left: facts.length === 0 ? [] : [{ what: 'Facts of the library', names: facts.map(({ label }) => label), why }],
  };
}
