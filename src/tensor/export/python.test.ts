import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { concatBytes } from '../../base/bytes.ts';
import { memorySource } from '../../source/memory.ts';
import { columnMajorReader, rowMajorSource } from '../column-major.ts';
import { type DecodedDtype, DTYPES, elementBytes } from '../dtype.ts';
import { tensorReader } from '../reader.ts';
import { parseSlice, type TensorSlice } from '../slice.ts';
import type { TensorReader } from '../values.ts';
import { exportOf } from './export.ts';
import { slicePart, type TensorPart, wholePart } from './part.ts';
import { evenMap } from './pixel-colors.ts';
import type { TensorFile } from './tensor-file.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const has = (command: string, modules: string) => spawnSync(command, ['-c', `import ${modules}`]).status === 0;
/** The system's own Python may have what another one lacks. */
const PYTHONS = ['python3', '/usr/bin/python3'];
const PYTHON =
  PYTHONS.find((command) => has(command, 'numpy, PIL')) ?? PYTHONS.find((command) => has(command, 'numpy')) ?? '';
const hasNumPy = PYTHON !== '';
const hasPictures = hasNumPy && has(PYTHON, 'PIL');

const EXPORTS = new URL('../../../docs/exports.md', import.meta.url);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-export-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a Python program prints as JSON. Rejects where it fails. */
function python(program: string, ...args: string[]): unknown {
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', program, ...args], { maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}

/** The path of the file that a part becomes. */
async function saved(reader: TensorReader, part: TensorPart, file: TensorFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of exportOf(reader, part, file).bytes()) chunks.push(chunk.slice());
  const path = join(folder, `${Math.random()}.${file.kind}`);
  writeFileSync(path, concatBytes(chunks));
  return path;
}

const sliced = (text: string, shape: readonly bigint[]) => slicePart(parseSlice(text, shape) as TensorSlice);

type Numeric = Exclude<DecodedDtype, 'string'>;

/** Bytes that are no NaN in any type, the first ones 0. */
function bytesFor(dtype: Numeric, count: number): Uint8Array<ArrayBuffer> {
  const width = elementBytes(dtype);
  return Uint8Array.from({ length: count * width }, (_, at) =>
    dtype === 'bool' ? at % 2 : at < width ? 0 : (at * 37) % 61,
  );
}

const SHAPE = [4n, 5n, 6n];
const npyTypes = (Object.keys(DTYPES) as DecodedDtype[]).filter(
  (dtype): dtype is Numeric => 'descr' in DTYPES[dtype] && dtype !== 'string',
);

const NPY = `
import json, sys, numpy
data, slices = numpy.fromfile(sys.argv[1], numpy.dtype(sys.argv[2])).reshape(4, 5, 6), {
    '[1:, ::2, -1]': lambda a: a[1:, ::2, -1], '[::-1, 2, ::3]': lambda a: a[::-1, 2, ::3], '[2, 3, 4]': lambda a: a[2, 3, 4],
    '[...]': lambda a: a, '[0:1, 1:1]': lambda a: a[0:1, 1:1],
}
found = []
for path, name in zip(sys.argv[3::2], sys.argv[4::2]):
    read, expected = numpy.load(path, allow_pickle=False), slices[name](data)
    found.append([read.shape == expected.shape, read.dtype == expected.dtype, read.tobytes() == expected.tobytes()])
print(json.dumps(found))
`;

test.skipIf(!hasNumPy).each(npyTypes)('%s: a slice as .npy is what NumPy takes of the whole', async (dtype) => {
  const bytes = bytesFor(dtype, 120);
  const reader = tensorReader(memorySource('t', bytes), dtype, 120);
  const raw = join(folder, dtype);
  writeFileSync(raw, bytes);
  const slices = ['[1:, ::2, -1]', '[::-1, 2, ::3]', '[2, 3, 4]', '[...]', '[0:1, 1:1]'];
  const paths: string[] = [];
  for (const text of slices) paths.push(await saved(reader, sliced(text, SHAPE), { kind: 'npy' }), text);
  const descr = (DTYPES[dtype] as { descr: string }).descr;
  expect(python(NPY, raw, descr, ...paths)).toEqual(slices.map(() => [true, true, true]));
});

test.skipIf(!hasNumPy)('a tensor in column-major order keeps it, and a slice of it is right', async () => {
  const stored = memorySource('t', new Uint8Array(Float32Array.from({ length: 24 }, (_, at) => at).buffer));
  const rows = tensorReader(rowMajorSource(stored, [2n, 3n, 4n], 4), 'float32', 24);
  const reader = columnMajorReader(rows, stored, [2n, 3n, 4n]);
  const paths = [
    await saved(reader, wholePart([2n, 3n, 4n]), { kind: 'npy' }),
    await saved(reader, sliced('[1, :, ::2]', [2n, 3n, 4n]), { kind: 'npy' }),
  ];
  const program = `
import json, sys, numpy
data = numpy.arange(24, dtype='<f4').reshape((2, 3, 4), order='F')
whole, part = map(numpy.load, sys.argv[1:])
print(json.dumps([bool(whole.flags.f_contiguous), bool((whole == data).all()), (part == data[1, :, ::2]).all().item()]))
`;
  expect(python(program, ...paths)).toEqual([true, true, true]);
});

const floats = Float32Array.of(
  0.1,
  -0,
  1e-40,
  3.4028235e38,
  1 / 3,
  -1e-7,
  16777216,
  Number.NaN,
  Infinity,
  -Infinity,
  0.5,
  2,
);
const big = BigInt64Array.of(2n ** 53n + 1n, -(2n ** 63n), 0n, -1n, 2n ** 63n - 1n, 5n);

test.skipIf(!hasNumPy)('numbers as text are read back bit for bit', async () => {
  const reader = tensorReader(memorySource('t', new Uint8Array(floats.slice().buffer)), 'float32', 12);
  const integers = tensorReader(memorySource('t', new Uint8Array(big.slice().buffer)), 'int64', 6);
  const program = `
import json, sys, numpy
floats = numpy.loadtxt(sys.argv[1], delimiter=',', ndmin=2)
integers = numpy.loadtxt(sys.argv[2], delimiter='\\t', dtype='int64', ndmin=2)
print(json.dumps([floats.shape, floats.astype('<f4').tobytes().hex(), integers.shape, integers.tobytes().hex()]))
`;
  const paths = [
    await saved(reader, wholePart([3n, 4n]), { kind: 'csv' }),
    await saved(integers, wholePart([2n, 3n]), { kind: 'tsv' }),
  ];
  expect(python(program, ...paths)).toEqual([
    [3, 4],
    Buffer.from(floats.buffer).toString('hex'),
    [2, 3],
    Buffer.from(big.buffer).toString('hex'),
  ]);
  const json = python(
    'import json, sys; print(json.dumps(json.load(open(sys.argv[1]))[1][1] == 2**63 - 1))',
    await saved(integers, wholePart([2n, 3n]), { kind: 'json' }),
  );
  expect(json).toBe(true);
});

test.skipIf(!hasNumPy)('with an index before each value, every value is at its index, of a slice too', async () => {
  const values = Float32Array.from({ length: 120 }, (_, at) => at / 7);
  const reader = tensorReader(memorySource('t', new Uint8Array(values.slice().buffer)), 'float32', 120);
  const program = `
import csv, json, sys, numpy
data = (numpy.arange(120) / 7).astype('<f4').reshape(4, 5, 6)
def read(path, delimiter):
    head, *rows = csv.reader(open(path, newline='', encoding='utf-8'), delimiter=delimiter)
    return [head, len(rows), [row[:-1] for row in rows[:2]], sum(data[tuple(fixed.get(at) if at in fixed else int(row[head.index(f'dimension {at}')]) for at in range(3))] == numpy.float32(row[-1]) for row in rows).item()]
fixed = {}
found = [read(sys.argv[1], ',')]
fixed = {1: 2}
found.append(read(sys.argv[2], '\\t'))
print(json.dumps(found))
`;
  const layout = 'index';
  expect(
    python(
      program,
      await saved(reader, wholePart(SHAPE), { kind: 'csv', layout }),
      await saved(reader, sliced('[::-1, 2, ::3]', SHAPE), { kind: 'tsv', layout }),
    ),
  ).toEqual([
    [
      ['dimension 0', 'dimension 1', 'dimension 2', 'value'],
      120,
      [
        ['0', '0', '0'],
        ['0', '0', '1'],
      ],
      120,
    ],
    [
      ['dimension 0', 'dimension 2', 'value'],
      8,
      [
        ['3', '0'],
        ['3', '3'],
      ],
      8,
    ],
  ]);
  const textOf = async (part: TensorPart) => readFileSync(await saved(reader, part, { kind: 'csv', layout }), 'utf8');
  expect(await textOf(sliced('[1, 2, 3]', SHAPE))).toBe(`${values[45]}\r\n`);
  expect(await textOf(sliced('[1, 2:2]', SHAPE))).toBe('dimension 1,dimension 2,value\r\n');
});

test.skipIf(!hasNumPy)('strings are what Python’s csv reads, formulas with an apostrophe before them', async () => {
  const strings = ['a,b', 'two\r\nlines', 'say "x"', '', ' space', '=1+1', '-5', '@x', "'=y", 'tab\t', 'é漢', "'plain"];
  const reader: TensorReader = { dtype: 'string', count: 12, read: async (start, end) => strings.slice(start, end) };
  const program = `
import csv, json, sys
print(json.dumps([list(csv.reader(open(path, newline='', encoding='utf-8'), dialect)) for path, dialect in zip(sys.argv[1:], ['excel', 'excel-tab'])]))
`;
  const expected = [
    'a,b',
    'two\r\nlines',
    'say "x"',
    '',
    ' space',
    "'=1+1",
    '-5',
    "'@x",
    "''=y",
    'tab\t',
    'é漢',
    "'plain",
  ];
  const grid = [expected.slice(0, 4), expected.slice(4, 8), expected.slice(8)];
  const part = wholePart([3n, 4n]);
  expect(
    python(program, await saved(reader, part, { kind: 'csv' }), await saved(reader, part, { kind: 'tsv' })),
  ).toEqual([grid, grid]);
  const column = wholePart([12n]);
  expect(python(program, await saved(reader, column, { kind: 'csv' }))).toEqual([expected.map((each) => [each])]);
  // The apostrophe is taken off as docs/exports.md says.
  const [taken] = /^import csv, re\n.*?(?=\n```)/ms.exec(readFileSync(EXPORTS, 'utf8')) ?? [''];
  const path = await saved(reader, column, { kind: 'csv' });
  const exact = `${taken.replace('"strings.csv"', 'sys.argv[1]').replace('import', 'import json, sys,')}\nprint(json.dumps(rows))`;
  expect(python(exact, path)).toEqual(strings.map((each) => [each]));
  const json = await saved(reader, part, { kind: 'json' });
  expect(python('import json, sys; print(json.dumps(json.load(open(sys.argv[1]))))', json)).toEqual([
    strings.slice(0, 4),
    strings.slice(4, 8),
    strings.slice(8),
  ]);
});

const PIXELS = `
import json, sys
from PIL import Image
image = Image.open(sys.argv[1])
print(json.dumps([image.mode, image.size, list(image.tobytes())]))
`;

test.skipIf(!hasPictures)('pictures have the pixels of their elements', async () => {
  const bytes = Uint8Array.from({ length: 7 * 5 * 4 }, (_, at) => (at * 29) % 256);
  const reader = (count: number) => tensorReader(memorySource('t', bytes.slice(0, count)), 'uint8', count);
  const levels: TensorFile = { kind: 'png', colors: { kind: 'levels' } };
  const gray = await saved(reader(35), wholePart([7n, 5n]), levels);
  expect(python(PIXELS, gray)).toEqual(['L', [5, 7], [...bytes.slice(0, 35)]]);
  const rgb = await saved(reader(105), wholePart([7n, 5n, 3n]), levels);
  expect(python(PIXELS, rgb)).toEqual(['RGB', [5, 7], [...bytes.slice(0, 105)]]);
  const rgba = await saved(reader(140), wholePart([7n, 5n, 4n]), levels);
  expect(python(PIXELS, rgba)).toEqual(['RGBA', [5, 7], [...bytes]]);
  const values = Float32Array.of(-1, 0, 1, Number.NaN);
  const stretched = await saved(
    tensorReader(memorySource('t', new Uint8Array(values.buffer)), 'float32', 4),
    wholePart([2n, 2n]),
    levels,
  );
  expect(python(PIXELS, stretched)).toEqual([
    'RGBA',
    [2, 2],
    [0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255, 0, 0, 0, 0],
  ]);
});

/** Reads samples of 16 bits itself: PIL reads those of color as 8 bits. */
const DEEP_PIXELS = `
import json, struct, sys, zlib, numpy
from PIL import Image
data, at, packed = open(sys.argv[1], 'rb').read(), 8, b''
while at < len(data):
    length, kind = struct.unpack('>I4s', data[at:at + 8])
    body = data[at + 8:at + 8 + length]
    if kind == b'IHDR': width, height, depth, color = struct.unpack('>IIBB', body[:10])
    if kind == b'IDAT': packed += body
    at += length + 12
pixel = {0: 2, 2: 6, 6: 8}[color]
raw, line, rows = zlib.decompress(packed), width * pixel + 1, []
for row in range(height):
    kind, out = raw[row * line], bytearray(raw[row * line + 1:(row + 1) * line])
    for i in range(len(out)):
        before = out[i - pixel] if i >= pixel else 0
        above = rows[-1][i] if rows else 0
        out[i] = (out[i] + (before if kind == 1 else above if kind == 2 else 0)) % 256
    rows.append(out)
image = Image.open(sys.argv[1])
print(json.dumps([depth, image.size, numpy.frombuffer(b''.join(rows), '>u2').tolist(), numpy.asarray(image).tolist()]))
`;

test.skipIf(!hasPictures)('pictures of 16-bit integers keep every bit', async () => {
  const values = Uint16Array.from({ length: 7 * 5 * 3 }, (_, at) => (at * 40_503) % 65_536);
  const reader = (count: number) =>
    tensorReader(memorySource('t', new Uint8Array(values.slice(0, count).buffer)), 'uint16', count);
  const file: TensorFile = { kind: 'png', colors: { kind: 'levels', range: '0 to 65535' } };
  const gray = await saved(reader(35), wholePart([7n, 5n]), file);
  const rows = Array.from({ length: 7 }, (_, row) => [...values.subarray(5 * row, 5 * row + 5)]);
  expect(python(DEEP_PIXELS, gray)).toEqual([16, [5, 7], [...values.slice(0, 35)], rows]);
  const rgb = python(DEEP_PIXELS, await saved(reader(105), wholePart([7n, 5n, 3n]), file)) as unknown[];
  expect(rgb.slice(0, 3)).toEqual([16, [5, 7], [...values]]);
  // Stretched, as it is drawn, each value still has a level of its own.
  const few = Uint16Array.of(1000, 1001, 1002, 3000);
  const stretched = await saved(
    tensorReader(memorySource('t', new Uint8Array(few.buffer)), 'uint16', 4),
    wholePart([2n, 2n]),
    { kind: 'png', colors: { kind: 'levels' } },
  );
  expect((python(DEEP_PIXELS, stretched) as unknown[])[2]).toEqual([0, 33, 66, 65_535]);
});

test.skipIf(!hasPictures)('a heat map has the colors of its bounds, and its own for what is not finite', async () => {
  const values = Float64Array.of(
    -5,
    0,
    0.49,
    0.5,
    1,
    7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  );
  const reader = tensorReader(memorySource('t', new Uint8Array(values.buffer)), 'float64', 9);
  const two = Uint8Array.of(1, 2, 3, 250, 251, 252);
  const colors = evenMap(two, 0, 1, Uint8Array.of(9, 9, 9, 8, 8, 8, 7, 7, 7));
  const [low, high] = [
    [1, 2, 3, 255],
    [250, 251, 252, 255],
  ] as const;
  expect(python(PIXELS, await saved(reader, wholePart([3n, 3n]), { kind: 'png', colors }))).toEqual([
    'RGBA',
    [3, 3],
    [low, low, low, high, high, high, [9, 9, 9, 255], [8, 8, 8, 255], [7, 7, 7, 255]].flat(),
  ]);
});

test.skipIf(!hasPictures)('a picture of several megabytes, in more than one piece', async () => {
  const [height, width] = [1500n, 2001n];
  const count = Number(height * width);
  const bytes = Uint8Array.from({ length: count }, (_, at) => (at * 2654435761) >>> 24);
  const path = await saved(tensorReader(memorySource('t', bytes), 'uint8', count), wholePart([height, width]), {
    kind: 'png',
    colors: { kind: 'levels' },
  });
  const raw = join(folder, 'pixels');
  writeFileSync(raw, bytes);
  const program = `
import json, sys
from PIL import Image
print(json.dumps(Image.open(sys.argv[1]).tobytes() == open(sys.argv[2], 'rb').read()))
`;
  expect(python(program, path, raw)).toBe(true);
});

test.skipIf(!hasNumPy)('sounds have their samples, of either order of channels', async () => {
  const samples = Int16Array.from({ length: 600 }, (_, at) => at * 50 - 15000);
  const reader = tensorReader(memorySource('t', new Uint8Array(samples.slice().buffer)), 'int16', 600);
  const program = `
import json, sys, wave
def read(path):
    with wave.open(path) as sound:
        return [sound.getnchannels(), sound.getframerate(), sound.getsampwidth(), sound.readframes(10**6).hex()]
print(json.dumps([read(path) for path in sys.argv[1:]]))
`;
  const wav: TensorFile = { kind: 'wav', rate: 8000 };
  const planar = Int16Array.from({ length: 600 }, (_, at) => samples[(at % 2) * 300 + (at >> 1)] as number);
  const hex = (values: Int16Array) => Buffer.from(values.buffer).toString('hex');
  expect(
    python(
      program,
      await saved(reader, wholePart([600n]), wav),
      await saved(reader, wholePart([300n, 2n]), wav),
      await saved(reader, wholePart([2n, 300n]), wav),
    ),
  ).toEqual([
    [1, 8000, 2, hex(samples)],
    [2, 8000, 2, hex(samples)],
    [2, 8000, 2, hex(planar)],
  ]);
});

test('floats beyond full level stay in a sound, and NaN is silence', async () => {
  const samples = Float64Array.of(0.5, -1.5, Number.NaN, 40, Number.NEGATIVE_INFINITY, 1e300, -0.25);
  const reader = tensorReader(memorySource('t', new Uint8Array(samples.slice().buffer)), 'float64', 7);
  const bytes = readFileSync(await saved(reader, wholePart([7n]), { kind: 'wav', rate: 8000 }));
  // Floats, of one channel and 32 bits.
  expect([20, 22, 34].map((at) => bytes.readUInt16LE(at))).toEqual([3, 1, 32]);
  expect(Array.from({ length: 7 }, (_, at) => bytes.readFloatLE(44 + 4 * at))).toEqual([0.5, -1.5, 0, 40, 0, 0, -0.25]);
});
