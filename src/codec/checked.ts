import { BadFileError } from '../base/errors.ts';
import { crc32 } from './crc32.ts';
import { pacer } from './pause.ts';

/** What decoded bytes must be, as their container states it. */
export interface Expected {
  /** The file's path in its package, for the message. */
  path: string;
  size: number;
  /** Undefined where the container states none. */
  crc32?: number | undefined;
}

function sizeMismatch({ path, size }: Expected, actual: string): BadFileError {
  return new BadFileError('zip/size-mismatch', `“${path}” should have ${size} bytes, but ${actual}.`, { path });
}

/** Throws `zip/size-mismatch` or `zip/crc-mismatch` unless these are the whole and right bytes. */
export function checkWhole(bytes: Uint8Array, expected: Expected): void {
  if (bytes.length > expected.size) throw sizeMismatch(expected, 'decoding gives more');
  if (bytes.length < expected.size) throw sizeMismatch(expected, `decoding gives only ${bytes.length}`);
  if (expected.crc32 !== undefined) checkCrc(crc32(bytes), expected);
}

function checkCrc(actual: number, { path, crc32: stated }: Expected): void {
  if (stated === undefined || actual === stated) return;
  const hex = (value: number) => value.toString(16).padStart(8, '0');
  throw new BadFileError(
    'zip/crc-mismatch',
    `“${path}” has the CRC-32 ${hex(actual)}, but ${hex(stated)} is stated for it.`,
    { path },
  );
}

/**
 * Passes decoded chunks on and checks them against what is stated: stops at the first chunk that goes beyond the stated
 * size, which it does not pass on, and gives out the last chunk only once size and CRC-32 are known to be right.
 */
export async function* checked(
  chunks: AsyncGenerator<Uint8Array>,
  expected: Expected,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  let crc = 0;
  let held: Uint8Array | undefined;
  // What decodes in memory would otherwise run from promise to promise, and no cancel would be heard.
  const pace = pacer();
  for await (const chunk of chunks) {
    await pace();
    done += chunk.length;
    if (done > expected.size) throw sizeMismatch(expected, 'decoding gives more');
    if (expected.crc32 !== undefined) crc = crc32(chunk, crc);
    if (held) yield held;
    held = chunk;
  }
  if (done !== expected.size) throw sizeMismatch(expected, `decoding gives only ${done}`);
  checkCrc(crc, expected);
  if (held) yield held;
}
