import { deflateSync } from 'fflate';

/** The smallest that fflate makes. What is written anew is small, so that the time does not matter. */
const LEVEL = 9;

/** Raw Deflate (RFC 1951) in one call: the same bytes for the same input each time. For what is in memory as a whole. */
export function deflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return deflateSync(bytes, { level: LEVEL }) as Uint8Array<ArrayBuffer>;
}
