import { Deflate, deflateSync } from 'fflate';
import { concatBytes } from '../base/bytes.ts';
import type { Encoder } from './zstd-encoder.ts';

/** The level with the smallest output of fflate. Only small files are written so, and time does not matter. */
const LEVEL = 9;

/** Raw Deflate (RFC 1951) of bytes in memory, in one call. The same input always gives the same output. */
export function deflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return deflateSync(bytes, { level: LEVEL }) as Uint8Array<ArrayBuffer>;
}

/** The level that zip programs have by default. Higher ones take twice the time, and save one byte in a hundred. */
const STREAM_LEVEL = 6;

/**
 * Begins one stream of raw Deflate (RFC 1951). fflate, and not the browser's own: that one gives other bytes in each
 * browser, and the same files must give the same package. fflate ends a block with each push.
 */
export function deflateEncoder(): Encoder {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const stream = new Deflate({ level: STREAM_LEVEL }, (bytes) => parts.push(bytes as Uint8Array<ArrayBuffer>));
  return {
    push(bytes, isLast) {
      stream.push(bytes, isLast);
      return concatBytes(parts.splice(0));
    },
    free() {},
  };
}
