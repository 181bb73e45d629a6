import type { Report } from '../../base/report.ts';
import { quote } from '../../base/text.ts';
import type { RecordEntry } from './record-entry.ts';

/**
 * The bytes of the source that each entry takes, folders included, as far as the directory tells: at least the fixed
 * part of its local header, and its data. The local header's name and extra fields and a data descriptor come on top,
 * so an entry's span goes up to the next entry, or to the directory.
 */
export class Extents {
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #paths: string[] = [];
  readonly #entries: (RecordEntry | undefined)[] = [];

  add(start: number, leastLength: number, path: string, entry: RecordEntry | undefined): void {
    this.#starts.push(start);
    this.#lengths.push(leastLength);
    this.#paths.push(path);
    this.#entries.push(entry);
  }

  /**
   * Sets the spans. Reports overlaps and entries that lie outside the source, which get no span. Returns where the
   * first entry or folder starts; undefined where there is none.
   */
  finish(directoryStart: number, sourceSize: number, report: Report): number | undefined {
    const starts = this.#starts;
    const order = inOrder(starts, (index) => {
      const path = this.#paths[index] as string;
      const end = (starts[index] as number) + (this.#lengths[index] as number);
      if (end > sourceSize) {
        const message = `${quote(path)} would end at byte ${end}, but the file has ${sourceSize}.`;
        report.add('zip/out-of-bounds', message, { path });
        return false;
      }
      if (end > directoryStart) report.add('zip/overlap', `${quote(path)} overlaps the directory.`, { path });
      return true;
    });

    // The furthest end so far, and the entry that has it.
    let reach = 0;
    let reacher = -1;
    for (let place = 0; place < order.length; place++) {
      const index = order[place] as number;
      const start = starts[index] as number;
      const end = start + (this.#lengths[index] as number);
      if (start < reach) {
        const path = this.#paths[index] as string;
        report.add('zip/overlap', `${quote(path)} and ${quote(this.#paths[reacher] ?? '')} use the same bytes.`, {
          path,
        });
      }
      if (end > reach) {
        reach = end;
        reacher = index;
      }
      const entry = this.#entries[index];
      if (!entry) continue;
      const next = place + 1 < order.length ? (starts[order[place + 1] as number] as number) : directoryStart;
      entry.endAt(Math.max(end, Math.min(next, Math.max(directoryStart, end))));
    }
    return order.length > 0 ? starts[order[0] as number] : undefined;
  }
}

/** The numbers of the entries that `isInside` takes, ordered by their starts. */
export function inOrder(starts: ArrayLike<number>, isInside: (index: number) => boolean): Uint32Array {
  const order = new Uint32Array(starts.length);
  let count = 0;
  let isSorted = true;
  let last = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < starts.length; index++) {
    if (!isInside(index)) continue;
    const start = starts[index] as number;
    if (start < last) isSorted = false;
    last = start;
    order[count++] = index;
  }
  const inside = order.subarray(0, count);
  // Most are in order already.
  return isSorted ? inside : inside.sort((a, b) => (starts[a] as number) - (starts[b] as number) || a - b);
}
