import type { FindingCode } from './findings.ts';

/**
 * All kinds of failure. Tell errors apart by `tag` (the kind) or by `code` (the exact case, from the same tables as
 * findings), never by message.
 */
export type ErrorTag = 'bad-file' | 'unsupported' | 'network' | 'cancelled' | 'too-large' | 'internal';

/** A file that a host offers. */
export interface HostedFile {
  path: string;
  /** Bytes, where the host states them. */
  size?: number | undefined;
  url: string;
  /** When it was changed, in milliseconds since 1970, where the host says so. */
  date?: number | undefined;
}

/** Details of an error, so that the page can say where and how much. */
export interface ErrorFields {
  /** Path of the file in the package. */
  path?: string;
  /** The file is one that a draft adds, and not the open one. */
  added?: true;
  /** Path of the file of the open package that was to be opened as a package itself. */
  inner?: string;
  /** 1-based place in a text file. */
  line?: number;
  column?: number;
  /** The line of text at `line`, cut to a readable length. */
  excerpt?: string;
  /** Network: the address that was asked, and the HTTP status if the host answered. */
  url?: string;
  status?: number;
  /** Network: the files of the repository that the address is of, where it names no file. */
  files?: readonly HostedFile[];
  /** Network: what is missing in that list, in a sentence. */
  note?: string;
  /** Network: the size of the whole file in bytes, if the host states it. */
  size?: number;
  /** Network: for how many milliseconds the host asks to be left alone (Retry-After). */
  retryAfter?: number;
  /** Too large: the limit and the actual figure, in the unit that the message names. */
  limit?: number;
  actual?: number;
}

/** An error as plain data, as it crosses the worker boundary. */
export interface ErrorData extends ErrorFields {
  tag: ErrorTag;
  code: FindingCode;
  message: string;
  /** Only for bug reports. */
  stack?: string;
  cause?: string;
}

export interface ErrorOptions extends ErrorFields {
  cause?: unknown;
}

/** Base class of all errors. Never thrown itself. */
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
}

/** The bytes may be fine, but this program cannot read them. */
export class UnsupportedError extends BoxcutterError {
  readonly tag = 'unsupported';
}

/** A host, or the local file system, did not deliver the bytes. */
export class NetworkError extends BoxcutterError {
  readonly tag = 'network';
}

/** The caller asked to stop. Final: nothing retries it or works around it. */
export class CancelledError extends BoxcutterError {
  readonly tag = 'cancelled';

  constructor(message = 'Canceled.', options: ErrorOptions = {}) {
    super('internal/cancelled', message, options);
  }
}

/** The file exceeds a limit of `base/limits.ts`. */
export class TooLargeError extends BoxcutterError {
  readonly tag = 'too-large';
}

/** A bug in Boxcutter, or a worker that died. */
export class InternalError extends BoxcutterError {
  readonly tag = 'internal';
}

const CLASSES = {
  'bad-file': BadFileError,
  unsupported: UnsupportedError,
  network: NetworkError,
  'too-large': TooLargeError,
  internal: InternalError,
} as const;

/** Whether the error means an abort: our own `CancelledError`, or what `AbortSignal` rejects with. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CancelledError || (error instanceof DOMException && error.name === 'AbortError');
}

/**
 * Turns any thrown value into one of our errors: an abort into `CancelledError`, anything unknown into `InternalError`
 * with its cause.
 */
export function asBoxcutterError(error: unknown): BoxcutterError {
  if (error instanceof BoxcutterError) return error;
  if (isCancelled(error)) return new CancelledError(undefined, { cause: error });
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new InternalError('internal/bug', `Something went wrong inside Boxcutter (${detail}).`, { cause: error });
}

/**
 * The error of reading a file, where the file is at fault: its bytes are damaged, too many, or of a kind that is not
 * read. Throws any other error again: after an abort, a bug, or where no bytes come, nothing is known of the file.
 */
export function faultOfFile(error: unknown): BoxcutterError {
  const known = asBoxcutterError(error);
  if (known.tag === 'cancelled' || known.tag === 'network' || known.tag === 'internal') throw known;
  return known;
}

/** An error as data that `postMessage` and `JSON.stringify` carry without loss. */
export function toErrorData(error: unknown): ErrorData {
  const known = asBoxcutterError(error);
  const cause = known.cause instanceof Error ? known.cause : undefined;
  const stack = cause?.stack ?? known.stack;
  return {
    ...known.fields,
    tag: known.tag,
    code: known.code,
    message: known.message,
    stack,
    ...(known.cause === undefined ? {} : { cause: String(known.cause) }),
  };
}

/** Rebuilds the error that `toErrorData` was given, with the same class. */
export function fromErrorData(data: ErrorData): BoxcutterError {
  const { tag, code, message, stack, cause, ...fields } = data;
  const options = cause === undefined ? fields : { ...fields, cause };
  const error = tag === 'cancelled' ? new CancelledError(message, options) : new CLASSES[tag](code, message, options);
  if (stack !== undefined) error.stack = stack;
  return error;
}

const MENDED_BY_DOWNLOAD: ReadonlySet<string> = new Set<FindingCode>([
  'source/no-ranges',
  'source/no-size',
  'source/bad-range',
]);

/** Whether a download of the whole file gets around an error: its host sends no parts of it, or wrong ones. */
export function isMendedByDownload(code: string): boolean {
  return MENDED_BY_DOWNLOAD.has(code);
}
