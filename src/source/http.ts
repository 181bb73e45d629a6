import { throwIfAborted } from '../base/abort.ts';
import { BadFileError, BoxcutterError, CancelledError, isCancelled, NetworkError } from '../base/errors.ts';
import { checkRange } from './range.ts';
import type { ByteSource } from './source.ts';
import { chunksOf, collect, streamOf } from './stream.ts';

export interface HttpOptions {
  signal?: AbortSignal;
  /** The `fetch` to use. */
  fetch?: typeof fetch;
}

/** What a response says of the bytes in it (RFC 9110, 14.4). `total` is undefined where the host says `*`. */
interface ContentRange {
  start: number;
  end: number;
  total: number | undefined;
}

/**
 * Checks an address before anything is asked of it: https, or http where nobody else can listen (this computer) or where the page
 * itself came over http. Throws `source/bad-url`.
 */
export function checkUrl(url: string): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (error) {
    throw new NetworkError('source/bad-url', `“${url}” is not an address.`, { url, cause: error });
  }
  const refuse = (why: string) => new NetworkError('source/bad-url', `“${url}” ${why}.`, { url });
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') throw refuse('does not begin with https://');
  if (parsed.username || parsed.password) throw refuse('holds a user name or password');
  if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname) && globalThis.location?.protocol !== 'http:') {
    throw refuse('is not encrypted: only https:// is read from other computers');
  }
  parsed.hash = '';
  return parsed;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The last part of the address's path, readable, else its host. */
function nameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '');
  if (last === undefined) return host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/**
 * A file on a host, read by bounded range requests. Asks for its first byte, to learn its size and whether the host can send parts;
 * where the size cannot be read from that answer (a host that does not expose Content-Range to pages), by HEAD. A read succeeds only
 * with status 206 and the exact length, at the right place and of the same version where the host lets that be read; nothing is tried
 * twice. Rejects with `source/bad-url`, `source/unreachable`, `source/forbidden`, `source/not-found`, `source/http-status`,
 * `source/no-ranges`, `source/no-size`, `source/bad-range`, `source/changed`.
 */
export async function httpSource(url: string, options: HttpOptions = {}): Promise<ByteSource> {
  const { signal } = options;
  const target = checkUrl(url);
  const file = new HttpFile(target, options.fetch ?? globalThis.fetch.bind(globalThis));
  await file.probe(signal);
  return file;
}

class HttpFile implements ByteSource {
  readonly name: string;
  readonly #url: string;
  readonly #fetch: typeof fetch;
  #size = 0;
  #etag: string | null = null;

  constructor(url: URL, fetchFile: typeof fetch) {
    this.name = nameOf(url);
    this.#url = url.href;
    this.#fetch = fetchFile;
  }

  get size(): number {
    return this.#size;
  }

  async probe(signal: AbortSignal | undefined): Promise<void> {
    const response = await this.#ask({ headers: { Range: 'bytes=0-0' } }, signal);
    const range = parseContentRange(response.headers.get('Content-Range'));
    this.#etag = response.headers.get('ETag');
    if (response.status === 416) {
      // What a host says of a file without a first byte.
      discard(response);
      if (response.headers.get('Content-Range')?.trim() === 'bytes */0') return;
      throw this.#error('source/bad-range', 'The host refuses to send the first byte.', response);
    }
    this.#checkPartial(response);
    if (range && (range.start !== 0 || range.end !== 1)) {
      discard(response);
      throw this.#error('source/bad-range', 'The host sent other bytes than the first one.', response);
    }
    await this.#body(response, 1, signal);
    this.#size = range?.total ?? (await this.#sizeByHead(signal));
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array> {
    throwIfAborted(signal);
    checkRange(this, start, end);
    if (start === end) return new Uint8Array(0);
    return this.#body(await this.#range(start, end, signal), end - start, signal);
  }

  stream(start: number, end: number, signal?: AbortSignal): ReadableStream<Uint8Array> {
    return streamOf((inner) => this.#chunks(start, end, inner), signal);
  }

  async *#chunks(start: number, end: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    checkRange(this, start, end);
    if (start === end) return;
    yield* this.#exactly(await this.#range(start, end, signal), end - start, signal);
  }

  /** A response that holds bytes `start` to `end`, as far as its headers tell. */
  async #range(start: number, end: number, signal: AbortSignal | undefined): Promise<Response> {
    const response = await this.#ask({ headers: { Range: `bytes=${start}-${end - 1}` } }, signal);
    try {
      if (response.status === 416) throw this.#error('source/changed', 'The file has become shorter.', response);
      this.#checkPartial(response);
      const etag = response.headers.get('ETag');
      const range = parseContentRange(response.headers.get('Content-Range'));
      if (this.#etag !== null && etag !== null && etag !== this.#etag) {
        throw this.#error('source/changed', 'The host has another version of the file now.', response);
      }
      if (range?.total !== undefined && range.total !== this.#size) {
        throw this.#error('source/changed', `The file had ${this.#size} bytes and has ${range.total} now.`, response);
      }
      if (range && (range.start !== start || range.end !== end)) {
        const message = `Bytes ${range.start} to ${range.end} came where ${start} to ${end} were asked for.`;
        throw this.#error('source/bad-range', message, response);
      }
    } catch (error) {
      discard(response);
      throw error;
    }
    return response;
  }

  async #sizeByHead(signal: AbortSignal | undefined): Promise<number> {
    const response = await this.#ask({ method: 'HEAD' }, signal);
    const length = response.headers.get('Content-Length');
    const size = Number(length);
    // Compressed on the way, its length would be that of something else.
    const encoded = response.headers.get('Content-Encoding') !== null;
    if (!response.ok || length === null || encoded || !Number.isSafeInteger(size) || size < 1) {
      throw this.#error('source/no-size', 'The host does not say how long the file is.', response);
    }
    return size;
  }

  #ask(init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    return request(this.#fetch, this.#url, init, signal);
  }

  /** Throws unless the status is 206. A 200 holds the whole file, however large: its body is not read. */
  #checkPartial(response: Response): void {
    if (response.status === 206) return;
    discard(response);
    if (response.status === 200) throw this.#error('source/no-ranges', 'The host sends only whole files.', response);
    throw refusal(this.#url, response);
  }

  #body(response: Response, length: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    return collect(this.#exactly(response, length, signal), length);
  }

  /** The body, which must have exactly `length` bytes: one that has more is given up, none of the excess is passed on. */
  async *#exactly(response: Response, length: number, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    let done = 0;
    try {
      for await (const chunk of response.body ? chunksOf(response.body) : []) {
        throwIfAborted(signal);
        done += chunk.length;
        if (done > length) {
          throw this.#error('source/bad-range', `More than the ${length} bytes asked for came.`, response);
        }
        yield chunk;
      }
    } catch (error) {
      throw failure(this.#url, error, signal);
    }
    if (done !== length) {
      throw this.#error('source/bad-range', `${done} bytes came where ${length} were asked for.`, response);
    }
  }

  #error(code: HttpCode, message: string, response: Response): BadFileError | NetworkError {
    const fields = { url: this.#url, status: response.status };
    return code === 'source/bad-range' || code === 'source/changed'
      ? new BadFileError(code, message, fields)
      : new NetworkError(code, message, fields);
  }
}

type HttpCode = 'source/bad-range' | 'source/changed' | 'source/no-ranges' | 'source/no-size';

/**
 * Asks a host once, and gives its answer whatever the status. Neither says who asks nor acts as them. Rejects with `source/bad-url`,
 * also where redirects lead to an address that may not be read, with `source/unreachable`, or as cancelled.
 */
export async function request(
  fetchFile: typeof fetch,
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  throwIfAborted(signal);
  let response: Response;
  try {
    response = await fetchFile(url, {
      ...init,
      ...(signal ? { signal } : {}),
      // A package must not be able to tell who looks at it, nor to act as them.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // Chromium's cache locks an address while one range of it is on its way.
      cache: 'no-store',
    });
  } catch (error) {
    throw failure(url, error, signal);
  }
  // Where redirects led to.
  if (response.url !== '') {
    try {
      checkUrl(response.url);
    } catch (error) {
      discard(response);
      throw error;
    }
  }
  return response;
}

/** What a status that brings no file means: `source/forbidden`, `source/not-found` or `source/http-status`. */
export function refusal(url: string, { status }: Response): NetworkError {
  const fields = { url, status };
  if (status === 401 || status === 403)
    return new NetworkError('source/forbidden', `The host refuses access (status ${status}).`, fields);
  if (status === 404 || status === 410)
    return new NetworkError('source/not-found', `The host has no such file (status ${status}).`, fields);
  return new NetworkError('source/http-status', `The host answered with status ${status}.`, fields);
}

/** What was thrown while a host was asked or its answer read, as one of ours. */
export function failure(url: string, error: unknown, signal: AbortSignal | undefined): BoxcutterError {
  if (error instanceof BoxcutterError) return error;
  if (signal?.aborted || isCancelled(error)) return new CancelledError(undefined, { cause: error });
  return new NetworkError('source/unreachable', `${new URL(url).host} could not be read.`, { url, cause: error });
}

/** Ends a download whose body nobody wants. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => {});
}

/** `bytes 0-9/100` as half-open numbers; undefined where the header is absent, unreadable from this page, or something else. */
export function parseContentRange(header: string | null): ContentRange | undefined {
  const match = header?.trim().match(/^bytes (\d+)-(\d+)\/(\d+|\*)$/i);
  if (!match) return undefined;
  return {
    start: Number(match[1]),
    end: Number(match[2]) + 1,
    total: match[3] === '*' ? undefined : Number(match[3]),
  };
}
