import { InternalError } from '../base/errors.ts';

/** Ends an edit whose text would not be what was meant: a bug, and the text stays. Throws `internal/edit-refused`. */
export function refuse(why: string, cause?: unknown): never {
  const message = `The edit was not made: ${why}.`;
  throw new InternalError('internal/edit-refused', message, cause === undefined ? {} : { cause });
}
