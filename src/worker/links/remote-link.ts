import { asBoxcutterError, type BoxcutterError, InternalError } from '../../base/errors.ts';
import { MAX_LINK_ATTEMPTS, MAX_OPEN_LINKS } from '../../base/limits.ts';
import type { HttpOptions } from '../../source/http.ts';
import { LruCache } from '../../source/lru.ts';
import { remoteSource } from '../../source/remote.ts';
import type { ByteSource } from '../../source/source.ts';

/** A linked file as the first of its addresses that can be read gives it. */
export interface LinkedSource {
  url: string;
  source: ByteSource;
}

/**
 * Opens linked files for reading parts of them, by the same source as packages: nothing is read but what is asked for. Their hash is not
 * compared, which takes all of a file; whoever shows these bytes says so.
 */
export class RemoteLinks {
  readonly #options: HttpOptions;
  /** By their addresses. Each counts as one. */
  readonly #opened = new LruCache<string, LinkedSource>(MAX_OPEN_LINKS, () => 1);

  constructor(options: HttpOptions = {}) {
    this.#options = options;
  }

  /** Tries at most `MAX_LINK_ATTEMPTS` addresses, in order. Rejects with the last one's failure, or as cancelled. */
  open(urls: readonly string[], signal?: AbortSignal): Promise<LinkedSource> {
    return this.#opened.get(JSON.stringify(urls), (inner) => this.#first(urls, inner), signal);
  }

  async #first(urls: readonly string[], signal: AbortSignal): Promise<LinkedSource> {
    let last: BoxcutterError = new InternalError('internal/bug', 'A linked file has no address.');
    for (const url of urls.slice(0, MAX_LINK_ATTEMPTS)) {
      try {
        return { url, source: await remoteSource(url, { ...this.#options, signal }) };
      } catch (error) {
        last = asBoxcutterError(error);
        if (last.tag === 'cancelled' || last.tag === 'internal') throw last;
      }
    }
    throw last;
  }
}
