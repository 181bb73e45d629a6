import { SAVED_KEPT_MS } from '../../base/limits.ts';

/** Lets go of a file, and removes it. */
type Release = () => void;

interface Kept {
  release: Release;
  /** Open packages whose bytes it holds. */
  users: number;
  /** Until then it is kept also without: the browser may be copying it to where it was saved. As `Date.now()`. */
  until: number;
}

/**
 * Files in what the browser keeps for the page, by name: downloads, and saved packages, on whose bytes open packages stand. One is
 * removed when no open package stands on it any more, and whoever saved it had time to copy it.
 */
export class KeptFiles {
  readonly #files = new Map<string, Kept>();
  readonly #adopt: (name: string) => Promise<Release>;

  /** @param adopt holds on to a file that an earlier worker of the page has left */
  constructor(adopt: (name: string) => Promise<Release>) {
    this.#adopt = adopt;
  }

  /** A file that an open package is about to stand on. */
  add(name: string, release: Release): void {
    this.#files.set(name, { release, users: 0, until: 0 });
  }

  /** Keeps a file for as long as copying it from there may take. */
  copy(name: string): void {
    const kept = this.#files.get(name);
    if (!kept) return;
    kept.until = Date.now() + SAVED_KEPT_MS;
    setTimeout(() => this.#sweep(name), SAVED_KEPT_MS + 1);
  }

  /** A package that stands on the file was opened. */
  async open(name: string): Promise<void> {
    const known = this.#files.get(name);
    if (known) {
      known.users++;
      return;
    }
    const release = await this.#adopt(name);
    const since = this.#files.get(name);
    if (since) {
      since.users++;
      return;
    }
    this.#files.set(name, { release, users: 1, until: 0 });
  }

  /** One of those was closed, or could not be opened. */
  close(name: string): void {
    const kept = this.#files.get(name);
    if (!kept) return;
    kept.users--;
    this.#sweep(name);
  }

  #sweep(name: string): void {
    const kept = this.#files.get(name);
    if (!kept || kept.users > 0 || kept.until > Date.now()) return;
    this.#files.delete(name);
    kept.release();
  }
}
