import type { BlockDecoder } from './small-blocks.ts';

/** The arithmetic is ggml's (`dequantize_row_…` of ggml-quants.c): each product and each sum is rounded to float32. */
const round = Math.fround;

/**
 * `block_q2_K`: 16 scales and minimums of 4 bits each, 64 bytes of four elements, then scale and minimum of the
 * super-block. In each half of it, byte `i` has the elements `i`, `i` + 32, `i` + 64 and `i` + 96.
 */
export const decodeQ2_K: BlockDecoder = ({ bytes, half }, at, out, to) => {
  const scale = half(at + 80);
  const minimum = half(at + 82);
  for (let group = 0; group < 16; group++) {
    const packed = bytes[at + group] as number;
    const groupScale = round(scale * (packed & 15));
    const groupMinimum = round(minimum * (packed >> 4));
    const { first, shift } = twoBits(at + 16, group);
    for (let index = 0; index < 16; index++) {
      const value = ((bytes[first + index] as number) >> shift) & 3;
      out[to + group * 16 + index] = round(groupScale * value) - groupMinimum;
    }
  }
};

/** `block_q3_K`: 32 bytes of third bits, 64 of lower ones as in `Q2_K`, 16 scales of 6 bits in 12 bytes, the scale. */
export const decodeQ3_K: BlockDecoder = ({ bytes, half }, at, out, to) => {
  const scale = half(at + 108);
  const scales = at + 96;
  for (let group = 0; group < 16; group++) {
    const groupScale = round(scale * (scaleQ3_K(bytes, scales, group) - 32));
    const { first, shift } = twoBits(at + 32, group);
    const thirds = at + (group % 2) * 16;
    for (let index = 0; index < 16; index++) {
      const lower = ((bytes[first + index] as number) >> shift) & 3;
      const hasThird = (((bytes[thirds + index] as number) >> (group >> 1)) & 1) === 1;
      out[to + group * 16 + index] = groupScale * (hasThird ? lower : lower - 4);
    }
  }
};

/** The scale of a group of `Q3_K` as it is stored, 6 bits. */
export function scaleQ3_K(bytes: Uint8Array, scales: number, group: number): number {
  const low = bytes[scales + (group % 8)] as number;
  const high = ((bytes[scales + 8 + (group % 4)] as number) >> (2 * (group >> 2))) & 3;
  return (group < 8 ? low & 15 : low >> 4) | (high << 4);
}

/** Where the elements of one of 16 groups are: the first byte, and by how many bits they are shifted. */
export function twoBits(start: number, group: number): { first: number; shift: number } {
  const inPart = group % 8;
  return { first: start + (group >> 3) * 32 + (inPart % 2) * 16, shift: (inPart >> 1) * 2 };
}

/** `block_q5_K`: as `Q4_K`, with 32 bytes of fifth bits before the others, of each group one bit of each byte. */
export const decodeQ5_K: BlockDecoder = ({ bytes, half }, at, out, to) => {
  const scale = half(at);
  const minimum = half(at + 2);
  for (let group = 0; group < 8; group++) {
    const packed = sixBits(bytes, at + 4, group);
    const groupScale = round(scale * packed.scale);
    const groupMinimum = round(minimum * packed.minimum);
    const first = at + 48 + (group >> 1) * 32;
    const shift = (group % 2) * 4;
    for (let index = 0; index < 32; index++) {
      const lower = ((bytes[first + index] as number) >> shift) & 15;
      const fifth = ((bytes[at + 16 + index] as number) >> group) & 1;
      out[to + group * 32 + index] = round(groupScale * (lower | (fifth << 4))) - groupMinimum;
    }
  }
};

/**
 * A group's scale and minimum of 6 bits each: of the last four groups, the upper bits are beside those of the first.
 * A function in it that reads the bytes would take five times as long.
 */
export function sixBits(bytes: Uint8Array, start: number, group: number): { scale: number; minimum: number } {
  if (group < 4) {
    return { scale: (bytes[start + group] as number) & 63, minimum: (bytes[start + group + 4] as number) & 63 };
  }
  const lower = bytes[start + group + 4] as number;
  return {
    scale: (lower & 15) | (((bytes[start + group - 4] as number) >> 6) << 4),
    minimum: (lower >> 4) | (((bytes[start + group] as number) >> 6) << 4),
  };
}

/**
 * `block_q6_K`: 128 bytes of lower halves, 64 of upper two bits, 16 signed scales, the scale of the super-block. In
 * each half of it, byte `i` of 64 has the elements `i` and `i` + 64; byte `i` of the upper bits is as in `Q2_K`.
 */
export const decodeQ6_K: BlockDecoder = ({ bytes, half }, at, out, to) => {
  const scale = half(at + 208);
  for (let group = 0; group < 16; group++) {
    const groupScale = round(scale * (((bytes[at + 192 + group] as number) << 24) >> 24));
    const inPart = (group % 8) * 16;
    const lower = at + (group >> 3) * 64 + (inPart % 64);
    const upper = at + 128 + (group >> 3) * 32 + (inPart % 32);
    const lowerShift = (inPart >> 6) * 4;
    const upperShift = (inPart >> 5) * 2;
    for (let index = 0; index < 16; index++) {
      const low = ((bytes[lower + index] as number) >> lowerShift) & 15;
      const high = ((bytes[upper + index] as number) >> upperShift) & 3;
      out[to + group * 16 + index] = groupScale * ((low | (high << 4)) - 32);
    }
  }
};

/** `block_q8_K`: the scale as float32, then a signed byte for each element, and sums of them. */
export const decodeQ8_K: BlockDecoder = ({ bytes, single }, at, out, to) => {
  const scale = single(at);
  for (let index = 0; index < 256; index++) {
    out[to + index] = (((bytes[at + 4 + index] as number) << 24) >> 24) * scale;
  }
};
