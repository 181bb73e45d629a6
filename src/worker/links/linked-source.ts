import { fromErrorData, InternalError } from '../../base/errors.ts';
import { MAX_OPEN_LINKS } from '../../base/limits.ts';
import { LruCache } from '../../base/shared-task.ts';
import type { HttpOptions } from '../../source/http.ts';
import { remoteSource } from '../../source/remote.ts';
import type { ByteSource } from '../../source/source.ts';
import { tryInOrder } from './link-fetch.ts';

/** A linked file, and the address that it is read from. */
export interface LinkedSource {
  url: string;
  source: ByteSource;
}

/**
 * Opens linked files to read parts of them, by range requests as for packages. Their hash is not compared, since that
 * takes the whole file; who shows these bytes says so.
 */
export class LinkedSources {
  readonly #options: HttpOptions;
  /** By all addresses of the file. Each source counts as one. */
  readonly #opened = new LruCache<string, LinkedSource>(MAX_OPEN_LINKS, () => 1);

  constructor(options: HttpOptions = {}) {
    this.#options = options;
  }

  /**
   * Lets go of what is known of a file: the next `open` asks its addresses again. For a file that was fetched again, or
   * that its host has changed: neither its old size and version nor cached parts are true any more.
   */
  forget(urls: readonly string[]): void {
    this.#opened.delete(JSON.stringify(urls));
  }

  /** Tries at most `MAX_LINK_ATTEMPTS` addresses, in order. Rejects with the last one's failure, or as cancelled. */
  open(urls: readonly string[], signal?: AbortSignal): Promise<LinkedSource> {
    return this.#opened.get(JSON.stringify(urls), (inner) => this.#first(urls, inner), signal);
  }

  async #first(urls: readonly string[], signal: AbortSignal): Promise<LinkedSource> {
    const { found, tried } = await tryInOrder(urls, async (url) => ({
      url,
      source: await remoteSource(url, { ...this.#options, signal }),
    }));
    if (found) return found;
    const last = tried.at(-1);
    throw last ? fromErrorData(last.error) : new InternalError('internal/bug', 'The linked file has no URL.');
  }
}
