import type { ErrorData } from '../../base/errors.ts';
import type { TensorComparison } from '../../tensor/compare/comparer.ts';
import type { RunTensor } from './run-thread.ts';

/**
 * What came of a self-test. `pass`: every expected output came within its tolerance; without expected outputs, that it ran.
 * `error`: it could not run. `stopped`: it took longer than it may.
 */
export type SelfTestOutcome = 'pass' | 'fail' | 'error' | 'stopped';

/** An expected output beside the one that came. */
export interface JudgedOutput {
  name: string;
  passes: boolean;
  /** Why it fails, in a sentence. */
  problem?: string | undefined;
  /** Left out where the two cannot be compared, such as with other shapes. */
  comparison?: TensorComparison | undefined;
}

export interface SelfTestResult {
  outcome: SelfTestOutcome;
  /** Those that are expected, in their order. */
  judged: readonly JudgedOutput[];
  /** All that came. */
  outputs: readonly RunTensor[];
  /** Of the run alone, in milliseconds. */
  ms?: number | undefined;
  /** Bytes of the model's memories after the run. */
  memory?: number | undefined;
  /** Why it did not run, or was stopped. */
  error?: ErrorData | undefined;
}

/** What came of a self-test that ran. */
export function outcomeOf(judged: readonly JudgedOutput[]): SelfTestOutcome {
  return judged.every(({ passes }) => passes) ? 'pass' : 'fail';
}
