import { spawnSync } from 'node:child_process';

/** Whether there is a Python with NumPy. Tests that compare with it are skipped without one. */
export const hasNumPy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

/** What a Python program prints, as JSON. Throws where it fails. */
export function pythonJson<T>(program: string, ...args: string[]): T {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program, ...args], { maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as T;
}

interface Parts {
  magic?: readonly number[];
  version?: readonly [number, number];
  /** The text of the header, with its padding. */
  header?: string;
  /** What the header says of its length. */
  length?: number;
  data?: Uint8Array;
}

/** The bytes of a .npy file, right or wrong. By default three float64, as NumPy has them. */
export function buildNpy({
  magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59],
  version = [1, 0],
  header = padded("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", version[0] === 1 ? 10 : 12),
  length,
  data = new Uint8Array(new Float64Array([1, 2, 3]).buffer),
}: Parts = {}): Uint8Array<ArrayBuffer> {
  const text = version[0] === 3 ? new TextEncoder().encode(header) : Uint8Array.from(header, (c) => c.charCodeAt(0));
  const start = version[0] === 1 ? 10 : 12;
  const bytes = new Uint8Array(start + text.length + data.length);
  bytes.set([...magic, ...version]);
  const view = new DataView(bytes.buffer);
  if (version[0] === 1) view.setUint16(8, length ?? text.length, true);
  else view.setUint32(8, length ?? text.length, true);
  bytes.set(text, start);
  bytes.set(data, start + text.length);
  return bytes;
}

/** A header's text with spaces and a line end, so that the data begins at a multiple of 64. */
export function padded(text: string, start = 10): string {
  return `${text}${' '.repeat((64 - ((start + text.length + 1) % 64)) % 64)}\n`;
}
