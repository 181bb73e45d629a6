import { viewOf } from '../base/bytes.ts';
import type { PictureType } from '../model/file/media.ts';
import { readAvif } from './avif.ts';
import type { RasterReading } from './cost.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

export type RasterType = Exclude<PictureType, 'image/svg+xml'>;

/**
 * Reads the size of a picture, in time linear in the bytes. Undefined where the size does not stand where it should, or
 * where it depends on bytes that are missing. Never throws.
 *
 * @param bytes the first bytes of the picture, or all
 * @param isWhole whether these are all
 */
export function readRaster(bytes: Uint8Array, type: RasterType, isWhole: boolean): RasterReading | undefined {
  const view = viewOf(bytes);
  try {
    const found = READERS[type](view, isWhole);
    return found && found.width > 0 && found.height > 0 ? found : undefined;
  } catch (error) {
    // The picture is cut off: a DataView throws a RangeError at its end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const READERS: Readonly<Record<RasterType, (view: DataView, isWhole: boolean) => RasterReading | undefined>> = {
  'image/png': readPng,
  'image/gif': readGif,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'image/avif': readAvif,
  'image/bmp': readBmp,
};

/** Bytes of the oldest header of a BMP (BITMAPCOREHEADER). Its sizes have 16 bits, those of all others 32. */
const OLD_BMP_HEADER = 12;

function readBmp(view: DataView): RasterReading {
  if (view.getUint32(14, true) === OLD_BMP_HEADER)
    return { width: view.getUint16(18, true), height: view.getUint16(20, true), frames: 1 };
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)), frames: 1 };
}
