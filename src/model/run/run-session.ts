import { CancelledError, fromErrorData, InternalError } from '../../base/errors.ts';
import type { RunAsk, RunLimits, RunReply, RunTensor, RunThread } from './run-thread.ts';

/** What a session needs. Both reject as reading the package does, and where no thread can be had. */
export interface RunPorts {
  /** Starts a thread. */
  start(signal?: AbortSignal): Promise<RunThread>;
  /** The model's file. It is handed over to the thread. */
  model(signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

type ReplyOf<Kind extends RunReply['kind']> = Extract<RunReply, { kind: Kind }>;

/** What a model gave. */
export type RunOutputs = ReplyOf<'outputs'>;

/** A model in a thread of its own, which starts when it is first needed, and again where one has stopped answering. */
export class RunSession {
  readonly #limits: RunLimits;
  readonly #ports: RunPorts;
  #thread: RunThread | undefined;
  #hasEnded = false;

  constructor(limits: RunLimits, ports: RunPorts) {
    this.#limits = limits;
    this.#ports = ports;
  }

  /** Makes sure that a thread has the model. Rejects as the ports do, and as `infer`. */
  async load(signal?: AbortSignal): Promise<void> {
    if (this.#thread) return;
    const model = await this.#ports.model(signal);
    this.#thread = await this.#ports.start(signal);
    if (this.#hasEnded) this.end();
    try {
      await this.#ask({ kind: 'load', model, limits: this.#limits }, 'loaded', signal);
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  /** Runs the model, which was loaded. Rejects with the error of the run, and as `RunThread.ask`. */
  infer(inputs: readonly RunTensor[], signal?: AbortSignal): Promise<RunOutputs> {
    return this.#ask({ kind: 'infer', inputs }, 'outputs', signal);
  }

  /** Stops what runs, at once and for good. */
  end(): void {
    this.#hasEnded = true;
    this.#drop();
  }

  #drop(): void {
    this.#thread?.end();
    this.#thread = undefined;
  }

  async #ask<Kind extends RunReply['kind']>(
    ask: RunAsk,
    kind: Kind,
    signal: AbortSignal | undefined,
  ): Promise<ReplyOf<Kind>> {
    if (!this.#thread) throw new CancelledError();
    const reply = await this.#thread.ask(ask, signal).catch((error: unknown) => {
      // A thread that does not answer is not asked again.
      this.#drop();
      throw error;
    });
    if (reply.kind === 'failed') throw fromErrorData(reply.error);
    if (reply.kind !== kind) throw new InternalError('internal/bug', `The thread answered with “${reply.kind}”.`);
    return reply as ReplyOf<Kind>;
  }
}
