import { grouped } from '../../../../base/amounts.ts';
import { BadFileError } from '../../../../base/errors.ts';
import { latePart } from '../../../../base/late-part.ts';
import { rangedSource } from '../../../../source/ranged.ts';
import type { ByteSource } from '../../../../source/source.ts';
import { chunksOf } from '../../../../source/stream.ts';
import type { ByteOrder } from '../../../../tensor/byte-order.ts';
import type { ElementBlock } from '../../../../tensor/element-block.ts';
import { allPieces, wholePieces } from '../../../../tensor/element-pieces.ts';
import { checkElements } from '../../../../tensor/reader.ts';
import { type BlockScales, mergeScales } from '../../../../tensor/scan/block-scales.ts';
import type { GatherOptions } from '../../../../tensor/statistics/statistics.ts';
import type { StoredElements, TensorReader } from '../../../../tensor/values.ts';
import { isQuantized, type TensorType, typeOfDtype } from '../header/tensor-type.ts';
import { storageErrorOf } from './storage-error.ts';

/** Bytes of blocks that are decoded at once: their values fit in the cache of the processor. */
const PIECE_BYTES = 32 * 1024;

/** Bytes of a value. */
const WIDTH = Float32Array.BYTES_PER_ELEMENT;

/** ggml computes products with its blocks, but never their values. */
const WITHOUT_VALUES = 'Q8_1';

/** The type of this name, if it is stored in blocks whose values are read. */
export function blockType(dtype: string): TensorType | undefined {
  const type = typeOfDtype(dtype);
  return type && isQuantized(type) && type.name !== WITHOUT_VALUES ? type : undefined;
}

/** Most people who open a file look at few of its tensors, and need neither the decoders nor their tables. */
const decoders = () => latePart(() => import('./blocks.ts'));
const facts = () => latePart(() => import('./block-facts.ts'));
const scales = () => latePart(() => import('./block-scales.ts'));

/** Bytes of blocks whose scales are looked at after one read. */
const SCALES_READ = 8 * 1024 * 1024;

/**
 * Reads a tensor that is stored in blocks with scales. Its values are computed: only the blocks that have them are
 * read.
 */
export class BlockReader implements TensorReader {
  readonly dtype = 'float32';
  readonly count: number;
  readonly storageError: number | undefined;
  /** The values, and not the blocks. */
  readonly data: ByteSource;
  readonly #blocks: ByteSource;
  readonly #type: TensorType;
  readonly #order: ByteOrder;

  /**
   * @param blocks the bytes of the tensor and no others
   * @param type one that `blockType` gives
   * @param count number of elements; throws `tensor/size-mismatch` where `blocks` holds more or fewer
   */
  constructor(blocks: ByteSource, type: TensorType, count: number, order: ByteOrder) {
    if (blocks.size * type.elements !== count * type.bytes) {
      throw new BadFileError(
        'tensor/size-mismatch',
        grouped`The tensor’s data has ${blocks.size} bytes, but ${count} elements of type ${type.name} need others.`,
      );
    }
    this.count = count;
    this.storageError = storageErrorOf(type.name);
    this.#blocks = blocks;
    this.#type = type;
    this.#order = order;
    this.data = this.#values(blocks.name);
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<Float32Array<ArrayBuffer>> {
    checkElements(this, start, end);
    const { elements } = this.#type;
    const first = Math.floor(start / elements);
    const [blocks, { decodeBlocks }] = await Promise.all([
      this.#read(first, Math.ceil(end / elements), signal),
      decoders(),
    ]);
    const values = decodeBlocks(this.#type, blocks, this.#order);
    const skipped = start - first * elements;
    return skipped === 0 && values.length === end - start ? values : values.slice(skipped, skipped + end - start);
  }

  async block(index: number, signal?: AbortSignal): Promise<ElementBlock> {
    checkElements(this, index, index + 1);
    const { elements, bytes } = this.#type;
    const number = Math.floor(index / elements);
    const [block, { blockFacts }] = await Promise.all([this.#read(number, number + 1, signal), facts()]);
    const start = number * bytes;
    return {
      number,
      elements,
      start,
      end: start + bytes,
      ...blockFacts(this.#type, block, index % elements, this.#order),
    };
  }

  async scales({ signal, onProgress }: GatherOptions): Promise<BlockScales> {
    const { scanScales } = await scales();
    const { size } = this.#blocks;
    const step = Math.floor(SCALES_READ / this.#type.bytes);
    const blocks = size / this.#type.bytes;
    let found: BlockScales = { blocks: 0, nan: 0, infinite: 0, zeros: 0, most: 0 };
    for (let first = 0; first < blocks; first += step) {
      const last = Math.min(blocks, first + step);
      found = mergeScales(found, scanScales(this.#type, await this.#read(first, last, signal), first, this.#order));
      onProgress?.(last * this.#type.bytes, size);
    }
    return found;
  }

  stored(start: number, end: number): StoredElements | undefined {
    const { elements, bytes, name } = this.#type;
    if (start % elements !== 0 || end % elements !== 0) return undefined;
    const blob = this.#blocks.blob?.((start / elements) * bytes, (end / elements) * bytes);
    return blob && { bytes: blob, type: name, format: 'gguf', count: end - start, order: this.#order };
  }

  /** The bytes of the blocks from `first` up to, but not including, `last`. */
  #read(first: number, last: number, signal: AbortSignal | undefined) {
    const { bytes } = this.#type;
    return this.#blocks.read(first * bytes, last * bytes, signal);
  }

  /** The values as bytes, computed as they are read. */
  #values(name: string): ByteSource {
    const source = rangedSource(name, this.count * WIDTH, async (start, end, signal) => {
      const first = Math.floor(start / WIDTH);
      const values = await this.read(first, Math.ceil(end / WIDTH), signal);
      return new Uint8Array(values.buffer, start - first * WIDTH, end - start);
    });
    const blocks = this.#blocks;
    const whole = this.count * WIDTH;
    if (!blocks.pieces) return source;
    return {
      ...source,
      pieces: (start, end, signal) =>
        start === 0 && end === whole ? this.#pieces(blocks, signal) : chunksOf(source.stream(start, end, signal)),
    };
  }

  /** All values, some blocks at a time, as the blocks come: each time in the same memory. */
  async *#pieces(blocks: ByteSource, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    const { bytes: width, elements } = this.#type;
    const { decodeBlocks } = await decoders();
    const most = Math.max(1, Math.floor(PIECE_BYTES / width));
    const memory = new Float32Array(most * elements);
    for await (const stored of wholePieces(allPieces(blocks, signal), width)) {
      for (let at = 0; at < stored.length; at += most * width) {
        const values = decodeBlocks(this.#type, stored.subarray(at, at + most * width), this.#order, memory);
        yield new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      }
    }
  }
}
