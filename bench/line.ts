import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from './random.ts';
import { inNumbers, type Row, type Sizes } from './row.ts';
import { headerOf } from './weights.ts';

const TENSOR = 'signal';

/** The rows about a tensor that is shown as a line. */
export function lineRows(folder: string, { points }: Sizes): Row[] {
  const file = join(folder, 'line.safetensors');
  const shared = { needs: [], peerNeeds: [], memory: 600_000_000, make: () => writeSignal(file, points) };
  const title = `A line of ${inNumbers(points)} points`;
  return [
    {
      ...shared,
      title: `${title}: first paint`,
      peer: 'a time of 1 s',
      bar: { within: 1 },
      ours: (tab) => tab.line(file, TENSOR),
      theirs: () => ({ seconds: 1 }),
    },
    {
      ...shared,
      title: `${title}: a pan, median`,
      peer: 'a time of 50 ms',
      bar: { within: 0.05 },
      ours: (tab) => tab.linePan(file, TENSOR),
      theirs: () => ({ seconds: 0.05 }),
    },
  ];
}

/** A file with one tensor of float32: a wave of growing frequency, with noise. */
function writeSignal(path: string, points: number): void {
  const random = new Random(5);
  const values = new Float32Array(points);
  for (let at = 0; at < points; at++) values[at] = Math.sin((at / points) ** 2 * 1e4) + (random.next() % 1000) / 1e4;
  const file = openSync(path, 'w');
  writeSync(file, headerOf({ [TENSOR]: { dtype: 'F32', shape: [points], data_offsets: [0, 4 * points] } }));
  writeSync(file, new Uint8Array(values.buffer));
  closeSync(file);
}
