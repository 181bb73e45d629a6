import type { PictureType } from './media.ts';

export interface PictureSize {
  /** Pixels. */
  width: number;
  height: number;
}

/** Bytes at the start of a picture that hold its size in nearly every real file. A JPEG puts previews before it. */
export const PICTURE_HEADER_BYTES = 128 * 1024;

/**
 * Width and height that a picture's header states. A decoder allocates memory for them, so they tell what showing the
 * picture costs. Takes the picture's first bytes; undefined where the size is not among them, and for an SVG, which has
 * no pixels. Never throws.
 */
export function pictureSize(bytes: Uint8Array, type: PictureType): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (type) {
      case 'image/png':
        return { width: view.getUint32(16), height: view.getUint32(20) };
      case 'image/gif':
        return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
      case 'image/bmp':
        return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
      case 'image/jpeg':
        return jpegSize(view);
      case 'image/webp':
        return webpSize(view);
      case 'image/avif':
        return avifSize(view);
      case 'image/svg+xml':
        return undefined;
    }
  } catch (error) {
    // The header is cut off: a DataView throws a RangeError at its end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The size in the frame header (SOF), one of the segments before the image's data (ITU T.81, B.1.1.2 and B.2.2). */
function jpegSize(view: DataView): PictureSize | undefined {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes, and markers without a segment.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    } else if (marker === 0xd9 || marker === 0xda) return undefined;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
}

/** The size in the first chunk: lossy, lossless or extended (RFC 9649). */
function webpSize(view: DataView): PictureSize | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 "
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      // "VP8L"
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // "VP8X"
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return undefined;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

/**
 * The largest of the `ispe` properties (ISO/IEC 23008-12, 6.5.3). Each item has one, and so do tiles and thumbnails.
 */
function avifSize(view: DataView): PictureSize | undefined {
  let largest: PictureSize | undefined;
  for (let at = 4; at + 16 <= view.byteLength; at++) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
