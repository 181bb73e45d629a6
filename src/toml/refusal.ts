import { InternalError } from '../base/errors.ts';

/**
 * Ends an edit whose text would not say what was meant, which is a bug. The text stays as it was. Throws
 * `internal/edit-refused`.
 */
export function refuse(why: string, cause?: unknown): never {
  const message = `The edit was not made: ${why}.`;
  throw new InternalError('internal/edit-refused', message, cause === undefined ? {} : { cause });
}
