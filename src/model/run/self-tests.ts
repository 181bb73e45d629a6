import { isCancelled, toErrorData } from '../../base/errors.ts';
import { type RunPorts, RunSession } from './run-session.ts';
import type { RunLimits, RunTensor } from './run-thread.ts';
import { type JudgedOutput, outcomeOf, type SelfTestResult } from './self-test-result.ts';

/** What running self-tests needs. All reject as reading the package does. */
export interface SelfTestPorts extends RunPorts {
  /** The inputs of a self-test by its number. */
  inputs(test: number, signal?: AbortSignal): Promise<readonly RunTensor[]>;
  /** Compares what came with what it expects. */
  judge(test: number, outputs: readonly RunTensor[], signal?: AbortSignal): Promise<readonly JudgedOutput[]>;
}

/**
 * Runs self-tests one after the other, and gives the result of each as it comes. One thread serves all of them, and is
 * ended at the end; after a test that was stopped, the next one gets a new thread. What a model or its file does wrong
 * becomes a result: that of all tests that are left, where the model does not load. Rejects when canceled.
 *
 * @param tests their numbers in the package, from 0
 */
export async function* runSelfTests(
  tests: readonly number[],
  limits: RunLimits,
  ports: SelfTestPorts,
  signal?: AbortSignal,
): AsyncGenerator<[test: number, result: SelfTestResult]> {
  const session = new RunSession(limits, ports);
  let failure: SelfTestResult | undefined;
  const load = async () => {
    await session.load(signal);
    return undefined;
  };
  const run = async (test: number): Promise<SelfTestResult> => {
    const { outputs, ms, memory } = await session.infer(await ports.inputs(test, signal), signal);
    const judged = await ports.judge(test, outputs, signal);
    return { outcome: outcomeOf(judged), judged, outputs, ms, memory };
  };
  try {
    for (const test of tests) {
      failure ??= await load().catch(asResult);
      yield [test, failure ?? (await run(test).catch(asResult))];
    }
  } finally {
    session.end();
  }
}

/** The result of a self-test that ended with an error. Throws after an abort. */
function asResult(cause: unknown): SelfTestResult {
  if (isCancelled(cause)) throw cause;
  const error = toErrorData(cause);
  return { outcome: error.code === 'run/too-long' ? 'stopped' : 'error', judged: [], outputs: [], error };
}
