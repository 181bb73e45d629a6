import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Random } from './random.ts';
import { inBinary, type Row, type Sizes } from './row.ts';
import type { Tools } from './tool.ts';
import { headerOf } from './weights.ts';

/** Elements that are written at once. */
const PIECE_ELEMENTS = 1 << 22;

/** The actual tensor and the expected one. */
const NAMES = ['actual', 'expected'] as const;

/** The row about two tensors that are compared whole. */
export function compareRows(folder: string, { statistics }: Sizes, tools: Tools): Row[] {
  const file = join(folder, 'compared.safetensors');
  const count = statistics / 4;
  return [
    {
      title: `Two ${inBinary(statistics)} float32 tensors compared`,
      peer: 'NumPy: `allclose(a, b)` and `abs(a - b).max()`, one after the other, of memory maps',
      bytes: 2 * statistics,
      bar: { atLeast: 1.5 },
      memory: 600_000_000,
      needs: [],
      peerNeeds: ['python3 with numpy'],
      make: () => writePair(file, count),
      ours: (tab) => tab.compared(file, NAMES, count),
      theirs: () => ({ seconds: tools.python('compare', file, count).withoutStart }),
    },
  ];
}

/** A file with two tensors whose values differ by roundings, within the tolerance of float32. */
async function writePair(path: string, count: number): Promise<void> {
  const file = openSync(path, 'w');
  const entry = (at: number) => ({
    dtype: 'F32',
    shape: [count],
    data_offsets: [at * 4 * count, (at + 1) * 4 * count] as [number, number],
  });
  writeSync(file, headerOf({ [NAMES[0]]: entry(0), [NAMES[1]]: entry(1) }));
  for (const factor of [1, 1 + 2 ** -21]) {
    const random = new Random(6);
    for (let left = count; left > 0; left -= PIECE_ELEMENTS) {
      const values = new Float32Array(Math.min(left, PIECE_ELEMENTS));
      for (let at = 0; at < values.length; at++) values[at] = (random.next() / 2 ** 32 - 0.5) * factor;
      writeSync(file, new Uint8Array(values.buffer));
      await setImmediate();
    }
  }
  closeSync(file);
}
