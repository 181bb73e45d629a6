/** Reads numbers of any count of bits one after the other. Throws a `RangeError` where the bytes end. */
export class BitReader {
  readonly bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  take(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left--) {
      value = value * 2 + ((byteAt(this.bytes, this.#at >> 3) >> (7 - (this.#at & 7))) & 1);
      this.#at++;
    }
    return value;
  }

  skip(count: number): void {
    this.#at += count;
  }

  skipUvlc(): void {
    let zeros = 0;
    while (this.take(1) === 0) zeros++;
    if (zeros < 32) this.skip(zeros);
  }
}

export function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError('The data ends too early.');
  return byte;
}
