import { abortable, throwIfAborted } from '../base/abort.ts';
import { LANES_BYTES, WINDOW_GAP_ELEMENTS } from '../base/limits.ts';
import type { NumericValues } from './elements.ts';
import type { TensorPlane } from './mapping.ts';
import { planeReach, planeReads, readAhead, storedOrder } from './plane.ts';
import type { TensorReader } from './values.ts';

/** Milliseconds that a read of lanes goes on when nobody waits for it: a slider asks for the next plane soon. */
const LINGER_MS = 1000;

/** A plane, and a reader of elements that holds it. */
export interface PlaneOf {
  reader: TensorReader;
  plane: TensorPlane;
}

/** Which planes are neighbors: those that begin at `first` up to `first + count`. */
interface Group {
  key: string;
  first: number;
  count: number;
}

/**
 * The planes beside one whose cells lie apart in the file: where a dimension that changes faster than both axes is
 * fixed, as by a slider on the last one. Reading one of them reads all, so as many as `LANES_BYTES` hold are kept.
 * Undefined where that would read more than the plane alone, and where one of them would not be inside the tensor:
 * beside a plane of every few rows or columns lie others than those that a slider leads to.
 *
 * @param width bytes of a decoded element
 * @param elements of the tensor
 */
function groupOf(
  { rows, columns, start, rowStride, columnStride }: TensorPlane,
  width: number,
  elements: number,
): Group | undefined {
  const apart = Math.min(rows > 1 ? Math.abs(rowStride) : apartFrom, columns > 1 ? Math.abs(columnStride) : apartFrom);
  if (apart <= 1 || apart > WINDOW_GAP_ELEMENTS) return undefined;
  const together = Math.min(apart, Math.floor(LANES_BYTES / (rows * columns * width)));
  if (together < 2) return undefined;
  const lane = start % apart;
  const from = lane - (lane % together);
  const count = Math.min(together, apart - from);
  const first = start - lane + from;
  const [down, across] = [(rows - 1) * rowStride, (columns - 1) * columnStride];
  const lowest = first + Math.min(0, down) + Math.min(0, across);
  const highest = first + count - 1 + Math.max(0, down) + Math.max(0, across);
  if (lowest < 0 || highest >= elements) return undefined;
  return { key: [first, count, rows, columns, rowStride, columnStride].join(), first, count };
}

/** Of a direction with one cell, which lies apart from nothing. */
const apartFrom = Number.POSITIVE_INFINITY;

interface HeldGroup {
  key: string;
  values: Promise<NumericValues>;
  controller: AbortController;
  /** Questions that wait for the values. */
  waiting: number;
  /** Ends the read once nobody has waited for it for a while. */
  lingers?: ReturnType<typeof setTimeout>;
}

/** The neighbors that were read last of a tensor. */
export class Lanes {
  #held: HeldGroup | undefined;

  /**
   * A plane from the neighbors that are held, which are read if they are not; the same plane of the same reader where
   * it has none. Numbers only. Rejects as `TensorReader.read`.
   *
   * @param name tells the tensor apart from others
   * @param width bytes of a decoded element
   */
  async plane(name: string, { reader, plane }: PlaneOf, width: number, signal?: AbortSignal): Promise<PlaneOf> {
    const group = groupOf(plane, width, reader.count);
    if (!group) return { reader, plane };
    const key = `${group.key} ${name}`;
    let held = this.#held;
    if (held?.key !== key) {
      // Several planes of a tensor can be read at once.
      if (held?.waiting === 0) held.controller.abort();
      const controller = new AbortController();
      const values = readGroup(reader, plane, group, controller.signal);
      const fresh: HeldGroup = { key, values, controller, waiting: 0 };
      values.catch(() => {
        if (this.#held === fresh) this.#held = undefined;
      });
      held = this.#held = fresh;
    }
    const { rows, columns } = plane;
    const { count, first } = group;
    const values = await this.#wait(held, signal);
    return {
      reader: arrayReader(values, reader.dtype),
      plane: { rows, columns, start: plane.start - first, rowStride: columns * count, columnStride: count },
    };
  }

  async #wait(held: HeldGroup, signal: AbortSignal | undefined): Promise<NumericValues> {
    held.waiting++;
    clearTimeout(held.lingers);
    try {
      return await abortable(held.values, signal);
    } finally {
      held.waiting--;
      if (signal?.aborted && held.waiting === 0) held.lingers = setTimeout(() => held.controller.abort(), LINGER_MS);
    }
  }
}

/** Elements of all planes of a group: of each cell, one from each. */
async function readGroup(
  reader: TensorReader,
  plane: TensorPlane,
  { first, count }: Group,
  signal: AbortSignal,
): Promise<NumericValues> {
  const stored = storedOrder({ ...plane, start: first });
  const { outer, inner } = stored;
  let all: Exclude<NumericValues, BigInt64Array | BigUint64Array> | undefined;
  const reads = planeReads(stored, planeReach(reader));
  const read = ({ start, end }: { start: number; end: number }) => reader.read(start, end + count - 1, signal);
  for await (const [{ outerStart, outerEnd, innerStart, innerEnd }, brought] of readAhead(reads, read)) {
    throwIfAborted(signal);
    // Any kind of number: the arrays are of one type.
    const values = brought as Exclude<NumericValues, BigInt64Array | BigUint64Array>;
    all ??= new (values.constructor as new (length: number) => typeof values)(plane.rows * plane.columns * count);
    for (let line = outerStart; line < outerEnd; line++) {
      let from = (line - outerStart) * outer.stride;
      let cell = stored.to + line * outer.to + innerStart * inner.to;
      for (let index = innerStart; index < innerEnd; index++) {
        all.set(values.subarray(from, from + count), cell * count);
        from += inner.stride;
        cell += inner.to;
      }
    }
  }
  return all ?? ((await reader.read(0, 0, signal)) as NumericValues);
}

/** A reader of elements in memory. */
function arrayReader(values: NumericValues, dtype: string): TensorReader {
  return { dtype, count: values.length, read: async (start, end) => values.subarray(start, end) };
}
