import { Unzlib } from 'fflate';
import { BadFileError } from '../../base/errors.ts';
import { type FeedOptions, feed, type Readable } from './gunzip.ts';
import './findings.ts';

/** First bytes that tell `zlibStart` where the data begins. */
export const ZLIB_HEAD_BYTES = 24;

/** Digits of the size that joblib before 0.10 writes behind its mark (`numpy_pickle_compat.py`, `_MAX_LEN`). */
const ZFILE_DIGITS = 19;

/** What the decoder knows of the last block of Deflate, which fflate does not offer. */
interface DecoderState {
  readonly s: { readonly f?: number; readonly l?: unknown };
}

/**
 * Where zlib data begins (RFC 1950): at the first byte, or behind the mark and the size that joblib before 0.10 writes.
 * Undefined where there is none. Other files begin with such bytes, too: only decoding them tells.
 *
 * @param head the first `ZLIB_HEAD_BYTES` of the file, or all of a shorter one
 */
export function zlibStart(head: Uint8Array): number | undefined {
  if (isZlib(head, 0)) return 0;
  const text = String.fromCharCode(...head.subarray(0, 2 + ZFILE_DIGITS));
  if (!/^ZF0x[0-9a-f]+L?\s*$/.test(text)) return undefined;
  // Python 2 wrote one more.
  const start = 2 + ZFILE_DIGITS + (head[2 + ZFILE_DIGITS] === 0x20 ? 1 : 0);
  return isZlib(head, start) ? start : undefined;
}

/** Deflate with a window of at most 32 KiB, and a sum that is a multiple of 31. No dictionary. */
function isZlib(bytes: Uint8Array, at: number): boolean {
  const [method = 0, flags = 0] = bytes.subarray(at, at + 2);
  return (
    (method & 0x0f) === 8 &&
    method <= 0x78 &&
    method >= 0x48 &&
    (method * 256 + flags) % 31 === 0 &&
    (flags & 0x20) === 0
  );
}

/**
 * Decodes zlib data from `start` on. Ends where bytes of no zlib follow, or the data ends. Its first value comes only
 * where the bytes are zlib data. Rejects with `gzip/bad-data`, and as the source does. The caller bounds what it takes:
 * a small file may decode to a thousand times its size.
 */
export async function* unzlib(source: Readable, start: number, options: FeedOptions): AsyncGenerator<Uint8Array> {
  let out: Uint8Array[] = [];
  // The decoder uses its buffer again.
  const decoder = new Unzlib((chunk) => void (chunk.length > 0 && out.push(chunk.slice())));
  const isAtEnd = () => {
    const { f, l } = (decoder as unknown as DecoderState).s;
    return f === 1 && !l;
  };
  for await (const bytes of feed(source, start, options)) {
    try {
      decoder.push(bytes, false);
    } catch (error) {
      throw new BadFileError('gzip/bad-data', 'The zlib data is damaged.', { cause: error });
    }
    yield* out;
    out = [];
    if (isAtEnd()) return;
  }
  throw new BadFileError('gzip/bad-data', 'The zlib data is cut off.');
}
