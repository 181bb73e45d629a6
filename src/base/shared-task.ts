import { abortable, throwIfAborted } from './abort.ts';

/**
 * One task that several callers wait for. The abort of a caller ends only its own wait. When the last caller aborts
 * before the task is done, the task is aborted and `onGone` is called. `onGone` is also called if the task fails, so
 * that a cache drops it and never returns a failure twice.
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
