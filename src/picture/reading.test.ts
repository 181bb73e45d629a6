import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { MAX_DRAWING_BYTES } from '../base/limits.ts';
import { pictureReadBytes, readPicture } from './reading.ts';

const SVG = encodeUtf8('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect/></svg>');

/** A GIF of one color: its screen, and frames that fill it. */
function gif(width: number, height: number, frames: number): Uint8Array {
  const side = (value: number) => [value & 255, value >> 8];
  const frame = [0x2c, 0, 0, 0, 0, ...side(width), ...side(height), 0, 2, 0];
  const head = [...encodeUtf8('GIF89a'), ...side(width), ...side(height), 0, 0, 0];
  return Uint8Array.from([...head, ...Array.from({ length: frames }, () => frame).flat(), 0x3b]);
}

describe('readPicture', () => {
  it('says what is shown without asking, and what that takes', () => {
    expect(readPicture(SVG, 'image/svg+xml', SVG.length)).toMatchObject({ size: { width: 40, height: 30 } });
    const bytes = gif(100, 50, 2);
    const reading = readPicture(bytes, 'image/gif', bytes.length);
    expect(reading).toMatchObject({ size: { width: 100, height: 50 } });
    expect(reading.cost?.memory).toBeGreaterThanOrEqual(100 * 50 * 4);
    expect(reading.doubt).toBeUndefined();
  });

  it('doubts drawings without an end, and those that are not text', () => {
    expect(readPicture(SVG, 'image/svg+xml', SVG.length + 1).doubt).toMatchObject({ kind: 'drawing' });
    expect(readPicture(Uint8Array.of(0x3c, 0xff), 'image/svg+xml', 2).doubt).toMatchObject({ kind: 'drawing' });
    expect(pictureReadBytes('image/svg+xml')).toBe(MAX_DRAWING_BYTES);
  });

  it('doubts pictures of too many pixels, in one frame or in all', () => {
    const doubtOf = (width: number, height: number, frames: number) => {
      const bytes = gif(width, height, frames);
      return readPicture(bytes, 'image/gif', bytes.length).doubt;
    };
    expect(doubtOf(60_000, 60_000, 1)).toEqual({ kind: 'pixels' });
    expect(doubtOf(2_000, 1_000, 20)).toBeUndefined();
    expect(doubtOf(2_000, 1_000, 2_000)).toEqual({ kind: 'frames', frames: 2_000 });
    expect(doubtOf(1, 1, 100_000)).toMatchObject({ kind: 'frames' });
  });

  it('doubts what does not say how many pixels it has', () => {
    expect(readPicture(new Uint8Array(9), 'image/png', 9).doubt).toEqual({ kind: 'unknown' });
  });
});
