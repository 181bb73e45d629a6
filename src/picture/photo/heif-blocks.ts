import { type Box, FieldReader, readBoxes, word } from '../boxes.ts';
import { MAX_BLOCK_BYTES, type MetadataBlock, type PieceReader, patchesOf, viewOf } from './block.ts';
import { type Extent, noteExtras, topBoxes } from './heif-top.ts';

/** Items of one file, and extents of one item. */
const MAX_ITEMS = 1_000;
const MAX_EXTENTS = 100;

const RDF = 'application/rdf+xml';

/** The Exif and XMP of an AVIF or HEIF file (ISO/IEC 23008-12, annex A). Throws a `RangeError` for one that is cut off. */
export async function heifBlocks(reader: PieceReader): Promise<MetadataBlock[]> {
  const top = await topBoxes(reader);
  const { meta } = top;
  if (!meta) {
    await noteExtras(reader, top, undefined);
    return [];
  }
  const { bytes, at } = meta;
  const view = viewOf(bytes);
  const boxes = readBoxes(view, 4, bytes.length);
  const one = (type: string) => boxes.find((box) => box.type === type);
  const [info, locations, data] = [one('iinf'), one('iloc'), one('idat')];
  if (!info || !locations) {
    await noteExtras(reader, top, undefined);
    return [];
  }
  const kinds = itemKinds(view, info);
  const found: MetadataBlock[] = [];
  const { items, isWhole } = readExtents(view, locations, data && at + data.from);
  for (const [id, extents] of items) {
    const kind = kinds.get(id);
    const block = kind && (await itemBlock(reader, kind, extents));
    if (block) found.push(block);
  }
  await noteExtras(reader, top, isWhole ? [...items.values()].flat() : undefined);
  return found;
}

/** The items that describe the picture, by their ids. */
function itemKinds(view: DataView, info: Box): ReadonlyMap<number, MetadataBlock['kind']> {
  const kinds = new Map<number, MetadataBlock['kind']>();
  const isLong = view.getUint8(info.from) > 0;
  for (const { type, from, to } of readBoxes(view, info.from + (isLong ? 8 : 6), info.to).slice(0, MAX_ITEMS)) {
    const version = view.getUint8(from);
    if (type !== 'infe' || version < 2) continue;
    const id = version === 2 ? view.getUint16(from + 4) : view.getUint32(from + 4);
    const typeAt = from + (version === 2 ? 8 : 10);
    const itemType = word(view, typeAt);
    if (itemType === 'Exif') kinds.set(id, 'exif');
    else if (itemType === 'mime') {
      const rest = new Uint8Array(view.buffer, view.byteOffset + typeAt + 4, Math.max(0, to - typeAt - 4));
      if (new TextDecoder('latin1').decode(rest.subarray(0, 256)).split('\0').includes(RDF)) kinds.set(id, 'xmp');
    }
  }
  return kinds;
}

/**
 * Where the items lie in the file (ISO/IEC 14496-12, 8.11.3), and whether that is all of them.
 *
 * @param data where the content of `idat` begins
 */
function readExtents(
  view: DataView,
  locations: Box,
  data: number | undefined,
): { items: Map<number, Extent[]>; isWhole: boolean } {
  const read = new FieldReader(view, locations.from, locations.to);
  const version = read.take(1);
  read.take(3);
  const sizes = read.take(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const found = new Map<number, Extent[]>();
  const count = read.take(version < 2 ? 2 : 4);
  let isWhole = count <= MAX_ITEMS;
  for (let item = 0; item < Math.min(MAX_ITEMS, count); item++) {
    const id = read.take(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : read.take(2) & 15;
    const isElsewhere = read.take(2) !== 0;
    const base = read.take(baseSize);
    const extents: Extent[] = [];
    const total = read.take(2);
    for (let left = total; left > 0; left--) {
      read.take(indexSize);
      const start = base + read.take(offsetSize) + (method === 1 ? (data ?? 0) : 0);
      extents.push({ start, length: read.take(lengthSize) });
    }
    const isHere = !isElsewhere && (method === 0 || (method === 1 && data !== undefined));
    if (isHere && total <= MAX_EXTENTS) found.set(id, extents);
    else if (isHere) isWhole = false;
  }
  return { items: found, isWhole };
}

/** Bytes before the TIFF file of an Exif item: how many more there are. */
const EXIF_HEAD = 4;

async function itemBlock(
  reader: PieceReader,
  kind: MetadataBlock['kind'],
  extents: readonly Extent[],
): Promise<MetadataBlock | undefined> {
  const size = extents.reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_BLOCK_BYTES) reader.unchecked.add('long');
  if (size > MAX_BLOCK_BYTES || !reader.spend(size) || extents.some(({ length }) => length === 0)) return undefined;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const { start, length } of extents) {
    const bytes = await reader.take(start, length);
    if (!bytes) return undefined;
    whole.set(bytes, at);
    at += length;
  }
  const head = kind === 'exif' && size >= EXIF_HEAD ? EXIF_HEAD + viewOf(whole).getUint32(0) : 0;
  if (head > size) return undefined;
  return { kind, content: whole.slice(head), write: (bytes) => patchesOf(extents, head, bytes) };
}
