import { viewOf } from '../../base/bytes.ts';
import type { ByteSource } from '../../source/source.ts';
import type { ZipDirectory } from './directory.ts';
import { inOrder } from './extent.ts';
import { LENGTH, SIGNATURE } from './layout.ts';
import { type Located, locatedAt } from './record.ts';

/** Half-open, in bytes of the source. */
export interface Interval {
  start: number;
  end: number;
}

/**
 * Where the entries of a directory lie, folders included, by the number of their record. A span goes from the local
 * header to the next entry that begins elsewhere, or to the directory. Bytes that a writer left between two entries
 * belong to the first.
 */
export class Spans {
  /** Offsets of the records in the directory's bytes. */
  readonly records: number[] = [];
  readonly starts: Float64Array;
  /** NaN for an entry outside the source. */
  readonly ends: Float64Array;
  readonly view: DataView;
  /** Numbers of the records, ordered by `starts`. Leaves out those outside the source. */
  readonly order: Uint32Array;
  readonly #source: ByteSource;

  constructor(directory: ZipDirectory, source: ByteSource) {
    const { bytes, shift, start: directoryStart } = directory;
    this.#source = source;
    this.view = viewOf(bytes);
    const starts: number[] = [];
    const ends: number[] = [];
    for (let at = 0; isRecord(this.view, at); ) {
      const located = locatedAt(this.view, at);
      if (located.end > bytes.length) break;
      this.records.push(at);
      const start = located.offset + shift;
      const end = start + LENGTH.localHeader + located.storedSize;
      starts.push(start);
      ends.push(end <= source.size ? end : Number.NaN);
      at = located.end;
    }
    this.starts = Float64Array.from(starts);
    this.ends = Float64Array.from(ends);
    this.order = inOrder(this.starts, (index) => !this.isOutside(index));
    const count = this.order.length;
    let next = directoryStart;
    for (let place = count - 1; place >= 0; place--) {
      const index = this.order[place] as number;
      const start = starts[index] as number;
      const after = place + 1 < count ? (starts[this.order[place + 1] as number] as number) : directoryStart;
      if (after > start) next = after;
      const least = this.ends[index] as number;
      this.ends[index] = Math.max(least, Math.min(next, Math.max(directoryStart, least)));
    }
  }

  isOutside(index: number): boolean {
    return Number.isNaN(this.ends[index]);
  }

  located(index: number): Located {
    return locatedAt(this.view, this.records[index] as number);
  }

  /**
   * Where an entry ends, by its own header: only that has the lengths of its name and extra fields. Lies beyond the
   * span where entries overlap. Without a header, the end of the span.
   */
  async reach(index: number, signal: AbortSignal | undefined): Promise<number> {
    const start = this.starts[index] as number;
    const end = this.ends[index] as number;
    const head = await this.#source.read(start, start + LENGTH.localHeader, signal);
    const view = viewOf(head);
    if (view.getUint32(0, true) !== SIGNATURE.localHeader) return end;
    const { storedSize } = this.located(index);
    const reach = start + LENGTH.localHeader + view.getUint16(26, true) + view.getUint16(28, true) + storedSize;
    return Math.max(end, Math.min(reach, this.#source.size));
  }
}

function isRecord(view: DataView, at: number): boolean {
  return at + LENGTH.centralHeader <= view.byteLength && view.getUint32(at, true) === SIGNATURE.centralHeader;
}
