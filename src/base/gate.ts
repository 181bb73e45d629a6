import { throwIfAborted } from './abort.ts';
import { CancelledError } from './errors.ts';

/** Runs at most `size` tasks at once. The others wait in order. A task that is aborted while it waits never starts. */
export class Gate {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(size: number) {
    this.#free = size;
  }

  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(signal: AbortSignal | undefined): Promise<void> {
    throwIfAborted(signal);
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', give);
        resolve();
      };
      const give = () => {
        this.#waiting.delete(enter);
        reject(new CancelledError(undefined, { cause: signal?.reason }));
      };
      this.#waiting.add(enter);
      signal?.addEventListener('abort', give, { once: true });
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
