import { sleep } from '../base/abort.ts';
import { formatBytes } from '../base/amounts.ts';
import { isCancelled, NetworkError } from '../base/errors.ts';
import { hostText } from '../base/host.ts';
import { HTTP_STALL_BYTES } from '../base/limits.ts';

/** A signal that fires when the outer signal does, or when a host is silent, or next to silent, for too long. */
export class StallWatch {
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Bytes since the timer was started. */
  #bytes = 0;
  readonly signal: AbortSignal;

  private constructor(ms: number, signal: AbortSignal | undefined) {
    this.#ms = ms;
    this.signal = AbortSignal.any([this.#controller.signal, ...(signal ? [signal] : [])]);
  }

  /** Call it whenever bytes of a body arrive. Only `HTTP_STALL_BYTES` of them begin the time again. */
  received(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= HTTP_STALL_BYTES) this.heard();
  }

  /** Call it where the host is asked, and where it answers: the time begins again. */
  heard(): void {
    this.#bytes = 0;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  /** Waits without counting the time as silence of the host. */
  readonly pause = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    clearTimeout(this.#timer);
    await sleep(ms, signal);
    this.heard();
  };

  /** Runs work that may stall. Rejects with `source/unreachable` after `ms` milliseconds with less than `HTTP_STALL_BYTES`. */
  static async run<T>(
    url: string,
    signal: AbortSignal | undefined,
    ms: number,
    work: (watch: StallWatch) => Promise<T>,
  ): Promise<T> {
    const watch = new StallWatch(ms, signal);
    watch.heard();
    try {
      return await work(watch);
    } catch (error) {
      const isStalled = watch.#controller.signal.aborted;
      if (!isStalled || signal?.aborted || !isCancelled(error)) throw error;
      const what = watch.#bytes === 0 ? 'nothing for' : `only ${formatBytes(watch.#bytes)} in`;
      const message = `${hostText(new URL(url).host)} sent ${what} ${Math.round(ms / 1000)} seconds.`;
      throw new NetworkError('source/unreachable', message, { url, cause: error });
    } finally {
      clearTimeout(watch.#timer);
    }
  }
}
