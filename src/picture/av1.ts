import { BitReader, byteAt } from './bits.ts';
import type { RasterReading } from './cost.ts';

const SEQUENCE_HEADER = 1;
const FRAME_HEADER = 3;
const FRAME = 6;

/**
 * The largest size that frames of an AV1 bitstream may have, and the number of frames (AV1 specification, 5.3 to 5.5).
 * Undefined without a sequence header. Throws a `RangeError` where the stream is cut off.
 */
export function readAv1Size(bytes: Uint8Array): RasterReading | undefined {
  let [width, height, frames] = [0, 0, 0];
  for (let at = 0; at < bytes.length; ) {
    const head = byteAt(bytes, at++);
    const type = (head >> 3) & 15;
    if (head & 4) at++;
    let size = bytes.length - at;
    if (head & 2) [size, at] = readLeb128(bytes, at);
    if (at + size > bytes.length) throw new RangeError('A unit reaches beyond its data.');
    if (type === SEQUENCE_HEADER) {
      const found = readSequenceHeader(new BitReader(bytes.subarray(at, at + size)));
      width = Math.max(width, found.width);
      height = Math.max(height, found.height);
    } else if (type === FRAME || type === FRAME_HEADER) frames++;
    at += size;
  }
  return width > 0 ? { width, height, frames: Math.max(1, frames) } : undefined;
}

function readSequenceHeader(bits: BitReader): { width: number; height: number } {
  bits.skip(4);
  const isReduced = bits.take(1) === 1;
  if (isReduced) bits.skip(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [bits.take(4) + 1, bits.take(4) + 1];
  // Unless the header is a reduced one, each frame may state a size of its own in these bits.
  if (!isReduced) return { width: 2 ** widthBits, height: 2 ** heightBits };
  return { width: bits.take(widthBits) + 1, height: bits.take(heightBits) + 1 };
}

function skipOperatingPoints(bits: BitReader): void {
  let delayBits = 0;
  if (bits.take(1)) {
    bits.skip(64);
    if (bits.take(1)) bits.skipUvlc();
    if (bits.take(1)) {
      delayBits = bits.take(5) + 1;
      bits.skip(32 + 5 + 5);
    }
  }
  const hasDisplayDelay = bits.take(1) === 1;
  for (let left = bits.take(5) + 1; left > 0; left--) {
    bits.skip(12);
    if (bits.take(5) > 7) bits.skip(1);
    if (delayBits > 0 && bits.take(1)) bits.skip(2 * delayBits + 1);
    if (hasDisplayDelay && bits.take(1)) bits.skip(4);
  }
}

/** A number in groups of seven bits (4.10.5), and where it ends. */
function readLeb128(bytes: Uint8Array, from: number): [value: number, at: number] {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = byteAt(bytes, from + index);
    value += (byte & 127) * 2 ** (7 * index);
    if (byte < 128) return [value, from + index + 1];
  }
  throw new RangeError('A number is too long.');
}
