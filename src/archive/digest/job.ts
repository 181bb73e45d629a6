import type { ErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';
import type { Lead } from '../lead.ts';

/** How stored bytes become the content. */
export type Codec = 'stored' | 'deflate' | 'zstd';

/** Where a file's bytes lie and how they are decoded: all that reading it takes, in another thread too. Plain data, safe to post. */
export interface StoredFile {
  readonly path: string;
  /** Decoded bytes, as the archive states them. */
  readonly size: number;
  /** Bytes before they are decoded. */
  readonly storedSize: number;
  readonly codec: Codec;
  /** Of the decoded bytes, where the archive states it. */
  readonly crc32?: number;
  /** Where the file lies in the container's bytes, half-open. The data begins here, or behind the lead where there is one. */
  readonly span?: { readonly start: number; readonly end: number };
  /** What stands before the data and is to be read first. */
  readonly lead?: Lead;
  /** The stored bytes themselves, of a file that lies in no container. */
  readonly blob?: Blob;
}

/** A file that cannot be read, as the archive's directory alone tells. */
export interface RefusedFile {
  readonly path: string;
  readonly size: number;
  readonly refusal: ErrorData;
}

/** A file to be read to its end, checked and hashed. `Archive.digestJob` makes them. */
export type DigestJob = StoredFile | RefusedFile;

/** What reading one entry to its end has shown. */
export interface DigestResult {
  path: string;
  /** Of the decoded bytes, 64 lower-case hexadecimal digits. Also there beside a `zip/crc-mismatch`; not where the bytes could not be had whole. */
  sha256?: string;
  error?: ErrorData;
  /** The error follows from the directory, which has told of it already. */
  refused?: true;
  /** What the lead showed. */
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
   * Settles when every job has its result. What is wrong with a file is in its result; rejects where nothing more can be read: with
   * `CancelledError`, `source/…` where the container's bytes do not come, `internal/worker-died`.
   */
  run(jobs: readonly DigestJob[], options: DigestOptions): Promise<void>;
}
