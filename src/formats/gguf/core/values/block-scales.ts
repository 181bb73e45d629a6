import type { ByteOrder } from '../../../../tensor/byte-order.ts';
import type { BlockScales } from '../../../../tensor/scan/block-scales.ts';
import type { TensorType } from '../header/tensor-type.ts';
import { blockBytes } from './blocks.ts';
import { GRID_TYPES, type GridType } from './grid-blocks.ts';
import type { BlockBytes } from './small-blocks.ts';
import { halfE4M3, halfPower } from './table-blocks.ts';

/** Reads a scale of the block that begins at a byte, and by what a value is at most a multiple of it. */
interface Scale {
  read(from: BlockBytes, at: number): number;
  reach: number;
}

/** A float16 at a byte of the block. */
function half(place: number, reach: number): Scale {
  return { read: (from, at) => from.half(at + place), reach };
}

/** Of all scales of a block together: a value is at most the sum of what each reaches. Codes may be any bits. */
const SCALES: ReadonlyMap<string, readonly Scale[]> = new Map([
  ['Q4_0', [half(0, 8)]],
  ['Q4_1', [half(0, 15), half(2, 1)]],
  ['Q5_0', [half(0, 16)]],
  ['Q5_1', [half(0, 31), half(2, 1)]],
  ['Q8_0', [half(0, 128)]],
  // Scales of 4 and 6 bits, and codes of as many bits as the type has.
  ['Q2_K', [half(80, 15 * 3), half(82, 15)]],
  ['Q3_K', [half(108, 32 * 4)]],
  ['Q4_K', [half(0, 63 * 15), half(2, 63)]],
  ['Q5_K', [half(0, 63 * 31), half(2, 63)]],
  ['Q6_K', [half(208, 128 * 32)]],
  ['Q8_K', [{ read: ({ single }, at) => single(at), reach: 128 }]],
  ['IQ4_NL', [half(0, 127)]],
  ['IQ4_XS', [half(0, 32 * 127)]],
  ['MXFP4', [{ read: ({ bytes }, at) => halfPower(bytes[at] as number), reach: 12 }]],
  [
    'NVFP4',
    [0, 1, 2, 3].map((group): Scale => ({ read: ({ bytes }, at) => halfE4M3(bytes[at + group] as number), reach: 12 })),
  ],
  ['TQ1_0', [half(52, 1)]],
  ['TQ2_0', [half(64, 2)]],
  ['Q1_0', [half(0, 1)]],
  ['Q2_0', [half(0, 2)]],
  ...[...GRID_TYPES].map(([name, type]): [string, Scale[]] => [name, [{ read: type.scale, reach: gridReach(type) }]]),
]);

/** The largest coordinate of a point, shifted, times the largest factor that a block can hold. */
function gridReach({ grid, mostFactor, mostShift = 0 }: GridType): number {
  return (grid.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) + mostShift) * mostFactor;
}

/**
 * What the scales of whole blocks say. No value is computed.
 *
 * @param type one that `blockType` gives
 * @param first the number of the first of these blocks in the tensor
 * @param order of the numbers in them
 */
export function scanScales(type: TensorType, bytes: Uint8Array, first: number, order: ByteOrder): BlockScales {
  const scales = SCALES.get(type.name) as readonly Scale[];
  const from = blockBytes(bytes, order);
  const found: BlockScales = { blocks: Math.floor(bytes.length / type.bytes), nan: 0, infinite: 0, zeros: 0, most: 0 };
  for (let block = 0; block < found.blocks; block++) {
    let reach = 0;
    for (const scale of scales) reach += Math.abs(scale.read(from, block * type.bytes)) * scale.reach;
    if (reach === 0) found.zeros++;
    else if (Number.isNaN(reach)) {
      if (found.nan++ === 0) found.nanAt = (first + block) * type.elements;
    } else if (reach === Number.POSITIVE_INFINITY) {
      if (found.infinite++ === 0) found.infiniteAt = (first + block) * type.elements;
    } else if (reach > found.most) found.most = reach;
  }
  return found;
}
