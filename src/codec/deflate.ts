import { Deflate, deflateSync } from 'fflate';
import { concatBytes } from '../base/bytes.ts';
import type { Encoder } from './zstd-encoder.ts';

/** From the fastest to the smallest output. */
export const DEFLATE_LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

export type DeflateLevel = (typeof DEFLATE_LEVELS)[number];

/**
 * Raw Deflate (RFC 1951) of bytes in memory, in one call. The same input always gives the same output.
 *
 * @param level the smallest output unless somebody chose: only small files are written so, and time does not matter
 */
export function deflate(bytes: Uint8Array, level: DeflateLevel = 9): Uint8Array<ArrayBuffer> {
  return deflateSync(bytes, { level }) as Uint8Array<ArrayBuffer>;
}

/** The level that zip programs have by default. Higher ones take twice the time, and save one byte in a hundred. */
const STREAM_LEVEL = 6;

/**
 * Begins one stream of raw Deflate (RFC 1951). fflate, and not the browser's own: that one gives other bytes in each
 * browser, and the same files must give the same package. fflate ends a block with each push.
 */
export function deflateEncoder(level: DeflateLevel = STREAM_LEVEL): Encoder {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const stream = new Deflate({ level }, (bytes) => parts.push(bytes as Uint8Array<ArrayBuffer>));
  return {
    push(bytes, isLast) {
      stream.push(bytes, isLast);
      return concatBytes(parts.splice(0));
    },
    free() {},
  };
}
