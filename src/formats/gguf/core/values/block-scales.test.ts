import { describe, expect, it } from 'vitest';
import { TENSOR_TYPES, type TensorType } from '../header/tensor-type.ts';
import { blockType } from './block-reader.ts';
import { scanScales } from './block-scales.ts';
import { decodeBlocks } from './blocks.ts';

const TYPES = [...TENSOR_TYPES.values()].flatMap(({ name }): TensorType[] => {
  const type = blockType(name);
  return type ? [type] : [];
});

/** Blocks of any bytes at all, in which many scales are NaN or infinite. */
function anyBlocks({ bytes: size }: TensorType, count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count * size);
  let state = size;
  for (let index = 0; index < bytes.length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    bytes[index] = state >> 16;
  }
  return bytes;
}

describe('what the scales of blocks say', () => {
  for (const type of TYPES) {
    it(`of ${type.name} holds for the values that are computed from them`, () => {
      const count = 2048;
      const bytes = anyBlocks(type, count);
      bytes.fill(0, 5 * type.bytes, 7 * type.bytes);
      const values = decodeBlocks(type, bytes, 'little');
      let most = 0;
      for (let block = 0; block < count; block++) {
        const at = block * type.bytes;
        const found = scanScales(type, bytes.subarray(at, at + type.bytes), block, 'little');
        const own = values.subarray(block * type.elements, (block + 1) * type.elements);
        const areFinite = own.every(Number.isFinite);
        // Of a scale that is a float32, a value may be beyond any float32.
        if (found.most > 2 ** 127) continue;
        expect([block, found.nan + found.infinite > 0]).toEqual([block, !areFinite]);
        if (found.zeros > 0) expect(own.every((value) => value === 0)).toBe(true);
        if (!areFinite) continue;
        const farthest = own.reduce((far, value) => Math.max(far, Math.abs(value)), 0);
        // Each product and each sum is rounded to float32.
        expect(farthest).toBeLessThanOrEqual(found.most * (1 + 2 ** -20));
        most = Math.max(most, farthest / found.most || 0);
      }
      // The bound is reached, or nearly, by some block.
      expect(most).toBeGreaterThan(0.6);
      const whole = scanScales(type, bytes, 0, 'little');
      expect(whole.blocks).toBe(count);
      if (type.name !== 'MXFP4') expect(whole.zeros).toBeGreaterThan(1);
    });
  }
});
