import { BitReader } from './bits.ts';
import { type Box, readBoxes, word } from './boxes.ts';

/** Items of one file. A large picture has some dozens of tiles, and as many for its alpha. */
const MAX_ITEMS = 1_000;

/** Extents of all items of one file. Real items have one or two. An extent may take no byte of the file to state. */
const MAX_EXTENTS = 4_000;

/** A stretch of bytes from `start` on. */
export interface Extent {
  start: number;
  length: number;
}

/** Why not all items of a file are known: there are too many, or some are stated in a way that is not read. */
type Missing = 'long' | 'kind' | undefined;

/** What an item is. */
export interface ItemType {
  id: number;
  /** Four characters. */
  type: string;
  /** Offsets between which more is said of it: its name, and the media type of one of type `mime`. */
  from: number;
  to: number;
}

/** The items that `iinf` states (ISO/IEC 14496-12, 8.11.6). Throws a `RangeError` where it is cut off. */
export function readItemTypes(view: DataView, info: Box): { items: ItemType[]; missing: Missing } {
  const isLong = view.getUint8(info.from) > 0;
  const entries = readBoxes(view, info.from + (isLong ? 8 : 6), info.to);
  const items: ItemType[] = [];
  let missing: Missing = entries.length > MAX_ITEMS ? 'long' : undefined;
  for (const { type: box, from, to } of entries.slice(0, MAX_ITEMS)) {
    const version = view.getUint8(from);
    if (box !== 'infe' || version < 2) {
      missing ??= 'kind';
      continue;
    }
    const id = version === 2 ? view.getUint16(from + 4) : view.getUint32(from + 4);
    const at = from + (version === 2 ? 8 : 10);
    items.push({ id, type: word(view, at), from: at + 4, to });
  }
  return { items, missing };
}

/** Where the bytes of an item are. */
export interface ItemLocation {
  id: number;
  /** What offsets count from: the beginning of the file, or of the content of `idat`. */
  place: 'file' | 'idat' | 'elsewhere';
  /** In order. A length of zero means up to the end of the place. */
  extents: Extent[];
}

/** The places that `iloc` states (ISO/IEC 14496-12, 8.11.3). Throws a `RangeError` where it is cut off. */
export function readItemLocations(view: DataView, locations: Box): { items: ItemLocation[]; missing: Missing } {
  const { from, to } = locations;
  const bits = new BitReader(new Uint8Array(view.buffer, view.byteOffset + from, to - from));
  const take = (bytes: number) => bits.take(8 * bytes);
  const version = take(1);
  take(3);
  const sizes = take(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const count = take(version < 2 ? 2 : 4);
  const items: ItemLocation[] = [];
  let left = MAX_EXTENTS;
  for (let item = 0; item < Math.min(MAX_ITEMS, count); item++) {
    const id = take(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : take(2) & 15;
    const isElsewhere = take(2) !== 0 || method > 1;
    const base = take(baseSize);
    const extents: Extent[] = [];
    const total = take(2);
    left -= total;
    if (left < 0) return { items, missing: 'long' };
    while (extents.length < total) {
      take(indexSize);
      const start = base + take(offsetSize);
      extents.push({ start, length: take(lengthSize) });
    }
    items.push({ id, place: isElsewhere ? 'elsewhere' : method === 1 ? 'idat' : 'file', extents });
  }
  return { items, missing: count > MAX_ITEMS ? 'long' : undefined };
}
