/** Values by key as a store shows them: a new object for each change, so that it is noticed, over one map that grows and is not copied. */
export interface Table<T> {
  readonly size: number;
  get(key: string): T | undefined;
}

/** What is behind a `Table`. */
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
