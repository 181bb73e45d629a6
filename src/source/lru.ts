import { throwIfAborted } from '../base/abort.ts';
import { SharedTask } from '../base/shared-task.ts';

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
