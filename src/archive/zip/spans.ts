import { viewOf } from '../../base/bytes.ts';
import type { Report } from '../../base/report.ts';
import { quote } from '../../base/text.ts';
import type { ByteSource } from '../../source/source.ts';
import { LENGTH, SIGNATURE } from './layout.ts';
import { type Located, locatedAt } from './record.ts';
import type { ZipEntry } from './record-entry.ts';

/** Half-open, in bytes of the source. */
export interface Interval {
  start: number;
  end: number;
}

/**
 * Where the entries of a directory lie, folders included, by the number of their record. A span goes from the local
 * header to the next entry that begins elsewhere, or to the directory: the directory does not say how long the header
 * is, nor what follows the data. Bytes that a writer left between two entries belong to the first.
 */
export class Spans {
  /** Offsets of the records in the directory's bytes. */
  readonly records: number[] = [];
  readonly starts: number[] = [];
  /** NaN for an entry outside the source. Until `finish`, where it ends at least. */
  readonly ends: number[] = [];
  /** Undefined for a folder. */
  readonly entries: (ZipEntry | undefined)[] = [];
  /** Numbers of the records, ordered by `starts`. Leaves out those outside the source. */
  order = new Uint32Array(0);
  /** Of the directory's bytes. */
  readonly view: DataView;
  readonly #source: ByteSource;

  constructor(view: DataView, source: ByteSource) {
    this.view = view;
    this.#source = source;
  }

  /** Adds the next record. */
  add(record: number, start: number, leastEnd: number, entry: ZipEntry | undefined): void {
    this.records.push(record);
    this.starts.push(start);
    this.ends.push(leastEnd);
    this.entries.push(entry);
  }

  /**
   * Sets the ends. Reports overlaps and entries that lie outside the source.
   *
   * @param paths of the entries and folders
   */
  finish(directoryStart: number, paths: readonly string[], report: Report): void {
    const { starts, ends } = this;
    const { size } = this.#source;
    for (const [index, end] of ends.entries()) {
      const path = paths[index] as string;
      if (end > size) {
        const message = `${quote(path)} would end at byte ${end}, but the file has ${size}.`;
        report.add('zip/out-of-bounds', message, { path });
        ends[index] = Number.NaN;
      } else if (end > directoryStart) report.add('zip/overlap', `${quote(path)} overlaps the directory.`, { path });
    }
    this.order = this.#inOrder();
    // The entry that reaches the furthest so far.
    let reacher = -1;
    for (const index of this.order) {
      const reach = ends[reacher] ?? 0;
      if ((starts[index] as number) < reach) {
        const path = paths[index] as string;
        const message = `${quote(path)} and ${quote(paths[reacher] as string)} use the same bytes.`;
        report.add('zip/overlap', message, { path });
      }
      if ((ends[index] as number) > reach) reacher = index;
    }
    let after = directoryStart;
    let next = directoryStart;
    for (const index of this.order.toReversed()) {
      const least = ends[index] as number;
      if (after > (starts[index] as number)) next = after;
      ends[index] = Math.max(least, Math.min(next, Math.max(directoryStart, least)));
      after = starts[index] as number;
    }
  }

  #inOrder(): Uint32Array<ArrayBuffer> {
    const { starts } = this;
    const inside = Uint32Array.from(starts.keys()).filter((index) => !this.isOutside(index));
    // Most are in order already.
    const isSorted = inside.every((index, place) => place === 0 || at(starts, inside[place - 1]) <= at(starts, index));
    return isSorted ? inside : inside.sort((a, b) => at(starts, a) - at(starts, b) || a - b);
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

function at(starts: readonly number[], index: number | undefined): number {
  return starts[index ?? 0] as number;
}
