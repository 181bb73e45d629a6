import type { ErrorData } from '../base/errors.ts';
import type { Package } from '../model/package.ts';
import type { SourceDescriptor } from '../source/source.ts';
import type { TensorStatistics, TensorWindow } from '../tensor/values.ts';

export type { FolderFile, SourceDescriptor } from '../source/source.ts';

/**
 * What the page may ask of the worker, and what it answers: one entry a call. A `handle` names an open package; the page closes
 * what it no longer shows. Everything is plain data.
 */
export interface WorkerCalls {
  open: { ask: { descriptor: SourceDescriptor }; answer: { handle: number; package: Package } };
  close: { ask: { handle: number }; answer: null };
  /** Bytes `start` to `end` (half-open, cut at the file's size) of a file's decoded content. */
  read: { ask: { handle: number; path: string; start: number; end: number }; answer: Uint8Array<ArrayBuffer> };
  /**
   * A file's decoded content as a Blob of `type`. Size and CRC-32 are checked on the way; reports progress. Above
   * `maxBytes` it rejects with `source/too-large`.
   */
  blob: { ask: { handle: number; path: string; type: string; maxBytes?: number }; answer: Blob };
  /** Cells of a window in row-major order, each as `String()` of the exact value. At most `MAX_WINDOW_CELLS`. */
  tensorWindow: { ask: { handle: number; tensor: string; window: TensorWindow }; answer: string[] };
  tensorStatistics: { ask: { handle: number; tensor: string }; answer: TensorStatistics };
  /** A numeric tensor as an .npy file (format version 1.0), readable by NumPy; reports progress. */
  tensorNpy: { ask: { handle: number; tensor: string }; answer: Blob };
}

export type CallName = keyof WorkerCalls;

export interface Progress {
  /** Bytes done and in all, of what the call reads. */
  done: number;
  total: number;
}

export type ToWorker =
  | { kind: 'call'; id: number; name: CallName; ask: WorkerCalls[CallName]['ask'] }
  | { kind: 'cancel'; id: number };

export type FromWorker =
  | { kind: 'answer'; id: number; answer: WorkerCalls[CallName]['answer'] }
  | { kind: 'error'; id: number; error: ErrorData }
  | { kind: 'progress'; id: number; progress: Progress };

export interface CallOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** The page's side of the worker. Rejects with a `BoxcutterError`. */
export interface WorkerClient {
  call<N extends CallName>(
    name: N,
    ask: WorkerCalls[N]['ask'],
    options?: CallOptions,
  ): Promise<WorkerCalls[N]['answer']>;
  /** Called when the worker died; every open handle is gone, and a new worker stands ready. */
  onDeath(listener: () => void): () => void;
}
