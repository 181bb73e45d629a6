/** Bytes of blocks, and the numbers in them. */
export interface BlockBytes {
  bytes: Uint8Array;
  /** The float16 at a byte, and the one that 16 bits are. */
  half(at: number): number;
  halfOf(bits: number): number;
  /** The float32 at a byte. */
  single(at: number): number;
  /** The 16 bits at a byte. */
  short(at: number): number;
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
 * Scale, and 4 bits for each element: of one byte the first half of the block, then the second. Each of these types has
 * a loop of its own: one for all of them takes half as long again.
 */
export const decodeQ4_0: BlockDecoder = ({ bytes, half }, at, out, to) => {
  const scale = half(at);
  for (let index = 0; index < HALF; index++) {
    const pair = bytes[at + 2 + index] as number;
    out[to + index] = ((pair & 15) - 8) * scale;
    out[to + HALF + index] = ((pair >> 4) - 8) * scale;
  }
};

/** As `Q4_0`, with the least value. */
export const decodeQ4_1: BlockDecoder = ({ bytes, half }, at, out, to) => {
  const scale = half(at);
  const least = half(at + 2);
  for (let index = 0; index < HALF; index++) {
    const pair = bytes[at + 4 + index] as number;
    out[to + index] = round((pair & 15) * scale) + least;
    out[to + HALF + index] = round((pair >> 4) * scale) + least;
  }
};

/** As `Q4_0`, with a fifth bit of all elements in a number of 32 bits. */
export const decodeQ5_0: BlockDecoder = ({ bytes, half, word }, at, out, to) => {
  const scale = half(at);
  const fifth = word(at + 2);
  for (let index = 0; index < HALF; index++) {
    const pair = bytes[at + 6 + index] as number;
    out[to + index] = (((pair & 15) | bit(fifth, index, 4)) - 16) * scale;
    out[to + HALF + index] = (((pair >> 4) | bit(fifth, index + HALF, 4)) - 16) * scale;
  }
};

/** As `Q5_0`, with the least value. */
export const decodeQ5_1: BlockDecoder = ({ bytes, half, word }, at, out, to) => {
  const scale = half(at);
  const least = half(at + 2);
  const fifth = word(at + 4);
  for (let index = 0; index < HALF; index++) {
    const pair = bytes[at + 8 + index] as number;
    out[to + index] = round(((pair & 15) | bit(fifth, index, 4)) * scale) + least;
    out[to + HALF + index] = round(((pair >> 4) | bit(fifth, index + HALF, 4)) * scale) + least;
  }
};

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
