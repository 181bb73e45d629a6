import { viewOf } from '../../base/bytes.ts';
import { readBoxes } from '../boxes.ts';
import { type Extent, type ItemType, readItemLocations, readItemTypes } from '../items.ts';
import { type MetadataBlock, type PieceReader, patchesOf } from './block.ts';
import { noteExtras, topBoxes } from './heif-top.ts';

const RDF = 'application/rdf+xml';

/**
 * The Exif and XMP of an AVIF or HEIF file (ISO/IEC 23008-12, annex A). Takes note of what is not read. Throws a
 * `RangeError` for one that is cut off.
 */
export async function heifBlocks(reader: PieceReader): Promise<MetadataBlock[]> {
  const top = await topBoxes(reader);
  const { bytes, at } = top.meta ?? { bytes: new Uint8Array(4), at: 0 };
  const view = viewOf(bytes);
  const boxes = readBoxes(view, 4, bytes.length);
  const one = (type: string) => boxes.find((box) => box.type === type);
  const [info, locations, data] = [one('iinf'), one('iloc'), one('idat')];
  if (!info || !locations) {
    await noteExtras(reader, top, undefined);
    return [];
  }
  const types = readItemTypes(view, info);
  const kinds = new Map<number, MetadataBlock['kind']>();
  for (const item of types.items) {
    const kind = kindOf(view, item);
    // An item may be there twice. What says something of the picture counts.
    if (kind) kinds.set(item.id, kind);
  }
  const located = readItemLocations(view, locations);
  for (const { missing } of [types, located]) if (missing) reader.unchecked.add(missing);
  const found: MetadataBlock[] = [];
  const inFile: Extent[] = [];
  for (const { id, place, extents } of located.items) {
    const kind = kinds.get(id);
    const from = place === 'file' ? 0 : place === 'idat' && data ? at + data.from : undefined;
    if (from === undefined) {
      if (kind) reader.unchecked.add('kind');
      continue;
    }
    const there = extents.map(({ start, length }) => ({ start: from + start, length }));
    inFile.push(...there);
    const block = kind && (await itemBlock(reader, kind, there));
    if (block) found.push(block);
  }
  await noteExtras(reader, top, located.missing ? undefined : inFile);
  return found;
}

/** What an item says of the picture. Undefined of others, such as its pixels. */
function kindOf(view: DataView, { type, from, to }: ItemType): MetadataBlock['kind'] | undefined {
  if (type === 'Exif') return 'exif';
  if (type !== 'mime') return undefined;
  const rest = new Uint8Array(view.buffer, view.byteOffset + from, Math.max(0, to - from));
  return new TextDecoder('latin1').decode(rest.subarray(0, 256)).split('\0').includes(RDF) ? 'xmp' : undefined;
}

/** Bytes before the TIFF file of an Exif item: how many more there are. */
const EXIF_HEAD = 4;

async function itemBlock(
  reader: PieceReader,
  kind: MetadataBlock['kind'],
  extents: readonly Extent[],
): Promise<MetadataBlock | undefined> {
  const size = extents.reduce((sum, { length }) => sum + length, 0);
  const fits = reader.fits(size);
  const isOpen = extents.some(({ length }) => length === 0);
  if (isOpen) reader.unchecked.add('kind');
  if (isOpen || !fits || !reader.spend(size)) return undefined;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const { start, length } of extents) {
    const bytes = await reader.take(start, length);
    if (!bytes) {
      reader.unchecked.add('more');
      return undefined;
    }
    whole.set(bytes, at);
    at += length;
  }
  const head = kind === 'exif' && size >= EXIF_HEAD ? EXIF_HEAD + viewOf(whole).getUint32(0) : 0;
  if (head > size) return undefined;
  return { kind, content: whole.slice(head), write: (bytes) => patchesOf(extents, head, bytes) };
}
