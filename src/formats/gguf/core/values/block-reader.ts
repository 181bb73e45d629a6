import { grouped } from '../../../../base/amounts.ts';
import { BadFileError } from '../../../../base/errors.ts';
import { rangedSource } from '../../../../source/ranged.ts';
import type { ByteSource } from '../../../../source/source.ts';
import type { ByteOrder } from '../../../../tensor/byte-order.ts';
import { checkElements } from '../../../../tensor/reader.ts';
import type { TensorReader } from '../../../../tensor/values.ts';
import { type BlockType, decodeBlocks } from './blocks.ts';

/** Bytes of a value. */
const WIDTH = Float32Array.BYTES_PER_ELEMENT;

/**
 * Reads a tensor that is stored in blocks with scales. Its values are computed: only the blocks that have them are
 * read.
 */
export class BlockReader implements TensorReader {
  readonly dtype = 'float32';
  readonly count: number;
  /** The values, and not the blocks. */
  readonly data: ByteSource;
  readonly #blocks: ByteSource;
  readonly #type: BlockType;
  readonly #order: ByteOrder;

  /**
   * @param blocks the bytes of the tensor and no others
   * @param count number of elements; throws `tensor/size-mismatch` where `blocks` holds more or fewer
   */
  constructor(blocks: ByteSource, type: BlockType, count: number, order: ByteOrder) {
    if (blocks.size * type.elements !== count * type.bytes) {
      throw new BadFileError(
        'tensor/size-mismatch',
        grouped`The tensor’s data has ${blocks.size} bytes, but ${count} elements of type ${type.name} need others.`,
      );
    }
    this.count = count;
    this.#blocks = blocks;
    this.#type = type;
    this.#order = order;
    this.data = this.#values(blocks.name);
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<Float32Array<ArrayBuffer>> {
    checkElements(this, start, end);
    const { elements, bytes } = this.#type;
    const first = Math.floor(start / elements);
    const last = Math.ceil(end / elements);
    const blocks = await this.#blocks.read(first * bytes, last * bytes, signal);
    const values = decodeBlocks(this.#type, blocks, this.#order);
    const skipped = start - first * elements;
    return skipped === 0 && values.length === end - start ? values : values.slice(skipped, skipped + end - start);
  }

  /** The values as bytes, computed as they are read. */
  #values(name: string): ByteSource {
    return rangedSource(name, this.count * WIDTH, async (start, end, signal) => {
      const first = Math.floor(start / WIDTH);
      const values = await this.read(first, Math.ceil(end / WIDTH), signal);
      return new Uint8Array(values.buffer, start - first * WIDTH, end - start);
    });
  }
}
