import { concatBytes, viewOf } from '../base/bytes.ts';
import { readAv1Size } from './av1.ts';
import { type Box, readBoxes, word } from './boxes.ts';
import type { RasterReading } from './cost.ts';
import { readItemLocations, readItemTypes } from './items.ts';

/** Bytes of all items for each byte of the file. In real files they do not overlap. */
const MAX_ITEM_SHARE = 2;

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
  const contents = readContents(view, locations, one('idat'));
  if (types.missing || !contents) return undefined;
  let work = 0;
  for (const { id, type } of types.items) {
    if (type !== 'av01' && type !== 'grid') {
      // Metadata, and tone maps, which derive from other items here.
      if (['Exif', 'mime', 'uri ', 'tmap'].includes(type)) continue;
      return undefined;
    }
    const bytes = contents.get(id);
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

/** Bytes of all items by their ids. Undefined where some are missing. */
function readContents(view: DataView, locations: Box, data: Box | undefined): Map<number, Uint8Array> | undefined {
  const { items, missing } = readItemLocations(view, locations);
  if (missing) return undefined;
  const found = new Map<number, Uint8Array>();
  let budget = MAX_ITEM_SHARE * view.byteLength;
  for (const { id, place, extents } of items) {
    const [from, to] = place === 'idat' ? [data?.from ?? 0, data?.to ?? 0] : [0, view.byteLength];
    const parts: Uint8Array[] = [];
    for (const { start, length } of extents) {
      budget -= length;
      const isHere = place !== 'elsewhere' && length > 0 && from + start + length <= to;
      if (!isHere || budget < 0) return undefined;
      parts.push(new Uint8Array(view.buffer, view.byteOffset + from + start, length));
    }
    found.set(id, concatBytes(parts));
  }
  return found;
}

/** Size of what the tiles of a grid make together (ISO/IEC 23008-12, 6.6.2.3.2). */
function readGrid(bytes: Uint8Array): RasterReading {
  const view = viewOf(bytes);
  const isLong = (view.getUint8(1) & 1) !== 0;
  return {
    width: isLong ? view.getUint32(4) : view.getUint16(4),
    height: isLong ? view.getUint32(8) : view.getUint16(6),
    frames: 1,
  };
}
