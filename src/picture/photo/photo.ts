import { abortable } from '../../base/abort.ts';
import { begins } from '../../base/bytes.ts';
import { heifBrand } from '../../base/heif-brand.ts';
import { type Extra, type MetadataBlock, type Patch, PieceReader, type Unchecked } from './block.ts';
import { blankExif, readExif, type Told } from './exif.ts';
import { noteGifXmp } from './gif-blocks.ts';
import { heifBlocks } from './heif-blocks.ts';
import { blankIptc, hasUnreadResource, readIptc } from './iptc.ts';
import { jpegBlocks } from './jpeg-blocks.ts';
import { pngBlocks } from './png-blocks.ts';
import { webpBlocks } from './webp-blocks.ts';
import { blankXmp, readXmp } from './xmp.ts';

export type { Extra, Unchecked } from './block.ts';
export type { Coordinates } from './exif.ts';

/** What the file of a photo says of where and with what it was taken, and what cuts that out. */
export interface PhotoOrigin extends Told {
  /** In order, and none over another. */
  patches: readonly Patch[];
  /** Where the picture ends, if other bytes follow it: they are cut off. */
  end?: number | undefined;
  /** Bytes that are not part of the picture and are cut out, although nobody looks at them. */
  extra: readonly Extra[];
  /** What could not be checked, and is not cut out. */
  unchecked: readonly Unchecked[];
}

/** A file whose parts are read one by one. A Blob is one. */
export interface PhotoBytes {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** How blocks are read, and what is written over them. */
const KINDS = {
  exif: { read: readExif, blank: blankExif },
  xmp: { read: readXmp, blank: blankXmp },
  iptc: { read: readIptc, blank: blankIptc },
} as const satisfies Record<MetadataBlock['kind'], unknown>;

/**
 * The place and the device that a picture names, in Exif, XMP or IPTC: of JPEG, PNG, WebP, AVIF and HEIF. Of GIF, it is
 * only said that there is XMP. Undefined where it names neither, has no bytes of another kind, and all could be
 * checked; and for other files. Reads what describes the picture, never its pixels. A structure that is damaged is read
 * as far as it goes. Rejects if the file cannot be read.
 */
export async function photoOrigin(
  file: PhotoBytes,
  { signal }: { signal: AbortSignal },
): Promise<PhotoOrigin | undefined> {
  const read = async (start: number, end: number) => {
    signal.throwIfAborted();
    return new Uint8Array(await abortable(file.slice(start, end).arrayBuffer(), signal));
  };
  const walk = walkerOf(await read(0, Math.min(file.size, HEAD_BYTES)));
  if (!walk) return undefined;
  const reader = new PieceReader(read, file.size);
  const told: { block: MetadataBlock; told: Told }[] = [];
  for (const block of await walk(reader)) {
    told.push({ block, told: KINDS[block.kind].read(block.content) });
    if (block.kind === 'iptc' && hasUnreadResource(block.content)) reader.unchecked.add('kind');
  }
  const places = told.map(({ told: { place } }) => place).filter((place) => place !== undefined);
  const place = places.find((found) => found !== 'named') ?? places[0];
  const device = told.map(({ told: { device: found } }) => found).find((found) => found !== undefined);
  const unchecked = [...reader.unchecked];
  const extra = [...reader.extra];
  if (place === undefined && device === undefined && unchecked.length + extra.length === 0) return undefined;
  // Exif has more of both than is read here, such as notes of the camera's maker.
  const cut = told.filter(({ block, told: { place, device } }) => block.kind === 'exif' || place || device);
  const blanks = cut.flatMap(({ block }) => block.write(KINDS[block.kind].blank(block.content)));
  const { end } = reader;
  const patches = apart([...blanks, ...reader.blanks], end ?? file.size);
  return { place, device, patches, end, extra, unchecked };
}

/** Bytes that say what a file is: of HEIF, its first box with a usual number of brands. */
const HEAD_BYTES = 64;

/** What reads the blocks of a picture that begins like this. Undefined for other files. */
function walkerOf(head: Uint8Array): ((reader: PieceReader) => Promise<MetadataBlock[]>) | undefined {
  if (begins(head, '\xff\xd8\xff')) return jpegBlocks;
  if (begins(head, '\x89PNG\r\n\x1a\n')) return pngBlocks;
  if (begins(head, 'RIFF') && begins(head, 'WEBP', 8)) return webpBlocks;
  if (begins(head, 'GIF8')) return noteGifXmp;
  return heifBrand(head) && wholeHeifBlocks;
}

/** The blocks of an AVIF or HEIF file. None of one that is cut off, which it takes note of. */
async function wholeHeifBlocks(reader: PieceReader): Promise<MetadataBlock[]> {
  try {
    return await heifBlocks(reader);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    reader.unchecked.add('more');
    return [];
  }
}

/** The patches in order, without those that would overwrite a part of another, or reach beyond the picture's end. */
function apart(patches: readonly Patch[], pictureEnd: number): Patch[] {
  let end = 0;
  return [...patches]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, bytes }) => {
      if (start < end || start + bytes.length > pictureEnd) return false;
      end = start + bytes.length;
      return true;
    });
}

/**
 * The same picture with its place and device cut out: what names them is overwritten, so that all other bytes stay
 * where they are, and what follows the picture is cut off. What of Exif stays is the orientation. Nothing is read: the
 * result refers to the bytes of `file`.
 */
export function withoutOrigin(file: File, { patches, end }: PhotoOrigin): File {
  const parts: BlobPart[] = [];
  let at = 0;
  for (const { start, bytes } of patches) {
    parts.push(file.slice(at, start), bytes);
    at = start + bytes.length;
  }
  parts.push(file.slice(at, end));
  return new File(parts, file.name, { type: file.type, lastModified: file.lastModified });
}
