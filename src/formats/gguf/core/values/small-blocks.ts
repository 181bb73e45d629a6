/** Bytes of blocks, and the numbers in them. */
export interface BlockBytes {
  bytes: Uint8Array;
  /** The float16 at a byte. */
  half(at: number): number;
  /** The 32 bits at a byte. */
  word(at: number): number;
}

/** Writes the values of the block that begins at the byte `at` to `out`, from `to` on. */
export type BlockDecoder = (from: BlockBytes, at: number, out: Float32Array, to: number) => void;

/** Elements of each of these blocks. */
const ELEMENTS = 32;
const HALF = ELEMENTS / 2;

/** The arithmetic is ggml's (`dequantize_row_…` of ggml-quants.c): each product and each sum is rounded to float32. */
const round = Math.fround;

/**
 * Scale, and 4 bits for each element: of one byte the first half of the block, then the second. It has a loop of its
 * own, because it takes half as long again in that of the others.
 */
export const decodeQ4_0: BlockDecoder = ({ bytes, half }, at, out, to) => {
  const scale = half(at);
  for (let index = 0; index < HALF; index++) {
    const pair = bytes[at + 2 + index] as number;
    out[to + index] = ((pair & 15) - 8) * scale;
    out[to + HALF + index] = ((pair >> 4) - 8) * scale;
  }
};

/**
 * As `Q4_0`, with more before the 4 bits.
 *
 * @param hasLeast the least value behind the scale. Otherwise half of the values are negative
 * @param hasFifth a fifth bit of all elements in a number of 32 bits
 */
function decodeNibbles(hasLeast: boolean, hasFifth: boolean): BlockDecoder {
  const fifths = hasLeast ? 4 : 2;
  const start = fifths + (hasFifth ? 4 : 0);
  const middle = hasLeast ? 0 : 16;
  return ({ bytes, half, word }, at, out, to) => {
    const scale = half(at);
    // Adding -0 changes no value, not even a zero.
    const least = hasLeast ? half(at + 2) : -0;
    const fifth = hasFifth ? word(at + fifths) : 0;
    for (let index = 0; index < HALF; index++) {
      const pair = bytes[at + start + index] as number;
      const low = (pair & 15) | bit(fifth, index, 4);
      const high = (pair >> 4) | bit(fifth, index + HALF, 4);
      out[to + index] = round((low - middle) * scale) + least;
      out[to + HALF + index] = round((high - middle) * scale) + least;
    }
  };
}

export const decodeQ4_1 = decodeNibbles(true, false);
export const decodeQ5_0 = decodeNibbles(false, true);
export const decodeQ5_1 = decodeNibbles(true, true);

/** Scale, and a signed byte for each element. */
export const decodeQ8_0: BlockDecoder = ({ bytes, half }, at, out, to) => {
  const scale = half(at);
  for (let index = 0; index < ELEMENTS; index++) {
    out[to + index] = (((bytes[at + 2 + index] as number) << 24) >> 24) * scale;
  }
};

/** The `index`th bit of a word, moved to the place `shift`. */
function bit(word: number, index: number, shift: number): number {
  return ((word >>> index) & 1) << shift;
}
