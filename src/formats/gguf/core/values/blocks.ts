import type { ByteOrder } from '../../../../tensor/byte-order.ts';
import { floatTable } from '../../../../tensor/float.ts';
import { type TensorType, typeOfDtype } from '../header/tensor-type.ts';
import {
  type BlockBytes,
  type BlockDecoder,
  decodeQ4_0,
  decodeQ4_1,
  decodeQ5_0,
  decodeQ5_1,
  decodeQ8_0,
} from './small-blocks.ts';
import { decodeQ2_K, decodeQ3_K, decodeQ4_K, decodeQ5_K, decodeQ6_K } from './super-blocks.ts';

const DECODERS: ReadonlyMap<string, BlockDecoder> = new Map([
  ['Q4_0', decodeQ4_0],
  ['Q4_1', decodeQ4_1],
  ['Q5_0', decodeQ5_0],
  ['Q5_1', decodeQ5_1],
  ['Q8_0', decodeQ8_0],
  ['Q2_K', decodeQ2_K],
  ['Q3_K', decodeQ3_K],
  ['Q4_K', decodeQ4_K],
  ['Q5_K', decodeQ5_K],
  ['Q6_K', decodeQ6_K],
]);

/** A type of blocks whose values are read. */
export interface BlockType extends TensorType {
  decode: BlockDecoder;
}

/** Undefined for types that are not stored in blocks, or whose values are not read. */
export function blockType(dtype: string): BlockType | undefined {
  const type = typeOfDtype(dtype);
  const decode = DECODERS.get(dtype);
  return type && decode && { ...type, decode };
}

/**
 * The values of whole blocks, as ggml computes them in float32.
 *
 * @param order of the numbers in them: that of the file
 */
export function decodeBlocks({ decode, elements, bytes: size }: BlockType, bytes: Uint8Array, order: ByteOrder) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const little = order === 'little';
  const values = floatTable('float16');
  const from: BlockBytes = {
    bytes,
    half: (at) => values[view.getUint16(at, little)] as number,
    word: (at) => view.getUint32(at, little),
  };
  const count = Math.floor(bytes.length / size);
  const out = new Float32Array(count * elements);
  for (let block = 0; block < count; block++) decode(from, block * size, out, block * elements);
  return out;
}
