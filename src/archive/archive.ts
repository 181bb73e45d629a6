import type { Finding } from '../base/findings.ts';
import type { ByteSource } from '../source/source.ts';
import type { DigestJob } from './digest/job.ts';
import type { FileChanges, PlanOptions, SavePlan } from './plan.ts';

/** One named file of an archive, as its directory describes it. Nothing of the file itself has been read. */
export interface ArchiveEntry {
  /** Path in the package: separated by `/`, without a leading `/` or parts `.` and `..`. */
  readonly path: string;
  /** Decoded bytes, as the directory states them. */
  readonly size: number;
  /** Bytes in the archive. */
  readonly storedSize: number;
  /**
   * How it is stored, in the archive's own words. A zip says "Stored", "Deflate", "LZMA (method 14)". A folder's files
   * have none.
   */
  readonly storage?: string;
  /** CRC-32 of its content, as the directory states it. Only a zip has them. */
  readonly crc32?: number;
  /** The file is compressed. Its content is decoded from the first byte on. */
  readonly compressed?: boolean | undefined;
  /** Why its content cannot be read, if the directory tells. */
  readonly unreadable?: 'encrypted' | 'unsupported' | undefined;
  readonly kind: 'file' | 'symlink';
  /** Where the entry lies in the source, from its header up to whatever follows its data. Bytes, half-open. */
  readonly span?: { readonly start: number; readonly end: number } | undefined;
  /**
   * Another entry of the same name counts: in a zip the first one, in a tar the last. Listed, and never opened by its
   * path.
   */
  readonly shadowed?: boolean;
  /** Its name leads out of the package, or cannot be a path. Listed with the name as stored, and never opened. */
  readonly unsafe?: boolean;
  /** A symlink's text as stored. Opening an archive reads short ones. */
  readonly linkText?: string;
  /** Where a symlink leads in the end. Undefined where it leads nowhere, out of the package or in a circle. */
  readonly target?: string;
}

/** Entries of an archive that are not listed yet, because that costs requests that nobody has asked for. */
export interface Unlisted {
  /** About how many bytes are read to list them. */
  readonly bytes: number;
  /** The whole archive. Rejects as opening it does. */
  list(signal?: AbortSignal): Promise<Archive>;
}

/** Names for one kind of archive, for use in sentences. */
export interface ArchiveWords {
  /** "A zip archive", "A folder" */
  readonly name: string;
  /** Its list of files: "the zip’s directory". */
  readonly directory: string;
}

/** Named files: a zip, a tar, a folder. Knows nothing about models. */
export interface Archive {
  readonly name: string;
  readonly words: ArchiveWords;
  /** In the order of the directory. */
  readonly entries: readonly ArchiveEntry[];
  /** Left out where `entries` has all of them. */
  readonly unlisted?: Unlisted;
  /**
   * What opening has found. Keeps many findings about symlinks that lead nowhere: a format may know where some of them
   * lead.
   */
  readonly findings: readonly Finding[];
  /**
   * What reading entries has found so far, for example that an entry's own header disagrees with the directory. Grows
   * with each read. Errors are thrown instead.
   */
  readonly contentFindings: readonly Finding[];
  /** Bytes of the whole container. Of a folder, the sum of its files. */
  readonly size: number;
  /** The container's bytes. A folder has none. */
  readonly source?: ByteSource;
  /** Stretches of the source before and after the archive, in bytes, half-open. Left out where nothing can be there. */
  readonly outside?: readonly { readonly start: number; readonly end: number }[];
  /** Where a file's bytes lie and how they are decoded, for whoever hashes it. Or why the file cannot be read. */
  digestJob(entry: ArchiveEntry): DigestJob;
  /** The entry at a path that counts. Does not follow symlinks. */
  entryAt(path: string): ArchiveEntry | undefined;
  /** Whether a path is a folder or has anything in it. '' is the top. */
  isFolder(path: string): boolean;
  /**
   * The file at a path. Follows symlinks. Where several paths lead to one entry, `open` gives the same bytes for all of
   * them.
   */
  resolve(path: string): ArchiveEntry | undefined;
  /**
   * The decoded bytes of a file. Follows symlinks. Undefined where there is no such path, or a symlink leads nowhere.
   *
   * A stored entry has random access. A compressed one has one cursor, which is kept and reads forward: going back
   * starts again from the entry's first byte. `blob` is there for a stored entry of a local file after a read, even one
   * of no bytes, has found where its data begins. The Blob's bytes are unchecked.
   *
   * Reads reject with `zip/encrypted`, `zip/unsupported-method`, `zip/out-of-bounds`, `zip/local-header`,
   * `zip/size-mismatch`, `zip/crc-mismatch`, `zip/bad-data`, `zip/window-too-large`, `tar/sparse`, `tar/device`,
   * `tar/hard-link`, `tar/truncated`. Size and CRC-32 are checked by a stream from the first byte to the end, by any
   * read of a compressed entry that reaches the end, and by a read of a whole stored entry.
   */
  open(path: string): ByteSource | undefined;
  /**
   * The decoded bytes of one entry, as of `open`: also of one that is shadowed. Undefined for an unsafe name and for a
   * symlink. Left out where no two entries have one name.
   */
  openEntry?(entry: ArchiveEntry): ByteSource | undefined;
  /**
   * The bytes of one entry as a reader has them that looks at no checksum, no mark of encryption, no name and no size:
   * for what must be known of a file that other programs may read all the same. Left out where that is not a question.
   */
  openUnchecked?(entry: ArchiveEntry): ByteSource;
  /** A sentence that says why `plan` would refuse every change. Undefined where it would not. */
  planProblem(): string | undefined;
  /**
   * The plan that saves the archive with some files changed, added or removed. Without changes, the result is the old
   * file; the same changes give the same bytes. Rejects where `planProblem` gives a reason, with
   * `zip/directory-too-large`, or as reading does. Left out where no such archive can be written, as for a folder.
   */
  plan?(changes: FileChanges, options?: PlanOptions): Promise<SavePlan>;
}
