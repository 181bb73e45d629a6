import { sleep } from '../base/abort.ts';
import { isCancelled, NetworkError } from '../base/errors.ts';
import { hostText } from '../base/host.ts';

/** A signal that fires when the outer signal does, or when a host is silent for too long. */
export class StallWatch {
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stalled = false;

  private constructor(ms: number) {
    this.#ms = ms;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Call it whenever bytes arrive. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#stalled = true;
      this.#controller.abort();
    }, this.#ms);
  }

  /** Waits without counting the time as silence of the host. */
  readonly pause = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    clearTimeout(this.#timer);
    await sleep(ms, signal);
    this.heard();
  };

  /** Runs work that may stall. Rejects with `source/unreachable` after `ms` milliseconds of silence. */
  static async run<T>(
    url: string,
    signal: AbortSignal | undefined,
    ms: number,
    work: (watch: StallWatch) => Promise<T>,
  ): Promise<T> {
    const watch = new StallWatch(ms);
    const forward = () => watch.#controller.abort(signal?.reason);
    if (signal?.aborted) forward();
    else signal?.addEventListener('abort', forward, { once: true });
    watch.heard();
    try {
      return await work(watch);
    } catch (error) {
      if (!watch.#stalled || signal?.aborted || !isCancelled(error)) throw error;
      const message = `${hostText(new URL(url).host)} sent nothing for ${Math.round(ms / 1000)} seconds.`;
      throw new NetworkError('source/unreachable', message, { url, cause: error });
    } finally {
      clearTimeout(watch.#timer);
      signal?.removeEventListener('abort', forward);
    }
  }
}
