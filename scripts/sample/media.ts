/** Writes simple PNG and WAV files. */

import { zlibSync } from 'fflate';
import { crc32 } from './zip.ts';

/** Enlarges a picture: every pixel becomes a square of `factor` × `factor`. */
export function enlarge(pixels: Float32Array, width: number, factor: number): { width: number; gray: Uint8Array } {
  const height = pixels.length / width;
  const gray = new Uint8Array(pixels.length * factor * factor);
  for (let y = 0; y < height * factor; y++) {
    for (let x = 0; x < width * factor; x++) {
      const value = pixels[Math.floor(y / factor) * width + Math.floor(x / factor)] as number;
      gray[y * width * factor + x] = Math.round(value * 255);
    }
  }
  return { width: width * factor, gray };
}

/** A gray PNG with 8 bits per pixel. */
export function encodePng(gray: Uint8Array, width: number): Uint8Array {
  const height = gray.length / width;
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y++) rows.set(gray.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = 8;
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', zlibSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(body, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}

/** A WAV file with one channel of 16-bit samples. Values are from -1 to 1. */
export function encodeWav(values: Float64Array, rate: number): Uint8Array {
  const bytes = Buffer.alloc(44 + values.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(values.length * 2, 40);
  for (const [i, value] of values.entries()) {
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32767), 44 + i * 2);
  }
  return bytes;
}

/** A contour as a sound: one turn is one period. A circle is silent. */
export function contourSound(contour: Float32Array, rate: number, seconds: number): Float64Array {
  const mean = contour.reduce((sum, length) => sum + length, 0) / contour.length;
  const count = Math.round(rate * seconds);
  const fade = rate / 50;
  return Float64Array.from({ length: count }, (_, i) => {
    const loudness = Math.min(1, i / fade, (count - 1 - i) / fade);
    return loudness * 2 * ((contour[i % contour.length] as number) / mean - 1);
  });
}
