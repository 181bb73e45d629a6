import { CancelledError } from '../base/errors.ts';

/** Runs tasks in the order given, at most `limit` at a time. One that is aborted while it waits is never begun. */
export class Queue {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#running >= this.#limit) await this.#turn(signal);
    else this.#running++;
    try {
      if (signal?.aborted) throw new CancelledError();
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // A place is handed on, not given back, so that nobody comes between.
      if (next) next();
      else this.#running--;
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(new CancelledError());
      };
      if (signal?.aborted) {
        reject(new CancelledError());
        return;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(begin);
    });
  }
}
