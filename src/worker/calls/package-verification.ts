import type { DigestRunner } from '../../archive/digest/job.ts';
import { InternalError } from '../../base/errors.ts';
import type { OpenPackage } from '../../formats/format.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import type { FileVerdict, Verification, VerifyProgress } from '../../model/verification.ts';
import type { CallOptions } from '../protocol.ts';

/**
 * One verification of an open package. It may begin before the page asks for it. It then keeps its results until the
 * page asks.
 */
export class PackageVerification {
  readonly #controller = new AbortController();
  readonly #result: Promise<Verification>;
  /** Results since the last progress message. Most files match, and a place in the list takes less than a verdict. */
  #verdicts: FileVerdict[] = [];
  #matching: number[] = [];
  #progress: VerifyProgress = { done: 0, total: 0 };
  #onProgress: CallOptions['onProgress'];

  /** Begins. Throws `internal/bug` for a package that cannot be verified. */
  constructor({ open, digests }: { open: OpenPackage; digests?: DigestRunner | undefined }) {
    if (!open.verify) throw new InternalError('internal/bug', 'This package has nothing to check against.');
    const { files } = open.package;
    // If linked files can be fetched, the page's list of files may have changed by then.
    const index = files.some(({ link }) => link) ? undefined : fileIndex(files);
    this.#result = open.verify({
      signal: this.#controller.signal,
      digests,
      onFile: (verdict) => {
        const place = verdict.hash === 'verified' ? index?.placeOf(verdict.path) : undefined;
        if (place !== undefined) {
          // Told with the next progress: a call for each of many small files takes longer than its hash.
          this.#matching.push(place);
          return;
        }
        this.#verdicts.push(verdict);
        this.#tell();
      },
      onProgress: (progress) => {
        this.#progress = progress;
        this.#tell();
      },
    });
    // Whoever asks for the answer hears of it.
    this.#result.catch(() => {});
  }

  /** The outcome, for one call. Tells what was found before, and goes on telling. Rejects as `AuditedPackage.verify`. */
  async answer({ signal, onProgress }: CallOptions): Promise<Verification> {
    const cancel = () => this.cancel(signal?.reason);
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    this.#onProgress = onProgress;
    // Files that state no bytes are found to be wrong while the total is 0.
    if (this.#progress.total > 0 || this.#verdicts.length > 0) this.#tell();
    try {
      return await this.#result;
    } finally {
      signal?.removeEventListener('abort', cancel);
      if (this.#matching.length > 0) this.#tell();
    }
  }

  /** Ends it. Nothing happens where it has ended. */
  cancel(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  #tell(): void {
    if (!this.#onProgress) return;
    const [verdicts, matching] = [this.#verdicts, this.#matching];
    [this.#verdicts, this.#matching] = [[], []];
    this.#onProgress({
      ...this.#progress,
      verdicts: verdicts.length > 0 ? verdicts : undefined,
      matching: matching.length > 0 ? matching : undefined,
    });
  }
}
