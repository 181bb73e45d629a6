import { deflateSync } from 'node:zlib';
import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';
import { crc32 } from '../../codec/crc32.ts';

/** A PNG of these chunks, right or wrong. `IDAT` is compressed. */
export function buildPng(
  {
    width,
    height,
    depth,
    color,
    interlace = 0,
  }: { width: number; height: number; depth: number; color: number; interlace?: number },
  rows: Uint8Array,
  more: readonly { type: string; body: Uint8Array }[] = [],
): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([depth, color, 0, 0, interlace], 8);
  const chunks = [
    { type: 'IHDR', body: head },
    ...more,
    { type: 'IDAT', body: new Uint8Array(deflateSync(rows)) },
    { type: 'IEND', body: new Uint8Array() },
  ];
  return concatBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
    ...chunks.map(({ type, body }) => chunk(type, body)),
  ]);
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const named = concatBytes([encodeUtf8(type), body]);
  const ends = new DataView(new ArrayBuffer(8));
  ends.setUint32(0, body.length);
  ends.setUint32(4, crc32(named));
  return concatBytes([new Uint8Array(ends.buffer, 0, 4), named, new Uint8Array(ends.buffer, 4)]);
}
