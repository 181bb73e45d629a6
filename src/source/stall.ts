import { sleep } from '../base/abort.ts';
import { isCancelled, NetworkError } from '../base/errors.ts';
import { hostText } from '../base/host.ts';

/** A signal that fires when the outer signal does, or when a host is silent for too long. */
export class StallWatch {
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly signal: AbortSignal;

  private constructor(ms: number, signal: AbortSignal | undefined) {
    this.#ms = ms;
    this.signal = AbortSignal.any([this.#controller.signal, ...(signal ? [signal] : [])]);
  }

  /** Call it whenever bytes arrive. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
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
    const watch = new StallWatch(ms, signal);
    watch.heard();
    try {
      return await work(watch);
    } catch (error) {
      const isStalled = watch.#controller.signal.aborted;
      if (!isStalled || signal?.aborted || !isCancelled(error)) throw error;
      const message = `${hostText(new URL(url).host)} sent nothing for ${Math.round(ms / 1000)} seconds.`;
      throw new NetworkError('source/unreachable', message, { url, cause: error });
    } finally {
      clearTimeout(watch.#timer);
    }
  }
}
