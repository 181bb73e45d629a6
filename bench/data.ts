import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { CartonWriter, type Content, contentOf, contentOfZeros } from './carton.ts';
import { configText, writeWeights } from './random.ts';
import type { Sizes } from './row.ts';

const run = promisify(execFile);

/** Bytes that one of the streams of `deflateFiles` reads or writes at once. */
const PIECE = 1 << 20;

/** The default level of zstd. The frames have neither content size nor checksum, as those of the reference packer. */
export const ZSTD = 'zstd -q -3 --no-check --no-content-size -c';

/** Files of weights, and what MANIFEST says of each. */
export interface Weights {
  paths: readonly string[];
  contents: readonly Content[];
}

/** Makes the weights. Yields between files, so that signals arrive. */
export async function makeWeights(folder: string, { count, size }: Sizes['weights']): Promise<Weights> {
  const paths = Array.from({ length: count }, (_, index) => join(folder, `weights_${index}.bin`));
  const contents: Content[] = [];
  for (const [index, path] of paths.entries()) contents.push(await setImmediate(writeWeights(path, size, index + 1)));
  return { paths, contents };
}

/**
 * Compresses with the deflate of Node at its default level, in a process that streams. Half a gigabyte would not fit in
 * one buffer.
 */
export async function deflateFiles(paths: readonly string[], packed: string): Promise<void> {
  const program = `
    const { createReadStream, createWriteStream } = require('node:fs');
    const { pipeline } = require('node:stream/promises');
    const { createDeflateRaw } = require('node:zlib');
    const [packed, ...paths] = process.argv.slice(1);
    async function* pieces() {
      for (const path of paths) yield* createReadStream(path, { highWaterMark: ${PIECE} });
    }
    pipeline(pieces, createDeflateRaw({ level: 6, chunkSize: ${PIECE} }), createWriteStream(packed));`;
  await run(process.execPath, ['-e', program, packed, ...paths]);
}

/** Makes a carton of small text files, in folders of a hundred. */
export async function makeSmall(
  folder: string,
  carton: string,
  count: number,
  method: 'zstd' | 'deflate',
): Promise<void> {
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

export function smallName(index: number): string {
  const number = String(index).padStart(6, '0');
  return `model/part_${number.slice(0, 4)}/config_${number}.json`;
}

/** Runs a line of the shell. Rejects where it fails. */
export async function shell(line: string, ...args: string[]): Promise<void> {
  await run('sh', ['-c', line, 'sh', ...args]);
}
