import { sleep, throwIfAborted } from '../base/abort.ts';
import { BoxcutterError, CancelledError, isCancelled, NetworkError } from '../base/errors.ts';
import { hostText, leadsInside } from '../base/host.ts';
import { HTTP_BACKOFF_MS, HTTP_WORTHWHILE_BYTES, MAX_HTTP_ATTEMPTS, MAX_RETRY_AFTER_MS } from '../base/limits.ts';
import { refusedAccess } from './hugging-face-address.ts';
import { StallWatch } from './stall.ts';
import { chunksOf } from './stream.ts';
import { checkUrl } from './web-address.ts';

/**
 * Sends one request and returns the answer, whatever its status. The request carries no cookies and no referrer.
 * Rejects with `source/bad-url` (also if redirects lead to an address that may not be read), `source/unreachable`,
 * `source/offline`, or as cancelled.
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
      signal,
      // A package must not learn who views it, nor act on their behalf.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // Chromium locks an address in its cache while one range of it is loading.
      cache: 'no-store',
    });
  } catch (error) {
    throw failure(url, error, signal);
  }
  // The address that redirects led to.
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

/**
 * The address that a package host names for the file, in its answer to a request for `url`. Undefined if it names
 * none, or the same one. Discards the body of the answer if the file is elsewhere. Throws `source/bad-url`, and
 * `source/private-host` where a public host names a private one: a redirect cannot be stopped, but this can.
 */
export function elsewhereOf(response: Response, url: string): string | undefined {
  const value = response.ok ? response.headers.get('x-carton-dl-url') : null;
  const address = value !== null && URL.canParse(value, url) ? new URL(value, url).href : value;
  if (address === null || address === url) return undefined;
  discard(response);
  const elsewhere = checkUrl(address);
  if (leadsInside(url, address)) {
    const message = `${hostText(new URL(url).host)} says that the file is on ${hostText(elsewhere.host)}.`;
    throw new NetworkError('source/private-host', message, { url: elsewhere.href });
  }
  return elsewhere.href;
}

/** The host that redirects led to, where it is not that of `url`. */
export function redirectedTo(url: string, response: Pick<Response, 'url'>): string | undefined {
  const host = response.url === '' ? undefined : new URL(response.url).host;
  return host === new URL(url).host ? undefined : host;
}

/** The error for a status that brings no file: `source/forbidden`, `source/not-found` or `source/http-status`. */
export function refusal(url: string, response: Response): NetworkError {
  const { status, headers } = response;
  const host = redirectedTo(url, response);
  const led = host === undefined ? '' : ` It redirected to ${hostText(host)}.`;
  const fields = { url, status };
  if (status === 401 || status === 403) {
    const why = refusedAccess(url, headers);
    const message = `The host refuses access (status ${status}).${why === undefined ? '' : ` ${why}`}${led}`;
    return new NetworkError('source/forbidden', message, fields);
  }
  if (status === 404 || status === 410)
    return new NetworkError('source/not-found', `The host has no such file (status ${status}).${led}`, fields);
  const what = status === 429 ? 'The host limits requests and asks for a pause' : 'The host answered with an error';
  return new NetworkError('source/http-status', `${what} (status ${status}).${led}`, {
    ...fields,
    retryAfter: retryAfter(headers.get('Retry-After')),
  });
}

/**
 * Milliseconds from now that `Retry-After` asks for (RFC 9110, 10.2.3): it holds seconds or a date. Most hosts hide it
 * from pages of other sites.
 */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Turns an error of a request, or of reading its answer, into one of ours. */
function failure(url: string, error: unknown, signal: AbortSignal | undefined): BoxcutterError {
  if (error instanceof BoxcutterError) return error;
  if (signal?.aborted || isCancelled(error)) return new CancelledError(undefined, { cause: error });
  const host = hostText(new URL(url).host);
  if (globalThis.navigator?.onLine === false) {
    return new NetworkError('source/offline', `${host} needs a network connection.`, { url, cause: error });
  }
  return new NetworkError('source/unreachable', `${host} could not be read.`, { url, cause: error });
}

/** The body of a response. Rejects as `failure` says. */
export async function* bodyOf(
  url: string,
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* chunksOf(body);
  } catch (error) {
    throw failure(url, error, signal);
  }
}

/** Ends the download of a body that nobody reads. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => {});
}

/** Milliseconds that a host is given to show why it could not be read. It has been waited for before. */
const DIAGNOSIS_MS = 10_000;

/**
 * Finds out why a host could not be read. Does nothing outside of browsers, because only browsers have such rules.
 *
 * If the page may read the answer to a HEAD, only the part failed: browsers fail on parts of compressed answers
 * (`source/no-ranges`). If the host answers only requests whose answers stay hidden (`no-cors`), it exists, but the
 * page may not read it (`source/no-cors`). Otherwise returns `error`.
 * @param part whether the failed request asked for a part
 */
export async function diagnose(
  fetchFile: typeof fetch,
  url: string,
  error: unknown,
  signal: AbortSignal | undefined,
  part = false,
): Promise<unknown> {
  if (!(error instanceof BoxcutterError) || error.code !== 'source/unreachable') return error;
  if (globalThis.location === undefined) return error;
  const host = hostText(new URL(url).host);
  const ask = async (mode: RequestMode) => {
    try {
      return await StallWatch.run(url, signal, DIAGNOSIS_MS, (watch) =>
        request(fetchFile, url, { method: 'HEAD', mode }, watch.signal),
      );
    } catch (other) {
      throwIfAborted(signal);
      if (isCancelled(other)) throw other;
      return undefined;
    }
  };
  const readable = part ? await ask('cors') : undefined;
  if (readable?.ok) {
    const message = `${host} answers, but does not send parts of the file unchanged. It seems to compress them.`;
    return new NetworkError('source/no-ranges', message, { url, status: readable.status, cause: error });
  }
  if (readable || (await ask('no-cors'))?.type !== 'opaque') return error;
  const message = `${host} answers, but does not let this page read the file.`;
  return new NetworkError('source/no-cors', message, { url, cause: error });
}

/** Progress of work that takes several attempts. */
export interface Attempt {
  /** Bytes that all attempts have brought so far. */
  done: number;
  /** Whether the host has answered this attempt. */
  answered: boolean;
}

/** How a host is asked. Tests have requests and pauses of their own. */
export interface HostOptions {
  signal?: AbortSignal | undefined;
  /** The `fetch` to use. */
  fetch?: typeof fetch | undefined;
  /** Waits for `ms` milliseconds between attempts. Rejects when the signal fires. */
  pause?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** A connection counts as broken after this many milliseconds of silence. */
  stallMs?: number | undefined;
}

/**
 * Asks a host, and tries again if that may help: after status 429 or 5xx, and after broken connections. Never after
 * another refusal. Waits longer each time, or as long as the host asks. Rejects with the last failure, or as cancelled,
 * also during a wait.
 *
 * @param silentAttempts attempts while the host has not answered at all
 */
export async function patiently<T>(
  work: (attempt: Attempt) => Promise<T>,
  { signal, pause = sleep }: HostOptions,
  silentAttempts = MAX_HTTP_ATTEMPTS,
): Promise<T> {
  const attempt: Attempt = { done: 0, answered: false };
  let before: unknown;
  for (let count = 1; ; count++) {
    throwIfAborted(signal);
    const done = attempt.done;
    attempt.answered = false;
    try {
      return await work(attempt);
    } catch (error) {
      // That nobody is asked again says less than why it would have been.
      if (error instanceof BoxcutterError && error.code === 'source/not-asked') throw before ?? error;
      before = error;
      if (attempt.done - done >= HTTP_WORTHWHILE_BYTES) count = 1;
      if (!mayHelp(error) || count >= (attempt.answered ? MAX_HTTP_ATTEMPTS : silentAttempts)) throw error;
      const asked = error instanceof BoxcutterError ? error.fields.retryAfter : undefined;
      const backoff = HTTP_BACKOFF_MS * 2 ** (count - 1);
      // Spread the waits, so that reads that fail together do not all retry together.
      await pause(Math.min(asked ?? 0, MAX_RETRY_AFTER_MS) || backoff * (0.75 + Math.random() / 2), signal);
    }
  }
}

function mayHelp(error: unknown): boolean {
  if (!(error instanceof BoxcutterError)) return false;
  const { status = 0 } = error.fields;
  return (
    error.code === 'source/unreachable' || (error.code === 'source/http-status' && (status === 429 || status >= 500))
  );
}

/** What a request that nobody has asked for may do. */
export interface UnaskedRequests {
  /** How many may be made. */
  times: number;
  /** Whether they may be led elsewhere: by a host that is known to keep its files on another one. */
  areLed: boolean;
}

/**
 * `fetch` for requests that nobody has asked for. Those that are too many reject with `source/not-asked`, and reach
 * nobody; so do those that a host leads elsewhere.
 */
export function unaskedFetch(
  { times, areLed }: UnaskedRequests,
  fetchFile: typeof fetch = globalThis.fetch.bind(globalThis),
): typeof fetch {
  let left = times;
  return async (url, init) => {
    if (left-- <= 0) throw new NetworkError('source/not-asked', 'Its host must be asked more often to read it.');
    const response = await fetchFile(url, { ...init, redirect: areLed ? 'follow' : 'manual' });
    if (!areLed && (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)))
      throw new NetworkError('source/not-asked', 'Its host leads to another address, which was not asked.');
    return response;
  };
}
