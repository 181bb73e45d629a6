import type { ByteOrder } from '../../../../tensor/byte-order.ts';
import type { ElementFacts, StoredScale } from '../../../../tensor/element-block.ts';
import type { TensorType } from '../header/tensor-type.ts';
import { blockBytes } from './blocks.ts';
import { GRID_TYPES, type GridType } from './grid-blocks.ts';
import type { BlockBytes } from './small-blocks.ts';
import { scaleQ3_K, sixBits, twoBits } from './super-blocks.ts';
import { halfE4M3, halfPower, scaleIQ4_XS, TWICE_FP4, UNEVEN } from './table-blocks.ts';
import { codeTQ1_0, codeTQ2_0, packed } from './ternary-blocks.ts';

const round = Math.fround;

type Facts = Omit<ElementFacts, 'element' | 'value'>;

/** What the block that begins at a byte says of one of its elements. */
type Teller = (from: BlockBytes, at: number, element: number) => Facts;

/**
 * What a block says of one of its elements, from which follows the very value that `decodeBlocks` gives.
 *
 * @param bytes the block
 * @param element its place in the block, from 0
 */
export function blockFacts(type: TensorType, bytes: Uint8Array, element: number, order: ByteOrder): ElementFacts {
  const tell = TELLERS.get(type.name) as Teller;
  const facts = tell(blockBytes(bytes, order), 0, element);
  const { scale, quant, shift = 0, minimum } = facts;
  const product = round(scale.value * (quant + shift));
  return { element, ...facts, value: minimum ? round(product + minimum.value) : product };
}

const signed = (byte: number | undefined) => ((byte as number) << 24) >> 24;

/** The code of 4 bits of an element, of a group of which each byte has one of the first half and one of the second. */
function fourBits(bytes: Uint8Array, start: number, element: number, half: number): number {
  return ((bytes[start + (element % half)] as number) >> (element < half ? 0 : 4)) & 15;
}

/** Of types with one scale, a float16: `zero` is the code of 0. */
function oneScale(
  scaleAt: number,
  code: (from: BlockBytes, at: number, element: number) => number,
  zero: number,
): Teller {
  return (from, at, element) => {
    const value = code(from, at, element);
    return { scale: { name: 'd', value: from.half(at + scaleAt) }, code: value, quant: value - zero };
  };
}

/** As `oneScale`, and with the least value after the scale. */
function withMinimum(code: (from: BlockBytes, at: number, element: number) => number): Teller {
  const tell = oneScale(0, code, 0);
  return (from, at, element) => ({ ...tell(from, at, element), minimum: { name: 'm', value: from.half(at + 2) } });
}

/** The code of 5 bits of an element. */
function fiveBits({ bytes, word }: BlockBytes, start: number, element: number): number {
  return fourBits(bytes, start + 4, element, 16) | (((word(start) >>> element) & 1) << 4);
}

/** A scale that is stored in units of another one. */
function inUnits(name: string, stored: number, value: number, of: StoredScale): StoredScale {
  return { name, stored, value: round(value), of };
}

const q2K: Teller = ({ bytes, half }, at, element) => {
  const group = element >> 4;
  const scales = bytes[at + group] as number;
  const d = { name: 'd', value: half(at + 80) };
  const dmin = { name: 'dmin', value: half(at + 82) };
  const { first, shift } = twoBits(at + 16, group);
  const code = ((bytes[first + (element & 15)] as number) >> shift) & 3;
  return {
    scale: inUnits('scale', scales & 15, d.value * (scales & 15), d),
    minimum: inUnits('minimum', scales >> 4, -dmin.value * (scales >> 4), dmin),
    code,
    quant: code,
  };
};

const q3K: Teller = ({ bytes, half }, at, element) => {
  const group = element >> 4;
  const stored = scaleQ3_K(bytes, at + 96, group);
  const d = { name: 'd', value: half(at + 108) };
  const { first, shift } = twoBits(at + 32, group);
  const lower = ((bytes[first + (element & 15)] as number) >> shift) & 3;
  const third = ((bytes[at + (element & 31)] as number) >> (group >> 1)) & 1;
  const code = lower | (third << 2);
  return { scale: inUnits('scale', stored, d.value * (stored - 32), d), code, quant: code - 4 };
};

/** `Q4_K`, and with a fifth bit `Q5_K`. */
function halves(hasFifth: boolean): Teller {
  const start = hasFifth ? 48 : 16;
  return ({ bytes, half }, at, element) => {
    const group = element >> 5;
    const { scale, minimum } = sixBits(bytes, at + 4, group);
    const d = { name: 'd', value: half(at) };
    const dmin = { name: 'dmin', value: half(at + 2) };
    const fifth = hasFifth ? ((bytes[at + 16 + (element & 31)] as number) >> group) & 1 : 0;
    const code = fourBits(bytes, at + start + (group >> 1) * 32, element & 63, 32) | (fifth << 4);
    return {
      scale: inUnits('scale', scale, d.value * scale, d),
      minimum: inUnits('minimum', minimum, -dmin.value * minimum, dmin),
      code,
      quant: code,
    };
  };
}

const q6K: Teller = ({ bytes, half }, at, element) => {
  const stored = signed(bytes[at + 192 + (element >> 4)]);
  const d = { name: 'd', value: half(at + 208) };
  const part = element >> 7;
  const inPart = element & 127;
  const upper = ((bytes[at + 128 + part * 32 + (inPart & 31)] as number) >> ((inPart >> 5) * 2)) & 3;
  const code = fourBits(bytes, at + part * 64, inPart, 64) | (upper << 4);
  return { scale: inUnits('scale', stored, d.value * stored, d), code, quant: code - 32 };
};

const q8K: Teller = ({ bytes, single }, at, element) => {
  const code = signed(bytes[at + 4 + element]);
  return { scale: { name: 'd', value: single(at) }, code, quant: code };
};

const iq4NL: Teller = ({ bytes, half }, at, element) => {
  const code = fourBits(bytes, at + 2, element, 16);
  return { scale: { name: 'd', value: half(at) }, code, quant: UNEVEN[code] as number };
};

const iq4XS: Teller = (from, at, element) => {
  const group = element >> 5;
  const stored = scaleIQ4_XS(from, at, group);
  const d = { name: 'd', value: from.half(at) };
  const code = fourBits(from.bytes, at + 8 + group * 16, element & 31, 16);
  return { scale: inUnits('scale', stored, d.value * (stored - 32), d), code, quant: UNEVEN[code] as number };
};

const mxfp4: Teller = ({ bytes }, at, element) => {
  const stored = bytes[at] as number;
  const code = fourBits(bytes, at + 1, element, 16);
  return { scale: { name: 'e', stored, value: halfPower(stored) }, code, quant: TWICE_FP4[code] as number };
};

const nvfp4: Teller = ({ bytes }, at, element) => {
  const group = element >> 4;
  const stored = bytes[at + group] as number;
  const code = fourBits(bytes, at + 4 + group * 8, element & 15, 8);
  return { scale: { name: 'd', stored, value: halfE4M3(stored) }, code, quant: TWICE_FP4[code] as number };
};

/** The code is the number of the point that has the element among its coordinates. */
function point({ grid: { size, values }, scale, read }: GridType): Teller {
  return (from, at, element) => {
    const { point: code, signs, shift, stored, factor } = read(from, at, Math.floor(element / size));
    const coordinate = element % size;
    const d = { name: 'd', value: scale(from, at) };
    const positive = values[code * size + coordinate] as number;
    return {
      scale: inUnits('scale', stored, d.value * factor, d),
      code,
      coordinate,
      quant: (signs >> coordinate) & 1 ? -positive : positive,
      ...(shift === 0 ? {} : { shift }),
    };
  };
}

const TELLERS: ReadonlyMap<string, Teller> = new Map([
  ['Q4_0', oneScale(0, ({ bytes }, at, element) => fourBits(bytes, at + 2, element, 16), 8)],
  ['Q4_1', withMinimum(({ bytes }, at, element) => fourBits(bytes, at + 4, element, 16))],
  ['Q5_0', oneScale(0, (from, at, element) => fiveBits(from, at + 2, element), 16)],
  ['Q5_1', withMinimum((from, at, element) => fiveBits(from, at + 4, element))],
  ['Q8_0', oneScale(0, ({ bytes }, at, element) => signed(bytes[at + 2 + element]), 0)],
  ['Q2_K', q2K],
  ['Q3_K', q3K],
  ['Q4_K', halves(false)],
  ['Q5_K', halves(true)],
  ['Q6_K', q6K],
  ['Q8_K', q8K],
  ['IQ4_NL', iq4NL],
  ['IQ4_XS', iq4XS],
  ['MXFP4', mxfp4],
  ['NVFP4', nvfp4],
  ['TQ1_0', oneScale(52, codeTQ1_0, 1)],
  ['TQ2_0', oneScale(64, codeTQ2_0, 1)],
  // One bit: -1 or 1.
  [
    'Q1_0',
    (from, at, element) => {
      const code = packed(from.bytes, at + 2, element, 1);
      return { scale: { name: 'd', value: from.half(at) }, code, quant: 2 * code - 1 };
    },
  ],
  ['Q2_0', oneScale(0, ({ bytes }, at, element) => packed(bytes, at + 2, element, 2), 1)],
  ...[...GRID_TYPES].map(([name, type]): [string, Teller] => [name, point(type)]),
]);
