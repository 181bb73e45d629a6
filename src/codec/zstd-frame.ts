import { viewOf } from '../base/bytes.ts';

const MAGIC = 0xfd2fb528;
/** Sixteen magic numbers: the last four bits are free (RFC 8878, 3.1.2). */
const SKIPPABLE_MAGIC = 0x184d2a50;

/**
 * The window in bytes that a zstd frame asks for (RFC 8878, 3.1.1.1), from the first bytes of the frame. 0 for a
 * skippable frame, and for bytes that are not a frame: zstd refuses those by itself. Undefined if more bytes are needed;
 * 18 are always enough.
 */
export function frameWindow(bytes: Uint8Array): number | undefined {
  if (bytes.length < 5) return undefined;
  const view = viewOf(bytes);
  const magic = view.getUint32(0, true);
  if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE_MAGIC || magic !== MAGIC) return 0;
  const descriptor = view.getUint8(4);
  const singleSegment = (descriptor & 0x20) !== 0;
  if (!singleSegment) {
    if (bytes.length < 6) return undefined;
    const window = view.getUint8(5);
    const base = 2 ** (10 + (window >> 3));
    return base + (base / 8) * (window & 7);
  }
  // A single segment has no window field. Its window is the content, and the content size is always given.
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] as number);
  const length = [1, 2, 4, 8][descriptor >> 6] as number;
  if (bytes.length < at + length) return undefined;
  let size = length === 2 ? 256 : 0;
  for (let byte = 0; byte < length; byte++) size += view.getUint8(at + byte) * 256 ** byte;
  return size;
}
