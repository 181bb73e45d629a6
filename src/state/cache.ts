/**
 * Values by key. The least recently used are dropped where all of them exceed `maxBytes`. Only values that have arrived
 * are cached: a failure can be tried again, and one caller's abort does not concern another.
 */
export class ByteCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, { value: unknown; bytes: number }>();
  #total = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async get<T>(key: string, load: () => Promise<T>, sizeOf: (value: T) => number): Promise<T> {
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value as T;
    }
    const value = await load();
    this.#remove(key);
    const bytes = sizeOf(value);
    this.#entries.set(key, { value, bytes });
    this.#total += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#maxBytes) break;
      this.#remove(oldest);
    }
    return value;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#total -= entry.bytes;
  }
}
