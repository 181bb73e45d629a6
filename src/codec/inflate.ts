import { inflateSync } from 'fflate';
import { BadFileError, BoxcutterError, UnsupportedError } from '../base/errors.ts';

/**
 * Compressed bytes in one write. Deflate makes at most 1,032 bytes of one, and a `DecompressionStream` may queue all
 * output of a write. So a bomb makes it hold at most 33 MiB.
 */
const FEED_BYTES = 32 * 1024;

/**
 * Compressed bytes in the first write. Each one after has twice as many, up to `FEED_BYTES`. Many reads take only the
 * start of a file, and an archive can have thousands of them: each then decodes half a MiB of a bomb at most.
 */
const FIRST_FEED_BYTES = 512;

/**
 * Up to this many compressed bytes, one synchronous call decodes the data. It needs no stream, and a bomb costs a loop
 * over at most 66 MB.
 */
export const MAX_INFLATE_CALL = 64 * 1024;

function badData(cause: unknown): BadFileError {
  return new BadFileError('zip/bad-data', 'The Deflate data is damaged.', { cause });
}

/**
 * Decodes raw Deflate (RFC 1951) in one call. Returns at most `size` + 1 bytes: more than `size` means that the data is
 * longer than stated, and the caller refuses it. Throws `zip/bad-data`.
 * @param bytes at most `MAX_INFLATE_CALL` bytes
 * @param room where the result is written, if it is to have no memory of its own: more than `size` bytes
 */
export function inflateWhole(bytes: Uint8Array, size: number, room = new Uint8Array(size + 1)): Uint8Array {
  if (bytes.length === 0) throw badData(new Error('no data'));
  const out = room.subarray(0, size + 1);
  try {
    return inflateSync(bytes, { out });
  } catch (error) {
    // A RangeError of fflate means a copy beyond the end of `out`.
    if (error instanceof RangeError) return out;
    throw badData(error);
  }
}

/** The browser's stream for Deflate: raw, or of zlib. Throws UnsupportedError `zip/no-inflate` where it has none. */
export function decompressor(kind: 'deflate-raw' | 'deflate'): DecompressionStream {
  try {
    return new DecompressionStream(kind);
  } catch (cause) {
    throw new UnsupportedError('zip/no-inflate', 'This browser cannot decompress Deflate.', { cause });
  }
}

/**
 * Decodes raw Deflate (RFC 1951) one chunk at a time. Rejects with `zip/bad-data`, or UnsupportedError `zip/no-inflate`.
 * @param input exactly the compressed bytes
 */
export async function* inflate(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = decompressor('deflate-raw');
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  writer.closed.catch(() => {});
  reader.closed.catch(() => {});
  let stopped = false;
  let inputError: unknown;
  const feeding = (async () => {
    let feed = FIRST_FEED_BYTES;
    try {
      for await (const chunk of input) {
        for (let at = 0; at < chunk.length && !stopped; ) {
          // Resolves once the stream has taken the bytes, so the writer goes at the pace of the reader.
          await writer.write(chunk.subarray(at, at + feed) as Uint8Array<ArrayBuffer>);
          at += feed;
          feed = Math.min(feed * 2, FEED_BYTES);
        }
        if (stopped) return;
      }
    } catch (error) {
      if (error instanceof BoxcutterError) inputError = error;
      await writer.abort(error);
      return;
    }
    await writer.close();
  })();
  feeding.catch(() => {});
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (value.length > 0) yield value;
    }
    if (inputError !== undefined) throw inputError;
  } catch (error) {
    if (inputError !== undefined) throw inputError;
    throw badData(error);
  } finally {
    stopped = true;
    reader.cancel().catch(() => {});
    writer.abort().catch(() => {});
  }
}
