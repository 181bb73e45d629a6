import { sleep, throwIfAborted } from '../base/abort.ts';
import { BoxcutterError, CancelledError, isCancelled, NetworkError } from '../base/errors.ts';
import { HTTP_BACKOFF_MS, HTTP_WORTHWHILE_BYTES, MAX_HTTP_ATTEMPTS, MAX_RETRY_AFTER_MS } from '../base/limits.ts';
import { checkUrl } from './web-address.ts';

/**
 * Asks a host once, and gives its answer whatever the status. Neither says who asks nor acts as them. Rejects with `source/bad-url`,
 * also where redirects lead to an address that may not be read, with `source/unreachable`, `source/offline`, or as cancelled.
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

/**
 * Where a package host says that a file is, by its answer to a request for `url`; undefined where it says nothing, or the same. The
 * answer's body is given up where it is not that of the file. Throws `source/bad-url`.
 */
export function elsewhereOf(response: Response, url: string): string | undefined {
  const value = response.ok ? response.headers.get('x-carton-dl-url') : null;
  const address = value !== null && URL.canParse(value, url) ? new URL(value, url).href : value;
  if (address === null || address === url) return undefined;
  discard(response);
  return checkUrl(address).href;
}

/** What a status that brings no file means: `source/forbidden`, `source/not-found` or `source/http-status`. */
export function refusal(url: string, { status, headers }: Response): NetworkError {
  const fields = { url, status };
  if (status === 401 || status === 403)
    return new NetworkError('source/forbidden', `The host refuses access (status ${status}).`, fields);
  if (status === 404 || status === 410)
    return new NetworkError('source/not-found', `The host has no such file (status ${status}).`, fields);
  const wait = retryAfter(headers.get('Retry-After'));
  const what =
    status === 429 ? 'The host has been asked too often, and wants a pause' : 'The host answered with an error';
  return new NetworkError('source/http-status', `${what} (status ${status}).`, {
    ...fields,
    ...(wait === undefined ? {} : { retryAfter: wait }),
  });
}

/** `Retry-After` (RFC 9110, 10.2.3), seconds or a date, in milliseconds from now. Most hosts hide it from other sites' pages. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** What was thrown while a host was asked or its answer read, as one of ours. */
export function failure(url: string, error: unknown, signal: AbortSignal | undefined): BoxcutterError {
  if (error instanceof BoxcutterError) return error;
  if (signal?.aborted || isCancelled(error)) return new CancelledError(undefined, { cause: error });
  const { host } = new URL(url);
  if (globalThis.navigator?.onLine === false) {
    return new NetworkError('source/offline', `${host} cannot be read without a connection.`, { url, cause: error });
  }
  return new NetworkError('source/unreachable', `${host} could not be read.`, { url, cause: error });
}

/** Ends a download whose body nobody wants. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => {});
}

/**
 * Why a host that could not be read could not. Where a page may see its answer to HEAD, all that it cannot read is a part (`part`: one was
 * asked for): browsers fail on one that is compressed (`source/no-ranges`). Where it answers only a request whose answer nobody may
 * see, it is there, and what a page may not do is read it (`source/no-cors`). Only browsers have such rules.
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
  const { host } = new URL(url);
  const ask = async (mode: RequestMode) => {
    try {
      return await request(fetchFile, url, { method: 'HEAD', mode }, signal);
    } catch (other) {
      throwIfAborted(signal);
      if (isCancelled(other)) throw other;
      return undefined;
    }
  };
  const readable = part ? await ask('cors') : undefined;
  if (readable?.ok) {
    const message = `${host} answers, but does not send parts of the file as they are: it seems to compress them.`;
    return new NetworkError('source/no-ranges', message, { url, status: readable.status, cause: error });
  }
  if (readable || (await ask('no-cors'))?.type !== 'opaque') return error;
  const message = `${host} answers, but does not let this page read the file.`;
  return new NetworkError('source/no-cors', message, { url, cause: error });
}

/** What has come of some work that is done in several attempts. */
export interface Attempt {
  /** Bytes that have come so far, of all attempts. */
  done: number;
  /** Whether this one was answered at all. */
  answered: boolean;
}

export interface PatienceOptions {
  signal?: AbortSignal | undefined;
  /** Attempts where the host has not answered at all; by default as many as otherwise. */
  silentAttempts?: number;
  /** Waits so many milliseconds; rejects when the signal fires. */
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Does work that asks a host, and again where that may help: after 429, which may say when, 5xx, and broken connections; never after
 * another refusal. Waits longer each time. Rejects with the last failure, or as cancelled, also while it waits.
 */
export async function patiently<T>(
  work: (attempt: Attempt) => Promise<T>,
  { signal, silentAttempts = MAX_HTTP_ATTEMPTS, pause = sleep }: PatienceOptions,
): Promise<T> {
  const attempt: Attempt = { done: 0, answered: false };
  for (let count = 1; ; count++) {
    throwIfAborted(signal);
    const before = attempt.done;
    attempt.answered = false;
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt.done - before >= HTTP_WORTHWHILE_BYTES) count = 1;
      if (!mayHelp(error) || count >= (attempt.answered ? MAX_HTTP_ATTEMPTS : silentAttempts)) throw error;
      const asked = error instanceof BoxcutterError ? error.fields.retryAfter : undefined;
      const backoff = HTTP_BACKOFF_MS * 2 ** (count - 1);
      // Apart from each other, so that several reads that failed at once do not all come back at once.
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
