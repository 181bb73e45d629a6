/** Boxes on one level. A large picture has some thousand, for the properties of its tiles. */
const MAX_BOXES = 10_000;

/** A box of a file that consists of them (ISO/IEC 14496-12, 4.2). */
export interface Box {
  type: string;
  /** Offsets where its content begins and ends. */
  from: number;
  to: number;
}

/**
 * The boxes in a part of the file (ISO/IEC 14496-12, 4.2). Throws a `RangeError` where a box is longer than that part,
 * and where there are more than `MAX_BOXES`.
 */
export function readBoxes(view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const short = view.getUint32(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    const type = word(view, at + 4);
    // The data may be cut off. Whether an item is complete is checked for each.
    const isData = type === 'mdat' && to === view.byteLength;
    if (size < head || (at + size > to && !isData)) throw new RangeError('A box extends beyond the one around it.');
    if (boxes.length === MAX_BOXES) throw new RangeError('There are too many boxes.');
    boxes.push({ type, from: at + head, to: Math.min(to, at + size) });
    at += size;
  }
  return boxes;
}

/** Four characters: a type. */
export function word(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}
