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

/** Bytes of one input. fflate ends a block with each, so that the output would depend on how bytes are pushed. */
const INPUT_BYTES = 1024 * 1024;

/**
 * Begins one stream of raw Deflate (RFC 1951). fflate, and not the browser's own: that one gives other bytes in each
 * browser, and the same files must give the same package.
 */
export function deflateEncoder(): Encoder {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  const stream = new Deflate({ level: STREAM_LEVEL }, (bytes) => parts.push(bytes as Uint8Array<ArrayBuffer>));
  const input = new Uint8Array(INPUT_BYTES);
  let held = 0;
  const taken = () => {
    const given = parts;
    parts = [];
    return concatBytes(given);
  };
  return {
    push(bytes) {
      for (let at = 0; at < bytes.length; ) {
        // The last input is pushed by `finish`, so a full one waits for more.
        if (held === INPUT_BYTES) {
          stream.push(input, false);
          held = 0;
        }
        const part = bytes.subarray(at, at + INPUT_BYTES - held);
        input.set(part, held);
        held += part.length;
        at += part.length;
      }
      return taken();
    },
    finish() {
      stream.push(input.subarray(0, held), true);
      return taken();
    },
    free() {},
  };
}
