import { begins } from '../base/bytes.ts';

/**
 * Endings of files that Python programs read with pickle, or with what uses pickle: PyTorch, joblib, NumPy. joblib and
 * pandas also read them compressed.
 */
export const PICKLE_ENDING = /\.(pkl|pickle|pck|dill|sav|pt|pth|bin|ckpt|joblib|npy)(\.(gz|z|bz2|xz|lzma|lz4|zst))?$/i;

/** Whether programs may unpickle a file of this name. */
export function hasPickleName(path: string): boolean {
  return PICKLE_ENDING.test(path);
}

const TYPE = `[<>=|]?(?:[biufcSUVa]\\d{0,10}|\\?|[mM]8(?:\\[\\w{1,20}\\])?)`;
const QUOTED_TYPE = `(?:'${TYPE}'|"${TYPE}")`;
const SIZES = '\\([\\dL, ]*\\)';
/** No name has a backslash here: what it stands for is for a parser of Python to say. */
const FIELD_NAME = `(?:'[^'\\\\\\n]*'|"[^"\\\\\\n]*")`;
const FIELD = `\\(${FIELD_NAME}, ?${QUOTED_TYPE}(?:, ?${SIZES})?\\)`;
const DESCR = `(?:${QUOTED_TYPE}|\\[${FIELD}(?:, ?${FIELD})*\\])`;

/**
 * The header that NumPy writes for values that are not objects. NumPy reads more than it writes: `'|' 'O'` is `'|O'`.
 */
const PLAIN_HEADER = new RegExp(
  `^\\{'descr': ?${DESCR}, ?'fortran_order': ?(?:True|False), ?'shape': ?${SIZES},? ?\\}\\s*$`,
);

/** Where the text of an array's header begins, and its length (numpy.lib.format). */
function headerOfArray(bytes: Uint8Array): [start: number, length: number] {
  const start = bytes[6] === 1 ? 10 : 12;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < start) return [start, 0];
  return [start, start === 10 ? view.getUint16(8, true) : view.getUint32(8, true)];
}

/**
 * Where the pickle of an array of objects begins, in bytes: behind its header.
 *
 * @param bytes the first 12 of the file, or all of a shorter one
 */
export function objectsStart(bytes: Uint8Array): number {
  const [start, length] = headerOfArray(bytes);
  return start + length;
}

/**
 * Whether the header of an array leaves it open that NumPy unpickles what follows: it is cut off, or does not name
 * plain types alone.
 *
 * @param bytes the first 4096 of the file, or all of a shorter one
 */
export function mayHaveObjects(bytes: Uint8Array): boolean {
  const [start, length] = headerOfArray(bytes);
  const header = String.fromCharCode(...bytes.subarray(start, start + length));
  return header.length !== length || !PLAIN_HEADER.test(header);
}

const COMPRESSIONS: readonly (readonly [mark: string, method: string])[] = [
  ['\x1f\x8b', 'gzip'],
  ['BZh', 'bzip2'],
  ['\xfd7zXZ', 'xz'],
  // joblib looks at no more. No pickle begins so.
  ['\x5d\x00', 'LZMA'],
  ['\x04\x22\x4d\x18', 'LZ4'],
  ['(\xb5/\xfd', 'Zstandard'],
  // What joblib before 0.10 writes around zlib.
  ['ZF', 'zlib'],
];

/** With what a file is compressed, of what joblib and pandas decompress. Undefined where it is not. */
export function compressionOf(bytes: Uint8Array): string | undefined {
  const [method = 0, flags = 0] = bytes;
  if (method === 0x78 && (method * 256 + flags) % 31 === 0) return 'zlib';
  return COMPRESSIONS.find(([mark]) => begins(bytes, mark))?.[1];
}
