import { grouped } from '../base/amounts.ts';
import { BadFileError } from '../base/errors.ts';
import { crc32 } from './crc32.ts';
import { pacer } from './pause.ts';
import './findings.ts';

/** What the container states about decoded bytes. */
export interface Expected {
  /** The file's path in its package, for the message. */
  path: string;
  size: number;
  /** Undefined if the container states none. */
  crc32?: number | undefined;
  /** Computes the CRC-32 also if none is stated. */
  wantsCrc32?: true;
}

function sizeMismatch({ path, size }: Expected, actual: string): BadFileError {
  return new BadFileError('zip/size-mismatch', grouped`“${path}” should have ${size} bytes, but ${actual}.`, { path });
}

function crcMismatch(actual: number, { path, crc32: stated }: Expected): BadFileError | undefined {
  if (stated === undefined || actual === stated) return undefined;
  const hex = (value: number) => value.toString(16).padStart(8, '0');
  const message = `“${path}” has the CRC-32 ${hex(actual)} instead of ${hex(stated)}.`;
  return new BadFileError('zip/crc-mismatch', message, { path });
}

/** Compares decoded bytes, piece by piece, with what the container states. */
export class ContentCheck {
  readonly #expected: Expected;
  #done = 0;
  #crc = 0;

  constructor(expected: Expected) {
    this.#expected = expected;
  }

  /** Bytes so far. */
  get done(): number {
    return this.#done;
  }

  /** CRC-32 of the bytes so far. Undefined if it is neither stated nor wanted. */
  get crc32(): number | undefined {
    const { crc32: stated, wantsCrc32 } = this.#expected;
    return stated === undefined && !wantsCrc32 ? undefined : this.#crc;
  }

  /** Takes the next bytes. Throws `zip/size-mismatch` if they exceed the stated size. */
  update(bytes: Uint8Array): void {
    this.#done += bytes.length;
    if (this.#done > this.#expected.size) throw sizeMismatch(this.#expected, 'decompressing it gives more');
    if (this.crc32 !== undefined) this.#crc = crc32(bytes, this.#crc);
  }

  /**
   * Call it after the last byte. Returns an error if the CRC-32 is wrong. Throws `zip/size-mismatch` if bytes are
   * missing.
   */
  finish(): BadFileError | undefined {
    if (this.#done !== this.#expected.size)
      throw sizeMismatch(this.#expected, `decompressing it gives only ${this.#done}`);
    return crcMismatch(this.#crc, this.#expected);
  }
}

/** Throws `zip/size-mismatch` or `zip/crc-mismatch` unless these are exactly the stated bytes. */
export function checkWhole(bytes: Uint8Array, expected: Expected): void {
  const check = new ContentCheck(expected);
  check.update(bytes);
  const wrong = check.finish();
  if (wrong) throw wrong;
}

/**
 * Passes decoded chunks on and compares them with what the container states. Stops before a chunk that exceeds the
 * stated size. Holds the last chunk back until size and CRC-32 are right.
 */
export async function* checked(
  chunks: AsyncGenerator<Uint8Array>,
  expected: Expected,
): AsyncGenerator<Uint8Array, void, undefined> {
  const check = new ContentCheck(expected);
  let held: Uint8Array | undefined;
  // Decoding in memory would otherwise run from promise to promise, and no message (a cancel) would arrive.
  const pace = pacer();
  for await (const chunk of chunks) {
    await pace();
    check.update(chunk);
    if (held) yield held;
    held = chunk;
  }
  const wrong = check.finish();
  if (wrong) throw wrong;
  if (held) yield held;
}
