import { type Grid, IQ1, IQ2_S, IQ2_XS, IQ2_XXS, IQ3_S, IQ3_XXS } from './grids.ts';
import type { BlockBytes, BlockDecoder } from './small-blocks.ts';

/** Elements of each of these blocks. */
const ELEMENTS = 256;

/** What a block holds of as many elements as a point of its grid has coordinates. */
export interface StoredPoint {
  /** The number of the point. */
  point: number;
  /** A bit for each coordinate, the first one lowest: whether it is negative. */
  signs: number;
  /** What each coordinate is added to first. */
  shift: number;
  /** The scale as it is stored, and in units of that of the block. */
  stored: number;
  factor: number;
}

/** A type whose elements are the coordinates of points. The products of its numbers need no rounding in float32. */
export interface GridType {
  grid: Grid;
  /** The largest `factor` of a point, and the largest `shift`: 0 where it is left out. */
  mostFactor: number;
  mostShift?: number;
  /** The scale of the block that begins at a byte. */
  scale(from: BlockBytes, at: number): number;
  /** One of its points, in the order of the elements. */
  read(from: BlockBytes, at: number, index: number): StoredPoint;
}

const first = ({ half }: BlockBytes, at: number) => half(at);

/** Seven bits of signs. The eighth makes the number of negative ones even. */
function evenSigns(seven: number): number {
  let parity = seven ^ (seven >> 4);
  parity ^= parity >> 2;
  parity ^= parity >> 1;
  return seven | ((parity & 1) << 7);
}

function inQuarters(stored: number): number {
  return (stored + 0.5) / 4;
}

/** The lower half of a byte, or the upper one where `which` is odd. */
function halfByte(byte: number | undefined, which: number): number {
  return ((byte as number) >> ((which & 1) * 4)) & 15;
}

/** `block_iq2_xxs`: of each 32 elements, four points of 8 bits, then 4 × 7 bits of signs and the scale of 4 bits. */
const iq2xxs: GridType = {
  grid: IQ2_XXS,
  mostFactor: inQuarters(15),
  scale: first,
  read({ word }, at, index) {
    const points = at + 2 + (index >> 2) * 8;
    const rest = word(points + 4);
    const nth = index & 3;
    const stored = rest >>> 28;
    return {
      point: (word(points) >>> (8 * nth)) & 255,
      signs: evenSigns((rest >>> (7 * nth)) & 127),
      shift: 0,
      stored,
      factor: inQuarters(stored),
    };
  },
};

/** `block_iq2_xs`: points of 9 bits with 7 bits of signs, then a scale of 4 bits for two points each. */
const iq2xs: GridType = {
  grid: IQ2_XS,
  mostFactor: inQuarters(15),
  scale: first,
  read({ bytes, short }, at, index) {
    const both = short(at + 2 + index * 2);
    const stored = halfByte(bytes[at + 66 + (index >> 2)], index >> 1);
    return { point: both & 511, signs: evenSigns(both >> 9), shift: 0, stored, factor: inQuarters(stored) };
  },
};

/** `block_iq2_s`: 32 lower bytes of points, 32 bytes of signs, 8 bytes of upper bits, and scales as in `IQ2_XS`. */
const iq2s: GridType = {
  grid: IQ2_S,
  mostFactor: inQuarters(15),
  scale: first,
  read({ bytes }, at, index) {
    const upper = ((bytes[at + 66 + (index >> 2)] as number) >> (2 * (index & 3))) & 3;
    const stored = halfByte(bytes[at + 74 + (index >> 2)], index >> 1);
    return {
      point: (bytes[at + 2 + index] as number) | (upper << 8),
      signs: bytes[at + 34 + index] as number,
      shift: 0,
      stored,
      factor: inQuarters(stored),
    };
  },
};

/** `block_iq3_xxs`: 64 points of 8 bits, then of each 32 elements 4 × 7 bits of signs and the scale of 4 bits. */
const iq3xxs: GridType = {
  grid: IQ3_XXS,
  mostFactor: 15.5 / 2,
  scale: first,
  read({ bytes, word }, at, index) {
    const rest = word(at + 66 + (index >> 3) * 4);
    const signs = evenSigns((rest >>> (7 * ((index >> 1) & 3))) & 127);
    const stored = rest >>> 28;
    return {
      point: bytes[at + 2 + index] as number,
      signs: (signs >> ((index & 1) * 4)) & 15,
      shift: 0,
      stored,
      factor: (stored + 0.5) / 2,
    };
  },
};

/** `block_iq3_s`: 64 lower bytes of points, 8 bytes of ninth bits, 32 bytes of signs, 8 scales of 4 bits. */
const iq3s: GridType = {
  grid: IQ3_S,
  mostFactor: 31,
  scale: first,
  read({ bytes }, at, index) {
    const ninth = ((bytes[at + 66 + (index >> 3)] as number) >> (index & 7)) & 1;
    const stored = halfByte(bytes[at + 106 + (index >> 4)], index >> 3);
    return {
      point: (bytes[at + 2 + index] as number) | (ninth << 8),
      signs: halfByte(bytes[at + 74 + (index >> 1)], index),
      shift: 0,
      stored,
      factor: 2 * stored + 1,
    };
  },
};

/** What all elements of types of about 1 bit are shifted by, up or down. */
const SHIFT = 0.125;

/**
 * `block_iq1_s`: 32 lower bytes of points, then for each 32 elements 4 × 3 upper bits, the scale of 3 bits and the sign
 * of the shift.
 */
const iq1s: GridType = {
  grid: IQ1,
  mostFactor: 15,
  mostShift: SHIFT,
  scale: first,
  read({ bytes, short }, at, index) {
    const rest = short(at + 34 + (index >> 2) * 2);
    const upper = (rest >> (3 * (index & 3))) & 7;
    const stored = (rest >> 12) & 7;
    return {
      point: (bytes[at + 2 + index] as number) | (upper << 8),
      signs: 0,
      shift: rest & 0x8000 ? -SHIFT : SHIFT,
      stored,
      factor: 2 * stored + 1,
    };
  },
};

/**
 * `block_iq1_m`: 32 lower bytes of points, half a byte each with 3 upper bits and the sign of the shift, then four
 * numbers of 16 bits, each with four scales of 3 bits for two points each, and 4 bits of the scale of the block.
 */
const iq1m: GridType = {
  grid: IQ1,
  mostFactor: 15,
  mostShift: SHIFT,
  scale({ short, halfOf }, at) {
    let bits = 0;
    for (let part = 0; part < 4; part++) bits |= (short(at + 48 + part * 2) >> 12) << (4 * part);
    return halfOf(bits);
  },
  read({ bytes, short }, at, index) {
    const rest = halfByte(bytes[at + 32 + (index >> 1)], index);
    const stored = (short(at + 48 + (index >> 3) * 2) >> (3 * ((index >> 1) & 3))) & 7;
    return {
      point: (bytes[at + index] as number) | ((rest & 7) << 8),
      signs: 0,
      shift: rest & 8 ? -SHIFT : SHIFT,
      stored,
      factor: 2 * stored + 1,
    };
  },
};

export const GRID_TYPES: ReadonlyMap<string, GridType> = new Map([
  ['IQ1_S', iq1s],
  ['IQ1_M', iq1m],
  ['IQ2_XXS', iq2xxs],
  ['IQ2_XS', iq2xs],
  ['IQ2_S', iq2s],
  ['IQ3_XXS', iq3xxs],
  ['IQ3_S', iq3s],
]);

export function gridDecoder({ grid: { size, values }, scale, read }: GridType): BlockDecoder {
  return (from, at, out, to) => {
    const ofBlock = scale(from, at);
    for (let index = 0; index < ELEMENTS / size; index++) {
      const { point, signs, shift, factor } = read(from, at, index);
      const ofPoint = ofBlock * factor;
      const start = to + index * size;
      for (let nth = 0; nth < size; nth++) {
        const value = ofPoint * ((values[point * size + nth] as number) + shift);
        out[start + nth] = (signs >> nth) & 1 ? -value : value;
      }
    }
  };
}
