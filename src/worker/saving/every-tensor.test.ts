import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { fixture, fixtureSource, hasFixtures } from '../../testing/fixtures.ts';
import { watchedSinks } from '../../testing/watched-sink.ts';
import { callsInThread } from '../../testing/worker-calls.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

interface Truth {
  dtype: string;
  shape?: number[];
  first?: string[];
  values?: string[];
  inner?: string[];
}

const truth: Record<string, Truth> = hasFixtures
  ? JSON.parse(new TextDecoder().decode(fixture('carton/every-tensor.json')))
  : {};

/** The elements of each tensor as text, from its CSV, its TSV and its JSON. */
const READ = `
import csv, json, sys
sys.stdout.reconfigure(encoding='utf-8')
def flat(value):
    return [each for item in value for each in flat(item)] if isinstance(value, list) else [value]
def cells(path, dialect, lead):
    rows = list(csv.reader(open(path, newline='', encoding='utf-8'), dialect))
    return [cell for row in rows[1 if lead else 0:] for cell in row[lead:]]
result = {}
for name, rank in json.load(open(sys.argv[1] + '/names.json')):
    path, lead = sys.argv[1] + '/' + name, rank - 1 if rank > 2 else 0
    result[name] = [cells(path + '.csv', 'excel', lead), cells(path + '.tsv', 'excel-tab', lead),
        [item if isinstance(item, str) else repr(item) for item in flat(json.load(open(path + '.json', encoding='utf-8')))]]
print(json.dumps(result))
`;

const hasPython = spawnSync('python3', ['-c', 'import csv']).status === 0;

describe.skipIf(!hasFixtures || !hasPython)('every tensor of the fixture as text', () => {
  test('is what NumPy has, read by Python', async () => {
    const worker = callsInThread({ container: fixtureSource('carton/every-tensor.carton') }, watchedSinks());
    const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'http://a/a.carton' } });
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-every-'));
    try {
      // A million numbers as text say no more, and take a minute on a busy machine.
      const isShort = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1) <= 20_000;
      const tensors = Object.entries(truth).filter(([, { shape, inner }]) => shape && !inner && isShort(shape));
      for (const [tensor] of tensors) {
        for (const kind of ['csv', 'tsv', 'json'] as const) {
          const blob = (await worker.call('tensorExport', { handle, tensor, file: { kind } })) as Blob;
          writeFileSync(join(folder, `${tensor}.${kind}`), new Uint8Array(await blob.arrayBuffer()));
        }
      }
      writeFileSync(
        join(folder, 'names.json'),
        JSON.stringify(tensors.map(([name, { shape }]) => [name, shape?.length])),
      );
      const { stdout, stderr } = spawnSync('python3', ['-c', READ, folder], { maxBuffer: 2 ** 28 });
      expect(stderr.toString()).toBe('');
      const read: Record<string, string[][]> = JSON.parse(stdout.toString());
      expect(Object.keys(read).length).toBeGreaterThan(12);
      for (const [name, { dtype, shape = [], values, first = [] }] of tensors) {
        const known = values ?? first;
        const same = (cell: string | undefined, expected: string) =>
          dtype === 'string' ? cell === expected : Object.is(numberOf(cell), numberOf(expected));
        for (const cells of read[name] as string[][]) {
          expect(cells.length, name).toBe(shape.reduce((product, size) => product * size, 1));
          const wrong = known.filter((expected, at) => !same(cells[at], expected));
          expect(wrong, `${name}: ${cells.slice(0, 4)}`).toEqual([]);
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** A number as Python or JavaScript writes it; integers whole. */
function numberOf(text = ''): number | bigint {
  if (/^[-+]?\d+$/.test(text) && !/^-0$/.test(text)) return BigInt(text);
  const names: Record<string, number> = {
    nan: Number.NaN,
    inf: Number.POSITIVE_INFINITY,
    '-inf': Number.NEGATIVE_INFINITY,
  };
  const value = names[text] ?? Number(text);
  // "3" and "3.0" are the same float.
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : value;
}
