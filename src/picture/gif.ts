import type { RasterReading } from './cost.ts';

/**
 * Reads the size of a GIF (GIF89a). Frames may reach beyond the logical screen, and browsers then enlarge the screen.
 * Each frame is drawn onto the whole screen. Needs the whole file: a frame may stand at its end.
 */
export function readGif(view: DataView, isWhole: boolean): RasterReading | undefined {
  let [width, height, frames] = [view.getUint16(6, true), view.getUint16(8, true), 0];
  let at = 13 + tableBytes(view.getUint8(10));
  while (at < view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === 0x2c) {
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      frames++;
      const data = at + 10 + tableBytes(view.getUint8(at + 9));
      at = behindBlocks(view, data + 1);
    } else if (kind === 0x21) {
      // Some decoders take the length of this block for granted.
      if (view.getUint8(at + 1) === 0xf9 && view.getUint8(at + 2) !== 4) return undefined;
      at = behindBlocks(view, at + 2);
    } else if (kind === 0x3b) break;
    // Some programs write zeros between blocks. Decoders differ in how they go on after anything else.
    else if (kind === 0) at++;
    else return undefined;
  }
  // A file that is cut off shows the frames before the cut.
  return isWhole || at < view.byteLength ? { width, height, frames: Math.max(1, frames) } : undefined;
}

/** Bytes of the color table that a field of flags announces. */
function tableBytes(field: number): number {
  return field & 0x80 ? 3 << ((field & 7) + 1) : 0;
}

/** Where the data blocks that begin at `at` end. Each begins with its length. */
function behindBlocks(view: DataView, at: number): number {
  while (at < view.byteLength) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) break;
  }
  return at;
}
