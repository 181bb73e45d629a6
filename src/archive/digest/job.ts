import type { ErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';

/** How stored bytes become the content. */
export type Codec = 'stored' | 'deflate' | 'zstd';

/**
 * Where a file's bytes lie and how they are decoded: enough to read it in another thread. Plain data that can be
 * posted.
 */
export interface StoredFile {
  readonly path: string;
  /** Decoded bytes, as the archive states them. */
  readonly size: number;
  /** Bytes before they are decoded. */
  readonly storedSize: number;
  readonly codec: Codec;
  /** CRC-32 of the decoded bytes, if the archive states it. */
  readonly crc32?: number;
  /** Asks for the CRC-32 of the decoded bytes, beside their SHA-256. */
  readonly wantsCrc32?: true;
  /**
   * Where the file lies in the container's bytes, half-open. The data begins here, or after the local header where there
   * is one.
   */
  readonly span?: { readonly start: number; readonly end: number };
  /**
   * Of an entry of a zip: the general purpose bits in the directory. Such an entry has a local header before its data,
   * which must be read first, and is compared with the directory.
   */
  readonly flags?: number;
  /** Its name in the zip's directory, where that is not the path's UTF-8. */
  readonly rawName?: Uint8Array<ArrayBuffer> | undefined;
  /** The stored bytes of a file that lies in no container. */
  readonly blob?: Blob;
}

/** Where a file's data lies in the container, and what its local header has shown. */
export interface DataPlace {
  dataStart: number;
  dataEnd: number;
  /** Where the bytes end that follow the data and describe it once more, as a zip's data descriptor. */
  trailEnd?: number;
  findings: Finding[];
}

/** A file that cannot be read, as the archive's directory shows. */
export interface RefusedFile {
  readonly path: string;
  readonly size: number;
  readonly refusal: ErrorData;
}

/** A whole file to read, check and hash. `Archive.digestJob` makes it. */
export type DigestJob = StoredFile | RefusedFile;

/**
 * Jobs by their places, counted from 0. Each is made when it is asked for, and perhaps more than once: a million of them
 * take 170 MB.
 */
export interface DigestJobs {
  readonly length: number;
  at(place: number): DigestJob | undefined;
}

/** The jobs of some entries of an archive. */
export function jobsOf<T>(archive: { digestJob(entry: T): DigestJob }, entries: readonly T[]): DigestJobs {
  return {
    length: entries.length,
    at(place) {
      const entry = entries[place];
      return entry && archive.digestJob(entry);
    },
  };
}

/** What reading one whole file has shown. */
export interface DigestResult {
  path: string;
  /**
   * SHA-256 of the decoded bytes: 64 lower-case hexadecimal digits. Also there beside a `zip/crc-mismatch`. Undefined
   * where not all bytes could be read.
   */
  sha256?: string;
  /** CRC-32 of the decoded bytes, unsigned, if the job asks for it and all bytes could be read. */
  crc32?: number;
  error?: ErrorData;
  /** The error follows from the directory, and opening has already reported it. */
  refused?: true;
  /** What the local header has shown. */
  findings: Finding[];
}

/** Errors that say that bytes are there, but not the right ones. */
const MISMATCHES: readonly string[] = ['zip/size-mismatch', 'zip/crc-mismatch'];

/** What the error of a digest says of the file: `unreadable` where its bytes cannot be had. */
export function damageOf({ code }: ErrorData): 'mismatch' | 'unreadable' {
  return MISMATCHES.includes(code) ? 'mismatch' : 'unreadable';
}

export interface DigestOptions {
  signal?: AbortSignal | undefined;
  /** Called once for each job, in any order. */
  onDigest(result: DigestResult): void;
  /** Decoded bytes of all jobs so far. Never decreases. */
  onBytes?: ((done: number) => void) | undefined;
}

/** Hashes files of a container, in this thread or on a pool of workers. */
export interface DigestRunner {
  /**
   * Settles when every job has its result. What is wrong with a file is in its result. Rejects where nothing more can
   * be read: with `CancelledError`, `internal/worker-died`, or `source/…` where the container's bytes do not come.
   */
  run(jobs: DigestJobs, options: DigestOptions): Promise<void>;
}
