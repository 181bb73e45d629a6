import { NetworkError } from '../../base/errors.ts';
import type { TensorReader } from '../../tensor/values.ts';

/** Reads another file than the one that is open. Where that cannot be read any more, the error says that it is not of it. */
export async function fromAdded<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    throw new NetworkError(error.code, error.message, { ...error.fields, added: true, cause: error });
  }
}

/** The reader of a tensor of another file than the one that is open, whose errors say so. */
export function markedAdded(reader: TensorReader): TensorReader {
  return {
    dtype: reader.dtype,
    count: reader.count,
    storageError: reader.storageError,
    read: (...range) => fromAdded(() => reader.read(...range)),
    stored(start, end) {
      const stored = reader.stored?.(start, end);
      return stored && { ...stored, isAdded: true };
    },
  };
}
