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

/** The rows about two tensors that are compared whole, of one file and of two. */
export function compareRows(folder: string, { statistics, scanned }: Sizes, tools: Tools): Row[] {
  const file = join(folder, 'compared.safetensors');
  const count = statistics / 4;
  const files = NAMES.map((name) => join(folder, `${name}.safetensors`)) as [string, string];
  const many = scanned / 4;
  return [
    {
      title: `Two ${inBinary(statistics)} float32 tensors compared`,
      peer: 'NumPy: `allclose(a, b)` and `abs(a - b).max()`, one after the other, of memory maps',
      bytes: 2 * statistics,
      bar: { atLeast: 1.5 },
      memory: 600_000_000,
      needs: [],
      peerNeeds: ['python3 with numpy'],
      make: () => writeFloats(file, NAMES, count, FACTORS),
      ours: (tab) => tab.compared(file, NAMES, count),
      theirs: () => ({ seconds: tools.python('compare', file, count).withoutStart }),
    },
    {
      title: `Two safetensors of ${inBinary(scanned)} compared`,
      peer: 'NumPy: `allclose(a, b)` and `abs(a - b).max()` of 128 MiB at a time, of memory maps',
      bytes: 2 * scanned,
      bar: { atLeast: 0.7 },
      memory: 600_000_000,
      needs: [],
      peerNeeds: ['python3 with numpy'],
      async make() {
        for (const [at, path] of files.entries()) await writeFloats(path, [NAMES[0]], many, FACTORS.slice(at, at + 1));
      },
      ours: (tab) => tab.comparedFiles(files, NAMES[0], many),
      theirs: () => ({ seconds: tools.python('compare-files', files, many).withoutStart }),
    },
  ];
}

/** What the values of the two are multiplied by: they differ by roundings, within the tolerance of float32. */
const FACTORS = [1, 1 + 2 ** -21];

/** A file with a tensor for each factor. */
async function writeFloats(
  path: string,
  names: readonly string[],
  count: number,
  factors: readonly number[],
): Promise<void> {
  const file = openSync(path, 'w');
  const entry = (at: number) => ({
    dtype: 'F32',
    shape: [count],
    data_offsets: [at * 4 * count, (at + 1) * 4 * count] as [number, number],
  });
  writeSync(file, headerOf(Object.fromEntries(names.map((name, at) => [name, entry(at)]))));
  for (const factor of factors) {
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
