import {
  ADD,
  type Code,
  constant,
  END,
  get,
  I32,
  loadVector,
  moduleOf,
  repeat,
  set,
  storeVector,
  unsigned,
  V128,
  VECTOR_AND,
  vector,
} from '../../../../codec/wasm-code.ts';
import type { BlockBytes } from './small-blocks.ts';
import { sixBits } from './super-blocks.ts';

/** Bytes and elements of a `block_q4_K`, and the elements of one of its groups. */
const BLOCK = 144;
const ELEMENTS = 256;
const GROUP = 32;

/** Where a block has its halves of bytes: after its scale and minimum, and those of its groups. */
const HALVES = 16;

/** Blocks that are decoded at once: their values fit in the cache of the processor. */
const BLOCKS = 128;

/** Places in the memory, in bytes: the blocks, scale and minimum of each group as float32, and the values. */
const SCALES_AT = BLOCK * BLOCKS;
const SCALES = 64;
const VALUES_AT = SCALES_AT + SCALES * BLOCKS;
const PAGE = 2 ** 16;

const upperHalves: Code = [constant(4), vector(0x6d)];
const lowerHalves: Code = [vector(0x0c), new Array<number>(16).fill(15), VECTOR_AND];
const numberOf = vector(0xfa);
const multiply = vector(0xe6);
const subtract = vector(0xe5);
const widenTo16 = [vector(0x89), vector(0x8a)];
const widenTo32 = [vector(0xa9), vector(0xaa)];

/** Decodes the blocks from the start of the memory up to `end` bytes. */
function decode(): Code {
  const [end, block, scales, values, pairs, codes, scale, minimum] = [0, 1, 2, 3, 4, 5, 6, 7];
  const splat = (at: number): Code => [get(scales), vector(0x09), 2, unsigned(at)];
  const groups = Array.from({ length: ELEMENTS / GROUP }, (_, group) => [
    [splat(SCALES_AT + 8 * group), set(scale), splat(SCALES_AT + 8 * group + 4), set(minimum)],
    [0, 16].map((first) => [
      [loadVector(get(block), HALVES + (group >> 1) * GROUP + first), group % 2 === 0 ? lowerHalves : upperHalves],
      set(codes),
      widenTo16.map((half, eight) => [
        [get(codes), half, set(pairs)],
        widenTo32.map((part, four) => {
          // Each product and each difference is rounded to float32, as ggml does it.
          const value = [get(pairs), part, numberOf, get(scale), multiply, get(minimum), subtract];
          return storeVector(get(values), value, VALUES_AT + 4 * (group * GROUP + first + 8 * eight + 4 * four));
        }),
      ]),
    ]),
  ]);
  const next = (local: number, step: number): Code => [get(local), constant(step), ADD, set(local)];
  return [repeat([groups, next(scales, SCALES), next(values, 4 * ELEMENTS)], block, BLOCK, end), END];
}

function makeDecoder() {
  const code = moduleOf({
    pages: Math.ceil((VALUES_AT + 4 * ELEMENTS * BLOCKS) / PAGE),
    functions: [{ name: 'decode', parameters: [I32], locals: [2, 3, I32, 4, V128], body: decode() }],
  });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code));
  const { buffer } = exports.memory as WebAssembly.Memory;
  return {
    blocks: new Uint8Array(buffer, 0, SCALES_AT),
    scales: new Float32Array(buffer, SCALES_AT, (SCALES / 4) * BLOCKS),
    values: new Float32Array(buffer, VALUES_AT, ELEMENTS * BLOCKS),
    decode: exports.decode as (end: number) => void,
  };
}

let made: ReturnType<typeof makeDecoder> | undefined;

/**
 * Decodes whole blocks of `Q4_K`, the type that most models come in: scale and minimum of the super-block, 8 scales and
 * minimums of 6 bits in 12 bytes, then 128 bytes of two elements: of each 32 bytes the lower halves are one group, the
 * upper halves the next. In WebAssembly, which takes half the time of one element after the other.
 */
export function decodeQ4_K({ bytes, half }: BlockBytes, out: Float32Array): void {
  made ??= makeDecoder();
  const { blocks, scales, values, decode } = made;
  const count = Math.floor(bytes.length / BLOCK);
  for (let first = 0; first < count; first += BLOCKS) {
    const last = Math.min(count, first + BLOCKS);
    blocks.set(bytes.subarray(first * BLOCK, last * BLOCK));
    for (let block = first, to = 0; block < last; block++) {
      const at = block * BLOCK;
      const [scale, minimum] = [half(at), half(at + 2)];
      for (let group = 0; group < ELEMENTS / GROUP; group++) {
        const packed = sixBits(bytes, at + 4, group);
        scales[to++] = scale * packed.scale;
        scales[to++] = minimum * packed.minimum;
      }
    }
    decode((last - first) * BLOCK);
    out.set(values.subarray(0, (last - first) * ELEMENTS), first * ELEMENTS);
  }
}
