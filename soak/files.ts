import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { Random } from '../bench/random.ts';
import { writeCarton } from '../e2e/built-carton.ts';
import { MAX_AUTO_DOWNLOAD_BYTES } from '../src/base/limits.ts';
import { buildGguf, text, u32 } from '../src/testing/builders/gguf-builder.ts';
import { mldefModel } from '../src/testing/builders/mldef-builder.ts';
import { buildLibrary } from '../src/testing/builders/model-library.ts';
import { buildNpy, padded } from '../src/testing/builders/numpy-files.ts';
import { buildPng } from '../src/testing/builders/png-builder.ts';
import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { buildTar } from '../src/testing/builders/tar-builder.ts';
import { TORCH_ARCHIVE, TORCH_FILE, TORCH_TAR } from '../src/testing/builders/torch-files.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';

const SAMPLE = fileURLToPath(new URL('../public/sample.carton', import.meta.url));
/** Files that others wrote, beside the repository. Where they are missing, the built ones do. */
const FIXTURES = fileURLToPath(new URL('../../shared/fixtures/', import.meta.url));

/** Bytes of a fixture that is taken. Larger ones make a run slow and show nothing more. */
const MAX_FIXTURE_BYTES = 2 * 1024 * 1024;
/** Elements on each side of the built tensors: more than a screen shows, and two megabytes of them. */
const SIDE = 700;

/** A file that is opened. */
export interface SoakFile {
  path: string;
  /** Whether it was built for the soak, and so has more to do with it than most that others wrote. */
  isBuilt: boolean;
}

/** Writes files of all formats into a folder. Gives them, and the fixtures where they are. */
export function writeFiles(folder: string): SoakFile[] {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, bytes: Uint8Array | string) => writeFileSync(join(folder, name), bytes);
  const values = weights(SIDE * SIDE);
  const picture = drawnPicture();
  write('weights.safetensors', safetensors(values));
  write('other.safetensors', safetensors(values.map((value, at) => (at % 1000 === 0 ? value + 0.5 : value))));
  write('model.gguf', gguf(values));
  const shape = `{'descr': '<f4', 'fortran_order': False, 'shape': (${SIDE}, ${SIDE}), }`;
  write('matrix.npy', buildNpy({ header: padded(shape), data: bytesOf(values) }));
  write('model.mldef', mldefModel());
  write('library.tar', buildLibrary());
  write('net.pt', TORCH_ARCHIVE);
  write('old.pt', TORCH_FILE);
  write('oldest.pt', TORCH_TAR);
  write('picture.png', picture);
  write('tone.wav', tone());
  write('notes.md', '# Notes\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'.repeat(50));
  write('table.csv', 'a,b,c\n1,2,3\n'.repeat(500));
  write('code.py', 'def f(x):\n    return [y * 2 for y in x]\n'.repeat(300));
  write('broken.carton', 'no zip');
  writeCarton(
    join(folder, 'built.carton'),
    [
      { name: 'w', dtype: 'float32', shape: `[${SIDE}, ${SIDE}]`, data: bytesOf(values) },
      {
        name: 'b',
        dtype: 'uint8',
        shape: '[64, 64, 3]',
        data: Uint8Array.from({ length: 64 * 64 * 3 }, (_, at) => at),
      },
    ],
    '',
    {
      'misc/a.txt': Buffer.from('one\n'.repeat(100)),
      'misc/p.png': picture,
      'model/w.safetensors': safetensors(values),
    },
    'short_description = "Built."',
    'noop',
    8,
  );
  write(
    'bundle.zip',
    buildZip([
      { name: 'inner.mldef', data: mldefModel(), method: 8 },
      { name: 'weights/w.safetensors', data: safetensors(values), method: 8 },
      { name: 'read.me', data: 'words' },
    ]),
  );
  write(
    'parts.tar',
    buildTar([
      { name: 'a.txt', data: Buffer.from('a') },
      { name: 'w.npy', data: buildNpy() },
    ]),
  );
  const built = [SAMPLE, ...readdirSync(folder).map((name) => join(folder, name))];
  return [...built.map((path) => ({ path, isBuilt: true })), ...fixtures().map((path) => ({ path, isBuilt: false }))];
}

/** Writes a carton that is checked only when somebody asks, where it is on a host. Gives its path. */
export function writeUnchecked(folder: string): string {
  const path = join(folder, 'unchecked.carton');
  const data = new Uint8Array(MAX_AUTO_DOWNLOAD_BYTES + 1);
  writeCarton(path, [{ name: 'w', dtype: 'uint8', shape: `[${data.length}]`, data }]);
  return path;
}

function fixtures(): string[] {
  try {
    return readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
      .filter((path) =>
        /\.(carton|safetensors|gguf|npy|npz|mldef|pt|pkl|tar|gz|zip|png|jpg|gif|webp|wav|svg)$/.test(path),
      )
      .map((path) => join(FIXTURES, path))
      .filter((path) => statSync(path).isFile() && statSync(path).size <= MAX_FIXTURE_BYTES)
      .sort();
  } catch {
    return [];
  }
}

function weights(count: number): Float32Array<ArrayBuffer> {
  const random = new Random(7);
  return Float32Array.from({ length: count }, () => random.next() / 2 ** 31 - 1);
}

function bytesOf(values: Float32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values.buffer);
}

function safetensors(values: Float32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(values);
  const half = bytes.length / 2;
  const entries = [
    entryText('layers.0.w', 'F32', [SIDE / 2, SIDE], 0, half),
    entryText('layers.1.w', 'F32', [SIDE / 2, SIDE], half, bytes.length),
  ];
  return buildSafetensors(`{${entries}}`, bytes);
}

function gguf(values: Float32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return buildGguf({
    keyValues: [
      ['general.architecture', text('llama')],
      ['general.name', text('Soaked')],
      ['llama.block_count', u32(1)],
    ],
    tensors: [
      { name: 'output.weight', type: 'F32', ne: [SIDE, SIDE], data: bytesOf(values) },
      { name: 'blk.0.attn_q.weight', type: 'Q8_0', ne: [256, 64] },
    ],
  });
}

function drawnPicture(): Uint8Array<ArrayBuffer> {
  const [width, height] = [200, 120];
  const rows = Uint8Array.from({ length: height * (width * 3 + 1) }, (_, at) =>
    at % (width * 3 + 1) === 0 ? 0 : at % 251,
  );
  return buildPng({ width, height, depth: 8, color: 2 }, rows);
}

/** A second of a sound, 8 bits and one channel. Its checksum makes the samples. */
function tone(): Buffer {
  const samples = Buffer.from(Array.from({ length: 8000 }, (_, at) => crc32(String(at)) & 0xff));
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
