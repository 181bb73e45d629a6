import { elementGroup, type NumericDtype } from '../dtype.ts';
import type { Shape } from '../shape.ts';
import {
  type GatheredPart,
  type GatherOptions,
  gatherTensor,
  numericDtype,
  placedStatistics,
  type TensorGatherer,
  tensorGatherer,
} from '../statistics/statistics.ts';
import type { TensorReader } from '../values.ts';
import { type BlockScales, mergeScales } from './block-scales.ts';
import { DeadFinder, type DeadPart, linesOf } from './dead-lines.ts';
import { type ScannedTensor, scannedScales, scannedValues } from './scanned.ts';

/** A tensor up to this size is read at once: a stream takes longer to begin, and each one is a request of its own to a host. */
const MOST_AT_ONCE = 2 ** 20;

/** What is known of a tensor before it is read, as plain data for another thread. */
export interface ScanAsk {
  name: string;
  shape: Shape;
  /** The elements of the whole tensor. */
  count: number;
  /** Reads only the scales of its blocks, where it has any. */
  scalesOnly: boolean;
}

/** What was gathered of some elements of a tensor, as plain data for another thread. */
export interface ScanPart {
  gathered?: GatheredPart;
  dead?: DeadPart | undefined;
  scales?: BlockScales;
}

/** Gathers what a scan says of a tensor, in one pass. */
export class ScanGatherer {
  readonly #ask: ScanAsk;
  readonly #reader: TensorReader;
  readonly #dtype: NumericDtype;
  readonly #gatherer: TensorGatherer;
  readonly #finder: DeadFinder | undefined;
  #scales: BlockScales | undefined;

  /** @param reader of the tensor, or of a part of it */
  constructor(ask: ScanAsk, reader: TensorReader) {
    this.#ask = ask;
    this.#reader = reader;
    this.#dtype = numericDtype(reader);
    this.#gatherer = tensorGatherer(this.#dtype, ask.count);
    const lines = linesOf(ask.shape, this.#dtype, reader.columnMajor !== undefined);
    this.#finder = lines && new DeadFinder(this.#dtype, lines);
  }

  /**
   * Reads all elements of the reader, of which the first has this index in the tensor. Rejects with what the reader
   * rejects with.
   */
  async read(first: number, options: GatherOptions): Promise<void> {
    const { scalesOnly } = this.#ask;
    if (scalesOnly && this.#reader.scales) {
      this.#addScales(await this.#reader.scales(options), first);
      return;
    }
    const data = this.#reader.columnMajor?.data ?? this.#reader.data;
    if (!data || data.size > MOST_AT_ONCE) {
      const add = (bytes: Uint8Array, at: number) => this.#add(bytes, first + at);
      return gatherTensor(this.#reader, { add }, options);
    }
    this.#add(await data.read(0, data.size, options.signal), first);
    options.onProgress?.(data.size, data.size);
  }

  #add(bytes: Uint8Array, first: number): void {
    // Words of eight bytes must begin at a multiple of eight.
    const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
    const { elements, bytes: width } = elementGroup(this.#dtype);
    this.#finder?.add(aligned, first, Math.min(this.#ask.count - first, (aligned.length / width) * elements));
    this.#gatherer.add(aligned, first);
  }

  #addScales(scales: BlockScales, first: number): void {
    const moved = { ...scales };
    if (moved.nanAt !== undefined) moved.nanAt += first;
    if (moved.infiniteAt !== undefined) moved.infiniteAt += first;
    this.#scales = this.#scales ? mergeScales(this.#scales, moved) : moved;
  }

  part(): ScanPart {
    if (this.#scales) return { scales: this.#scales };
    return { gathered: this.#gatherer.part(), dead: this.#finder?.part() };
  }

  /** Adds a part of the same tensor. */
  merge({ gathered, dead, scales }: ScanPart): void {
    if (scales) this.#addScales(scales, 0);
    if (gathered) this.#gatherer.merge(gathered);
    if (dead) this.#finder?.merge(dead);
  }

  /** Call it once all elements were read. */
  result(): ScannedTensor {
    const { name } = this.#ask;
    if (this.#scales) return scannedScales(name, this.#scales);
    const statistics = placedStatistics(this.#gatherer.result(), this.#reader);
    return scannedValues(name, this.#dtype, statistics, this.#finder?.result(this.#reader.columnMajor !== undefined));
  }
}

/** Scans a tensor in this thread. Rejects with what the reader rejects with. */
export async function scanTensor(ask: ScanAsk, reader: TensorReader, options: GatherOptions): Promise<ScannedTensor> {
  const gatherer = new ScanGatherer(ask, reader);
  await gatherer.read(0, options);
  return gatherer.result();
}
