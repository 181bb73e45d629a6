import { safeElementCount } from '../../tensor/shape.ts';
import type { Package } from '../package.ts';

/** A rate that a package states for a sound, in samples a second, or the tensor of one element that holds it. */
export type StatedRate = { from: string } & ({ rate: number } | { tensor: string });

/** The least and greatest rate that is taken for one: what people hear and record, with room. */
const MIN_RATE = 100;
const MAX_RATE = 1_000_000;

/** Names of a rate, whatever stands between their words. */
const RATE_NAME =
  /^(?:(?:audio|input|output|sampl(?:e|ing))[\s_.-]*)*(?:rate|frequency|freq|hz|sr|fs)(?:[\s_.-]*hz)?$/i;

/** A rate in a text: "at 16 kHz", "22,050 Hz". */
const RATE_TEXT = /(\d{1,3}(?:[,\u202f ]\d{3})+|\d+(?:\.\d+)?)\s*(k?)hz\b/i;

/** Characters of a description that are searched. */
const MAX_SEARCHED = 10_000;

/** A rate that a value says: a whole number of samples a second. Undefined for what is none. */
export function rateOf(value: string | number): number | undefined {
  const rate = Number(value);
  return Number.isInteger(rate) && rate >= MIN_RATE && rate <= MAX_RATE ? rate : undefined;
}

/** The rate that a text speaks of first. */
export function rateInText(text: string): number | undefined {
  const [, digits = '', kilo = ''] = RATE_TEXT.exec(text.slice(0, MAX_SEARCHED)) ?? [];
  return rateOf(Math.round(Number(digits.replace(/[,\u202f ]/g, '') || Number.NaN) * (kilo ? 1000 : 1)));
}

type Stating = Pick<Package, 'inputs' | 'outputs' | 'examples' | 'selfTests' | 'tensors' | 'facts'>;

/**
 * The rates that a package states for a tensor, the likeliest first: what its schema says of it, tensors of one element
 * with the name of a rate in the same example or self-test, what its metadata says, and any such tensor of the package.
 */
export function statedRates(pkg: Stating, tensor: string): StatedRate[] {
  const scalars = new Set(
    pkg.tensors.flatMap(({ name, shape, inner }) => (!inner && safeElementCount(shape) === 1 ? [name] : [])),
  );
  const found: StatedRate[] = [];
  const cases = [
    ...pkg.examples.map(({ inputs, outputs }) => [...inputs, ...outputs]),
    ...pkg.selfTests.map(({ inputs, expected = [] }) => [...inputs, ...expected]),
  ].filter((bindings) => bindings.some(({ value }) => value.kind === 'tensor' && value.tensor === tensor));
  const roles = new Set(
    cases.flat().flatMap(({ name, value }) => (value.kind === 'tensor' && value.tensor === tensor ? [name] : [])),
  );
  for (const { name, description = '' } of [...pkg.inputs, ...pkg.outputs]) {
    const rate = name !== undefined && roles.has(name) ? rateInText(description) : undefined;
    if (rate !== undefined) found.push({ rate, from: `the description of ${name}` });
  }
  for (const { name, value } of cases.flat())
    if (value.kind === 'tensor' && scalars.has(value.tensor) && RATE_NAME.test(name))
      found.push({ tensor: value.tensor, from: name });
  for (const { label, value } of pkg.facts) {
    const rate = RATE_NAME.test(label) ? (rateOf(value) ?? rateInText(value)) : undefined;
    if (rate !== undefined) found.push({ rate, from: label });
  }
  for (const name of scalars) if (RATE_NAME.test(name.replace(/^.*[./]/, ''))) found.push({ tensor: name, from: name });
  return found;
}
