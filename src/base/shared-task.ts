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

  constructor(work: (signal: AbortSignal) => Promise<T>, onGone: () => void = () => {}) {
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

/**
 * Does `work` once for each object: callers at the same time share it, and later ones get the same result. A failure is
 * not kept.
 */
export function sharedBy<K extends object, T>(
  work: (key: K, signal: AbortSignal) => Promise<T>,
): (key: K, signal: AbortSignal | undefined) => Promise<T> {
  const tasks = new WeakMap<K, SharedTask<T>>();
  return async (key, signal) => {
    // Starts no work that nobody waits for: nobody could cancel it.
    throwIfAborted(signal);
    const known = tasks.get(key);
    if (known) return known.join(signal);
    const forget = () => {
      // Another one may have taken its place.
      if (tasks.get(key) === task) tasks.delete(key);
    };
    const task = new SharedTask((inner) => work(key, inner), forget);
    tasks.set(key, task);
    return task.join(signal);
  };
}

interface Slot<V> {
  task: SharedTask<V>;
  bytes: number;
}

/**
 * Caches values by key, up to `maxBytes`. Drops the least recently used value first. Does not keep failures or aborted
 * loads. Callers share the values: copy a value before you give it to code that may transfer it.
 */
export class LruCache<K, V> {
  readonly #slots = new Map<K, Slot<V>>();
  readonly #maxBytes: number;
  readonly #sizeOf: (value: V) => number;
  #bytes = 0;

  constructor(maxBytes: number, sizeOf: (value: V) => number) {
    this.#maxBytes = maxBytes;
    this.#sizeOf = sizeOf;
  }

  /** Bytes that the cache holds now. */
  get bytes(): number {
    return this.#bytes;
  }

  has(key: K): boolean {
    return this.#slots.has(key);
  }

  /** The value for `key`. Loads it if it is missing. Callers that ask at the same time share one load. */
  async get(key: K, load: (signal: AbortSignal) => Promise<V>, signal?: AbortSignal): Promise<V> {
    // Do not start a load that nobody waits for: nothing could end it.
    throwIfAborted(signal);
    let slot = this.#slots.get(key);
    if (slot) {
      this.#slots.delete(key);
    } else {
      const fresh: Slot<V> = {
        bytes: 0,
        task: new SharedTask(
          async (inner) => {
            const value = await load(inner);
            this.#settle(key, fresh, this.#sizeOf(value));
            return value;
          },
          () => {
            if (this.#slots.get(key) === fresh) this.#slots.delete(key);
          },
        ),
      };
      slot = fresh;
    }
    this.#slots.set(key, slot);
    return slot.task.join(signal);
  }

  /** Drops a value. A load that is under way goes on for those that wait for it, and its value is not kept. */
  delete(key: K): void {
    const slot = this.#slots.get(key);
    if (!slot) return;
    this.#slots.delete(key);
    this.#bytes -= slot.bytes;
  }

  #settle(key: K, slot: Slot<V>, bytes: number): void {
    if (this.#slots.get(key) !== slot) return;
    // Count at least one byte, so that a million empty values do not count as nothing.
    slot.bytes = Math.max(1, bytes);
    this.#bytes += slot.bytes;
    for (const [oldKey, old] of this.#slots) {
      if (this.#bytes <= this.#maxBytes) return;
      // A value that is still loading has no bytes yet, and somebody waits for it.
      if (old.bytes === 0) continue;
      this.#slots.delete(oldKey);
      this.#bytes -= old.bytes;
    }
  }
}
