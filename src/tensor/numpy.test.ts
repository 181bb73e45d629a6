import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { concatBytes } from '../base/bytes.ts';
import { DTYPES, type Dtype, isNumericDtype, type NumericDtype } from './dtype.ts';
import { decodeElements } from './elements.ts';
import { isNpyDtype, npyHeader } from './npy.ts';
import { StatisticsGatherer } from './statistics/gatherer.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What a Python program writes when it is given these bytes. Rejects where it fails. */
function python(program: string, input: Uint8Array, ...args: string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program, ...args], { input, maxBuffer: 2 ** 24 });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout;
}

const has = (module: string) => spawnSync('python3', ['-c', `import ${module}`]).status === 0;
const hasNumPy = has('numpy');
const hasMlDtypes = hasNumPy && has('ml_dtypes');

const WIDEN = `
import sys, numpy
try:
    import ml_dtypes
except ImportError:
    pass
values = numpy.frombuffer(sys.stdin.buffer.read(), numpy.dtype(sys.argv[1]))
sys.stdout.buffer.write(values.astype(sys.argv[2]).tobytes())
`;

/** Every pattern of 8 or 16 bits, little-endian. */
function patterns(bits: 8 | 16): Uint8Array {
  const all = Array.from({ length: 2 ** bits }, (_, pattern) => pattern);
  return bits === 8 ? Uint8Array.from(all) : new Uint8Array(Uint16Array.from(all).buffer);
}

function expectAsNumPyHasIt(dtype: NumericDtype, bits: 8 | 16, name: string = dtype): void {
  const expected = python(WIDEN, patterns(bits), name, '<f8');
  const values = Array.from(decodeElements(dtype, patterns(bits)), Number);
  const view = new DataView(expected.buffer, expected.byteOffset);
  const wrong = values.filter((value, index) => !Object.is(value, view.getFloat64(8 * index, true)));
  expect(expected.length).toBe(8 * values.length);
  expect(wrong).toEqual([]);
}

test.skipIf(!hasNumPy)('every float16 and bool is what NumPy has', () => {
  expectAsNumPyHasIt('float16', 16);
  // NumPy promises nothing about bools that are neither 0 nor 1.
  const bools = new Uint8Array([0, 1, 1, 0]);
  expect([...python(WIDEN, bools, 'bool', '|u1')]).toEqual(Array.from(decodeElements('bool', bools.slice()), Number));
});

test.skipIf(!hasMlDtypes)('every bfloat16 and float8 is what ml_dtypes has', () => {
  expectAsNumPyHasIt('bfloat16', 16);
  for (const dtype of Object.keys(DTYPES) as Dtype[]) {
    if (dtype.startsWith('float8_')) expectAsNumPyHasIt(dtype as NumericDtype, 8);
  }
});

/** The packed types, and the same types of ml_dtypes, which have one element in each byte. */
const PACKED = [
  ['F4', 'float4_e2m1fn', 4],
  ['F6_E2M3', 'float6_e2m3fn', 6],
  ['F6_E3M2', 'float6_e3m2fn', 6],
] as const;

test.skipIf(!hasMlDtypes)('every packed float is what ml_dtypes has', () => {
  for (const [dtype, name, bits] of PACKED) {
    const all = Uint8Array.from({ length: 2 ** bits }, (_, pattern) => pattern);
    const expected = python(WIDEN, all, name, '<f8');
    const view = new DataView(expected.buffer, expected.byteOffset);
    const packed = new Uint8Array((all.length * bits) / 8);
    for (const pattern of all) {
      for (let bit = 0; bit < bits; bit++) {
        const at = pattern * bits + bit;
        packed[at >> 3] = (packed[at >> 3] as number) | (((pattern >> bit) & 1) << (at & 7));
      }
    }
    const values = Array.from(decodeElements(dtype, packed), Number);
    expect(values).toEqual(Array.from(all, (pattern) => view.getFloat64(8 * pattern, true)));
  }
});

test.skipIf(!hasMlDtypes)('every type is named and as wide as NumPy or ml_dtypes has it', () => {
  const program = `
import json, numpy, ml_dtypes
def bits(name):
    if hasattr(ml_dtypes, name):
        kind = getattr(ml_dtypes, name)
        return (ml_dtypes.iinfo if 'int' in name else ml_dtypes.finfo)(kind).bits
    return numpy.dtype(name).itemsize * 8
import sys
print(json.dumps({name: bits(name) for name in sys.argv[1:]}))
`;
  const packed = new Set<string>(PACKED.map(([dtype]) => dtype));
  const names = (Object.keys(DTYPES) as Dtype[]).filter((name) => name !== 'string' && !packed.has(name));
  const known: unknown = JSON.parse(python(program, new Uint8Array(0), ...names).toString());
  expect(known).toEqual(Object.fromEntries(names.map((name) => [name, (DTYPES[name] as { bits: number }).bits])));
});

/** What NumPy says about one tensor. `min` and `sum` are null unless its values are whole numbers. */
interface Loaded {
  dtype: string;
  shape: number[];
  fortran: boolean;
  bytes: string;
  min: string | null;
  sum: string | null;
  mean: number;
  std: number;
  zeros: number;
}

const LOAD = `
import json, sys, numpy
def facts(path):
    values = numpy.load(path, allow_pickle=False)
    whole = values.dtype.kind in 'biu'
    numbers = values.astype('complex128' if values.dtype.kind == 'c' else 'float64')
    return {
        'dtype': values.dtype.name, 'shape': values.shape, 'fortran': bool(values.flags.f_contiguous),
        'bytes': values.tobytes().hex(), 'zeros': int((values == 0).sum()),
        'min': str(int(values.min())) if whole else None,
        'sum': str(sum(int(value) for value in values.ravel())) if whole else None,
        'mean': float(numbers.mean().real), 'std': float(numbers.std()),
    }
print(json.dumps([facts(path) for path in sys.argv[1:]]))
`;

describe.skipIf(!hasNumPy)('an .npy file of each type that NumPy has', () => {
  const dtypes = (Object.keys(DTYPES) as Dtype[]).filter(isNpyDtype);
  let folder = '';
  let loaded: Loaded[] = [];

  /** Six elements, the first of them 0. Bools are 0 and 1, and no float is NaN. */
  function dataOf(dtype: Dtype): Uint8Array {
    const width = (DTYPES[dtype] as { bits: number }).bits / 8;
    return Uint8Array.from({ length: 6 * width }, (_, at) =>
      dtype === 'bool' ? at % 2 : at < width ? 0 : (at * 11) % 61,
    );
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'boxcutter-npy-'));
    const paths = dtypes.map((dtype) => join(folder, `${dtype}.npy`));
    for (const [index, dtype] of dtypes.entries()) {
      writeFileSync(paths[index] as string, concatBytes([npyHeader(dtype, [2n, 3n]), dataOf(dtype)]));
    }
    loaded = JSON.parse(python(LOAD, new Uint8Array(0), ...paths).toString());
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(dtypes)('%s', (dtype) => {
    const expected = loaded[dtypes.indexOf(dtype)] as Loaded;
    const data = dataOf(dtype);
    const bytes = Buffer.from(data).toString('hex');
    expect(expected).toMatchObject({ dtype, shape: [2, 3], fortran: false, bytes });
    if (!isNumericDtype(dtype)) return;
    const gatherer = new StatisticsGatherer(dtype);
    gatherer.add(decodeElements(dtype, data));
    const { min, sum, mean, std, zeros } = gatherer.result();
    expect(zeros).toBe(expected.zeros);
    if (expected.sum !== null) expect([min, sum]).toEqual([expected.min, expected.sum]);
    const scale = Math.abs(expected.mean) + expected.std;
    expect(Math.abs((mean as number) - expected.mean)).toBeLessThanOrEqual(1e-12 * scale);
    expect(Math.abs((std as number) - expected.std)).toBeLessThanOrEqual(1e-12 * scale);
  });
});
