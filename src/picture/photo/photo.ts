import { abortable } from '../../base/abort.ts';
import { hasText, type MetadataBlock, type Patch, PieceReader, type Unchecked } from './block.ts';
import { blankExif, readExif, type Told } from './exif.ts';
import { noteGifXmp } from './gif-blocks.ts';
import { heifBlocks } from './heif-blocks.ts';
import { blankIptc, hasUnreadResource, readIptc } from './iptc.ts';
import { jpegBlocks } from './jpeg-blocks.ts';
import { pngBlocks } from './png-blocks.ts';
import { webpBlocks } from './webp-blocks.ts';
import { blankXmp, readXmp } from './xmp.ts';

export type { Unchecked } from './block.ts';
export type { Coordinates } from './exif.ts';

/** What the file of a photo says of where and with what it was taken, and what cuts that out. */
export interface PhotoOrigin extends Told {
  /** In order, and none over another. */
  patches: readonly Patch[];
  /** What could not be checked, and is not cut out. */
  unchecked: readonly Unchecked[];
}

const READ: Readonly<Record<MetadataBlock['kind'], (content: Uint8Array) => Told>> = {
  exif: readExif,
  xmp: readXmp,
  iptc: readIptc,
};

const BLANK: Readonly<Record<MetadataBlock['kind'], (content: Uint8Array) => Uint8Array<ArrayBuffer>>> = {
  exif: blankExif,
  xmp: blankXmp,
  iptc: blankIptc,
};

/**
 * The place and the device that a picture names, in Exif, XMP or IPTC: of JPEG, PNG, WebP, AVIF and HEIF. Undefined
 * where it names neither and all could be checked, and of other files. Of GIF, it is only said that there is XMP. Reads what describes the picture, never its pixels. A structure that is
 * damaged is read as far as it goes. Rejects if the file cannot be read.
 */
export async function photoOrigin(file: Blob, { signal }: { signal: AbortSignal }): Promise<PhotoOrigin | undefined> {
  const reader = new PieceReader(async (start, end) => {
    signal.throwIfAborted();
    return new Uint8Array(await abortable(file.slice(start, end).arrayBuffer(), signal));
  }, file.size);
  const told: { block: MetadataBlock; told: Told }[] = [];
  for (const block of await blocksOf(reader)) {
    told.push({ block, told: READ[block.kind](block.content) });
    if (block.kind === 'iptc' && hasUnreadResource(block.content)) reader.unchecked.add('kind');
  }
  const places = told.map(({ told: { place } }) => place).filter((place) => place !== undefined);
  const place = places.find((found) => found !== 'named') ?? places[0];
  const device = told.map(({ told: { device: found } }) => found).find((found) => found !== undefined);
  const unchecked = [...reader.unchecked];
  if (place === undefined && device === undefined && unchecked.length === 0) return undefined;
  // Exif has more of both than is read here, such as notes of the camera's maker.
  const cut = told.filter(({ block, told: { place, device } }) => block.kind === 'exif' || place || device);
  const patches = apart(cut.flatMap(({ block }) => block.write(BLANK[block.kind](block.content))));
  return { place, device, patches, unchecked };
}

async function blocksOf(reader: PieceReader): Promise<MetadataBlock[]> {
  const head = await reader.take(0, 12);
  if (!head) return [];
  if (hasText(head, '\xff\xd8\xff')) return jpegBlocks(reader);
  if (hasText(head, '\x89PNG\r\n\x1a\n')) return pngBlocks(reader);
  if (hasText(head, 'GIF8')) {
    await noteGifXmp(reader);
    return [];
  }
  if (hasText(head, 'RIFF') && hasText(head, 'WEBP', 8)) return webpBlocks(reader);
  if (!hasText(head, 'ftyp', 4)) return [];
  try {
    return await heifBlocks(reader);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** The patches in order, without those that would overwrite a part of another. */
function apart(patches: readonly Patch[]): Patch[] {
  let end = 0;
  return [...patches]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, bytes }) => {
      if (start < end) return false;
      end = start + bytes.length;
      return true;
    });
}

/**
 * The same picture with its place and device cut out: what names them is overwritten, so that all other bytes stay
 * where they are. What of Exif stays is the orientation. Nothing is read: the result refers to the bytes of `file`.
 */
export function withoutOrigin(file: File, { patches }: PhotoOrigin): File {
  const parts: BlobPart[] = [];
  let at = 0;
  for (const { start, bytes } of patches) {
    parts.push(file.slice(at, start), bytes);
    at = start + bytes.length;
  }
  parts.push(file.slice(at));
  return new File(parts, file.name, { type: file.type, lastModified: file.lastModified });
}
