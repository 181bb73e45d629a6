import { throwIfAborted } from '../base/abort.ts';
import { SharedTask } from './shared.ts';

interface Slot<V> {
  task: SharedTask<V>;
  bytes: number;
}

/**
 * Values by key, bounded in bytes, the longest unused dropped first. Failures and abandoned work are not kept. Values
 * are shared: whoever hands one on to a caller that may transfer it copies it first.
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

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  has(key: K): boolean {
    return this.#slots.has(key);
  }

  /** The value for `key`, loaded if it is not there. Callers that ask at the same time share one load. */
  async get(key: K, load: (signal: AbortSignal) => Promise<V>, signal?: AbortSignal): Promise<V> {
    // What nobody waits for is not begun, and could not be ended.
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

  #settle(key: K, slot: Slot<V>, bytes: number): void {
    if (this.#slots.get(key) !== slot) return;
    // At least one, so that a million empty values do not count as nothing.
    slot.bytes = Math.max(1, bytes);
    this.#bytes += slot.bytes;
    for (const [oldKey, old] of this.#slots) {
      if (this.#bytes <= this.#maxBytes) return;
      // Those that are still loading have no bytes yet, and somebody waits for them.
      if (old.bytes === 0) continue;
      this.#slots.delete(oldKey);
      this.#bytes -= old.bytes;
    }
  }
}
