import type { ByteOrder } from '../../../../tensor/byte-order.ts';
import { floatTable } from '../../../../tensor/float.ts';
import type { TensorType } from '../header/tensor-type.ts';
import { GRID_TYPES, gridDecoder } from './grid-blocks.ts';
import { decodeQ4_K } from './q4-k.ts';
import {
  type BlockBytes,
  type BlockDecoder,
  decodeQ4_0,
  decodeQ4_1,
  decodeQ5_0,
  decodeQ5_1,
  decodeQ8_0,
} from './small-blocks.ts';
import { decodeQ2_K, decodeQ3_K, decodeQ5_K, decodeQ6_K, decodeQ8_K } from './super-blocks.ts';
import { decodeIQ4_NL, decodeIQ4_XS, decodeMXFP4, decodeNVFP4 } from './table-blocks.ts';
import { decodeQ1_0, decodeQ2_0, decodeTQ1_0, decodeTQ2_0 } from './ternary-blocks.ts';

/** All but `Q4_K`, of which all blocks are decoded at once. */
const DECODERS: ReadonlyMap<string, BlockDecoder> = new Map([
  ['Q4_0', decodeQ4_0],
  ['Q4_1', decodeQ4_1],
  ['Q5_0', decodeQ5_0],
  ['Q5_1', decodeQ5_1],
  ['Q8_0', decodeQ8_0],
  ['Q2_K', decodeQ2_K],
  ['Q3_K', decodeQ3_K],
  ['Q5_K', decodeQ5_K],
  ['Q6_K', decodeQ6_K],
  ['Q8_K', decodeQ8_K],
  ['IQ4_NL', decodeIQ4_NL],
  ['IQ4_XS', decodeIQ4_XS],
  ['MXFP4', decodeMXFP4],
  ['NVFP4', decodeNVFP4],
  ['TQ1_0', decodeTQ1_0],
  ['TQ2_0', decodeTQ2_0],
  ['Q1_0', decodeQ1_0],
  ['Q2_0', decodeQ2_0],
  ...[...GRID_TYPES].map(([name, type]): [string, BlockDecoder] => [name, gridDecoder(type)]),
]);

/** The numbers in blocks. */
export function blockBytes(bytes: Uint8Array, order: ByteOrder): BlockBytes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const little = order === 'little';
  const values = floatTable('float16');
  return {
    bytes,
    half: (at) => values[view.getUint16(at, little)] as number,
    halfOf: (bits) => values[bits] as number,
    single: (at) => view.getFloat32(at, little),
    short: (at) => view.getUint16(at, little),
    word: (at) => view.getUint32(at, little),
  };
}

/**
 * The values of whole blocks, as ggml computes them in float32.
 *
 * @param type one that `blockType` gives
 * @param order of the numbers in them: that of the file
 * @param memory for at least as many values. By default, new memory
 */
export function decodeBlocks(
  { name, elements, bytes: size }: TensorType,
  bytes: Uint8Array,
  order: ByteOrder,
  memory?: Float32Array<ArrayBuffer>,
): Float32Array<ArrayBuffer> {
  const from = blockBytes(bytes, order);
  const count = Math.floor(bytes.length / size);
  const out = memory?.subarray(0, count * elements) ?? new Float32Array(count * elements);
  const decode = DECODERS.get(name);
  if (!decode) decodeQ4_K(from, out);
  else for (let block = 0; block < count; block++) decode(from, block * size, out, block * elements);
  return out;
}
