import { BoxcutterError, TooLargeError } from '../base/errors.ts';
import { quote } from '../base/text.ts';

/**
 * Adds a path to an error of a decoder, which knows no paths: to its message and its fields. Gives other errors back as
 * they are.
 */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BoxcutterError) || error.fields.path !== undefined || error.tag === 'cancelled') return error;
  if (!error.code.startsWith('zip/')) return error;
  const same = error.constructor as new (code: string, message: string, options: object) => BoxcutterError;
  return new same(error.code, `${quote(path)}: ${error.message}`, {
    ...error.fields,
    path,
    cause: error.cause ?? error,
  });
}

/** Throws `zip/directory-too-large` where a list of files has more entries or bytes than `limit`. */
export function checkDirectory(actual: number, limit: number, says: (actual: number) => string): void {
  if (actual > limit) throw new TooLargeError('zip/directory-too-large', says(actual), { limit, actual });
}
