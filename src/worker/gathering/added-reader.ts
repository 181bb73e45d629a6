import { NetworkError } from '../../base/errors.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf, streamOf } from '../../source/stream.ts';
import type { TensorReader } from '../../tensor/values.ts';

/** Reads another file than the one that is open. Where that cannot be read any more, the error says that it is not of it. */
export async function fromAdded<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    throw ofAdded(error);
  }
}

function ofAdded(error: unknown): unknown {
  if (!(error instanceof NetworkError)) return error;
  return new NetworkError(error.code, error.message, { ...error.fields, added: true, cause: error });
}

/** The reader of a tensor of another file than the one that is open, whose errors say so. */
export function markedAdded(reader: TensorReader): TensorReader {
  const { dtype, count, storageError, data, columnMajor, block } = reader;
  return {
    dtype,
    count,
    storageError,
    read: (...range) => fromAdded(() => reader.read(...range)),
    // Streamed, elements come several times as fast. Those that are looked for or computed are not streamed.
    ...(data && !columnMajor && !block && { data: addedSource(data) }),
    stored(start, end) {
      const stored = reader.stored?.(start, end);
      return stored && { ...stored, isAdded: true };
    },
  };
}

function addedSource(source: ByteSource): ByteSource {
  const pieces = source.pieces?.bind(source);
  return {
    name: source.name,
    size: source.size,
    read: (...range) => fromAdded(() => source.read(...range)),
    stream: (start, end, signal) =>
      streamOf((inner) => markedPieces(chunksOf(source.stream(start, end, inner))), signal),
    ...(pieces && { pieces: (...range: Parameters<typeof pieces>) => markedPieces(pieces(...range)) }),
  };
}

async function* markedPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    throw ofAdded(error);
  }
}
