import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { CartonWriter, type Content, contentOf, contentOfFiles, contentOfZeros } from './carton.ts';
import { editRows } from './edit.ts';
import { ggufRows } from './gguf.ts';
import { newRows } from './new.ts';
import { ollamaRows } from './ollama.ts';
import type { Sample } from './pages.ts';
import { configText, writeWeights } from './random.ts';
import { remoteRows } from './remote.ts';
import type { Tab } from './tab.ts';
import { tarRows } from './tar.ts';
import { type Tool, type Tools, timeShell } from './tool.ts';
import { weightRows } from './weights.ts';

/** One row of the table: the page and its peer work on the same data. */
export interface Row {
  title: string;
  peer: string;
  /** Bytes that both process, if a throughput says more than a time. */
  bytes?: number;
  /** What is counted instead of the time. */
  counts?: 'requests' | 'bytes';
  /**
   * The goal of the ratio. `atLeast`: so many times the throughput of the peer. `atMost`: so many times the time of the
   * peer. `most`: the highest count. `within`: the longest time, in seconds. `none`: the row only informs.
   */
  bar: { atLeast: number } | { atMost: number } | { most: number } | { within: number } | 'none';
  /** The most bytes that the tab may take, if the row limits them. */
  memory?: number;
  /** Tools that make the data. */
  needs: readonly Tool[];
  /** Tools that the peer uses. */
  peerNeeds: readonly Tool[];
  /** Writes the data into the folder, which is removed after the row. */
  make(): Promise<void> | void;
  ours(tab: Tab): Promise<Sample>;
  theirs(tab: Tab): Promise<Sample> | Sample;
}

/** Amounts of data. Sizes are in bytes. */
export interface Sizes {
  weights: { count: number; size: number };
  /** Blobs of a folder of models. */
  store: { count: number; size: number };
  deflated: number;
  /** Tokens of a GGUF file, and bytes of a tensor of one. */
  vocabulary: number;
  quantized: number;
  small: number;
  sparse: number;
  directory: number;
  /** Size of the carton that is edited and saved. */
  saved: number;
  /** Inputs and files of the carton whose fields are typed into. */
  inputs: number;
  files: number;
  /** Tensors of one header. */
  tensors: number;
  /** Size of the tensor whose statistics are computed. */
  statistics: number;
}

const run = promisify(execFile);

const MIB = 1 << 20;

export const FULL: Sizes = {
  weights: { count: 8, size: 128 * MIB },
  store: { count: 4, size: 1024 * MIB },
  deflated: 512 * MIB,
  vocabulary: 250_000,
  quantized: 512 * MIB,
  small: 10_000,
  sparse: 4096 * MIB,
  directory: 100_000,
  saved: 4096 * MIB,
  inputs: 1_000,
  files: 10_000,
  tensors: 100_000,
  statistics: 1024 * MIB,
};

export const QUICK: Sizes = {
  weights: { count: 8, size: 4 * MIB },
  store: { count: 4, size: 16 * MIB },
  deflated: 16 * MIB,
  vocabulary: 25_000,
  quantized: 16 * MIB,
  small: 1_000,
  // The hash of 4 GiB of zeros takes as long as all else.
  sparse: 64 * MIB,
  directory: 10_000,
  saved: 64 * MIB,
  inputs: 100,
  files: 1_000,
  tensors: 10_000,
  statistics: 64 * MIB,
};

/**
 * Most bytes that are on the disk at once. Either the weights, their packed form and a carton of it; or the weights and
 * a folder of models; or a saved carton of zeros and a copy.
 */
export function neededBytes({ weights, store, saved }: Sizes): number {
  const made = weights.count * weights.size;
  return Math.max(3 * made, made + store.count * store.size, 2 * saved) + 256 * MIB;
}

/** The default level of zstd. The frames have neither content size nor checksum, as those of the reference packer. */
const ZSTD = 'zstd -q -3 --no-check --no-content-size -c';

interface Weights {
  paths: readonly string[];
  contents: readonly Content[];
}

/** The rows in their order. The first row that needs the weights makes them. */
export function rows(folder: string, sizes: Sizes, tools: Tools): Row[] {
  const at = (name: string) => join(folder, name);
  let making: Promise<Weights> | undefined;
  const weights = () => {
    making ??= makeWeights(join(folder, '..'), sizes.weights);
    return making;
  };
  const { count, size } = sizes.weights;
  const carton = at('bench.carton');
  const verify = (tab: Tab) => tab.verify(carton);
  const sums = async () => (await weights()).contents.map(({ sha256 }) => sha256);

  return [
    {
      title: `Verify ${count} × ${inBinary(size)} of float32 weights, zstd`,
      peer: '`zstd -dc … | sha256sum`, entry by entry',
      bytes: count * size,
      bar: { atLeast: 1.2 },
      needs: ['sh', 'zstd'],
      peerNeeds: ['sh', 'zstd', 'sha256sum'],
      async make() {
        const { paths, contents } = await weights();
        const writer = new CartonWriter(carton);
        for (const [index, content] of contents.entries()) {
          const packed = at(`${index}.zst`);
          await shell(`${ZSTD} < "$1" > "$2"`, paths[index] as string, packed);
          writer.addFiles(`model/weights_${index}.bin`, 'zstd', content, [packed], statSync(packed).size);
        }
        writer.close();
      },
      ours: verify,
      theirs: async () => {
        const packed = Array.from({ length: count }, (_, index) => at(`${index}.zst`));
        return { seconds: timeShell('for file; do zstd -dcq "$file" | sha256sum; done', packed, await sums()) };
      },
    },
    {
      title: `Verify ${count} × ${inBinary(size)} of float32 weights, stored`,
      peer: '`sha256sum …`',
      bytes: count * size,
      bar: { atLeast: 1.2 },
      needs: [],
      peerNeeds: ['sh', 'sha256sum'],
      async make() {
        const { paths, contents } = await weights();
        const writer = new CartonWriter(carton);
        contents.forEach((content, index) => {
          writer.addFiles(`model/weights_${index}.bin`, 'stored', content, [paths[index] as string], content.size);
        });
        writer.close();
      },
      ours: verify,
      theirs: async () => ({ seconds: timeShell('sha256sum "$@"', (await weights()).paths, await sums()) }),
    },
    {
      ...oneFile(count * size, 'zstd', weights, at),
      peer: '`zstd -dc … | sha256sum`',
      bar: { atLeast: 0.8 },
      needs: ['sh', 'zstd'],
      peerNeeds: ['sh', 'zstd', 'sha256sum'],
      theirs: () => ({
        seconds: timeShell('zstd -dcq "$1" | sha256sum', [at('packed')], [readFileSync(at('sum'), 'latin1')]),
      }),
    },
    {
      ...oneFile(sizes.deflated, 'deflate', weights, at),
      peer: '`unzip -p … | sha256sum`',
      bar: { atLeast: 0.7 },
      needs: [],
      peerNeeds: ['sh', 'unzip', 'sha256sum'],
      theirs: () => ({
        seconds: timeShell(
          'unzip -p "$1" model/weights.bin | sha256sum',
          [carton],
          [readFileSync(at('sum'), 'latin1')],
        ),
      }),
    },
    ...(['zstd', 'deflate'] as const).map(
      (method): Row => ({
        title: `Verify ${inNumbers(sizes.small)} files of 2 KB, ${method}`,
        peer: method === 'zstd' ? "Python's `zipfile`, `zstandard` and `hashlib`" : "Python's `zipfile` and `hashlib`",
        bar: { atLeast: 0.5 },
        needs: method === 'zstd' ? ['sh', 'zstd'] : [],
        peerNeeds: [method === 'zstd' ? 'python3 with zstandard' : 'python3'],
        make: () => makeSmall(folder, carton, sizes.small, method),
        ours: verify,
        theirs: () => {
          const { whole, withoutStart } = tools.python('verify', carton, sizes.small + 2);
          return { seconds: whole, withoutStart };
        },
      }),
    ),
    {
      title: `Drop to first render: ${inBinary(sizes.sparse)} carton`,
      peer: 'the page itself with a carton of 1 MB',
      bar: { atMost: 1.5 },
      needs: [],
      peerNeeds: [],
      make() {
        makeSparse(carton, sizes.sparse);
        makeSparse(at('small.carton'), 1_000_000);
      },
      ours: (tab) => tab.drop(carton),
      theirs: (tab) => tab.drop(at('small.carton')),
    },
    {
      title: `Directory of ${inNumbers(sizes.directory)} files`,
      peer: "Python's `zipfile`",
      bar: { atMost: 2 },
      needs: [],
      peerNeeds: ['python3'],
      make: () => makeMany(carton, sizes.directory),
      ours: (tab) => tab.directory(carton, sizes.directory + 3),
      theirs: () => ({ seconds: tools.python('open', carton, sizes.directory + 3).withoutStart }),
    },
    {
      title: `Drop to first render: ${inNumbers(sizes.directory)} files, MANIFEST and all`,
      peer: "the directory alone, by Python's `zipfile`",
      bar: 'none',
      needs: [],
      peerNeeds: ['python3'],
      make: () => makeMany(carton, sizes.directory),
      ours: (tab) => tab.drop(carton),
      theirs: () => ({ seconds: tools.python('open', carton, sizes.directory + 3).withoutStart }),
    },
    ...tarRows(folder, sizes, tools),
    ...ollamaRows(folder, sizes),
    ...ggufRows(folder, sizes),
    ...remoteRows(folder, sizes),
    ...editRows(folder, sizes),
    ...newRows(folder, count * size, async () => (await weights()).paths),
    ...weightRows(folder, sizes, tools),
  ];
}

/**
 * A row about one file that holds the first bytes of the weights. Leaves its packed form in `packed` and its SHA-256 in
 * `sum`.
 */
function oneFile(
  bytes: number,
  method: 'zstd' | 'deflate',
  weights: () => Promise<Weights>,
  at: (name: string) => string,
): Pick<Row, 'title' | 'bytes' | 'make' | 'ours'> {
  const carton = at('bench.carton');
  return {
    title: `Verify one file of ${inBinary(bytes)} of float32 weights, ${method}`,
    bytes,
    async make() {
      const { paths, contents } = await weights();
      const parts = paths.slice(0, Math.ceil(bytes / (contents[0] as Content).size));
      const content = contentOfFiles(parts);
      if (method === 'zstd') {
        const packed = at('packed');
        await shell(`packed=$1; shift; cat "$@" | ${ZSTD} > "$packed"`, packed, ...parts);
      } else {
        await deflateFiles(parts, at('packed'));
      }
      writeFileSync(at('sum'), content.sha256);
      const writer = new CartonWriter(carton);
      writer.addFiles('model/weights.bin', method, content, [at('packed')], statSync(at('packed')).size);
      writer.close();
    },
    ours: (tab) => tab.verify(carton),
  };
}

/** Makes the weights. Yields between files, so that signals arrive. */
async function makeWeights(folder: string, { count, size }: Sizes['weights']): Promise<Weights> {
  const paths = Array.from({ length: count }, (_, index) => join(folder, `weights_${index}.bin`));
  const contents: Content[] = [];
  for (const [index, path] of paths.entries()) contents.push(await setImmediate(writeWeights(path, size, index + 1)));
  return { paths, contents };
}

/**
 * Compresses with the deflate of Node at its default level, in a process that streams. Half a gigabyte would not fit in
 * one buffer.
 */
async function deflateFiles(paths: readonly string[], packed: string): Promise<void> {
  const program = `
    const { createReadStream, createWriteStream } = require('node:fs');
    const { pipeline } = require('node:stream/promises');
    const { createDeflateRaw } = require('node:zlib');
    const [packed, ...paths] = process.argv.slice(1);
    async function* pieces() {
      for (const path of paths) yield* createReadStream(path, { highWaterMark: ${MIB} });
    }
    pipeline(pieces, createDeflateRaw({ level: 6, chunkSize: ${MIB} }), createWriteStream(packed));`;
  await run(process.execPath, ['-e', program, packed, ...paths]);
}

/** Makes a carton of small text files, in folders of a hundred. */
async function makeSmall(folder: string, carton: string, count: number, method: 'zstd' | 'deflate'): Promise<void> {
  const texts = Array.from({ length: count }, (_, index) => configText(index + 1));
  const packed = method === 'deflate' ? texts.map((text) => deflateRawSync(text)) : await packSmall(folder, texts);
  const writer = new CartonWriter(carton);
  texts.forEach((text, index) => {
    writer.addBytes(smallName(index), method, contentOf(text), packed[index] as Buffer);
  });
  writer.close();
}

/** Compresses each text by itself, in one run of zstd. */
async function packSmall(folder: string, texts: readonly Buffer[]): Promise<Buffer[]> {
  const plain = join(folder, 'plain');
  mkdirSync(plain);
  texts.forEach((text, index) => {
    writeFileSync(join(plain, String(index)), text);
  });
  await shell('zstd -q -3 --no-check --no-content-size --rm -r "$1"', plain);
  const packed = texts.map((_, index) => readFileSync(join(plain, `${index}.zst`)));
  rmSync(plain, { recursive: true });
  return packed;
}

/** Makes a carton with one stored file of zeros, which takes no space on the disk. */
export function makeSparse(carton: string, size: number, small?: string): void {
  const writer = new CartonWriter(carton);
  const notes = Buffer.alloc(10_000, 'notes\n');
  if (small !== undefined) writer.addBytes(small, 'stored', contentOf(notes), notes);
  writer.addHole('model/weights.bin', contentOfZeros(size));
  writer.close();
}

/** Makes a carton of many tiny files, so that the directory and MANIFEST are nearly all of it. */
export function makeMany(carton: string, count: number, toml?: string): void {
  const writer = new CartonWriter(carton, toml);
  for (let index = 0; index < count; index++) {
    const bytes = Buffer.from(`file ${index}\n`);
    writer.addBytes(smallName(index), 'stored', contentOf(bytes), bytes);
  }
  writer.close();
}

function smallName(index: number): string {
  const number = String(index).padStart(6, '0');
  return `model/part_${number.slice(0, 4)}/config_${number}.json`;
}

async function shell(line: string, ...args: string[]): Promise<void> {
  await run('sh', ['-c', line, 'sh', ...args]);
}

export function inBinary(bytes: number): string {
  return bytes >= 1024 * MIB && bytes % (1024 * MIB) === 0 ? `${bytes / (1024 * MIB)} GiB` : `${bytes / MIB} MiB`;
}

export function inNumbers(count: number): string {
  return count.toLocaleString('en-GB');
}
