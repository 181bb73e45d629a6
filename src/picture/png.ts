import type { RasterReading } from './cost.ts';

const IDAT = 0x49444154;
const ACTL = 0x6163544c;
const FCTL = 0x6663544c;

/**
 * Reads the size of a PNG (third edition). An animation is announced before the data of the first picture, and its
 * frames lie within that picture.
 */
export function readPng(view: DataView, isWhole: boolean): RasterReading | undefined {
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  let [isAnimated, hasData, told, frames] = [false, false, 0, 0];
  let at = 8;
  while (at + 12 <= view.byteLength) {
    const type = view.getUint32(at + 4);
    if (type === ACTL) {
      isAnimated = true;
      told = view.getUint32(at + 8);
    } else if (type === FCTL) frames++;
    else if (type === IDAT) {
      hasData = true;
      if (!isAnimated) return { ...size, frames: 1 };
    }
    at += 12 + view.getUint32(at);
  }
  if (!isAnimated) return hasData || isWhole ? { ...size, frames: 1 } : undefined;
  return isWhole ? { ...size, frames: Math.max(1, told, frames) } : undefined;
}
