import type { ErrorData } from '../../base/errors.ts';
import type { TensorComparison } from '../../tensor/compare/comparer.ts';
import type { RunTensor } from './run-thread.ts';

/**
 * What came of a self-test. `pass`: every expected output came within its tolerance; without expected outputs, that it ran.
 * `error`: it could not run. `stopped`: at a limit, or by somebody.
 */
export type SelfTestOutcome = 'pass' | 'fail' | 'error' | 'stopped';

/** An expected output beside the one that came. */
export interface JudgedOutput {
  name: string;
  passes: boolean;
  /** Why it fails, in a sentence without its point. */
  problem?: string | undefined;
  /** Left out where the output did not come, or has another shape or kind of elements. */
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
