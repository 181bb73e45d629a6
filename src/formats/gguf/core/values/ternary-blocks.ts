import type { BlockBytes, BlockDecoder } from './small-blocks.ts';

/** Where each element of a block is: in which byte from its start on, and as which digit of it. */
interface Digits {
  bytes: Uint8Array;
  digits: Uint8Array;
}

/** Runs of bytes, one after the other: each has the first digits of all its bytes, then the second ones, and so on. */
function runs(...parts: readonly (readonly [bytes: number, digits: number])[]): Digits {
  const bytes: number[] = [];
  const digits: number[] = [];
  let start = 0;
  for (const [count, each] of parts) {
    for (let digit = 0; digit < each; digit++) {
      for (let byte = 0; byte < count; byte++) {
        bytes.push(start + byte);
        digits.push(digit);
      }
    }
    start += count;
  }
  return { bytes: Uint8Array.from(bytes), digits: Uint8Array.from(digits) };
}

/** `block_tq1_0`: five digits of base 3 in a byte, in the last four bytes four; then the scale. */
const TQ1_0 = runs([32, 5], [16, 5], [4, 4]);
/** `block_tq2_0`: four numbers of 2 bits in a byte, then the scale. */
const TQ2_0 = runs([32, 4], [32, 4]);

const POWERS_OF_3 = Uint8Array.of(1, 3, 9, 27, 81);

/** The byte is the digits as a fraction of 256, rounded up: multiplied by powers of 3, it has the next digit on top. */
export function codeTQ1_0({ bytes }: BlockBytes, at: number, index: number): number {
  const byte = bytes[at + (TQ1_0.bytes[index] as number)] as number;
  return (((byte * (POWERS_OF_3[TQ1_0.digits[index] as number] as number)) & 255) * 3) >> 8;
}

export function codeTQ2_0({ bytes }: BlockBytes, at: number, index: number): number {
  return ((bytes[at + (TQ2_0.bytes[index] as number)] as number) >> ((TQ2_0.digits[index] as number) * 2)) & 3;
}

export const decodeTQ1_0: BlockDecoder = (from, at, out, to) => {
  const scale = from.half(at + 52);
  for (let index = 0; index < 256; index++) out[to + index] = (codeTQ1_0(from, at, index) - 1) * scale;
};

export const decodeTQ2_0: BlockDecoder = (from, at, out, to) => {
  const scale = from.half(at + 64);
  for (let index = 0; index < 256; index++) out[to + index] = (codeTQ2_0(from, at, index) - 1) * scale;
};

/** The `index`th number of `bits` bits, one after the other from the lowest on. */
export function packed(bytes: Uint8Array, at: number, index: number, bits: 1 | 2): number {
  const place = index * bits;
  return ((bytes[at + (place >> 3)] as number) >> (place & 7)) & ((1 << bits) - 1);
}

/** `block_q1_0`: the scale, and a bit for each of 128 elements: whether it is positive. */
export const decodeQ1_0: BlockDecoder = ({ bytes, half }, at, out, to) => {
  const scale = half(at);
  for (let index = 0; index < 128; index++) out[to + index] = packed(bytes, at + 2, index, 1) ? scale : -scale;
};

/** `block_q2_0`: the scale, and 2 bits for each of 64 elements: -1, 0, 1 or 2. */
export const decodeQ2_0: BlockDecoder = ({ bytes, half }, at, out, to) => {
  const scale = half(at);
  for (let index = 0; index < 64; index++) out[to + index] = (packed(bytes, at + 2, index, 2) - 1) * scale;
};
