import { begins, concatBytes, viewOf } from '../../base/bytes.ts';
import { addTo } from '../../base/group-by.ts';
import { MAX_PADDING, MAX_PARTS, MAX_SCAN_BYTES, type MetadataBlock, type PieceReader, patchesOf } from './block.ts';

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
/** Followed by 40 bytes: the digest of the whole, its length, and the offset of this part. */
const MORE_XMP = 'http://ns.adobe.com/xmp/extension/\0';
const MORE_XMP_HEAD = MORE_XMP.length + 40;
const PHOTOSHOP = 'Photoshop 3.0\0';
const MPF = 'MPF\0';

/** Pictures that one file holds, as in a photo with a depth map or in two exposures. */
const MAX_PICTURES = 16;

/** Bytes of an entry in the list of pictures, and the tag of that list (CIPA DC-007, 5.2.3). */
const PICTURE_BYTES = 16;
const PICTURES = 0xb002;

/**
 * The blocks of a JPEG file (ITU T.81, B.2.4; Exif 2.32, 4.7), also of those pictures that its index (MPF) lists, and
 * of those that follow it. Takes note where something else follows.
 */
export async function jpegBlocks(reader: PieceReader): Promise<MetadataBlock[]> {
  const budget = { scan: MAX_SCAN_BYTES };
  const first = await readPicture(reader, 0, budget);
  const blocks = [...first.blocks];
  const known = new Map<number, Picture>();
  const add = async (start: number) => {
    const picture = await readPicture(reader, start, budget);
    blocks.push(...picture.blocks);
    known.set(start, picture);
  };
  for (const start of first.others) await add(start);
  let { end, isWhole } = first;
  for (let pictures = 0; pictures < MAX_PICTURES; pictures++) {
    if (end >= reader.size) return blocks;
    const rest = await reader.take(end, Math.min(MAX_PADDING, reader.size - end));
    const used = rest?.findIndex((byte) => byte !== 0) ?? -1;
    if (used < 0 && rest?.length !== MAX_PADDING) return blocks;
    const at = end + Math.max(0, used);
    const head = await reader.take(at, 3);
    if (!isWhole || !head || !begins(head, '\xff\xd8\xff')) break;
    if (!known.has(at)) await add(at);
    ({ end, isWhole } = known.get(at) as Picture);
  }
  if (end >= reader.size) return blocks;
  // Behind what cannot be read, there may still be a part of the picture.
  if (isWhole) await reader.endAt(end);
  else reader.unchecked.add('more');
  return blocks;
}

interface Picture {
  blocks: MetadataBlock[];
  /** Where the others begin that it lists. */
  others: readonly number[];
  /** Behind its last byte, or where it cannot be read on. */
  end: number;
  /** Whether its end is marked. */
  isWhole: boolean;
}

/** Reads the picture that begins at `start`. */
async function readPicture(reader: PieceReader, start: number, budget: { scan: number }): Promise<Picture> {
  const blocks: MetadataBlock[] = [];
  const parts = new Map<string, XmpPart[]>();
  let others: readonly number[] = [];
  let isWhole = false;
  const begin = await reader.take(start, 2);
  let at = begin?.[0] === 0xff && begin[1] === 0xd8 ? start + 2 : undefined;
  for (let count = 0; at !== undefined && count < MAX_PARTS; count++) {
    const head: Uint8Array | undefined = await reader.take(at, 2);
    if (head?.[0] !== 0xff) break;
    const marker = head[1] as number;
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)) {
      at += marker === 0xff ? 1 : 2;
      isWhole = marker === 0xd9;
      if (isWhole) break;
      continue;
    }
    const size: Uint8Array | undefined = await reader.take(at + 2, 2);
    const length: number = size ? viewOf(size).getUint16(0) - 2 : -1;
    if (length < 0) break;
    const from: number = at + 4;
    at = from + length;
    if (marker === 0xda) at = await dataEnd(reader, at, budget);
    if (!READ_MARKERS.has(marker)) continue;
    const segment = await reader.block(from, length);
    if (!segment) continue;
    const part = xmpPart(marker, segment, from);
    const block = part ? undefined : segmentBlock(marker, segment, from);
    if (part) addTo(parts, part.digest, part);
    if (block) blocks.push(block);
    if (marker === 0xe2 && begins(segment, MPF)) others = listedPictures(segment, from + MPF.length);
    // Boxes of JUMBF, such as C2PA.
    if (marker === 0xeb && begins(segment, 'JP')) reader.unchecked.add('kind');
  }
  return { blocks: [...blocks, ...[...parts.values()].map(joined)], others, end: at ?? start, isWhole };
}

/** Application segments that are read: 1, 2, 11 and 13. */
const READ_MARKERS: ReadonlySet<number> = new Set([0xe1, 0xe2, 0xeb, 0xed]);

const MAX_STEP_BYTES = 1 << 20;

/** Where the data of a scan ends that begins at `at`: at the next marker, or where the budget ends. */
async function dataEnd(reader: PieceReader, at: number, budget: { scan: number }): Promise<number> {
  for (let step = 1 << 12; at < reader.size && budget.scan > 0; step = Math.min(MAX_STEP_BYTES, 4 * step)) {
    const bytes = await reader.take(at, Math.min(step, reader.size - at));
    if (!bytes) return at;
    for (let next = bytes.indexOf(0xff); next >= 0 && next + 1 < bytes.length; next = bytes.indexOf(0xff, next + 1)) {
      const after = bytes[next + 1] as number;
      if (after !== 0 && after !== 0xff && (after < 0xd0 || after > 0xd7)) return at + next;
    }
    budget.scan -= bytes.length;
    // The last byte may be the first of a marker.
    const isMarker = bytes.at(-1) === 0xff && bytes.length > 1;
    at += bytes.length - (isMarker ? 1 : 0);
  }
  return at;
}

/** A segment of a long XMP text. */
interface XmpPart {
  digest: string;
  /** In the whole text. */
  offset: number;
  content: Uint8Array;
  start: number;
}

function xmpPart(marker: number, segment: Uint8Array, from: number): XmpPart | undefined {
  if (marker !== 0xe1 || !begins(segment, MORE_XMP) || segment.length < MORE_XMP_HEAD) return undefined;
  const digest = new TextDecoder('latin1').decode(segment.subarray(MORE_XMP.length, MORE_XMP.length + 32));
  const offset = viewOf(segment).getUint32(MORE_XMP_HEAD - 4);
  return { digest, offset, content: segment.subarray(MORE_XMP_HEAD), start: from + MORE_XMP_HEAD };
}

/** The whole of a text in several segments: a property may begin in one and end in the next. */
function joined(parts: readonly XmpPart[]): MetadataBlock {
  const inOrder = [...parts].sort((a, b) => a.offset - b.offset);
  const stretches = inOrder.map(({ start, content }) => ({ start, length: content.length }));
  return {
    kind: 'xmp',
    content: concatBytes(inOrder.map(({ content }) => content)),
    write: (bytes) => patchesOf(stretches, 0, bytes),
  };
}

function segmentBlock(marker: number, segment: Uint8Array, from: number): MetadataBlock | undefined {
  const block = (kind: MetadataBlock['kind'], head: number): MetadataBlock => ({
    kind,
    content: segment.subarray(head),
    write: (bytes) => [{ start: from + head, bytes }],
  });
  if (marker === 0xe1 && begins(segment, EXIF)) return block('exif', EXIF.length);
  if (marker === 0xe1 && begins(segment, XMP)) return block('xmp', XMP.length);
  return marker === 0xed && begins(segment, PHOTOSHOP) ? block('iptc', PHOTOSHOP.length) : undefined;
}

/** Where the other pictures begin. Their offsets count from the header of the index, at `base` in the file. */
function listedPictures(segment: Uint8Array, base: number): number[] {
  const bytes = segment.subarray(MPF.length);
  if (bytes.length < 10) return [];
  const view = viewOf(bytes);
  const isLittle = view.getUint16(0) === 0x4949;
  const table = view.getUint32(4, isLittle);
  if (table + 2 > bytes.length) return [];
  const starts: number[] = [];
  const count = view.getUint16(table, isLittle);
  for (let at = table + 2, left = count; left > 0 && at + 12 <= bytes.length; at += 12, left--) {
    if (view.getUint16(at, isLittle) !== PICTURES) continue;
    const pictures = Math.min(MAX_PICTURES, Math.floor(view.getUint32(at + 4, isLittle) / PICTURE_BYTES));
    const list = view.getUint32(at + 8, isLittle);
    for (let n = 0; n < pictures && list + PICTURE_BYTES * (n + 1) <= bytes.length; n++) {
      const offset = view.getUint32(list + PICTURE_BYTES * n + 8, isLittle);
      // The first picture, which has the index, is said to begin at zero.
      if (offset > 0) starts.push(base + offset);
    }
    break;
  }
  return [...new Set(starts)];
}
