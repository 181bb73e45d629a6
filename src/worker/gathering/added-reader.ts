import { NetworkError } from '../../base/errors.ts';
import type { TensorReader } from '../../tensor/values.ts';

/**
 * The reader of a tensor of another file than the one that is open. Where that cannot be read any more, the error says
 * that it is not of the open one.
 */
export function markedAdded(reader: TensorReader): TensorReader {
  const read: TensorReader['read'] = async (start, end, signal) => {
    try {
      return await reader.read(start, end, signal);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      throw new NetworkError(error.code, error.message, { ...error.fields, added: true, cause: error });
    }
  };
  return { dtype: reader.dtype, count: reader.count, read, stored: (start, end) => reader.stored?.(start, end) };
}
