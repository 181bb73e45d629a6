import { viewOf } from '../../base/bytes.ts';
import { word } from '../boxes.ts';
import type { Extent } from '../items.ts';
import { MAX_PARTS, type PieceReader } from './block.ts';

/** Bytes of the box that describes the items. One of a large picture has some ten thousand. */
const MAX_META_BYTES = 4 << 20;

interface TopBox extends Extent {
  type: string;
  /** Bytes before its content: 8 or 16. */
  head: number;
}

/** The boxes of the file itself. */
export interface TopBoxes {
  /** The content of the first box `meta`, and where it begins. */
  meta?: { bytes: Uint8Array; at: number };
  /** Boxes that no program needs to draw the picture, as far as their type says. */
  others: TopBox[];
  /** Where the last box ends that belongs to the picture. Zero where there is none with pixels. */
  end: number;
  /** Where the last of all boxes ends. */
  last: number;
}

/** Types of boxes that belong to a picture or a sequence of pictures (ISO/IEC 14496-12, table 1). */
const OF_PICTURE: ReadonlySet<string> = new Set([
  ...['ftyp', 'styp', 'pdin', 'meta', 'mdat', 'imda', 'moov', 'moof', 'mfra', 'sidx', 'ssix', 'prft', 'emsg'],
]);

const PIXELS: ReadonlySet<string> = new Set(['meta', 'mdat', 'imda', 'moov']);

/** Boxes beside the picture that are looked at. Real files have one or two. */
const MAX_OTHERS = 100;

/** Types of boxes that may be overwritten: free space, and extensions, such as that of C2PA. */
const BLANKED: ReadonlySet<string> = new Set(['free', 'skip', 'uuid']);

/** Free space of one box that is looked at: encoders leave some thousand bytes. */
const MAX_FREE_BYTES = 1 << 20;

/** Walks over the boxes of the file. */
export async function topBoxes(reader: PieceReader): Promise<TopBoxes> {
  const top: TopBoxes = { others: [], end: 0, last: 0 };
  let at = 0;
  for (let parts = 0; at < reader.size; parts++) {
    if (parts === MAX_PARTS) {
      reader.unchecked.add('long');
      return { ...top, end: 0 };
    }
    const box = await boxAt(reader, at);
    if (!box) break;
    const { type, length, head } = box;
    // Another file begins, as of a film that is appended.
    if (type === 'ftyp' && at > 0) break;
    at += length;
    // A picture that is cut off ends with the file.
    const isOfPicture = OF_PICTURE.has(type);
    if (at > reader.size && !isOfPicture) break;
    top.last = Math.min(at, reader.size);
    if (!isOfPicture) top.others.push(box);
    else if (top.end > 0 || PIXELS.has(type)) top.end = top.last;
    if (type !== 'meta' || top.meta) continue;
    const start = box.start + head;
    const bytes = length > MAX_META_BYTES ? undefined : await reader.take(start, length - head);
    if (bytes) top.meta = { bytes: bytes.slice(), at: start };
    else reader.unchecked.add(length > MAX_META_BYTES ? 'long' : 'more');
  }
  return top;
}

async function boxAt(reader: PieceReader, start: number): Promise<TopBox | undefined> {
  const bytes = (await reader.take(start, 16)) ?? (await reader.take(start, 8));
  if (!bytes) return undefined;
  const view = viewOf(bytes);
  const short = view.getUint32(0);
  const head = short === 1 ? 16 : 8;
  if (bytes.length < head) return undefined;
  const length = short === 1 ? Number(view.getBigUint64(8)) : short === 0 ? reader.size - start : short;
  return length < head ? undefined : { type: word(view, 4), start, length, head };
}

/**
 * Takes note of bytes behind the picture and in boxes beside it. What overwrites the latter leaves free space of the
 * same length.
 *
 * @param items where the items lie. Undefined where not all are known: then nothing can be cut out
 */
export async function noteExtras(
  reader: PieceReader,
  { others, end: boxesEnd, last }: TopBoxes,
  items: readonly Extent[] | undefined,
): Promise<void> {
  if (others.length > MAX_OTHERS) {
    reader.unchecked.add('long');
    return;
  }
  const itemsEnd = (items ?? []).reduce((most, { start, length }) => Math.max(most, start + length), 0);
  const end = Math.max(boxesEnd, itemsEnd);
  const told = [];
  for (const box of others) if (!(await isEmpty(reader, box))) told.push(box);
  const isFollowed = last < reader.size && !(await reader.isBlank(last, reader.size));
  if (boxesEnd === 0 || !items) {
    if (told.length > 0 || isFollowed) reader.unchecked.add('kind');
    return;
  }
  if (isFollowed || told.some(({ start }) => start >= end)) await reader.endAt(end);
  for (const box of told) {
    if (box.start >= end) continue;
    const isUsed = items.some(({ start, length }) => start < box.start + box.length && box.start < start + length);
    if (isUsed || !BLANKED.has(box.type)) reader.unchecked.add('kind');
    else if (reader.spend(box.length)) {
      reader.extra.add('beside');
      const { start, head, length } = box;
      reader.blanks.push({ start: start + 4, bytes: new TextEncoder().encode('free') });
      reader.blanks.push({ start: start + head, bytes: new Uint8Array(length - head) });
    }
  }
}

/** Whether a box has nothing to say: free space of zeros, or no content. */
async function isEmpty(reader: PieceReader, { type, start, length, head }: TopBox): Promise<boolean> {
  if (length === head) return true;
  return (type === 'free' || type === 'skip') && (await reader.isBlank(start + head, start + length, MAX_FREE_BYTES));
}
