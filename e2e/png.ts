import { deflateSync } from 'node:zlib';
import { crc32 } from '../src/codec/crc32.ts';

/** A PNG of one color, of one bit each pixel. */
export function blackPng(width: number, height: number): Uint8Array {
  return png(width, height, 1, 0, Buffer.alloc((1 + Math.ceil(width / 8)) * height));
}

/** A PNG of these colors: red, green and blue, each from 0 to 255. */
export function colorPng(
  width: number,
  height: number,
  color: (x: number, y: number) => readonly [number, number, number],
): Uint8Array {
  const rows = Buffer.alloc((1 + 3 * width) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(color(x, y), y * (1 + 3 * width) + 1 + 3 * x);
  return png(width, height, 8, 2, rows);
}

function png(width: number, height: number, depth: number, colors: number, rows: Uint8Array): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = depth;
  head[9] = colors;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
