import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CartonWriter, contentOfFiles, Digest } from './carton.ts';
import { TENSOR, writeFloats } from './heat.ts';
import { Random } from './random.ts';
import { firstValues, inBinary, inNumbers, type Row, type Sizes } from './row.ts';
import type { Tools } from './tool.ts';

/** Elements that are written at once. */
const PIECE_ELEMENTS = 1 << 22;

const WEIGHTS = 'model/weights.safetensors';

/** The most memory that statistics may take. */
const MEMORY = 600 * 2 ** 20;

/** Elements of a row of the tensor whose first values are shown. */
const COLUMNS = 4096;

/** Tensors of the file that is scanned. */
const SCANNED_TENSORS = 300;

/** The rows about safetensors files. */
export function weightRows(
  folder: string,
  { sparse, tensors, statistics, scanned, exported, shown }: Sizes,
  tools: Tools,
): Row[] {
  const at = (name: string) => join(folder, name);
  const [large, small, file] = [at('large.carton'), at('small.carton'), at('bench.safetensors')];
  return [
    {
      title: `From the click to the header of a stored safetensors file in a carton: ${inBinary(sparse)}`,
      peer: 'the page itself with a file of 1 MB',
      bar: { atMost: 1.5 },
      needs: [],
      peerNeeds: [],
      make() {
        writeCarton(large, sparse);
        writeCarton(small, 1_000_000);
      },
      ours: (tab) => tab.inner(large, WEIGHTS),
      theirs: (tab) => tab.inner(small, WEIGHTS),
    },
    {
      title: `Drop to the list of ${inNumbers(tensors)} tensors of one header`,
      peer: "the header alone, by Python's `json`",
      bar: { within: 1 },
      needs: [],
      peerNeeds: ['python3'],
      make: () => writeMany(file, tensors),
      ours: (tab) => tab.tensorList(file),
      theirs: () => ({ seconds: tools.python('header', file, tensors).withoutStart }),
    },
    {
      title: `Filter of ${inNumbers(tensors)} tensors, 95th percentile of a key`,
      peer: 'the page itself with 10',
      bar: { within: 0.05 },
      needs: [],
      peerNeeds: [],
      make() {
        writeMany(file, tensors);
        writeMany(at('few.safetensors'), 10);
      },
      ours: (tab) => tab.tensorFilter(file),
      theirs: (tab) => tab.tensorFilter(at('few.safetensors')),
    },
    firstValues(
      'stored float32',
      shown,
      { large: at('large.safetensors'), small: at('small.safetensors'), tensor: TENSOR },
      (path, bytes) => writeFloats(path, [bytes / 4 / COLUMNS, COLUMNS]),
    ),
    {
      title: `Statistics of ${inBinary(statistics)} of bfloat16`,
      peer: 'NumPy, by blocks that fit in the cache; `(u16 << 16).view(f32)`',
      bytes: statistics,
      bar: { atLeast: 1.2 },
      memory: MEMORY,
      needs: [],
      peerNeeds: ['python3 with numpy'],
      make: () => writeBfloat16(file, statistics / 2),
      ours: (tab) => tab.statistics(file, TENSOR, statistics / 2),
      theirs: () => ({ seconds: tools.python('statistics', file, statistics / 2).withoutStart }),
    },
    {
      title: `Statistics and histogram of ${inBinary(statistics)} of float32`,
      peer: 'NumPy: `min`, `max`, `mean`, `std`, `isnan` and `histogram`, one after the other',
      bytes: statistics,
      bar: { atLeast: 1.5 },
      memory: MEMORY,
      needs: [],
      peerNeeds: ['python3 with numpy'],
      make: () => writeFloats(file, [statistics / 4]),
      ours: (tab) => tab.statistics(file, TENSOR, statistics / 4),
      theirs: () => ({ seconds: tools.python('float-statistics', file, statistics / 4).withoutStart }),
    },
    {
      title: `Statistics of ${inBinary(statistics)} of float32, beside verifying as many bytes`,
      peer: 'the page itself, which verifies a carton with these bytes, stored',
      bytes: statistics,
      bar: { atMost: 1.5 },
      needs: [],
      peerNeeds: [],
      async make() {
        await writeFloats(file, [statistics / 4]);
        const writer = new CartonWriter(large);
        writer.addFiles(WEIGHTS, 'stored', contentOfFiles([file]), [file], statSync(file).size);
        writer.close();
      },
      ours: (tab) => tab.statistics(file, TENSOR, statistics / 4),
      theirs: (tab) => tab.verify(large),
    },
    {
      title: `Scan of ${inBinary(scanned)} safetensors of ${SCANNED_TENSORS} tensors`,
      peer: "NumPy's `isnan`, `isinf`, `count_nonzero`, `min`, `max`, `mean`, `std`, `histogram` of each over a memory map",
      bytes: scanned,
      bar: { atLeast: 1.5 },
      memory: MEMORY,
      needs: [],
      peerNeeds: ['python3 with numpy'],
      make: () => writeLayers(file, scanned),
      ours: (tab) => tab.scan(file, SCANNED_TENSORS),
      theirs: () => ({ seconds: tools.python('scan', file, SCANNED_TENSORS).withoutStart }),
    },
    ...(['CSV', 'PNG of the picture'] as const).map(
      (as): Row => ({
        title: `Export of ${inBinary(exported)} of float32: ${as}`,
        peer: 'what people wait for without doing something else',
        bytes: exported,
        bar: 'none',
        needs: [],
        peerNeeds: [],
        make: () => writeFloat32(file, exported / 4),
        ours: (tab) => tab.exported(file, TENSOR, as),
        theirs: () => ({ seconds: 10 }),
      }),
    ),
  ];
}

interface StoredTensor {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/** A header with its length, padded as the reference writer pads it. */
export function headerOf(tensors: Record<string, StoredTensor>): Buffer {
  const text = Buffer.from(JSON.stringify({ __metadata__: { format: 'pt' }, ...tensors }));
  const length = Math.ceil(text.length / 8) * 8;
  const header = Buffer.alloc(8 + length, 0x20);
  header.writeBigUInt64LE(BigInt(length));
  text.copy(header, 8);
  return header;
}

/** A carton with one stored safetensors file, whose data is zeros that take no space on the disk. */
function writeCarton(path: string, size: number): void {
  const header = headerOf({ [TENSOR]: { dtype: 'F32', shape: [size / 4], data_offsets: [0, size] } });
  const digest = new Digest();
  digest.add(header);
  const zeros = new Uint8Array(4 << 20);
  for (let left = size; left > 0; left -= zeros.length) digest.add(zeros.subarray(0, Math.min(left, zeros.length)));
  const writer = new CartonWriter(path);
  writer.addHole(WEIGHTS, digest.end(), header);
  writer.close();
}

/** A file of so many tensors of four bytes, with the names of a real model. */
function writeMany(path: string, count: number): void {
  const parts = ['self_attn.q_proj', 'self_attn.k_proj', 'mlp.gate_proj', 'mlp.down_proj', 'input_layernorm'];
  const entries = Array.from({ length: count }, (_, index) => {
    const name = `model.layers.${Math.floor(index / parts.length)}.${parts[index % parts.length]}.weight`;
    const entry: StoredTensor = { dtype: 'F32', shape: [1], data_offsets: [4 * index, 4 * index + 4] };
    return [name, entry] as const;
  });
  const file = openSync(path, 'w');
  writeSync(file, headerOf(Object.fromEntries(entries)));
  writeSync(file, Buffer.alloc(4 * count));
  closeSync(file);
}

/** A file with one square tensor of float32, whose values are between -0.5 and 0.5. */
function writeFloat32(path: string, elements: number): void {
  const side = Math.sqrt(elements);
  const file = openSync(path, 'w');
  writeSync(file, headerOf({ [TENSOR]: { dtype: 'F32', shape: [side, side], data_offsets: [0, 4 * elements] } }));
  const random = new Random(4);
  for (let row = 0; row < side; row++) {
    writeSync(file, new Uint8Array(Float32Array.from({ length: side }, () => random.next() / 2 ** 32 - 0.5).buffer));
  }
  closeSync(file);
}

/** A file of tensors of float32 like the layers of a model: two large matrices and a short vector each. */
async function writeLayers(path: string, size: number): Promise<void> {
  const vector = 1024;
  const matrix =
    Math.floor((size / 4 - (SCANNED_TENSORS / 3) * vector) / ((SCANNED_TENSORS / 3) * 2) / vector) * vector;
  const random = new Random(5);
  const values = Float32Array.from({ length: 2 * matrix }, () => ((random.next() | 1) / 2 ** 32 - 0.5) * 0.1);
  const entries: [string, StoredTensor][] = [];
  let at = 0;
  for (let index = 0; index < SCANNED_TENSORS; index++) {
    const shape = index % 3 === 2 ? [vector] : [matrix / vector, vector];
    const end = at + 4 * (index % 3 === 2 ? vector : matrix);
    entries.push([
      `model.layers.${Math.floor(index / 3)}.${index % 3}`,
      { dtype: 'F32', shape, data_offsets: [at, end] },
    ]);
    at = end;
  }
  const file = openSync(path, 'w');
  writeSync(file, headerOf(Object.fromEntries(entries)));
  for (const [index, [, { data_offsets: offsets }]] of entries.entries()) {
    // No two are the same: those would be compared, which the peer does not do.
    const part = values.subarray(index, index + (offsets[1] - offsets[0]) / 4);
    writeSync(file, new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    await setImmediate();
  }
  closeSync(file);
}

/** A file with one tensor of bfloat16, whose values are those of trained weights in their sizes and signs. */
async function writeBfloat16(path: string, elements: number): Promise<void> {
  const file = openSync(path, 'w');
  writeSync(file, headerOf({ [TENSOR]: { dtype: 'BF16', shape: [elements], data_offsets: [0, 2 * elements] } }));
  const random = new Random(3);
  for (let left = elements; left > 0; left -= PIECE_ELEMENTS) {
    const values = new Uint16Array(Math.min(left, PIECE_ELEMENTS));
    for (let at = 0; at < values.length; at++) {
      const bits = random.next();
      // Exponents from 2^-14 to 2^-5, the larger ones as often as all smaller ones together.
      const exponent = 122 - Math.min(9, Math.clz32(bits));
      values[at] = ((bits & 1) << 15) | (exponent << 7) | ((bits >>> 8) & 0x7f);
    }
    writeSync(file, new Uint8Array(values.buffer));
    await setImmediate();
  }
  closeSync(file);
}
