import type { BlockBytes, BlockDecoder } from './small-blocks.ts';

/** What 4 bits stand for in `IQ4_NL` and `IQ4_XS`, and twice the float of 4 bits in `MXFP4` and `NVFP4`. */
export const UNEVEN = Int8Array.of(-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113);
export const TWICE_FP4 = Int8Array.of(0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12);

/** The values of 4 bits each in half as many bytes: of one byte the first half of the group, then the second. */
function decodeGroup(
  { bytes }: BlockBytes,
  at: number,
  table: Int8Array,
  scale: number,
  out: Float32Array,
  to: number,
  half: number,
): void {
  for (let index = 0; index < half; index++) {
    const pair = bytes[at + index] as number;
    out[to + index] = scale * (table[pair & 15] as number);
    out[to + half + index] = scale * (table[pair >> 4] as number);
  }
}

/** `block_iq4_nl`: as `Q4_0`, with a table. */
export const decodeIQ4_NL: BlockDecoder = (from, at, out, to) => {
  decodeGroup(from, at + 2, UNEVEN, from.half(at), out, to, 16);
};

/** `block_iq4_xs`: 8 groups as in `IQ4_NL`, each with a scale of 6 bits in units of that of the block. */
export const decodeIQ4_XS: BlockDecoder = (from, at, out, to) => {
  const scale = from.half(at);
  for (let group = 0; group < 8; group++) {
    const groupScale = scale * (scaleIQ4_XS(from, at, group) - 32);
    decodeGroup(from, at + 8 + group * 16, UNEVEN, groupScale, out, to + group * 32, 16);
  }
};

/** The scale of a group as it is stored: two upper bits in a number of 16 bits, then half bytes of lower ones. */
export function scaleIQ4_XS({ bytes, short }: BlockBytes, at: number, group: number): number {
  const lower = ((bytes[at + 4 + (group >> 1)] as number) >> ((group & 1) * 4)) & 15;
  return lower | (((short(at + 2) >> (2 * group)) & 3) << 4);
}

/** `block_mxfp4`: the exponent of the scale, then as `IQ4_NL`. */
export const decodeMXFP4: BlockDecoder = (from, at, out, to) => {
  decodeGroup(from, at + 1, TWICE_FP4, halfPower(from.bytes[at] as number), out, to, 16);
};

/** Half of the power of two that a byte stands for: the table has twice the values. ggml has no NaN among them. */
export function halfPower(exponent: number): number {
  return 2 ** (exponent - 128);
}

/** `block_nvfp4`: four scales of 8 bits, then four groups of 16 elements. */
export const decodeNVFP4: BlockDecoder = (from, at, out, to) => {
  for (let group = 0; group < 4; group++) {
    const scale = halfE4M3(from.bytes[at + group] as number);
    decodeGroup(from, at + 4 + group * 8, TWICE_FP4, scale, out, to + group * 16, 8);
  }
};

/** Half of the float that a byte stands for, whose sign counts for nothing. Where others have NaN, ggml has 0. */
export function halfE4M3(byte: number): number {
  if (byte === 0x7f) return 0;
  const exponent = (byte >> 3) & 15;
  const mantissa = byte & 7;
  return exponent === 0 ? mantissa * 2 ** -10 : (8 + mantissa) * 2 ** (exponent - 11);
}
