import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Random } from './random.ts';
import type { Row, Sizes } from './row.ts';

/** The name of the tensor in each file. */
export const TENSOR = 'weight';

/** The most memory that a view may take. */
const MEMORY = 600 * 2 ** 20;

/** Seconds until the first paint of a heat map, of a step of its zoom, and of a slider on the first and the last axis. */
const PAINT = 1.5;
const STEP = 0.05;
const SLIDE = { first: 0.05, last: 0.4 };

/** The rows about heat maps, of float32. */
export function heatRows(folder: string, { side, cube }: Sizes): Row[] {
  const path = join(folder, 'heat.safetensors');
  const common = { needs: [], peerNeeds: [], memory: MEMORY } as const;
  const within = (seconds: number) => ({
    peer: `a time of ${seconds} s`,
    bar: { atMost: 1 },
    theirs: () => ({ seconds }),
  });
  const matrix = () => writeFloats(path, [side, side]);
  const slider = (dimension: 0 | 2, seconds: number): Row => ({
    ...common,
    ...within(seconds),
    title: `A slider on the ${dimension === 0 ? 'first' : 'last'} axis of ${cube}³ as a heat map, frame to frame`,
    make: () => writeFloats(path, [cube, cube, cube]),
    ours: (tab) => tab.heatSlide(path, TENSOR, dimension),
  });
  return [
    {
      ...common,
      ...within(PAINT),
      title: `Heat map of ${side} × ${side}, by largest magnitude: first paint`,
      make: matrix,
      ours: (tab) => tab.heatMap(path, TENSOR),
    },
    {
      ...common,
      ...within(STEP),
      title: `Heat map of ${side} × ${side}: a zoom step`,
      make: matrix,
      ours: (tab) => tab.heatZoom(path, TENSOR),
    },
    slider(0, SLIDE.first),
    slider(2, SLIDE.last),
  ];
}

/** A safetensors file with one tensor of float32, whose values are like those of trained weights. */
export async function writeFloats(path: string, shape: number[]): Promise<void> {
  const count = shape.reduce((product, size) => product * size, 1);
  const text = JSON.stringify({ [TENSOR]: { dtype: 'F32', shape, data_offsets: [0, 4 * count] } });
  const header = Buffer.alloc(8 + Math.ceil(text.length / 8) * 8, 0x20);
  header.writeBigUInt64LE(BigInt(header.length - 8));
  header.write(text, 8);
  const file = openSync(path, 'w');
  writeSync(file, header);
  const random = new Random(5);
  const piece = new Float32Array(Math.min(count, 2 ** 20));
  for (let at = 0; at < piece.length; at++) {
    let sum = 0;
    for (let part = 0; part < 4; part++) sum += random.next() / 2 ** 32 - 0.5;
    piece[at] = sum;
  }
  for (let left = count; left > 0; left -= piece.length) {
    writeSync(file, new Uint8Array(piece.buffer, 0, 4 * Math.min(left, piece.length)));
    await setImmediate();
  }
  closeSync(file);
}
