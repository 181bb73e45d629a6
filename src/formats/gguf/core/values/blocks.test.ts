import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../codec/sha256.ts';
import { memorySource } from '../../../../source/memory.ts';
import { elementText } from '../../../../tensor/elements.ts';
import { tensorStatistics } from '../../../../tensor/statistics.ts';
import { buildGguf } from '../../../../testing/builders/gguf-builder.ts';
import { countingSource } from '../../../../testing/counting-source.ts';
import { openPackage } from '../../../registry.ts';
import { BlockReader } from './block-reader.ts';
import { type BlockType, blockType, decodeBlocks } from './blocks.ts';

/**
 * Of 64 blocks of each type, made by `randomBlocks`: the SHA-256 of all values as little-endian float32, and the first
 * three values and the last. Computed by `gguf.quants.dequantize` of gguf-py 0.19, and by `dequantize_row_…` of ggml's
 * C (compiled with -ffp-contract=off), which give the same bytes.
 */
const EXPECTED: Readonly<Record<string, readonly [sha256: string, values: readonly number[]]>> = {
  Q4_0: [
    '21ec4aab5ed93c3e5d3baf1531fd717000315059bc991ddae43456975e4c073b',
    [-0.2655029296875, -0.106201171875, 0.21240234375, 2.841796875],
  ],
  Q4_1: [
    '6d5f187be83d2428c8c4468cfe95926ac8bb669bb82d38b4fc80328fd91195f2',
    [0.059114694595336914, 0.0601353645324707, 0.06353759765625, -0.008754730224609375],
  ],
  Q5_0: [
    '501f5b3bbdfab28fc45af0538fcb3008e487067e667cc5a3be3d249fed2604ca',
    [-0, 0.005443572998046875, 0.0013608932495117188, -0.0087890625],
  ],
  Q5_1: [
    '4d7482cbac96eea1b979abbdf493c373f860b83d74678ea39442162428257b6d',
    [2.87677001953125, 3.10638427734375, 2.41754150390625, 5.7537078857421875],
  ],
  Q8_0: [
    'bb84b49971fc285cc3fa2baed29bf0ca50e7fc14b20665786d2e7a67f6989e42',
    [36.09716796875, 39.15625, -5.200439453125, -0.002803802490234375],
  ],
  Q2_K: [
    'edd1ae25ac10111a19de07ce11a9a7b2b527bc6b7c269ba51cf23bc3c0041a7c',
    [18.86474609375, 18.86474609375, 18.86474609375, -0.05226874351501465],
  ],
  Q3_K: ['c5166d102ec2585963e16b33e8c27c135d46e9cfccd0021645eea4c24ba533c5', [210.546875, 210.546875, 210.546875, -0]],
  Q4_K: [
    'c8305ef1b3a63c9e765b76fdbf1ea92b6d5bcaaab930d983fcf822080a153058',
    [0.1038508415222168, -0.008379936218261719, 0.0002532005310058594, 0.49749755859375],
  ],
  Q5_K: [
    '7f5851f8b6c23bdca4954934bc76b57058fe40f1231d7921fb8f6c593cf520cb',
    [-33.74798583984375, -258.39642333984375, -56.21282958984375, -0.029442787170410156],
  ],
  Q6_K: [
    'ec6c242fdd7a0bc9da9cce18de11d79abd49e9ab296c9880d5176159fe4ef522',
    [-0.22964537143707275, -0.1766502857208252, 0.01766502857208252, 61.23046875],
  ],
};

/** Where the float16 numbers of a block are. */
const HALVES: Readonly<Record<string, readonly number[]>> = {
  Q4_0: [0],
  Q4_1: [0, 2],
  Q5_0: [0],
  Q5_1: [0, 2],
  Q8_0: [0],
  Q2_K: [80, 82],
  Q3_K: [108],
  Q4_K: [0, 2],
  Q5_K: [0, 2],
  Q6_K: [208],
};

const NAMES = Object.keys(EXPECTED);
const BLOCKS = 64;

function typeNamed(name: string): BlockType {
  const type = blockType(name);
  if (!type) throw new Error(`${name} is not read`);
  return type;
}

/** Bytes of a linear congruential generator, in which no scale is infinite or NaN. */
function randomBlocks(name: string): Uint8Array<ArrayBuffer> {
  const { bytes: size } = typeNamed(name);
  const bytes = new Uint8Array(BLOCKS * size);
  let state = [...name].reduce((sum, char) => sum + char.charCodeAt(0), 0);
  for (let index = 0; index < bytes.length; index++) {
    state = Number((BigInt(state) * 1_103_515_245n + 12_345n) % 2n ** 31n);
    bytes[index] = (state >> 16) & 255;
  }
  for (const half of HALVES[name] ?? []) {
    for (let at = half + 1; at < bytes.length; at += size) bytes[at] = (bytes[at] as number) & 0xbf;
  }
  return bytes;
}

/** The same blocks as a big-endian host stores them: only numbers of several bytes differ. */
function swapped(name: string): Uint8Array<ArrayBuffer> {
  const { bytes: size } = typeNamed(name);
  const bytes = randomBlocks(name);
  for (let block = 0; block < bytes.length; block += size) {
    for (const half of HALVES[name] ?? []) bytes.subarray(block + half, block + half + 2).reverse();
    if (name === 'Q5_0') bytes.subarray(block + 2, block + 6).reverse();
    if (name === 'Q5_1') bytes.subarray(block + 4, block + 8).reverse();
  }
  return bytes;
}

describe('quantized values', () => {
  it.each(NAMES)('of %s are ggml’s, bit for bit, in both byte orders', async (name) => {
    const [hash, some] = EXPECTED[name] ?? [];
    const values = decodeBlocks(typeNamed(name), randomBlocks(name), 'little');
    expect([...values.subarray(0, 3), values.at(-1)].map((value) => (Object.is(value, -0) ? '-0' : value))).toEqual(
      some?.map((value) => (Object.is(value, -0) ? '-0' : value)),
    );
    expect(await sha256(new Uint8Array(values.buffer))).toBe(hash);
    expect(decodeBlocks(typeNamed(name), swapped(name), 'big')).toEqual(values);
  });

  it('are NaN and infinite where the scale is', () => {
    const bytes = new Uint8Array(34).fill(1);
    bytes.set([0, 0x7c], 0);
    expect(decodeBlocks(typeNamed('Q8_0'), bytes, 'little')[0]).toBe(Number.POSITIVE_INFINITY);
    bytes.set([1, 0x7e], 0);
    expect(decodeBlocks(typeNamed('Q8_0'), bytes, 'little')[0]).toBeNaN();
  });

  it.each(NAMES)('of %s are read from the blocks that have them, and from no others', async (name) => {
    const type = typeNamed(name);
    const blocks = randomBlocks(name);
    const all = decodeBlocks(type, blocks, 'little');
    const source = countingSource(memorySource('m', blocks));
    const reader = new BlockReader(source, type, all.length, 'little');
    const parts = [
      [0, 0],
      [0, 1],
      [5, type.elements + 3],
      [type.elements, 2 * type.elements],
      [all.length - 1, all.length],
      [0, all.length],
    ] as const;
    for (const [start, end] of parts) expect(await reader.read(start, end)).toEqual(all.slice(start, end));
    expect(source.accesses[1]).toMatchObject({ start: 0, end: type.bytes });
    const bytes = new Uint8Array(all.buffer);
    expect(await reader.data.read(6, 4 * type.elements + 9)).toEqual(bytes.slice(6, 4 * type.elements + 9));
    await expect(reader.read(0, all.length + 1)).rejects.toMatchObject({ code: 'source/out-of-range' });
    expect(() => new BlockReader(source, type, all.length + 1, 'little')).toThrow('need others');
  });

  it('are those of the tensor in a file, with statistics', async () => {
    const file = buildGguf({
      tensors: NAMES.map((name) => ({
        name,
        type: name,
        ne: [typeNamed(name).elements, BLOCKS],
        data: randomBlocks(name),
      })),
    });
    const opened = await openPackage(memorySource('m.gguf', file));
    for (const name of NAMES) {
      const info = opened.package.tensors.find((tensor) => tensor.name === name);
      expect(info).toMatchObject({ dtype: name, values: 'float32', shape: [64n, BigInt(typeNamed(name).elements)] });
      const reader = await opened.tensor(name);
      const values = [...(await reader.read(0, reader.count))] as number[];
      const statistics = await tensorStatistics(reader);
      expect(statistics).toMatchObject({
        count: values.length,
        nan: 0,
        min: elementText(Math.min(...values)),
        max: elementText(Math.max(...values)),
      });
    }
  });

  it('of other types are not read, and their bytes are', async () => {
    const file = buildGguf({ tensors: [{ name: 'a', type: 'IQ4_XS', ne: [256] }] });
    const opened = await openPackage(memorySource('m.gguf', file));
    const [info] = opened.package.tensors;
    expect(info).toMatchObject({ dtype: 'IQ4_XS' });
    expect([info?.values, info?.problem, (info?.data?.end ?? 0) - (info?.data?.start ?? 0)]).toEqual([
      undefined,
      undefined,
      136,
    ]);
    await expect(opened.tensor('a')).rejects.toMatchObject({ code: 'tensor/not-decoded' });
  });
});
