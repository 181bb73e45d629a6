import type { RasterReading } from './cost.ts';

/** Reads the size of a WebP picture (RFC 9649): the largest of its canvas, its frames and the coded pictures. */
export function readWebp(view: DataView, isWhole: boolean): RasterReading | undefined {
  const reading: RasterReading = { width: 0, height: 0, frames: 0 };
  const isAnimated = view.getUint32(12) === 0x56503858 && (view.getUint8(20) & 2) !== 0;
  const end = readChunks(view, 12, view.byteLength, reading, true);
  if (reading.width === 0 || (isAnimated && !isWhole && end > view.byteLength)) return undefined;
  return { ...reading, frames: Math.max(1, reading.frames) };
}

function readChunks(view: DataView, from: number, to: number, reading: RasterReading, isOuter: boolean): number {
  let at = from;
  while (at + 8 <= to) {
    const content = at + 8;
    const length = view.getUint32(at + 4, true);
    switch (view.getUint32(at)) {
      case 0x56503820: // "VP8 "
        grow(reading, view.getUint16(content + 6, true) & 0x3fff, view.getUint16(content + 8, true) & 0x3fff);
        break;
      case 0x5650384c: {
        // "VP8L"
        const bits = view.getUint32(content + 1, true);
        grow(reading, (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
        break;
      }
      case 0x56503858: // "VP8X"
        grow(reading, uint24(view, content + 4) + 1, uint24(view, content + 7) + 1);
        break;
      case 0x414e4d46: {
        // "ANMF": 16 bytes, then chunks.
        if (!isOuter) break;
        reading.frames++;
        const [x, y] = [2 * uint24(view, content), 2 * uint24(view, content + 3)];
        grow(reading, x + uint24(view, content + 6) + 1, y + uint24(view, content + 9) + 1);
        readChunks(view, content + 16, Math.min(to, content + length), reading, false);
      }
    }
    at = content + length + (length % 2);
  }
  return at;
}

function grow(reading: RasterReading, width: number, height: number): void {
  reading.width = Math.max(reading.width, width);
  reading.height = Math.max(reading.height, height);
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
