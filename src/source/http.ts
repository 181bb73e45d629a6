import { throwIfAborted } from '../base/abort.ts';
import { BadFileError, BoxcutterError, NetworkError } from '../base/errors.ts';
import { Gate } from '../base/gate.ts';
import {
  HTTP_HEAD_BYTES,
  HTTP_PIECE_MS,
  HTTP_STALL_MS,
  MAX_HTTP_PIECE,
  MAX_HTTP_REQUESTS,
  MIN_HTTP_PIECE,
} from '../base/limits.ts';
import { checkRange } from './range.ts';
import {
  type Attempt,
  diagnose,
  discard,
  elsewhereOf,
  failure,
  type PatienceOptions,
  patiently,
  refusal,
  request,
} from './request.ts';
import type { ByteSource } from './source.ts';
import { StallWatch } from './stall.ts';
import { chunksOf, streamOf } from './stream.ts';
import { checkUrl, fileAddress, nameOf } from './web-address.ts';

export interface HttpOptions {
  signal?: AbortSignal;
  /** The `fetch` to use. */
  fetch?: typeof fetch;
  /** Bytes read along with the first question, and kept. */
  headBytes?: number;
  /** Waits between attempts. */
  pause?: PatienceOptions['pause'];
  /** Milliseconds of silence after which a connection counts as broken. */
  stallMs?: number;
}

/** What a response says of the bytes in it (RFC 9110, 14.4). `total` is undefined where the host says `*`. */
interface ContentRange {
  start: number;
  end: number;
  total: number | undefined;
}

/** All requests for parts of files, of whatever host. */
const gate = new Gate(MAX_HTTP_REQUESTS);

/** A file on a host. */
export interface HttpSource extends ByteSource {
  /** The host that the bytes came from last, after redirects. */
  readonly servedFrom: string;
}

/**
 * A file on a host, read by bounded range requests (`address.ts` says from which address). The first asks for the beginning of the file, to learn
 * its size and whether the host can send parts; where the size cannot be read from that answer (Content-Range is not exposed to pages), a
 * HEAD tells it, or at last the headers of a GET whose body is given up. A read succeeds only with status 206 and the exact length, at the
 * right place and of the same version (ETag, Last-Modified, size) where the host lets that be read. Rejects with `source/bad-url`,
 * `source/unreachable`, `source/no-cors`, `source/offline`, `source/forbidden`, `source/not-found`, `source/http-status`,
 * `source/no-ranges`, `source/no-size`, `source/bad-range`, `source/changed`.
 */
export async function httpSource(url: string, options: HttpOptions = {}): Promise<HttpSource> {
  const { signal } = options;
  const address = fileAddress(url);
  const name = nameOf(address);
  const file = new HttpFile(address.href, name, options, true);
  const elsewhere = await file.probe(signal);
  if (elsewhere === undefined) return file;
  const followed = new HttpFile(elsewhere, name, options, false);
  await followed.probe(signal);
  return followed;
}

class HttpFile implements HttpSource {
  readonly name: string;
  readonly #url: string;
  readonly #fetch: typeof fetch;
  readonly #options: HttpOptions;
  readonly #mayMove: boolean;
  /** Where redirects led to: asked itself from then on, until it refuses (signed addresses expire). */
  #direct: string | undefined;
  /** The first bytes. */
  #head = new Uint8Array(0);
  #size = 0;
  #answered = false;
  #etag: string | null = null;
  #modified: string | null = null;

  /** @param mayMove whether the host may name another address */
  constructor(url: string, name: string, options: HttpOptions, mayMove: boolean) {
    this.name = name;
    this.#mayMove = mayMove;
    this.#url = url;
    this.#options = options;
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  get size(): number {
    return this.#size;
  }

  get servedFrom(): string {
    return new URL(this.#direct ?? this.#url).host;
  }

  /** Learns what must be known before the first read. Gives an address where the host says that the file is to be read from there. */
  async probe(signal: AbortSignal | undefined): Promise<string | undefined> {
    try {
      // Before a host has answered once, silence is more likely its last word.
      return await this.#patiently((attempt) => this.#probe(attempt, signal), signal, 2);
    } catch (error) {
      // Who may read the headers may read the rest.
      throw this.#answered ? error : await diagnose(this.#fetch, this.#url, error, signal, true);
    }
  }

  async #probe(attempt: Attempt, signal: AbortSignal | undefined): Promise<string | undefined> {
    const wanted = Math.max(1, this.#options.headBytes ?? HTTP_HEAD_BYTES);
    return this.#watched(signal, async (watch) => {
      const response = await this.#ask(this.#url, { headers: { Range: `bytes=0-${wanted - 1}` } }, watch);
      attempt.answered = true;
      this.#answered = true;
      // Once: what is there is the file.
      const elsewhere = this.#mayMove ? elsewhereOf(response, this.#url) : undefined;
      if (elsewhere !== undefined) return elsewhere;
      const range = parseContentRange(response.headers.get('Content-Range'));
      if (response.status === 416) {
        // What a host says of a file without a first byte.
        discard(response);
        if (response.headers.get('Content-Range')?.trim() === 'bytes */0') return undefined;
        throw this.#error('source/bad-range', 'The host refuses to send the first byte.', response);
      }
      this.#checkPartial(response);
      if (range && (range.start !== 0 || range.end !== Math.min(wanted, range.total ?? wanted))) {
        discard(response);
        throw this.#error('source/bad-range', 'The host sent other bytes than the first ones.', response);
      }
      this.#etag = response.headers.get('ETag');
      this.#modified = response.headers.get('Last-Modified');
      const head = new Uint8Array(range?.end ?? wanted);
      const stated = lengthOf(response);
      let length = 0;
      try {
        length = await this.#fill(head, 0, response, watch);
      } catch (error) {
        // More than the host said was in its answer: it was packed.
        if (stated !== undefined && stated <= head.length && isBadRange(error)) throw this.#compressed(response);
        throw error;
      }
      if (stated !== undefined && stated !== length) throw this.#compressed(response);
      if (range && length !== range.end) {
        throw this.#error('source/bad-range', `${length} bytes came where ${range.end} were asked for.`, response);
      }
      const size = range?.total ?? (await this.#askSize(watch));
      if (length !== Math.min(wanted, size)) {
        const message = `${length} bytes came where ${Math.min(wanted, size)} were asked for.`;
        throw this.#error('source/bad-range', message, response);
      }
      this.#head = head.slice(0, length);
      this.#size = size;
      this.#remember(response);
      return undefined;
    });
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array> {
    throwIfAborted(signal);
    checkRange(this, start, end);
    const head = this.#head.subarray(start, end);
    if (head.length === end - start) return head.slice();
    const bytes = new Uint8Array(end - start);
    bytes.set(head);
    const rest = bytes.subarray(head.length);
    await this.#patiently((attempt) => this.#part(rest, start + head.length, attempt, signal), signal);
    return bytes;
  }

  stream(start: number, end: number, signal?: AbortSignal): ReadableStream<Uint8Array> {
    return streamOf((inner) => this.#pieces(start, end, inner), signal);
  }

  /** Pieces, read ahead of what is consumed; nothing is passed on of one that is not right to its end. */
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
        // No request for a small rest.
        asked = end - from < length * 1.25 ? end : from + length;
        const piece = ask(from, asked);
        piece.catch(() => {});
        pieces.push(piece);
      }
    };
    // Two at once from the second on: while one comes, the other's request is on its way.
    for (askUpTo(1); pieces.length > 0; ) {
      const bytes = await (pieces.shift() as Promise<Uint8Array>);
      askUpTo(2);
      yield bytes;
    }
  }

  /** One attempt at what is missing of `bytes`, which begin at `start` in the file. */
  #part(bytes: Uint8Array, start: number, attempt: Attempt, signal: AbortSignal | undefined): Promise<void> {
    return this.#watched(signal, async (watch) => {
      const before = attempt.done;
      const response = await this.#range(start + before, start + bytes.length, attempt, watch);
      const done = await this.#fill(bytes, before, response, watch, (at) => {
        attempt.done = at;
      });
      if (done !== bytes.length) {
        const message = `${done - before} bytes came where ${bytes.length - before} were asked for.`;
        throw this.#error('source/bad-range', message, response);
      }
    });
  }

  /** A response that holds bytes `start` to `end`, as far as its headers tell. */
  async #range(start: number, end: number, attempt: Attempt, watch: StallWatch): Promise<Response> {
    const response = await this.#askDirect({ headers: { Range: `bytes=${start}-${end - 1}` } }, watch);
    attempt.answered = true;
    try {
      if (response.status === 416) throw this.#error('source/changed', 'The file has become shorter.', response);
      this.#checkPartial(response);
      this.#checkVersion(response);
      const range = parseContentRange(response.headers.get('Content-Range'));
      if (range?.total !== undefined && range.total !== this.#size) {
        throw this.#error('source/changed', `The file had ${this.#size} bytes and has ${range.total} now.`, response);
      }
      if (range && (range.start !== start || range.end !== end)) {
        const message = `Bytes ${range.start} to ${range.end} came where ${start} to ${end} were asked for.`;
        throw this.#error('source/bad-range', message, response);
      }
      const stated = lengthOf(response);
      if (stated !== undefined && stated !== end - start) {
        const message = `${stated} bytes came where ${end - start} were asked for.`;
        throw this.#error('source/bad-range', message, response);
      }
    } catch (error) {
      discard(response);
      throw error;
    }
    return response;
  }

  #checkVersion(response: Response): void {
    const etag = response.headers.get('ETag');
    const modified = response.headers.get('Last-Modified');
    const both = this.#etag !== null && etag !== null;
    const changed = both
      ? etag !== this.#etag
      : this.#modified !== null && modified !== null && modified !== this.#modified;
    if (changed) throw this.#error('source/changed', 'The host has another version of the file now.', response);
  }

  /**
   * The size of the file where no answer to a range tells it. Of an open-ended range the length is that of the file, and with a range
   * browsers ask for the bytes as they are, not compressed.
   */
  async #askSize(watch: StallWatch): Promise<number> {
    const whole = { headers: { Range: 'bytes=0-' } };
    let last: Response | undefined;
    for (const init of [{ ...whole, method: 'HEAD' }, whole]) {
      let response: Response;
      try {
        response = await this.#ask(this.#url, init, watch);
      } catch (error) {
        // Signed addresses refuse HEAD, and then also in ways that look like being away.
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
    throw this.#error('source/no-size', 'The host does not say how long the file is.', last);
  }

  /** Asks where redirects led to; where that fails, the address that was given. */
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

  /** Throws unless the status is 206. A 200 holds the whole file, however large: its body is not read. */
  #checkPartial(response: Response): void {
    if (response.status === 206 && !isEncoded(response)) return;
    discard(response);
    if (response.status === 206) throw this.#compressed(response);
    if (response.status === 200) throw this.#error('source/no-ranges', 'The host sends only whole files.', response);
    throw refusal(this.#url, response);
  }

  /** Reads a body into `bytes` from `at` on, and gives where it ends. One that has more than fits is given up. */
  async #fill(
    bytes: Uint8Array,
    at: number,
    response: Response,
    watch: StallWatch,
    onProgress?: (at: number) => void,
  ): Promise<number> {
    let end = at;
    try {
      for await (const chunk of response.body ? chunksOf(response.body) : []) {
        watch.heard();
        if (end + chunk.length > bytes.length) {
          throw this.#error('source/bad-range', 'More bytes came than were asked for.', response);
        }
        bytes.set(chunk, end);
        end += chunk.length;
        onProgress?.(end);
      }
    } catch (error) {
      throw failure(this.#url, error, watch.signal);
    }
    return end;
  }

  #patiently<T>(
    work: (attempt: Attempt) => Promise<T>,
    signal: AbortSignal | undefined,
    silentAttempts?: number,
  ): Promise<T> {
    const { pause } = this.#options;
    return patiently((attempt) => gate.run(() => work(attempt), signal), {
      signal,
      ...(silentAttempts === undefined ? {} : { silentAttempts }),
      ...(pause ? { pause } : {}),
    });
  }

  #watched<T>(signal: AbortSignal | undefined, work: (watch: StallWatch) => Promise<T>): Promise<T> {
    return StallWatch.run(this.#url, signal, this.#options.stallMs ?? HTTP_STALL_MS, work);
  }

  #compressed(response: Response): NetworkError | BadFileError {
    return this.#error(
      'source/no-ranges',
      'The host compresses what it sends, so its parts cannot be told apart.',
      response,
    );
  }

  #error(code: HttpCode, message: string, response: Response | undefined): BadFileError | NetworkError {
    const status = response?.status;
    const size = response && status === 200 && !isEncoded(response) ? lengthOf(response) : undefined;
    const fields = {
      url: this.#url,
      ...(status === undefined ? {} : { status }),
      ...(size === undefined ? {} : { size }),
    };
    return code === 'source/bad-range' || code === 'source/changed'
      ? new BadFileError(code, message, fields)
      : new NetworkError(code, message, fields);
  }
}

type HttpCode = 'source/bad-range' | 'source/changed' | 'source/no-ranges' | 'source/no-size';

function isBadRange(error: unknown): boolean {
  return error instanceof BoxcutterError && error.code === 'source/bad-range';
}

/** Whether what is sent is known to be packed on the way. Most hosts hide that from other sites' pages. */
export function isEncoded({ headers }: Response): boolean {
  const encoding = headers.get('Content-Encoding')?.trim().toLowerCase();
  return encoding !== undefined && encoding !== '' && encoding !== 'identity';
}

/** Bytes of the body as it is sent: pages may always read that. */
export function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('Content-Length');
  return length !== null && /^\d+$/.test(length.trim()) && Number.isSafeInteger(Number(length))
    ? Number(length)
    : undefined;
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
