import { begins } from '../base/bytes.ts';
import type { RasterReading } from './cost.ts';
import { readOrientation } from './photo/exif.ts';

/** Scans of a progressive picture that is not known to its end. Chromium decodes at most a hundred. */
const MAX_PASSES = 100;

/** The frame header (SOF) and the number of scans (SOS) of a JPEG (ITU T.81, B.1.1.2 and B.2). */
export function readJpeg(view: DataView, isWhole: boolean): RasterReading | undefined {
  let size: { width: number; height: number } | undefined;
  let [passes, isProgressive, isTurned, at] = [0, false, false, 2];
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes, and markers without a segment.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9) break;
    else {
      const end = at + 2 + Math.max(2, view.getUint16(at + 2));
      if (marker === 0xe1 && end <= view.byteLength)
        isTurned ||= isTurnedBy(new Uint8Array(view.buffer, view.byteOffset + at + 4, end - at - 4));
      if (isFrame(marker)) {
        size = largest(size, view.getUint16(at + 7), view.getUint16(at + 5));
        isProgressive ||= marker !== 0xc0 && marker !== 0xc1;
      }
      if (marker === 0xda) passes++;
      at = marker === 0xda ? behindScan(view, end) : end;
    }
  }
  if (!size || passes === 0) return undefined;
  const isKnown = isWhole || !isProgressive;
  if (isTurned) size = { width: size.height, height: size.width };
  // A scan decodes a part of each coefficient. Pixels are computed once, after the last scan.
  return { ...size, frames: Math.ceil((isKnown ? passes : MAX_PASSES) / 4) };
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function largest(known: { width: number; height: number } | undefined, width: number, height: number) {
  return { width: Math.max(known?.width ?? 0, width), height: Math.max(known?.height ?? 0, height) };
}

/** Whether an Exif segment shows the picture on its side: by an orientation of five to eight (Exif 2.32, 4.6.4). */
function isTurnedBy(segment: Uint8Array): boolean {
  return begins(segment, 'Exif') && readOrientation(segment) >= 5;
}

/** Where the next marker stands after coded data. In that data, FF is followed by 00 or is a restart marker. */
function behindScan(view: DataView, at: number): number {
  for (; at + 1 < view.byteLength; at++) {
    if (view.getUint8(at) !== 0xff) continue;
    const next = view.getUint8(at + 1);
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return view.byteLength;
}
