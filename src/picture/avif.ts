import { readAv1Size } from './av1.ts';
import { type Box, FieldReader, readBoxes, word } from './boxes.ts';
import type { RasterReading } from './raster.ts';

/** Items of one file. A large picture has some dozens of tiles, and as many for its alpha. */
const MAX_ITEMS = 1_000;

/** Extents of one file, and their bytes for each byte of the file. In real files they do not overlap. */
const MAX_EXTENTS = 4_000;
const MAX_EXTENT_SHARE = 2;

/**
 * Reads the size of an AVIF picture (AV1 Image File Format 1.2, ISO/IEC 23008-12). It is the largest of those that the
 * properties state (`ispe`) and those in the coded data: they may differ. Undefined for an animation, and where the
 * structure has anything that this reader does not know, since a decoder may.
 */
export function readAvif(view: DataView): RasterReading | undefined {
  const boxes = readBoxes(view, 0, view.byteLength);
  const [type] = boxes;
  if (type?.type !== 'ftyp' || boxes.some((box) => box.type === 'moov')) return undefined;
  for (let at = type.from; at + 4 <= type.to; at += 4) if (word(view, at) === 'avis') return undefined;
  const metas = boxes.filter((box) => box.type === 'meta');
  const [meta] = metas;
  if (!meta || metas.length > 1) return undefined;
  return readMeta(view, readBoxes(view, meta.from + 4, meta.to));
}

function readMeta(view: DataView, boxes: readonly Box[]): RasterReading | undefined {
  const one = (type: string) => {
    const found = boxes.filter((box) => box.type === type);
    return found.length === 1 ? found[0] : undefined;
  };
  const [info, locations, properties] = [one('iinf'), one('iloc'), one('iprp')];
  if (!info || !locations || !properties) return undefined;
  const sizes = readSizes(view, properties);
  const types = readItemTypes(view, info);
  const extents = types && readExtents(view, locations, one('idat'));
  if (!types || !extents) return undefined;
  let work = 0;
  for (const [id, type] of types) {
    if (type !== 'av01' && type !== 'grid') {
      // Metadata, and tone maps, which derive from other items here.
      if (['Exif', 'mime', 'uri ', 'tmap'].includes(type)) continue;
      return undefined;
    }
    const bytes = extents.get(id);
    const found = bytes && (type === 'grid' ? readGrid(bytes) : readAv1Size(bytes));
    if (!found) return undefined;
    sizes.push(found);
    work += found.width * found.height * found.frames;
  }
  const width = Math.max(0, ...sizes.map((size) => size.width));
  const height = Math.max(0, ...sizes.map((size) => size.height));
  return { width, height, frames: Math.max(1, Math.ceil(work / (width * height))) };
}

function readSizes(view: DataView, properties: Box): { width: number; height: number }[] {
  return readBoxes(view, properties.from, properties.to)
    .filter((box) => box.type === 'ipco')
    .flatMap((box) => readBoxes(view, box.from, box.to))
    .filter((box) => box.type === 'ispe')
    .map((box) => ({ width: view.getUint32(box.from + 4), height: view.getUint32(box.from + 8) }));
}

/** Types of all items by their ids. Undefined where a type cannot be told. */
function readItemTypes(view: DataView, info: Box): ReadonlyMap<number, string> | undefined {
  const isLong = view.getUint8(info.from) > 0;
  const entries = readBoxes(view, info.from + (isLong ? 8 : 6), info.to);
  if (entries.length > MAX_ITEMS) return undefined;
  const types = new Map<number, string>();
  for (const { type, from } of entries) {
    const version = view.getUint8(from);
    if (type !== 'infe' || version < 2) return undefined;
    const id = version === 2 ? view.getUint16(from + 4) : view.getUint32(from + 4);
    types.set(id, word(view, from + (version === 2 ? 8 : 10)));
  }
  return types;
}

/** Bytes of all items by their ids. Undefined where some are missing. */
function readExtents(view: DataView, locations: Box, data: Box | undefined): Map<number, Uint8Array> | undefined {
  const read = new FieldReader(view, locations.from, locations.to);
  const version = read.take(1);
  read.take(3);
  const sizes = read.take(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const count = read.take(version < 2 ? 2 : 4);
  const found = new Map<number, Uint8Array>();
  let [extents, budget] = [0, MAX_EXTENT_SHARE * view.byteLength];
  if (count > MAX_ITEMS) return undefined;
  for (let item = 0; item < count; item++) {
    const id = read.take(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : read.take(2) & 15;
    const isElsewhere = read.take(2) !== 0;
    const base = read.take(baseSize);
    const parts: Uint8Array[] = [];
    for (let left = read.take(2); left > 0; left--) {
      read.take(indexSize);
      const start = base + read.take(offsetSize) + (method === 1 ? (data?.from ?? 0) : 0);
      const length = read.take(lengthSize);
      budget -= length;
      // A length of zero means up to the end of the file.
      const isHere = length > 0 && start + length <= (method === 1 ? (data?.to ?? 0) : view.byteLength);
      if (isElsewhere || method > 1 || !isHere || budget < 0 || ++extents > MAX_EXTENTS) return undefined;
      parts.push(new Uint8Array(view.buffer, view.byteOffset + start, length));
    }
    found.set(id, join(parts));
  }
  return found;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Size of what the tiles of a grid make together (ISO/IEC 23008-12, 6.6.2.3.2). */
function readGrid(bytes: Uint8Array): RasterReading {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLong = (view.getUint8(1) & 1) !== 0;
  return {
    width: isLong ? view.getUint32(4) : view.getUint16(4),
    height: isLong ? view.getUint32(8) : view.getUint16(6),
    frames: 1,
  };
}
