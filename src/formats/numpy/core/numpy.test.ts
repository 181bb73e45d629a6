import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { memorySource } from '../../../source/memory.ts';
import { complexParts, elementText } from '../../../tensor/elements.ts';
import { firstMapping, planeOf } from '../../../tensor/mapping.ts';
import { readCells } from '../../../tensor/plane.ts';
import { tensorStatistics } from '../../../tensor/statistics/statistics.ts';
import { hasNumPy, pythonJson } from '../../../testing/builders/numpy-files.ts';
import { openPackage } from '../../registry.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What NumPy says of a file that it wrote. */
interface Written {
  file: string;
  type: string;
  order: string;
  version: number;
  name: string;
  shape: number[];
  /** Row-major, as a float64 or a bigint: exact. Only of numbers and texts; both parts of a complex number. */
  values?: string[];
  mean?: number;
}

const WRITE = `
import json, os, sys, warnings
import numpy as np
from numpy.lib import format as npy
warnings.simplefilter('ignore')
folder = sys.argv[1]
random = np.random.default_rng(7)
types = ['?', 'i1', 'u1', 'S5', 'V3', 'O']
types += [order + kind for kind in
          ['i2', 'i4', 'i8', 'u2', 'u4', 'u8', 'f2', 'f4', 'f8', 'g', 'c8', 'c16', 'G', 'U4', 'M8[ns]', 'm8[D]'] for order in '<>']
types += [[('a', '<f4'), ('b', '>i2', (2,))]]
shapes = [(), (1,), (5,), (3, 4), (2, 3, 4), (0, 3), (1, 7, 1)]
written = []

def array_of(dtype, shape):
    count = int(np.prod(shape))
    raw = random.integers(0, 256, count * max(1, dtype.itemsize), dtype=np.uint8)
    if dtype.kind == 'b': return (raw[:count] % 2).astype(dtype).reshape(shape)
    if dtype.kind == 'O': return np.array([int(value) for value in raw[:count]] + [None], dtype=object)[:count].reshape(shape)
    if dtype.kind == 'U': return np.array(['%d\\u00e9\\U0001f600' % (value % 10) for value in raw[:count]], dtype=dtype).reshape(shape)
    if dtype.kind == 'S': return np.array([b'%d\\xff' % value for value in raw[:count]], dtype=dtype).reshape(shape)
    if dtype.kind in 'fc' and dtype.itemsize > 8 + 8 * (dtype.kind == 'c'): return np.zeros(shape, dtype)
    return np.frombuffer(raw.tobytes()[:count * dtype.itemsize], dtype).reshape(shape)

def text(value):
    if isinstance(value, bool): return 'true' if value else 'false'
    if isinstance(value, str): return value
    if isinstance(value, bytes): return ''.join(chr(b) if 32 <= b < 127 else '\\\\x%02x' % b for b in value)
    if isinstance(value, complex): return value.real.hex() + ' ' + value.imag.hex()
    return str(value) if isinstance(value, int) else float(value).hex()

for type_ in types:
    dtype = np.dtype(type_)
    for order in 'CF':
        for version in (1, 2, 3):
            for shape in shapes:
                array = np.array(array_of(dtype, shape), order=order)
                file = '%d.npy' % len(written)
                with open(os.path.join(folder, file), 'wb') as out:
                    npy.write_array(out, array, version=(version, 0))
                facts = {'file': file, 'type': str(type_), 'order': order, 'version': version,
                         'name': dtype.name, 'shape': array.shape}
                real = dtype.kind in 'biuf' and dtype.itemsize <= 8
                if real or dtype.name in ('complex64', 'complex128') or dtype.kind in 'SU':
                    facts['values'] = [text(value) for value in array.flatten('C').tolist()]
                if real and dtype.kind != 'f' and array.size:
                    facts['mean'] = float(array.astype(np.float64).mean())
                written.append(facts)
print(json.dumps(written))
`;

/** What a cell shows of a float or a complex number, as `fromHex` gives it. Anything else as it stands. */
function partsOf(cell: string, dtype: string): string[] {
  if (dtype.startsWith('complex')) return complexParts(cell);
  return [cell];
}

/** The number that `float.hex` wrote. */
function fromHex(hex: string): string {
  const found = /^(-?)0x([01])(?:\.([\da-f]+))?p([+-]\d+)$/.exec(hex);
  if (!found) return { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' }[hex] ?? hex;
  const [, sign, whole, digits = '', exponent] = found;
  const mantissa = Number(BigInt(`0x${whole}${digits}`)) / 2 ** (4 * digits.length);
  return elementText(Number(`${sign}1`) * mantissa * 2 ** Math.max(-1022, Number(exponent)));
}

describe.skipIf(!hasNumPy)('every file that NumPy writes', () => {
  let folder = '';
  let written: Written[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'boxcutter-numpy-'));
    written = pythonJson<Written[]>(WRITE, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is read as NumPy reads it: each type, byte order, order, version and shape', async () => {
    expect(written.length).toBe(39 * 2 * 3 * 7);
    for (const { file, type, order, version, name, shape, values, mean } of written) {
      const what = `${type} ${order} ${version} (${shape})`;
      const bytes = new Uint8Array(readFileSync(join(folder, file)));
      const { package: shown, tensor } = await openPackage(memorySource(file, bytes));
      const [info] = shown.tensors;
      if (!info) throw new Error(what);
      expect(info.shape.map(Number), what).toEqual(shape);
      expect(shown.formatVersion, what).toBe(`${version}.0`);
      expect(
        shown.findings.filter(({ severity }) => severity === 'error'),
        what,
      ).toEqual([]);
      const isText = /^[<>]?[SU]/.test(type);
      const named = { string: isText, structured: type.startsWith('['), object: type === 'O' };
      const expected = Object.entries(named).find(([, is]) => is)?.[0] ?? name;
      expect(info.dtype, what).toBe(expected);
      if (!values) {
        await expect(tensor(info.name), what).rejects.toMatchObject({ code: expect.stringMatching(/^numpy\//) });
        continue;
      }
      const reader = await tensor(info.name);
      const isFloat = /^(?:float|complex)/.test(info.dtype);
      const plane = planeOf(firstMapping(info.shape), info.shape);
      const cells: string[] = [];
      const planes = shape.length === 3 ? (shape[0] as number) : 1;
      for (let lead = 0; lead < planes; lead++)
        cells.push(...(await readCells(reader, { ...plane, start: lead * plane.rows * plane.columns })));
      const found = cells.flatMap((cell) => partsOf(cell, info.dtype));
      expect(found, what).toEqual(isFloat ? values.flatMap((hex) => hex.split(' ').map(fromHex)) : values);
      if (mean !== undefined) {
        const measured = (await tensorStatistics(reader)).mean as number;
        expect(Math.abs(measured - mean), what).toBeLessThanOrEqual(1e-12 * Math.abs(mean));
      }
    }
  });
});
