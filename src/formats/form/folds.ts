import { createContext } from 'react';
import type { FieldPath } from '../../model/edit/field.ts';

/** Opens the folded items of the form's lists, for whatever leads to a field in one of them. */
export class Folds {
  readonly #lists = new Map<string, (index: number) => void>();

  /** @returns what takes the list out again */
  add(list: string, open: (index: number) => void): () => void {
    this.#lists.set(list, open);
    return () => this.#lists.delete(list);
  }

  /** Opens the item that holds the path, if an item of a list does. It is rendered a little later. */
  open([list, index]: FieldPath): void {
    if (typeof list === 'string' && index !== undefined && /^\d+$/.test(String(index)))
      this.#lists.get(list)?.(Number(index));
  }
}

export const FoldsContext = createContext(new Folds());

/** Lists of up to this many items open all of them at first. */
const ALL_OPEN = 3;

/**
 * Which items of a list are open, by their keys. Each is decided when it is first seen, so that nothing folds by itself
 * later: all of a short list, else the first one and those with errors.
 */
export class OpenItems {
  readonly #open = new Map<string, boolean>();
  /** Whether items that are seen next are open: somebody has just added them. */
  #next = false;

  see(keys: readonly string[], hasErrors: (index: number) => boolean): void {
    for (const [index, key] of keys.entries()) {
      if (!this.#open.has(key))
        this.#open.set(key, this.#next || keys.length <= ALL_OPEN || index === 0 || hasErrors(index));
    }
    this.#next = false;
  }

  has(key: string | undefined): boolean {
    return key !== undefined && this.#open.get(key) === true;
  }

  set(key: string, isOpen: boolean): void {
    this.#open.set(key, isOpen);
  }

  openNext(): void {
    this.#next = true;
  }
}
