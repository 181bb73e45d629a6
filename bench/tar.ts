import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inNumbers, type Row, type Sizes } from './row.ts';
import type { Tools } from './tool.ts';

const BLOCK = 512;

/** Bytes of each file. Two blocks of data follow each header. */
const FILE_BYTES = 700;

/** Files that are written at once. */
const GATHERED_FILES = 1000;

/** The row about a tar, whose list of files is spread over the whole archive. */
export function tarRows(folder: string, { directory: count }: Sizes, tools: Tools): Row[] {
  const path = join(folder, 'many.tar');
  return [
    {
      title: `Headers of a tar of ${inNumbers(count)} files`,
      peer: "Python's `tarfile`",
      bar: { atMost: 2 },
      needs: [],
      peerNeeds: ['python3'],
      make: () => writeTar(path, count),
      ours: (tab) => tab.directory(path, count),
      theirs: () => ({ seconds: tools.python('tar', path, count).withoutStart }),
    },
  ];
}

function writeTar(path: string, count: number): void {
  const file = openSync(path, 'w');
  const data = Buffer.alloc(Math.ceil(FILE_BYTES / BLOCK) * BLOCK);
  data.fill('x', 0, FILE_BYTES);
  for (let first = 0; first < count; first += GATHERED_FILES) {
    const length = Math.min(GATHERED_FILES, count - first);
    const parts = Array.from({ length }, (_, at) => [header(`folder${first}/file${first + at}.txt`), data]);
    writeSync(file, Buffer.concat(parts.flat()));
  }
  writeSync(file, Buffer.alloc(2 * BLOCK));
  closeSync(file);
}

/** A header of ustar (POSIX.1-2017, pax). */
function header(name: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write(`0000644\0${'0000000\0'.repeat(2)}`, 100);
  block.write(`${FILE_BYTES.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0${' '.repeat(8)}0`, 124);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return block;
}
