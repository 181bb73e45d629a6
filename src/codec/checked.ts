import { BadFileError } from '../base/errors.ts';
import { crc32 } from './crc32.ts';
import { pacer } from './pause.ts';
import './findings.ts';

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

function crcMismatch(actual: number, { path, crc32: stated }: Expected): BadFileError | undefined {
  if (stated === undefined || actual === stated) return undefined;
  const hex = (value: number) => value.toString(16).padStart(8, '0');
  const message = `“${path}” has the CRC-32 ${hex(actual)}, but ${hex(stated)} is stated for it.`;
  return new BadFileError('zip/crc-mismatch', message, { path });
}

/** Holds decoded bytes, as they come, against what is stated. */
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

  /** The next bytes. Throws `zip/size-mismatch` where they go beyond the stated size. */
  update(bytes: Uint8Array): void {
    this.#done += bytes.length;
    if (this.#done > this.#expected.size) throw sizeMismatch(this.#expected, 'decoding gives more');
    if (this.#expected.crc32 !== undefined) this.#crc = crc32(bytes, this.#crc);
  }

  /** After the last byte: what is wrong with the CRC-32, if anything. Throws `zip/size-mismatch` where bytes are missing. */
  finish(): BadFileError | undefined {
    if (this.#done !== this.#expected.size) throw sizeMismatch(this.#expected, `decoding gives only ${this.#done}`);
    return crcMismatch(this.#crc, this.#expected);
  }
}

/** Throws `zip/size-mismatch` or `zip/crc-mismatch` unless these are the whole and right bytes. */
export function checkWhole(bytes: Uint8Array, expected: Expected): void {
  const check = new ContentCheck(expected);
  check.update(bytes);
  const wrong = check.finish();
  if (wrong) throw wrong;
}

/**
 * Passes decoded chunks on and checks them against what is stated: stops at the first chunk that goes beyond the stated
 * size, which it does not pass on, and gives out the last chunk only once size and CRC-32 are known to be right.
 */
export async function* checked(
  chunks: AsyncGenerator<Uint8Array>,
  expected: Expected,
): AsyncGenerator<Uint8Array, void, undefined> {
  const check = new ContentCheck(expected);
  let held: Uint8Array | undefined;
  // What decodes in memory would otherwise run from promise to promise, and no cancel would be heard.
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
