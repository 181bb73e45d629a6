import { abortable, throwIfAborted } from './abort.ts';

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
    let enter = () => {};
    const turn = new Promise<void>((resolve) => {
      enter = resolve;
    });
    this.#waiting.add(enter);
    return abortable(turn, signal).catch((error: unknown) => {
      // Its turn may have come at the same time.
      if (!this.#waiting.delete(enter)) this.#leave();
      throw error;
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
