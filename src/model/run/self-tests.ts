import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import type { RunAsk, RunLimits, RunReply, RunTensor, RunThread } from './run-thread.ts';
import type { JudgedOutput, SelfTestResult } from './self-test-result.ts';

/** What running self-tests needs. All reject as reading the package does. */
export interface SelfTestPorts {
  /** Starts a thread with these limits. */
  start(limits: RunLimits): Promise<RunThread>;
  /** The model's file. It is handed over to the thread. */
  model(signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** The inputs of a self-test by its number. */
  inputs(test: number, signal?: AbortSignal): Promise<readonly RunTensor[]>;
  /** Compares what came with what it expects. */
  judge(test: number, outputs: readonly RunTensor[], signal?: AbortSignal): Promise<readonly JudgedOutput[]>;
}

/**
 * Runs self-tests one after the other, and gives the result of each as it comes. One thread serves all of them, and is
 * ended at the end; after a test that was stopped, the next one gets a new thread. What a model or its file does wrong
 * becomes a result. Rejects when canceled.
 *
 * @param tests their numbers in the package, from 0
 */
export async function* runSelfTests(
  tests: readonly number[],
  limits: RunLimits,
  ports: SelfTestPorts,
  signal?: AbortSignal,
): AsyncGenerator<[test: number, result: SelfTestResult]> {
  const session = new RunSession(limits, ports, signal);
  try {
    for (const test of tests) yield [test, await session.run(test)];
  } finally {
    session.end();
  }
}

/** A thread that has loaded the model, made when it is first needed. */
class RunSession {
  readonly #limits: RunLimits;
  readonly #ports: SelfTestPorts;
  readonly #signal: AbortSignal | undefined;
  #thread: RunThread | undefined;
  /** Why there is no model to run: then no test can. */
  #failure: SelfTestResult | undefined;

  constructor(limits: RunLimits, ports: SelfTestPorts, signal: AbortSignal | undefined) {
    this.#limits = limits;
    this.#ports = ports;
    this.#signal = signal;
  }

  end(): void {
    this.#thread?.end();
    this.#thread = undefined;
  }

  async run(test: number): Promise<SelfTestResult> {
    if (this.#failure) return this.#failure;
    const thread = await this.#loaded();
    if ('outcome' in thread) {
      this.#failure = thread;
      return thread;
    }
    return this.#tried(async () => {
      const inputs = await this.#ports.inputs(test, this.#signal);
      const reply = await this.#ask(thread, { kind: 'infer', inputs });
      if (reply.kind !== 'outputs') return failed(reply);
      const { outputs, ms, memory } = reply;
      const judged = await this.#ports.judge(test, outputs, this.#signal);
      const outcome = judged.every(({ passes }) => passes) ? 'pass' : 'fail';
      return { outcome, judged, outputs, ms, memory };
    });
  }

  async #loaded(): Promise<RunThread | SelfTestResult> {
    if (this.#thread) return this.#thread;
    return this.#tried(async () => {
      const model = await this.#ports.model(this.#signal);
      const thread = await this.#ports.start(this.#limits);
      this.#thread = thread;
      const reply = await this.#ask(thread, { kind: 'load', model, limits: this.#limits });
      return reply.kind === 'loaded' ? thread : failed(reply);
    });
  }

  /** A thread that does not answer is not used again. */
  async #ask(thread: RunThread, ask: RunAsk): Promise<RunReply> {
    try {
      return await thread.ask(ask, this.#signal);
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** Makes a result of what goes wrong. */
  async #tried<T>(act: () => Promise<T>): Promise<T | SelfTestResult> {
    try {
      return await act();
    } catch (error) {
      if (isCancelled(error)) throw error;
      return without(toErrorData(error));
    }
  }
}

function failed(reply: RunReply): SelfTestResult {
  if (reply.kind === 'failed') return without(reply.error);
  throw new TypeError(`A thread answered with “${reply.kind}”.`);
}

function without(error: ErrorData): SelfTestResult {
  return { outcome: error.code === 'run/too-long' ? 'stopped' : 'error', judged: [], outputs: [], error };
}
