import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../codec/sha256.ts';
import { memorySource } from '../../../../source/memory.ts';
import { elementText } from '../../../../tensor/elements.ts';
import { tensorStatistics } from '../../../../tensor/statistics/statistics.ts';
import { buildGguf } from '../../../../testing/builders/gguf-builder.ts';
import { countingSource } from '../../../../testing/counting-source.ts';
import { openPackage } from '../../../registry.ts';
import { isQuantized, TENSOR_TYPES, type TensorType } from '../header/tensor-type.ts';
import { blockFacts } from './block-facts.ts';
import { BlockReader, blockType } from './block-reader.ts';
import { decodeBlocks } from './blocks.ts';

/** What ggml computes, of each type (`ggml-blocks.py`, which says what the fields are). */
interface Expected {
  type: number;
  halves: readonly number[];
  finite: string;
  odd?: string;
  block: string;
  values: string;
}

const EXPECTED: Readonly<Record<string, Expected>> = JSON.parse(
  readFileSync(new URL('ggml-blocks.json', import.meta.url), 'utf8'),
);

const NAMES = Object.keys(EXPECTED);

/** Enough to have every point of the grids. */
const BLOCKS = 1024;
const FEW = 8;

/** As in `ggml-blocks.py`. */
const ODD_SCALES = [0x7c00, 0xfc00, 0x7e00, 0x7d01, 0x0001, 0x8000];

function expected(name: string): Expected {
  return EXPECTED[name] as Expected;
}

function typeNamed(name: string): TensorType {
  const type = blockType(name);
  if (!type) throw new Error(`${name} is not read`);
  return type;
}

/** Bytes of a linear congruential generator, in which no float is infinite or NaN. */
function randomBlocks(name: string, count = BLOCKS): Uint8Array<ArrayBuffer> {
  const { bytes: size } = typeNamed(name);
  const bytes = new Uint8Array(count * size);
  let state = [...name].reduce((sum, char) => sum + char.charCodeAt(0), 0);
  for (let index = 0; index < bytes.length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    bytes[index] = state >> 16;
  }
  const tops: Record<string, number[]> = { Q8_K: [3], IQ1_M: [55] };
  for (const top of tops[name] ?? expected(name).halves.map((half) => half + 1)) {
    for (let at = top; at < bytes.length; at += size) bytes[at] = (bytes[at] as number) & 0xbf;
  }
  return bytes;
}

/** The first random blocks, with this float16 as each scale. */
function withScale(name: string, scale: number): Uint8Array<ArrayBuffer> {
  const bytes = randomBlocks(name, FEW);
  for (let at = 0; at < bytes.length; at += typeNamed(name).bytes) {
    for (const half of expected(name).halves) bytes.set([scale & 255, scale >> 8], at + half);
    for (const part of name === 'IQ1_M' ? [0, 1, 2, 3] : []) {
      const high = at + 49 + 2 * part;
      bytes[high] = ((bytes[high] as number) & 15) | (((scale >> (4 * part)) & 15) << 4);
    }
  }
  return bytes;
}

/** Numbers of several bytes beside the float16 ones: where they begin, their width, and how many there are. */
const WIDE: Readonly<Record<string, readonly [at: number, width: number, count: number]>> = {
  Q5_0: [2, 4, 1],
  Q5_1: [4, 4, 1],
  Q8_K: [0, 4, 1],
  IQ1_S: [34, 2, 8],
  IQ1_M: [48, 2, 4],
  IQ2_XXS: [2, 4, 16],
  IQ2_XS: [2, 2, 32],
  IQ3_XXS: [66, 4, 8],
  IQ4_XS: [2, 2, 1],
};

/** The same blocks as a big-endian host stores them: only numbers of several bytes differ. */
function swapped(name: string): Uint8Array<ArrayBuffer> {
  const bytes = randomBlocks(name);
  const [wide, width, count] = WIDE[name] ?? [0, 0, 0];
  for (let block = 0; block < bytes.length; block += typeNamed(name).bytes) {
    for (const half of expected(name).halves) bytes.subarray(block + half, block + half + 2).reverse();
    for (let nth = 0; nth < count; nth++) {
      const at = block + wide + nth * width;
      bytes.subarray(at, at + width).reverse();
    }
  }
  return bytes;
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hashOf = (values: Float32Array<ArrayBuffer>) => sha256(new Uint8Array(values.buffer));

describe('quantized values', () => {
  it('are read of every type that ggml stores in blocks and computes values of', () => {
    const types = [...TENSOR_TYPES].filter(([, type]) => isQuantized(type) && type.name !== 'Q8_1');
    expect(NAMES.map((name) => [expected(name).type, name])).toEqual(types.map(([id, { name }]) => [id, name]));
  });

  it.each(NAMES)('of %s are ggml’s, bit for bit, in both byte orders', async (name) => {
    const { block, values: ggml, finite } = expected(name);
    const values = decodeBlocks(typeNamed(name), bytesOf(block), 'little');
    expect(Buffer.from(values.buffer).toString('hex')).toBe(ggml);
    const random = decodeBlocks(typeNamed(name), randomBlocks(name), 'little');
    expect(await hashOf(random)).toBe(finite);
    // A comparison of arrays takes a second for each type.
    expect(await hashOf(decodeBlocks(typeNamed(name), swapped(name), 'big'))).toBe(finite);
  });

  it.each(NAMES.filter((name) => expected(name).odd))('of %s are ggml’s where scales are odd', async (name) => {
    const parts = ODD_SCALES.map((scale) => decodeBlocks(typeNamed(name), withScale(name, scale), 'little'));
    const values = Float32Array.from(parts.flatMap((part) => [...part]));
    // JavaScript has one NaN.
    const bits = new Uint32Array(values.buffer);
    for (const [index, value] of values.entries()) if (Number.isNaN(value)) bits[index] = 0x7fc0_0000;
    expect(await hashOf(values)).toBe(expected(name).odd);
  });

  it('of Q8_K are NaN and infinite where the scale is', () => {
    const bytes = new Uint8Array(292).fill(1);
    bytes.set([0, 0, 0x80, 0xff]);
    expect(decodeBlocks(typeNamed('Q8_K'), bytes, 'little')[0]).toBe(Number.NEGATIVE_INFINITY);
    bytes.set([0, 0, 0xc0, 0x7f]);
    expect(decodeBlocks(typeNamed('Q8_K'), bytes, 'little')[0]).toBeNaN();
  });

  it.each(NAMES)('of %s follow from what a block says of each element', (name) => {
    const type = typeNamed(name);
    const blocks = [bytesOf(expected(name).block), ...ODD_SCALES.map((scale) => withScale(name, scale))];
    for (const bytes of blocks.flatMap((few) => [few.subarray(0, type.bytes), few.subarray(-type.bytes)])) {
      const values = [...decodeBlocks(type, bytes, 'little')];
      const facts = values.map((_, element) => blockFacts(type, bytes, element, 'little'));
      expect(facts.map(({ value }) => value)).toEqual(values);
      expect(facts.map(({ element }) => element)).toEqual([...values.keys()]);
    }
  });

  it.each(NAMES)('of %s are read from the blocks that have them, and from no others', async (name) => {
    const type = typeNamed(name);
    const blocks = randomBlocks(name, FEW);
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
    await expect(reader.block(all.length)).rejects.toMatchObject({ code: 'source/out-of-range' });
    source.accesses.length = 0;
    const block = await reader.block(type.elements + 3);
    const { number, element, elements, start, end, value } = block;
    expect({ number, element, elements, start, end }).toEqual({
      number: 1,
      element: 3,
      elements: type.elements,
      start: type.bytes,
      end: 2 * type.bytes,
    });
    expect(value).toBe(all[type.elements + 3]);
    expect(source.accesses).toMatchObject([{ start, end }]);
    expect(() => new BlockReader(source, type, all.length + 1, 'little')).toThrow('need others');
  });

  it('are those of the tensor in a file, with statistics', async () => {
    const file = buildGguf({
      tensors: NAMES.map((name) => ({
        name,
        type: name,
        ne: [typeNamed(name).elements, FEW],
        data: randomBlocks(name, FEW),
      })),
    });
    const opened = await openPackage(memorySource('m.gguf', file));
    for (const name of NAMES) {
      const info = opened.package.tensors.find((tensor) => tensor.name === name);
      expect(info).toMatchObject({ dtype: name, values: 'float32', shape: [8n, BigInt(typeNamed(name).elements)] });
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

  it('that ggml does not compute are not read, and their bytes are', async () => {
    const file = buildGguf({ tensors: [{ name: 'a', type: 'Q8_1', ne: [32] }] });
    const opened = await openPackage(memorySource('m.gguf', file));
    const [info] = opened.package.tensors;
    expect(info).toMatchObject({ dtype: 'Q8_1' });
    expect([info?.values, info?.problem, (info?.data?.end ?? 0) - (info?.data?.start ?? 0)]).toEqual([
      undefined,
      undefined,
      36,
    ]);
    await expect(opened.tensor('a')).rejects.toMatchObject({ code: 'tensor/not-decoded' });
  });
});
