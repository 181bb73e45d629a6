import type { FindingCode } from './findings.ts';

/**
 * The closed set of failures. Tell them apart by `tag` (what kind) or `code` (which one, from the registry that
 * findings use too), never by message.
 */
export type ErrorTag = 'bad-file' | 'unsupported' | 'network' | 'cancelled' | 'too-large' | 'internal';

/** Typed fields that an error may carry, so that the page can say where and how much. */
export interface ErrorFields {
  /** The file in the package that it is about. */
  path?: string;
  /** 1-based place in a text file. */
  line?: number;
  column?: number;
  /** The line of text at `line`, cut to a readable length. */
  excerpt?: string;
  /** Network: the address asked, and the HTTP status where there was an answer. */
  url?: string;
  status?: number;
  /** Network: the bytes of the whole file, where the host said so, and for how many milliseconds it wants not to be asked. */
  size?: number;
  retryAfter?: number;
  /** Too large: the named limit and the actual figure, in the unit that the message names. */
  limit?: number;
  actual?: number;
}

/** An error as plain data: what crosses the worker boundary. */
export interface ErrorData extends ErrorFields {
  tag: ErrorTag;
  code: FindingCode;
  message: string;
  /** For a reader of bug reports only. */
  stack?: string;
  cause?: string;
}

export interface ErrorOptions extends ErrorFields {
  cause?: unknown;
}

/** Base of the closed set. Never thrown itself. */
export abstract class BoxcutterError extends Error {
  abstract readonly tag: ErrorTag;
  readonly code: FindingCode;
  readonly fields: ErrorFields;

  constructor(code: FindingCode, message: string, options: ErrorOptions = {}) {
    const { cause, ...fields } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.fields = fields;
  }
}

/** The bytes are not what their format says they must be. */
export class BadFileError extends BoxcutterError {
  readonly tag = 'bad-file';
  override readonly name = 'BadFileError';
}

/** The bytes may be fine, but this program cannot read them. */
export class UnsupportedError extends BoxcutterError {
  readonly tag = 'unsupported';
  override readonly name = 'UnsupportedError';
}

/** A host, or the local file system, did not deliver the bytes. */
export class NetworkError extends BoxcutterError {
  readonly tag = 'network';
  override readonly name = 'NetworkError';
}

/** Somebody asked for it to stop. Final: it is never retried or worked around. */
export class CancelledError extends BoxcutterError {
  readonly tag = 'cancelled';
  override readonly name = 'CancelledError';

  constructor(message = 'Cancelled.', options: ErrorOptions = {}) {
    super('internal/cancelled', message, options);
  }
}

/** A named limit of `base/limits.ts` was reached. */
export class TooLargeError extends BoxcutterError {
  readonly tag = 'too-large';
  override readonly name = 'TooLargeError';
}

/** A bug of ours, or a worker that died. */
export class InternalError extends BoxcutterError {
  readonly tag = 'internal';
  override readonly name = 'InternalError';
}

/** What a `ByteSource` rejects with. */
export type SourceError = BadFileError | NetworkError | CancelledError | TooLargeError;

const CLASSES = {
  'bad-file': BadFileError,
  unsupported: UnsupportedError,
  network: NetworkError,
  'too-large': TooLargeError,
  internal: InternalError,
} as const;

/** True for what `AbortSignal` rejects with and for our own `CancelledError`. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CancelledError || (error instanceof DOMException && error.name === 'AbortError');
}

/** Any thrown value as one of ours: an abort as `CancelledError`, an unknown one as `InternalError` with its cause. */
export function asBoxcutterError(error: unknown): BoxcutterError {
  if (error instanceof BoxcutterError) return error;
  if (isCancelled(error)) return new CancelledError(undefined, { cause: error });
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new InternalError('internal/bug', `Something went wrong inside Boxcutter (${detail}).`, { cause: error });
}

/** An error as data that `postMessage` and `JSON.stringify` carry whole. */
export function toErrorData(error: unknown): ErrorData {
  const known = asBoxcutterError(error);
  const cause = known.cause instanceof Error ? known.cause : undefined;
  const stack = cause?.stack ?? known.stack;
  return {
    ...known.fields,
    tag: known.tag,
    code: known.code,
    message: known.message,
    ...(stack === undefined ? {} : { stack }),
    ...(known.cause === undefined ? {} : { cause: String(known.cause) }),
  };
}

/** The error that `toErrorData` was given, of the same class, on the other side of a boundary. */
export function fromErrorData(data: ErrorData): BoxcutterError {
  const { tag, code, message, stack, cause, ...fields } = data;
  const options = cause === undefined ? fields : { ...fields, cause };
  const error = tag === 'cancelled' ? new CancelledError(message, options) : new CLASSES[tag](code, message, options);
  if (stack !== undefined) error.stack = stack;
  return error;
}
