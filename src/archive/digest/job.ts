import type { ErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';

/** An entry to be read to its end, checked and hashed. */
export interface DigestJob {
  /** Of the entry itself: symlinks were resolved before (`Archive.resolve`). */
  path: string;
  /** Decoded bytes, as the directory states them. */
  size: number;
}

/** What reading one entry to its end has shown. */
export interface DigestResult {
  path: string;
  /** Of the decoded bytes, 64 lower-case hexadecimal digits. Also there beside a `zip/crc-mismatch`; not where the bytes could not be had whole. */
  sha256?: string;
  error?: ErrorData;
  /** The error follows from the directory, which has told of it already. */
  refused?: true;
  /** What the local header showed. */
  findings: Finding[];
}

export interface DigestOptions {
  signal?: AbortSignal | undefined;
  /** Once for each job, in any order. */
  onDigest(result: DigestResult): void;
  /** Decoded bytes of all jobs so far; it never goes back. */
  onBytes?: ((done: number) => void) | undefined;
}

/** Hashes files of a container; in this thread, or on a pool of workers. */
export interface DigestRunner {
  /**
   * Settles when every job has its result. What is wrong with an entry is in its result; rejects where nothing more can be read: with
   * `CancelledError`, `source/…` where the container's bytes do not come, `internal/worker-died`.
   */
  run(jobs: readonly DigestJob[], options: DigestOptions): Promise<void>;
}
