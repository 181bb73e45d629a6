import { grouped } from '../../../base/amounts.ts';
import { BadFileError, type BoxcutterError, TooLargeError, UnsupportedError } from '../../../base/errors.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { sliceSource } from '../../../source/slice.ts';
import type { ByteSource } from '../../../source/source.ts';
import { littleEndianSource } from '../../../tensor/byte-order.ts';
import { columnMajorReader, isOneOrder, rowMajorSource } from '../../../tensor/column-major.ts';
import { isComplexDtype, isDecodedDtype } from '../../../tensor/dtype.ts';
import { tensorReader } from '../../../tensor/reader.ts';
import { elementCount, safeElementCount } from '../../../tensor/shape.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import type { ElementType } from './descr.ts';
import { hasMagic, headerPlace, type NpyHeader, PREFIX_BYTES, parseHeader } from './header.ts';
import { HEAD_BYTES, MAX_ARCHIVE_HEADER_BYTES, MAX_ELEMENT_TEXT_BYTES, MAX_SIZE } from './limits.ts';
import { TextReader } from './text-reader.ts';

/** Reads bytes of an array's file, from the first on where `start` is 0. */
export type ReadBytes = (start: number, end: number, signal?: AbortSignal) => Promise<Uint8Array>;

/** An array whose header was read. */
export interface NpyArray {
  header: NpyHeader;
  info: TensorInfo;
  /** Why its values cannot be read. */
  problem?: BoxcutterError;
}

/** Whether the values are a pickle. */
export function hasObjects({ header }: NpyArray): boolean {
  return header.type.kind === 'object';
}

/** A file that holds an array. */
interface NpyFile {
  /** What the array is called, and the path of its file. */
  name: string;
  path: string;
  /** Bytes of the file. */
  size: number;
  read: ReadBytes;
  /** Reading the end of the file decodes all of it. */
  isCompressed?: boolean | undefined;
  /** Undefined for a file of its own. */
  headerRoom?: HeaderRoom;
}

/** Counts what the headers of an archive take together. */
export class HeaderRoom {
  #taken = 0;

  /** Throws `numpy/header-size` where the headers so far and this one have more than `MAX_ARCHIVE_HEADER_BYTES`. */
  take(bytes: number): void {
    this.#taken += bytes;
    if (this.#taken <= MAX_ARCHIVE_HEADER_BYTES) return;
    const message = grouped`The headers of the archive’s arrays have more than ${MAX_ARCHIVE_HEADER_BYTES} bytes in all, so this one is not read.`;
    throw new TooLargeError('numpy/header-size', message, { limit: MAX_ARCHIVE_HEADER_BYTES, actual: this.#taken });
  }
}

/**
 * Reads the header of an array by one read, or two where it is long. Reports what is odd with it. Throws a
 * BadFileError or TooLargeError with a code of the area `numpy` where NumPy refuses the header.
 */
export async function readArray(file: NpyFile, report: Report, signal?: AbortSignal): Promise<NpyArray> {
  const { name, path, size, read, isCompressed, headerRoom } = file;
  const head = await read(0, Math.min(size, HEAD_BYTES), signal);
  const place = headerPlace(head.subarray(0, PREFIX_BYTES), size);
  headerRoom?.take(place.end);
  const bytes = place.end > head.length ? await read(0, place.end, signal) : head;
  const header = parseHeader(bytes, place, report, path);
  const { type, shape, dataStart } = header;
  const wanted = type.kind === 'object' ? undefined : elementCount(shape) * BigInt(type.bytes);
  const problem = problemOf(header, size - dataStart, wanted);
  reportType(header, name, report, path);
  if (problem && problem.code !== 'numpy/unread-type') report.add(problem.code, problem.message, { path });
  const rest = wanted === undefined ? 0n : BigInt(size - dataStart) - wanted;
  if (rest > 0n) {
    const start = size - Number(rest);
    const isArray = !isCompressed && hasMagic(await read(start, Math.min(size, start + PREFIX_BYTES), signal));
    const what = isArray ? ', and they begin like another array' : '';
    report.add(
      'numpy/trailing-bytes',
      `${rest === 1n ? '1 byte follows' : grouped`${rest} bytes follow`} the array${what}.`,
      {
        path,
      },
    );
  }
  const end = wanted === undefined ? size : dataStart + Number(wanted);
  const data = { path, start: dataStart, ...(Number.isSafeInteger(end) ? { end } : {}) };
  const info = { name, dtype: type.dtype, shape, data };
  // The page says by itself that it shows no values of a type.
  const isCut = problem?.code === 'numpy/data-cut';
  return { header, info: isCut ? { ...info, problem: problem.message } : info, problem };
}

/** Why the values cannot be read: they are not there, or of a type that is not read. */
function problemOf({ type }: NpyHeader, held: number, wanted: bigint | undefined): BoxcutterError | undefined {
  if (wanted !== undefined && BigInt(held) < wanted) {
    const needed = wanted > MAX_SIZE ? 'over 2^63' : wanted;
    return new BadFileError(
      'numpy/data-cut',
      grouped`The array needs ${needed} bytes, but the file has ${held} for it.`,
    );
  }
  switch (type.kind) {
    case 'object':
      return new UnsupportedError('numpy/object', `The elements are Python objects${inFields(type)}.`);
    case 'structured':
      return new UnsupportedError('numpy/structured', `Each element has several values: ${type.fields ?? type.dtype}.`);
    case 'number':
      return isDecodedDtype(type.dtype) ? undefined : unread(type);
    case 'other':
      return unread(type);
    default:
      return undefined;
  }
}

function unread({ text }: ElementType): UnsupportedError {
  return new UnsupportedError('numpy/unread-type', `Boxcutter does not read values of the type ${quote(text)}.`);
}

function inFields({ fields }: ElementType): string {
  return fields === undefined ? '' : `, or have some in their fields: ${fields}`;
}

/** Types that are not read, also where the data is cut off, and texts that are not shown exactly as stored. */
function reportType({ type }: NpyHeader, name: string, report: Report, path: string): void {
  if (type.kind === 'other' || (type.kind === 'number' && !isDecodedDtype(type.dtype))) {
    report.add('numpy/unread-type', `${quote(name)} has elements of the type ${quote(type.text)}.`, { path });
  }
  if (type.kind === 'bytes') report.add('numpy/byte-strings', `${quote(name)} contains byte strings.`, { path });
  if ((type.kind === 'bytes' || type.kind === 'text') && type.bytes > MAX_ELEMENT_TEXT_BYTES) {
    const message = grouped`Each string of ${quote(name)} has ${type.bytes} bytes. The first ${MAX_ELEMENT_TEXT_BYTES} are shown.`;
    report.add('numpy/long-strings', message, { path });
  }
}

/**
 * The values of an array. Throws why they cannot be read.
 *
 * @param source the bytes of the array's file
 */
export function openArray({ header, info, problem }: NpyArray, source: ByteSource): TensorReader {
  if (problem) throw problem;
  const { type, shape, dataStart, isFortran } = header;
  const count = safeElementCount(shape);
  if (count === undefined || info.data?.end === undefined) {
    throw new BadFileError('numpy/data-cut', `The array ${quote(info.name)} has more elements than any file can hold.`);
  }
  const stored = sliceSource(source, dataStart, info.data.end);
  const isColumnMajor = isFortran && type.bytes > 0 && !isOneOrder(shape);
  if (!isDecodedDtype(type.dtype) || type.dtype === 'string') {
    const bytes = isColumnMajor ? rowMajorSource(stored, shape, type.bytes) : stored;
    const encoding = type.kind === 'text' ? { kind: type.kind, order: type.order } : { kind: 'bytes' as const };
    return new TextReader(bytes, type.bytes, count, encoding);
  }
  if (!isColumnMajor) return tensorReader(stored, type.dtype, count, type.order);
  const part = isComplexDtype(type.dtype) ? type.bytes / 2 : type.bytes;
  const ordered = type.order === 'little' ? stored : littleEndianSource(stored, part);
  return columnMajorReader(tensorReader(rowMajorSource(ordered, shape, type.bytes), type.dtype, count), ordered, shape);
}
