import { HTTP_AHEAD_BYTES, HTTP_BLOCK_BYTES, HTTP_END_BYTES, HTTP_KEPT_STREAM_BYTES } from '../base/limits.ts';
import { cachedSource } from './cache.ts';
import { coalescedSource } from './coalesce.ts';
import { type HttpOptions, type HttpSource, httpSource } from './http.ts';
import { wholeSource } from './whole.ts';

/**
 * A file on a host, read with few requests. Merges small reads near each other, caches what was read, and reads the end
 * of the file at once. A short file of a host that sends only whole files is read whole. Rejects as `httpSource` does.
 */
export async function remoteSource(url: string, options: HttpOptions = {}): Promise<HttpSource> {
  let file: HttpSource;
  try {
    file = await httpSource(url, options);
  } catch (error) {
    return await wholeSource(url, error, options);
  }
  const cached = cachedSource(coalescedSource(file), {
    blockBytes: HTTP_BLOCK_BYTES,
    endBytes: HTTP_END_BYTES,
    streamBytes: HTTP_KEPT_STREAM_BYTES,
    aheadBytes: HTTP_AHEAD_BYTES,
  });
  return {
    ...cached,
    get servedFrom() {
      return file.servedFrom;
    },
  };
}
