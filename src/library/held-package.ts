import { isCancelled } from '../base/errors.ts';
import { quote } from '../base/text.ts';
import type { AuditedPackage } from '../formats/registry.ts';
import { chunksOf, streamOf } from '../source/stream.ts';
import { UsageError } from './usage-error.ts';

/** What a package is read from. */
export interface HeldFile {
  /** Rejects with `source/changed` if somebody wrote to it since it was opened. Left out where reading says so. */
  checkUnchanged?(): Promise<void>;
  close(): Promise<void>;
}

/** An open package as long as nobody closes it. */
export class HeldPackage {
  readonly #open: AuditedPackage;
  readonly #file: HeldFile;
  #isClosed = false;

  constructor(open: AuditedPackage, file: HeldFile) {
    this.#open = open;
    this.#file = file;
  }

  /** Throws the `UsageError` `usage/closed`, as `read` and `stream` do. */
  get open(): AuditedPackage {
    if (this.#isClosed) throw new UsageError(`${quote(this.#open.package.name)} was closed.`, 'usage/closed');
    return this.#open;
  }

  /** What some work finds in the package. Rejects with `source/changed` where that is not the package that was opened. */
  async read<T>(work: (open: AuditedPackage) => Promise<T>): Promise<T> {
    const found = await work(this.open).catch((error) => this.#failed(error));
    await this.#checkUnchanged();
    return found;
  }

  /** The same for a stream, which fails at its end. Throws at once what `of` throws. */
  stream(of: (open: AuditedPackage) => ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const stream = of(this.open);
    if (!this.#file.checkUnchanged) return stream;
    return streamOf(() => this.#unchanged(chunksOf(stream)));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#file.close();
  }

  async *#unchanged(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
    } catch (error) {
      await this.#failed(error);
    }
    await this.#checkUnchanged();
  }

  /** What is wrong with bytes that somebody else wrote says nothing of the package. */
  async #failed(error: unknown): Promise<never> {
    if (!isCancelled(error)) await this.#checkUnchanged();
    throw error;
  }

  async #checkUnchanged(): Promise<void> {
    if (!this.#isClosed) await this.#file.checkUnchanged?.();
  }
}
