import { decodeUtf8 } from '../base/bytes.ts';
import { MAX_DRAWING_BYTES, MAX_INLINE_PICTURE_BYTES } from '../base/limits.ts';
import type { MediaKind, PictureType } from '../model/file/media.ts';
import { MAX_PICTURE_COST, type PictureCost } from './cost.ts';
import { readRaster } from './raster.ts';
import { doubtIn, readDrawing } from './svg/drawing.ts';

/** What a file is, told by its bytes. With `picture` if it is one. */
export interface PictureFile {
  kind: MediaKind;
  /** Bytes of the whole file. */
  size: number;
  picture?: PictureReading;
}

/** What the bytes of a picture tell about showing it. */
export interface PictureReading {
  type: PictureType;
  /** CSS pixels, where there is room for them. Undefined where the size cannot be told. */
  size: { width: number; height: number } | undefined;
  /** Undefined where it cannot be told. */
  cost: PictureCost | undefined;
  /** Why it is not shown without asking. */
  doubt?: PictureDoubt;
}

/** Why a picture is not shown without asking. */
export type PictureDoubt =
  /** A drawing that is not plain. `reason` continues "This drawing …". */
  | { kind: 'drawing'; reason: string }
  | { kind: 'slow' }
  | { kind: 'pixels' }
  | { kind: 'frames'; frames: number }
  | { kind: 'unknown' };

/** Bytes for each pixel. For a GIF, Chromium takes 12 when measured. */
const PIXEL_BYTES = 4;
const GIF_PIXEL_BYTES = 12;

/**
 * Milliseconds for each decoded pixel, measured with Chromium. AV1 takes several times as long as the other formats.
 */
const PIXEL_TIME = 2e-6;
const AVIF_PIXEL_TIME = 8e-6;

/** Cost of each frame, even a small one. */
const FRAME_BYTES = 300;
const FRAME_TIME = 0.02;

/** How many first bytes of a picture `readPicture` takes. */
export function pictureReadBytes(type: PictureType): number {
  return type === 'image/svg+xml' ? MAX_DRAWING_BYTES : MAX_INLINE_PICTURE_BYTES;
}

/**
 * Tells what showing a picture costs, in time linear in the bytes. A drawing must consist of plain elements and
 * attributes. Of other pictures, the largest frame and the number of frames count. Never throws.
 *
 * @param bytes the first `pictureReadBytes` of the file, or all if it has fewer
 * @param size of the whole file, in bytes
 */
export function readPicture(bytes: Uint8Array, type: PictureType, size: number): PictureReading {
  if (type === 'image/svg+xml') return drawing(bytes, size);
  const found = readRaster(bytes, type, bytes.length >= size);
  if (!found) return { type, size: undefined, cost: undefined, doubt: { kind: 'unknown' } };
  const { width, height, frames } = found;
  const pixels = width * height;
  const cost = {
    memory: pixels * (type === 'image/gif' ? GIF_PIXEL_BYTES : PIXEL_BYTES) + frames * FRAME_BYTES,
    time: frames * (pixels * (type === 'image/avif' ? AVIF_PIXEL_TIME : PIXEL_TIME) + FRAME_TIME),
  };
  const doubt: PictureDoubt | undefined =
    pixels * PIXEL_BYTES > MAX_PICTURE_COST.memory || cost.memory > MAX_PICTURE_COST.memory
      ? { kind: 'pixels' }
      : cost.time > MAX_PICTURE_COST.time
        ? { kind: 'frames', frames }
        : undefined;
  return { type, size: { width, height }, cost, doubt };
}

function drawing(bytes: Uint8Array, size: number): PictureReading {
  const type = 'image/svg+xml';
  const doubtful = (reason: string): PictureReading => ({
    type,
    size: undefined,
    cost: undefined,
    doubt: { kind: 'drawing', reason },
  });
  // The part that was not read could hold anything.
  if (bytes.length < size) return doubtful('is larger than 1 MB, too large to check');
  const text = decodeUtf8(bytes);
  if (text === undefined) return doubtful('uses an encoding other than UTF-8');
  try {
    const { time, ...shown } = readDrawing(text);
    const cost = { memory: 0, time };
    const isFast = time <= MAX_PICTURE_COST.time;
    return { type, size: shown, cost, doubt: isFast ? undefined : { kind: 'slow' } };
  } catch (error) {
    const reason = doubtIn(error);
    if (reason === undefined) throw error;
    return doubtful(reason);
  }
}
