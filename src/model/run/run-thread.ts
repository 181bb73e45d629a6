import { formatBytes } from '../../base/amounts.ts';
import { type ErrorData, TooLargeError } from '../../base/errors.ts';
import type { NumericDtype } from '../../tensor/dtype.ts';
import type { TensorInfo } from '../package.ts';

/**
 * A tensor as a model takes and gives it, in row-major order. Numbers are bytes, little-endian. `data` has as many elements
 * as the shape says.
 */
export type RunTensor = { name: string; shape: readonly number[] } & (
  | { dtype: NumericDtype; data: Uint8Array<ArrayBuffer> }
  | { dtype: 'string'; data: readonly string[] }
);

/** What is said of such a tensor where it stands among those of packages. */
export function runTensorInfo({ name, dtype, shape }: RunTensor): TensorInfo {
  return { name, dtype, shape: shape.map(BigInt) };
}

/** Tensors that a model gives at once. */
export const MAX_OUTPUTS = 10_000;

/** What a run may use. */
export interface RunLimits {
  /** In bytes: all memories of a model together, and again what goes in, and what comes out. */
  memory: number;
  /** In milliseconds: how long the thread may take to answer one question. */
  time: number;
}

/**
 * The limits where nobody has chosen others. Models that are meant for a page fit into a gigabyte, and so does the page
 * beside them; what takes longer than a minute here is not meant for a page either.
 */
export const DEFAULT_RUN_LIMITS: RunLimits = { memory: 1_000_000_000, time: 60_000 };

/** What the thread that runs a model is asked: first to load it, then to run it any number of times. */
export type RunAsk =
  | { kind: 'load'; model: Uint8Array<ArrayBuffer>; limits: RunLimits }
  /** Each runs in a new instance of the model: what one run leaves behind, the next one does not see. */
  | { kind: 'infer'; inputs: readonly RunTensor[] };

/** The one answer to each question. */
export type RunReply =
  | { kind: 'loaded' }
  /** `memory`: bytes of all memories of the model after the run. They never shrink. */
  | { kind: 'outputs'; outputs: readonly RunTensor[]; ms: number; memory: number }
  | { kind: 'failed'; error: ErrorData };

/** A thread in which a model reaches nothing but these messages. It is made for a press of Run, and ended after it. */
export interface RunThread {
  /**
   * One question at a time. Ends the thread, and rejects, with `run/too-long` after the time of the limits, and with
   * `CancelledError` when `signal` is aborted or `end` is called.
   */
  ask(ask: RunAsk, signal?: AbortSignal): Promise<RunReply>;
  /** Stops what runs, at once. */
  end(): void;
}

/** The error with which the owner of a thread ends it after the time of the limits. */
export function tooLong({ time }: RunLimits): TooLargeError {
  return new TooLargeError(
    'run/too-long',
    `The model was stopped: it ran for ${time / 1000} seconds, the limit of a run.`,
  );
}

/** The error of inputs or outputs (`what`) that have more bytes than a run may use. */
export function tooMuch(what: string, memory: number): TooLargeError {
  return new TooLargeError('run/too-large', `${what} take more than ${formatBytes(memory)}, the limit of a run.`);
}
