import { eachPaced } from '../../codec/pause.ts';
import type { ZipContents } from './directory.ts';
import type { Interval } from './spans.ts';

/**
 * Pieces that may be cut out of the old file, of a host and of a local one. A real change needs one for each changed
 * file, and a read or two for each. Beyond this, nothing is cut.
 */
const MAX_CUTS = { remote: 256, local: 2048 };

/** Entries before each cut whose local headers are read to learn where they really end. Real archives need one. */
const MAX_ASKED = 8;

/**
 * How often entries are asked where they end. Real archives need it twice. A million entries that reach into each other
 * would need it a hundred thousand times: then nothing is cut.
 */
const MAX_ROUNDS = 32;

/**
 * Which bytes of an old zip stay in place when some of its entries are cut out, as ascending intervals that do not
 * touch. Reads some local headers; rejects as reading does.
 *
 * @param isCut whether the entry of a record, by its number, leaves its place
 */
export async function keptIntervals(
  { directory, source }: ZipContents,
  isCut: (index: number) => boolean,
  signal: AbortSignal | undefined,
): Promise<Interval[]> {
  const { spans } = directory;
  const { order, starts } = spans;
  /** Those of the spans, and beyond them those of entries that turn out to be longer. */
  const ends = [...spans.ends];
  /** Records whose local header was read to learn where the entry really ends. */
  const asked = new Set<number>();
  const maxCuts = source.servedFrom === undefined ? MAX_CUTS.local : MAX_CUTS.remote;

  /** The spans of the entries that stay, joined where they touch or overlap. */
  const joined = async () => {
    const intervals: Interval[] = [];
    await eachPaced(order, signal, (index) => {
      if (isCut(index)) return;
      const start = starts[index] as number;
      const end = ends[index] as number;
      const before = intervals.at(-1);
      if (before && start <= before.end) before.end = Math.max(before.end, end);
      else intervals.push({ start, end });
    });
    return intervals;
  };

  /**
   * Lets entries keep the bytes that they have beyond their spans, where those would be cut out. Going back from the
   * end of each interval, reads the local headers of entries that are followed by a cut, or that others overlap.
   * Whether any entry got longer.
   */
  const extend = async (intervals: readonly Interval[]) => {
    let extended = false;
    let place = intervals.length - 1;
    let left = MAX_ASKED;
    for (let at = order.length - 1; at >= 0; at--) {
      const index = order[at] as number;
      if (isCut(index)) continue;
      while ((intervals[place] as Interval).start > (starts[index] as number)) {
        place--;
        left = MAX_ASKED;
      }
      const end = ends[index] as number;
      const next = order[at + 1];
      const isBeforeCut = next === undefined || isCut(next);
      const isOverlapped = next !== undefined && (starts[next] as number) < end;
      if (left === 0 || !(isBeforeCut || isOverlapped) || asked.has(index)) continue;
      left--;
      asked.add(index);
      const reach = await spans.reach(index, signal);
      if (reach === end) continue;
      ends[index] = reach;
      extended = true;
    }
    return extended;
  };

  for (let round = 0; ; round++) {
    const intervals = await joined();
    const [first] = intervals;
    const last = intervals.at(-1);
    if (first && last && round === MAX_ROUNDS)
      return [{ start: first.start, end: Math.max(last.end, directory.start) }];
    if (first && last && intervals.length > maxCuts) return [{ start: first.start, end: last.end }];
    if (!(await extend(intervals))) return intervals;
  }
}
