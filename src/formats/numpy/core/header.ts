import { formatCount, grouped } from '../../../base/amounts.ts';
import { decodeAscii, decodeUtf8, viewOf } from '../../../base/bytes.ts';
import { BadFileError, TooLargeError } from '../../../base/errors.ts';
import type { FindingCode } from '../../../base/findings.ts';
import type { Report } from '../../../base/report.ts';
import type { Shape } from '../../../tensor/shape.ts';
import { type ElementType, elementType, sizesOf } from './descr.ts';
import { MAX_HEADER_BYTES, MAX_NUMPY_RANK, NUMPY_HEADER_CHARACTERS } from './limits.ts';
import { type Literal, readLiteral } from './literal.ts';

/** What the header of an array says (numpy.lib.format). */
export interface NpyHeader {
  /** Of the format: "1.0". */
  version: string;
  type: ElementType;
  shape: Shape;
  /** The first index changes fastest: column-major, as in Fortran. */
  isFortran: boolean;
  /** Where the data begins, in bytes. */
  dataStart: number;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** Bytes that say how long the header is: magic, version, and a length of up to four bytes. */
export const PREFIX_BYTES = 12;

/** Whether bytes begin as an array does. */
export function hasMagic(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, at) => bytes[at] === byte);
}

interface Prefix {
  version: string;
  /** Where the text begins and ends. */
  start: number;
  end: number;
}

/**
 * Finds the header's text. `bytes` has the first `PREFIX_BYTES` of a file of `size` bytes, or all where it has
 * fewer. Throws `numpy/not-npy`, `numpy/version`, `numpy/header-cut` and `numpy/header-size`.
 */
export function headerPlace(bytes: Uint8Array, size: number): Prefix {
  if (!hasMagic(bytes)) throw fault('numpy/not-npy', 'It does not begin like a .npy file.');
  const [major, minor] = [bytes[6], bytes[7]];
  if (major === undefined || minor === undefined) throw fault('numpy/header-cut', 'The file ends before its version.');
  const version = `${major}.${minor}`;
  if (major < 1 || major > 3 || minor !== 0) {
    throw fault('numpy/version', `The file declares version ${version} of the format, which NumPy does not know.`);
  }
  const start = major === 1 ? 10 : 12;
  if (size < start) throw fault('numpy/header-cut', 'The file ends before the length of its header.');
  const view = viewOf(bytes);
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (start + length > size) {
    throw fault(
      'numpy/header-cut',
      grouped`The header should have ${length} bytes, but the file ends after ${size - start}.`,
    );
  }
  if (length > MAX_HEADER_BYTES) {
    throw new TooLargeError('numpy/header-size', grouped`The header should have ${length} bytes.`, {
      limit: MAX_HEADER_BYTES,
      actual: length,
    });
  }
  return { version, start, end: start + length };
}

/**
 * Reads a header. `bytes` has the file's bytes up to `end` of `place`. Reports what NumPy reads all the same. Throws a
 * BadFileError with a code of the area `numpy` where NumPy refuses it.
 *
 * @param path of the file, for findings
 */
export function parseHeader(bytes: Uint8Array, place: Prefix, report: Report, path: string): NpyHeader {
  const { version, start, end } = place;
  const text = textOf(bytes.subarray(start, end), version === '3.0');
  if (text.length > NUMPY_HEADER_CHARACTERS) {
    const limit = formatCount(NUMPY_HEADER_CHARACTERS);
    report.add('numpy/header-long', grouped`The header has ${text.length} characters. NumPy reads at most ${limit}.`, {
      path,
    });
  }
  if (!text.endsWith('\n') || end % 16 !== 0) {
    const end64 = text.endsWith('\n')
      ? `The data begins at ${end}, which is not a multiple of 16.`
      : 'It does not end with a line feed.';
    report.add('numpy/padding', end64, { path });
  }
  const read = readLiteral(text);
  if ('problem' in read) throw fault('numpy/header-text', `The header is not a Python value: ${read.problem}.`);
  if (read.hasLongs) report.add('numpy/python2', 'A number in the header ends in “L”.', { path });
  const { descr, fortran_order: order, shape } = keysOf(read.value, report, path);
  const sizes = sizesOf(shape);
  if (!sizes) throw fault('numpy/shape', 'The shape is not a tuple of whole numbers below 2^63.');
  if (sizes.length > MAX_NUMPY_RANK) throw fault('numpy/shape', `The shape has ${sizes.length} dimensions.`);
  if (typeof order !== 'boolean') throw fault('numpy/order', '“fortran_order” is neither True nor False.');
  const type = elementType(descr);
  if (!type) {
    const said = typeof descr === 'string' ? ` “${descr.slice(0, 80)}”` : '';
    throw fault('numpy/descr', `The header’s type${said} is not a NumPy type.`);
  }
  return { version, type, shape: sizes, isFortran: order, dataStart: end };
}

function fault(code: FindingCode, message: string): BadFileError {
  return new BadFileError(code, message);
}

/** Latin-1, or UTF-8 since version 3. Not `TextDecoder` for Latin-1, which it takes for another encoding. */
function textOf(bytes: Uint8Array, isUtf8: boolean): string {
  if (!isUtf8) return decodeAscii(bytes) ?? Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const text = decodeUtf8(bytes);
  if (text === undefined) throw fault('numpy/header-text', 'The header is not UTF-8.');
  return text;
}

const KEYS = ['descr', 'fortran_order', 'shape'] as const;
type Key = (typeof KEYS)[number];

/** The values of the three keys. The last of two equal keys counts, as in Python. */
function keysOf(value: Literal, report: Report, path: string): Record<Key, Literal> {
  if (typeof value !== 'object' || value === null || value.kind !== 'dict') {
    throw fault('numpy/header-text', 'The header is not a dictionary.');
  }
  const found = new Map<string, Literal>();
  for (const [key, item] of value.pairs) {
    if (typeof key !== 'string') throw fault('numpy/header-keys', 'The header has a key that is not a string.');
    found.set(key, item);
  }
  const missing = KEYS.filter((key) => !found.has(key));
  if (missing.length > 0)
    throw fault('numpy/header-keys', `The header is missing ${missing.map((key) => `“${key}”`).join(', ')}.`);
  if (found.size > KEYS.length) {
    const other = [...found.keys()].find((key) => !KEYS.includes(key as Key)) as string;
    throw fault('numpy/header-keys', `The header has an unknown key: “${other.slice(0, 80)}”.`);
  }
  if (value.pairs.length > found.size) {
    report.add('numpy/duplicate-key', 'The header has a key more than once.', { path });
  }
  return Object.fromEntries(found) as Record<Key, Literal>;
}
