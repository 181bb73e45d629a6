import { abortable, throwIfAborted } from '../base/abort.ts';

/**
 * One piece of work that several callers wait for. Each caller's abort ends only its own wait; when the last one has
 * gone before the work is done, the work itself is aborted and `onGone` called. `onGone` is called as well when the
 * work fails, so that a cache can drop it: a failure is never handed out twice.
 */
export class SharedTask<T> {
  readonly #controller = new AbortController();
  readonly #promise: Promise<T>;
  readonly #onGone: () => void;
  #waiting = 0;
  #settled = false;

  constructor(work: (signal: AbortSignal) => Promise<T>, onGone: () => void) {
    this.#onGone = onGone;
    this.#promise = work(this.#controller.signal);
    this.#promise.then(
      () => {
        this.#settled = true;
      },
      () => {
        this.#settled = true;
        onGone();
      },
    );
  }

  async join(signal?: AbortSignal): Promise<T> {
    throwIfAborted(signal);
    this.#waiting++;
    try {
      return await abortable(this.#promise, signal);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0 && !this.#settled && signal?.aborted) {
        this.#settled = true;
        this.#onGone();
        this.#controller.abort(signal.reason);
      }
    }
  }
}
