import { deflateSync } from 'fflate';

/** The level with the smallest output of fflate. Only small files are written so, and time does not matter. */
const LEVEL = 9;

/** Raw Deflate (RFC 1951) of bytes in memory, in one call. The same input always gives the same output. */
export function deflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return deflateSync(bytes, { level: LEVEL }) as Uint8Array<ArrayBuffer>;
}
