import type { Container } from '../archive/container.ts';
import type { DigestRunner } from '../archive/digest/job.ts';
import type { SavePlan } from '../archive/plan.ts';
import type { Draft, DraftReview, DraftState, Texts } from '../model/draft.ts';
import type { FormatId, Package } from '../model/package.ts';
import type { FileVerdict, Verification, VerifyProgress } from '../model/verification.ts';
import type { ByteSource } from '../source/source.ts';
import type { TensorReader } from '../tensor/values.ts';

export type { Container } from '../archive/container.ts';
export type { DigestJob, DigestOptions, DigestResult, DigestRunner } from '../archive/digest/job.ts';
export type { FileVerdict, Verification, VerifyProgress } from '../model/verification.ts';

/** What opening may need from outside. */
export interface OpenContext {
  signal?: AbortSignal;
}

export interface VerifyOptions {
  signal?: AbortSignal | undefined;
  /**
   * As each file is finished: those of MANIFEST that the package holds, and of the others (unlisted ones, MANIFEST and LINKS themselves)
   * those that are damaged.
   */
  onFile?: ((verdict: FileVerdict) => void) | undefined;
  onProgress?: ((progress: VerifyProgress) => void) | undefined;
  /** Who hashes; by default this thread. */
  digests?: DigestRunner | undefined;
}

/** An open package, in the worker or in Node. */
export interface OpenPackage {
  readonly package: Package;
  /** A file's decoded bytes. Follows symlinks, and links that were fetched. Undefined where the package does not hold it. */
  source(path: string): ByteSource | undefined;
  /**
   * The values of a tensor. Rejects with `tensor/file-missing`, `tensor/unsafe-path`, `tensor/size-mismatch` or
   * `tensor/bad-strings` where there are none; of a nested tensor, ask for its inner ones.
   */
  tensor(name: string, signal?: AbortSignal): Promise<TensorReader>;
  /**
   * Reads every byte of the package and holds it against what the package says: hashes, sizes, CRC-32, local headers, string counts.
   * There where `package.can.verify`. Rejects when it is cancelled, when the container's bytes do not come, or a worker died.
   */
  verify?(options?: VerifyOptions): Promise<Verification>;
  /**
   * The package opened once more with files that it links to, whose hashes were found right. Files given before are kept. There where a
   * package may have links.
   */
  withFiles?(files: ReadonlyMap<string, ByteSource>, signal?: AbortSignal): Promise<OpenPackage>;
  /**
   * The texts that the format edits, after edits of `texts`; without texts, of its own. There where `package.can.edit`. `edits` are those
   * of an `EditStep` that the format's view made. Rejects with `internal/edit-refused` where the edited texts do not parse to the intended
   * values: then the edit is a bug of ours, and the texts stay.
   */
  edit?(ask: { texts?: Texts | undefined; edits?: unknown }, signal?: AbortSignal): Promise<DraftState>;
  /**
   * How the package is saved with a draft applied. A draft that changes nothing gives the package's own bytes. There where
   * `package.can.save`. Rejects as reading the small files does, and with `internal/bug` for a change of files that it cannot make.
   */
  plan?(draft: Draft, signal?: AbortSignal): Promise<DraftPlan>;
}

/** What saving a draft would write, and what people are to know of it before. */
export interface DraftPlan extends SavePlan {
  readonly review: DraftReview;
}

/** What a format's `core/` exports as `format`. See README.md beside this file. */
export interface Format {
  readonly id: FormatId;
  /**
   * Whether the container is of this format, by its content. Reads no more than opening would. Where it rejects because of the file (a broken
   * archive), the next format is tried.
   */
  match(container: Container, context: OpenContext): Promise<boolean>;
  /** Rejects with a BoxcutterError where nothing can be shown at all; what else is wrong becomes findings. */
  open(container: Container, context: OpenContext): Promise<OpenPackage>;
}

/** The format that takes what no other one does. */
export type FallbackFormat = Omit<Format, 'match'>;
