import { fromErrorData } from '../base/errors.ts';
import type { RunLimits, RunReply, RunTensor, RunThread } from '../model/run/run-thread.ts';

/** Starts a thread that reaches nothing but its messages. Rejects where the browser has none to give. */
export type StartRunThread = (signal: AbortSignal) => Promise<RunThread>;

/** What a model gave. */
export type RunOutputs = Extract<RunReply, { kind: 'outputs' }>;

/** A model in a thread of its own, which starts when something is first to run, and again after it was ended. */
export class RunSession {
  readonly #start: StartRunThread;
  readonly #limits: RunLimits;
  readonly #read: (signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
  #thread: RunThread | undefined;

  /** @param read gives the bytes of the model, which the thread may take over */
  constructor(
    start: StartRunThread,
    limits: RunLimits,
    read: (signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>,
  ) {
    this.#start = start;
    this.#limits = limits;
    this.#read = read;
  }

  /** Rejects with the error of a run that failed, and as reading the model and `RunThread.ask` do. */
  async infer(inputs: readonly RunTensor[], signal: AbortSignal): Promise<RunOutputs> {
    const thread = this.#thread ?? (await this.#loaded(signal));
    const reply = await this.#ask(thread, { kind: 'infer', inputs }, signal);
    if (reply.kind === 'outputs') return reply;
    throw fromErrorData(unexpected(reply));
  }

  end(): void {
    this.#thread?.end();
    this.#thread = undefined;
  }

  async #loaded(signal: AbortSignal): Promise<RunThread> {
    const model = await this.#read(signal);
    const thread = await this.#start(signal);
    this.#thread = thread;
    const reply = await this.#ask(thread, { kind: 'load', model, limits: this.#limits }, signal);
    if (reply.kind === 'loaded') return thread;
    this.end();
    throw fromErrorData(unexpected(reply));
  }

  /** A thread that rejects has ended. */
  async #ask(thread: RunThread, ask: Parameters<RunThread['ask']>[0], signal: AbortSignal): Promise<RunReply> {
    try {
      signal.throwIfAborted();
      return await thread.ask(ask, signal);
    } catch (error) {
      if (this.#thread === thread) this.end();
      else thread.end();
      throw error;
    }
  }
}

function unexpected(reply: RunReply) {
  return reply.kind === 'failed'
    ? reply.error
    : {
        tag: 'internal' as const,
        code: 'internal/bug' as const,
        message: 'The thread of the model gave another answer.',
      };
}
