import type { Finding } from '../base/findings.ts';
import type { ByteSource } from '../source/source.ts';
import type { DigestJob } from './digest/job.ts';
import type { FileChanges, PlanOptions, SavePlan } from './plan.ts';

/** One named file of an archive, as its directory describes it. Nothing of it has been read. */
export interface ArchiveEntry {
  /** Path as the package sees it: `/`-separated, no leading `/`, no `.` or `..` parts. */
  readonly path: string;
  /** Bytes when decoded, as the directory states them. */
  readonly size: number;
  /** Bytes in the archive. */
  readonly storedSize: number;
  /** How it is stored, in the archive's own words: of a zip "Stored", "Deflate", "LZMA (method 14)". A folder's files have none. */
  readonly storage?: string;
  /** Its bytes in the archive are not the content: they are decoded from the first one on. */
  readonly compressed?: boolean;
  /** Why its content cannot be read, where the directory tells. */
  readonly unreadable?: 'encrypted' | 'unsupported';
  readonly kind: 'file' | 'symlink';
  /** Where the entry lies in the source: what stands before its data, its data, up to what follows. Bytes, half-open. */
  readonly span?: { readonly start: number; readonly end: number };
  /** A later record with a name that an earlier one has. Listed, never opened by its path. */
  readonly shadowed?: boolean;
  /** Its name escapes the package, or cannot be a path. Listed with the name as it stands, never opened. */
  readonly unsafe?: boolean;
  /** A symlink's text, as it stands, once read (opening reads short ones). */
  readonly linkText?: string;
  /** Where the symlink leads in the end, or undefined where it leads nowhere, outside or in a circle. */
  readonly target?: string;
}

/** What an archive of one kind is called, for sentences. */
export interface ArchiveWords {
  /** "A zip archive", "A folder" */
  readonly name: string;
  /** What its list of files is called: "the zip’s directory". */
  readonly directory: string;
}

/** Named files: a zip, a folder, later a tarball. Knows nothing of models. */
export interface Archive {
  readonly name: string;
  readonly words: ArchiveWords;
  /** In the order of the directory. */
  readonly entries: readonly ArchiveEntry[];
  /** Those of symlinks that lead nowhere in large numbers: a format may know where some of them lead. */
  readonly findings: readonly Finding[];
  /** What reading entries has shown so far (an entry's own header disagrees with the directory). Grows; errors are thrown instead. */
  readonly contentFindings: readonly Finding[];
  /** Bytes of the whole container (of a folder: the sum of its files). */
  readonly size: number;
  /** The bytes of the container. A folder has none. */
  readonly source?: ByteSource;
  /** Where the bytes of a file of this archive lie and how they are decoded, for whoever hashes it; or why it cannot be read. */
  digestJob(entry: ArchiveEntry): DigestJob;
  /** What the directory has at a path, symlinks not followed: the first of its name. */
  entryAt(path: string): ArchiveEntry | undefined;
  /** Whether anything lies in, or is, this folder; '' is the top. */
  isFolder(path: string): boolean;
  /** The file that a path means, symlinks followed: of one entry `open` gives the same bytes by whatever path. */
  resolve(path: string): ArchiveEntry | undefined;
  /**
   * The decoded bytes of a file, symlinks followed. Undefined where there is no such path or a symlink leads nowhere. Random access
   * where stored; one forward cursor, kept, where compressed (going back starts again from the entry's first byte). Reads reject with
   * `zip/encrypted`, `zip/unsupported-method`, `zip/out-of-bounds`, `zip/local-header`, `zip/size-mismatch`, `zip/crc-mismatch`,
   * `zip/bad-data`, `zip/window-too-large`. Size and CRC-32 are checked when the end is reached by a stream from the first byte, by any
   * read of a compressed entry that gets there, and by a read of a stored entry as a whole. `blob` is there for a stored entry of a
   * local file once a read (of no bytes, even) has found where its data begins; its bytes are unchecked.
   */
  open(path: string): ByteSource | undefined;
  /** Why `plan` would refuse every change, in a sentence; undefined where it would not. */
  planProblem(): string | undefined;
  /**
   * How the archive is saved with some files changed, added or removed. Without changes, the result is the old file; the same changes give the
   * same bytes. Rejects where `planProblem` says why, with `zip/directory-too-large`, or as reading does. Left out where no such archive can be
   * written: a folder.
   */
  plan?(changes: FileChanges, options?: PlanOptions): Promise<SavePlan>;
}
