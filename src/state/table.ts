/**
 * Values by key, as a store shows them. A new object for each change, so that components notice it, over one map that
 * is not copied.
 */
export interface Table<T> {
  readonly size: number;
  get(key: string): T | undefined;
}

/** The map behind a `Table`. */
export class GrowingTable<T> {
  readonly #map = new Map<string, T>();

  get(key: string): T | undefined {
    return this.#map.get(key);
  }

  set(key: string, value: T): void {
    this.#map.set(key, value);
  }

  delete(key: string): void {
    this.#map.delete(key);
  }

  /** The values as they are now. */
  shown(): Table<T> {
    return { size: this.#map.size, get: (key) => this.#map.get(key) };
  }
}
