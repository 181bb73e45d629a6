import { throwIfAborted } from '../base/abort.ts';
import { grouped } from '../base/amounts.ts';
import { BadFileError, BoxcutterError, type ErrorFields, NetworkError } from '../base/errors.ts';
import { Gate } from '../base/gate.ts';
import {
  HTTP_HEAD_BYTES,
  HTTP_PIECE_MS,
  HTTP_STALL_MS,
  MAX_HTTP_PIECE,
  MAX_HTTP_REQUESTS,
  MIN_HTTP_PIECE,
} from '../base/limits.ts';
import { isEncoded, lengthOf, parseContentRange } from './headers.ts';
import { repositoryError } from './hugging-face.ts';
import { repositoryAt } from './hugging-face-address.ts';
import {
  type Attempt,
  bodyOf,
  diagnose,
  discard,
  elsewhereOf,
  type HostOptions,
  patiently,
  refusal,
  request,
} from './request.ts';
import { type ByteSource, checkRange } from './source.ts';
import { StallWatch } from './stall.ts';
import { streamOf } from './stream.ts';
import { checkUrl, fileAddress, nameOf } from './web-address.ts';

export interface HttpOptions extends HostOptions {
  /** Bytes at the start of the file that the first request reads and keeps. */
  headBytes?: number;
}

/** Limits the requests for parts of files, to all hosts together. */
const gate = new Gate(MAX_HTTP_REQUESTS);

/** A file on a host. */
export interface HttpSource extends ByteSource {
  /** The host that the last bytes came from, after redirects. */
  readonly servedFrom: string;
}

/**
 * A file on a host, read by bounded range requests from the address that `fileAddress` gives. The first request asks
 * for the start of the file: it shows the size, and whether the host can send parts. Some hosts hide Content-Range, and
 * with it the size, from pages. A HEAD then tells the size, or else the headers of a GET whose body is discarded. A
 * read succeeds only with status 206, the exact length, the right position, and the same version. The version is ETag,
 * Last-Modified and size, as far as pages may read them. Rejects with `source/bad-url`, `source/unreachable`,
 * `source/no-cors`, `source/offline`, `source/forbidden`, `source/not-found`, `source/http-status`, `source/no-ranges`,
 * `source/no-size`, `source/bad-range`, `source/changed`. An address of a repository rejects with `source/repository`,
 * which names its files, or as listing them does.
 */
export async function httpSource(url: string, options: HttpOptions = {}): Promise<HttpSource> {
  const { signal } = options;
  const address = fileAddress(url);
  const repository = repositoryAt(address);
  if (repository) throw await repositoryError(repository, options);
  const name = nameOf(address);
  const file = new HttpFile(address.href, name, options);
  const elsewhere = await file.probe(true, signal);
  if (elsewhere === undefined) return file;
  const followed = new HttpFile(elsewhere, name, options);
  // Follow only once: at the second address is the file.
  await followed.probe(false, signal);
  return followed;
}

class HttpFile implements HttpSource {
  readonly name: string;
  size = 0;
  readonly #url: string;
  readonly #fetch: typeof fetch;
  readonly #options: HttpOptions;
  /**
   * The address that redirects led to. Requests go there directly until it refuses, because signed addresses expire.
   */
  #direct: string | undefined;
  /** The first bytes of the file. */
  #head = new Uint8Array(0);
  #answered = false;
  #etag: string | null = null;
  #modified: string | null = null;

  constructor(url: string, name: string, options: HttpOptions) {
    this.name = name;
    this.#url = url;
    this.#options = options;
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  get servedFrom(): string {
    return new URL(this.#direct ?? this.#url).host;
  }

  /**
   * Learns the size and version of the file. Returns another address if the host says to read the file there.
   *
   * @param mayMove whether the host may name another address for the file
   */
  async probe(mayMove: boolean, signal: AbortSignal | undefined): Promise<string | undefined> {
    try {
      // A host that has not answered yet is more likely gone for good.
      return await this.#patiently((attempt, watch) => this.#probe(mayMove, attempt, watch), signal, 2);
    } catch (error) {
      // A page that may read the headers may read the rest: there is nothing to diagnose.
      throw this.#answered ? error : await diagnose(this.#fetch, this.#url, error, signal, true);
    }
  }

  async #probe(mayMove: boolean, attempt: Attempt, watch: StallWatch): Promise<string | undefined> {
    const wanted = Math.max(1, this.#options.headBytes ?? HTTP_HEAD_BYTES);
    const response = await this.#ask(this.#url, { headers: { Range: `bytes=0-${wanted - 1}` } }, watch);
    attempt.answered = true;
    this.#answered = true;
    const elsewhere = mayMove ? elsewhereOf(response, this.#url) : undefined;
    if (elsewhere !== undefined) return elsewhere;
    const range = parseContentRange(response.headers.get('Content-Range'));
    if (response.status === 416) {
      // The answer of a host for an empty file: it has no first byte.
      if (response.headers.get('Content-Range')?.trim() !== 'bytes */0')
        throw this.#wrong(response, 'The host did not send the first byte.');
      discard(response);
      return undefined;
    }
    this.#checkPartial(response);
    if (range && (range.start !== 0 || range.end !== Math.min(wanted, range.total ?? wanted)))
      throw this.#wrong(response, 'The host sent the wrong bytes.');
    this.#etag = response.headers.get('ETag');
    this.#modified = response.headers.get('Last-Modified');
    const head = new Uint8Array(range?.end ?? wanted);
    const stated = lengthOf(response);
    let length = 0;
    try {
      length = await this.#fill(head, 0, response, watch);
    } catch (error) {
      // The body is longer than its stated length: the browser has decompressed it.
      if (stated !== undefined && stated <= head.length && error instanceof BadFileError)
        throw this.#compressed(response);
      throw error;
    }
    if (stated !== undefined && stated !== length) throw this.#compressed(response);
    if (range && length !== range.end)
      throw this.#wrong(response, grouped`The host sent ${length} bytes instead of ${range.end}.`);
    const size = range?.total ?? (await this.#askSize(watch));
    if (length !== Math.min(wanted, size))
      throw this.#wrong(response, grouped`The host sent ${length} bytes instead of ${Math.min(wanted, size)}.`);
    this.#head = head.slice(0, length);
    this.size = size;
    this.#remember(response);
    return undefined;
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array> {
    throwIfAborted(signal);
    checkRange(this, start, end);
    const head = this.#head.subarray(start, end);
    if (head.length === end - start) return head.slice();
    const bytes = new Uint8Array(end - start);
    bytes.set(head);
    const rest = bytes.subarray(head.length);
    await this.#patiently((attempt, watch) => this.#part(rest, start + head.length, attempt, watch), signal);
    return bytes;
  }

  stream(start: number, end: number, signal?: AbortSignal): ReadableStream<Uint8Array> {
    return streamOf((inner) => this.#pieces(start, end, inner), signal);
  }

  /** Yields pieces, and reads ahead of the consumer. Yields a piece only once all of it is right. */
  async *#pieces(start: number, end: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    checkRange(this, start, end);
    let length = MIN_HTTP_PIECE;
    let asked = start;
    const ask = async (from: number, to: number) => {
      const begun = performance.now();
      const bytes = await this.read(from, to, signal);
      const took = performance.now() - begun;
      if (took < HTTP_PIECE_MS) length = Math.min(length * 2, MAX_HTTP_PIECE);
      else if (took > 4 * HTTP_PIECE_MS) length = Math.max(length / 2, MIN_HTTP_PIECE);
      return bytes;
    };
    const pieces: Promise<Uint8Array>[] = [];
    const askUpTo = (count: number) => {
      while (pieces.length < count && asked < end) {
        const from = asked;
        // Avoid a request for a small rest.
        asked = end - from < length * 1.25 ? end : from + length;
        const piece = ask(from, asked);
        piece.catch(() => {});
        pieces.push(piece);
      }
    };
    // From the second piece on, two requests run at once: one delivers while the other is on its way.
    for (askUpTo(1); pieces.length > 0; ) {
      const bytes = await (pieces.shift() as Promise<Uint8Array>);
      askUpTo(2);
      yield bytes;
    }
  }

  /** One attempt to fill the rest of `bytes`. `start` is their position in the file. */
  async #part(bytes: Uint8Array, start: number, attempt: Attempt, watch: StallWatch): Promise<void> {
    const before = attempt.done;
    const response = await this.#range(start + before, start + bytes.length, attempt, watch);
    const done = await this.#fill(bytes, before, response, watch, attempt);
    if (done === bytes.length) return;
    throw this.#wrong(response, grouped`The host sent ${done - before} bytes instead of ${bytes.length - before}.`);
  }

  /** A response for bytes `start` to `end`. Its headers have been checked; its body has not. */
  async #range(start: number, end: number, attempt: Attempt, watch: StallWatch): Promise<Response> {
    const response = await this.#askDirect({ headers: { Range: `bytes=${start}-${end - 1}` } }, watch);
    attempt.answered = true;
    if (response.status === 416) throw this.#changed(response, 'The file is shorter now.');
    this.#checkPartial(response);
    this.#checkVersion(response);
    const range = parseContentRange(response.headers.get('Content-Range'));
    if (range?.total !== undefined && range.total !== this.size)
      throw this.#changed(response, grouped`The file had ${this.size} bytes and has ${range.total} now.`);
    if (range && (range.start !== start || range.end !== end)) {
      const sent = `bytes ${range.start} to ${range.end} instead of ${start} to ${end}`;
      throw this.#wrong(response, `The host sent ${sent}.`);
    }
    const stated = lengthOf(response);
    if (stated !== undefined && stated !== end - start)
      throw this.#wrong(response, grouped`The host announced ${stated} bytes instead of ${end - start}.`);
    return response;
  }

  #checkVersion(response: Response): void {
    const etag = response.headers.get('ETag');
    const modified = response.headers.get('Last-Modified');
    const both = this.#etag !== null && etag !== null;
    const changed = both
      ? etag !== this.#etag
      : this.#modified !== null && modified !== null && modified !== this.#modified;
    if (changed) throw this.#changed(response, 'The host has a different version of the file now.');
  }

  /**
   * Asks for the size of the file if no answer to a range tells it. The length of an open-ended range is that of the
   * file. With a range, browsers ask for uncompressed bytes.
   */
  async #askSize(watch: StallWatch): Promise<number> {
    const whole = { headers: { Range: 'bytes=0-' } };
    let last: Response | undefined;
    for (const init of [{ ...whole, method: 'HEAD' }, whole]) {
      let response: Response;
      try {
        response = await this.#ask(this.#url, init, watch);
      } catch (error) {
        // Signed addresses refuse HEAD. Some refusals look as if the host were unreachable.
        if (!('method' in init) || !(error instanceof BoxcutterError) || error.code !== 'source/unreachable')
          throw error;
        continue;
      }
      discard(response);
      last = response;
      const length = lengthOf(response);
      const encoded = isEncoded(response);
      if ((response.status !== 200 && response.status !== 206) || length === undefined || encoded) continue;
      this.#checkVersion(response);
      return length;
    }
    const message = 'The host does not say how long the file is.';
    throw new NetworkError('source/no-size', message, this.#fields(last));
  }

  /** Asks the address that redirects led to. If that fails, asks the original address. */
  async #askDirect(init: RequestInit, watch: StallWatch): Promise<Response> {
    const direct = this.#direct;
    if (direct !== undefined) {
      try {
        const response = await this.#ask(direct, init, watch);
        if (response.ok || response.status === 416 || response.status === 429 || response.status >= 500)
          return response;
        discard(response);
      } catch (error) {
        if (!(error instanceof BoxcutterError) || error.tag !== 'network') throw error;
      }
      this.#direct = undefined;
    }
    const response = await this.#ask(this.#url, init, watch);
    this.#remember(response);
    return response;
  }

  #remember(response: Response): void {
    if (response.ok && response.redirected) this.#direct = checkUrl(response.url).href;
  }

  #ask(url: string, init: RequestInit, watch: StallWatch): Promise<Response> {
    return request(this.#fetch, url, init, watch.signal);
  }

  /** Throws unless the status is 206. A 200 would bring the whole file, however large, so its body is not read. */
  #checkPartial(response: Response): void {
    if (response.status === 206 && !isEncoded(response)) return;
    if (response.status === 206) throw this.#compressed(response);
    if (response.status === 200) throw this.#whole(response, 'The host sends only whole files.');
    discard(response);
    throw refusal(this.#url, response);
  }

  /**
   * Reads a body into `bytes`, starting at `at`. Returns the position after the last byte. Throws `source/bad-range` if
   * the body has more bytes than fit.
   */
  async #fill(
    bytes: Uint8Array,
    at: number,
    response: Response,
    watch: StallWatch,
    progress?: Attempt,
  ): Promise<number> {
    let end = at;
    for await (const chunk of bodyOf(this.#url, response, watch.signal)) {
      watch.received(chunk.length);
      if (end + chunk.length > bytes.length) throw this.#wrong(response, 'The host sent more bytes than requested.');
      bytes.set(chunk, end);
      end += chunk.length;
      if (progress) progress.done = end;
    }
    return end;
  }

  /** Work that asks the host, again where that may help. A connection that is silent for too long ends an attempt. */
  #patiently<T>(
    work: (attempt: Attempt, watch: StallWatch) => Promise<T>,
    signal: AbortSignal | undefined,
    silentAttempts?: number,
  ): Promise<T> {
    const { pause, stallMs = HTTP_STALL_MS } = this.#options;
    const once = (attempt: Attempt) => StallWatch.run(this.#url, signal, stallMs, (watch) => work(attempt, watch));
    return patiently((attempt) => gate.run(() => once(attempt), signal), { signal, pause }, silentAttempts);
  }

  /** Errors of an answer, whose body is not read further. */
  #wrong(response: Response, message: string): BadFileError {
    return new BadFileError('source/bad-range', message, this.#fields(response));
  }

  #changed(response: Response, message: string): BadFileError {
    return new BadFileError('source/changed', message, this.#fields(response));
  }

  #whole(response: Response, message: string): NetworkError {
    return new NetworkError('source/no-ranges', message, this.#fields(response));
  }

  #compressed(response: Response): NetworkError {
    return this.#whole(response, 'The host compresses what it sends, so Boxcutter cannot read parts of it.');
  }

  #fields(response: Response | undefined): ErrorFields {
    if (response) discard(response);
    const size = response?.status === 200 && !isEncoded(response) ? lengthOf(response) : undefined;
    return { url: this.#url, status: response?.status, size };
  }
}
