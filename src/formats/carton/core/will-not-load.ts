import type { FactPart, RunWarning } from '../../../model/run-facts.ts';

/** Says that the runner cannot load the carton: what is wrong, as a clause without its point. */
export function willNotLoad(...text: FactPart[]): RunWarning {
  return { text, code: 'carton/will-not-load' };
}
