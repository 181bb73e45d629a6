import type { FactPart, RunWarning } from '../../../../model/run-facts.ts';

/** Says that the runner cannot load the carton: what is wrong, as a clause without its point. */
export function willNotLoad(...text: FactPart[]): RunWarning {
  return { text: ['Will not load: ', ...text], code: 'carton/will-not-load' };
}

/** A list of a fact, which leaves out empty ones. */
export function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
