import { formatCount, grouped } from '../../../base/amounts.ts';
import { concatBytes, decodeUtf8 } from '../../../base/bytes.ts';
import { BadFileError, TooLargeError, UnsupportedError } from '../../../base/errors.ts';
import type { Finding } from '../../../base/findings.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { quote } from '../../../base/text.ts';
import { lfsPointer, lookOf } from '../../../model/file/look.ts';
import type { FileRange, TensorInfo } from '../../../model/package.ts';
import { sliceSource } from '../../../source/slice.ts';
import type { ByteSource } from '../../../source/source.ts';
import { DTYPES, isDecodedDtype } from '../../../tensor/dtype.ts';
import { tensorReader } from '../../../tensor/reader.ts';
import { safeElementCount } from '../../../tensor/shape.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import { BoolBudget, checkBools } from './bools.ts';
import { type Header, parseHeader } from './header.ts';
import { type CheckedTensor, checkLayout } from './layout.ts';
import { HEAD_BYTES, LENGTH_BYTES, MAX_HEADER_BYTES } from './limits.ts';

/** The start of a Git LFS pointer (git-lfs, "The Pointer"). */
const LFS_START = 'version https://git-lfs';

/** The length that a file's first bytes state. Undefined where there are fewer than `LENGTH_BYTES`. */
export function statedLength(head: Uint8Array): bigint | undefined {
  if (head.length < LENGTH_BYTES) return undefined;
  return new DataView(head.buffer, head.byteOffset).getBigUint64(0, true);
}

/**
 * The bytes of a file's header, by one read, or two where it is longer than `HEAD_BYTES`. Rejects with
 * `safetensors/too-short`, `safetensors/lfs-pointer`, `safetensors/not-safetensors`, `safetensors/header-too-large`,
 * `safetensors/header-past-end`, and as the source does.
 */
async function readHeader(source: ByteSource, signal?: AbortSignal): Promise<Uint8Array> {
  const { name, size } = source;
  const head = await source.read(0, Math.min(size, HEAD_BYTES), signal);
  const length = statedLength(head);
  if (length === undefined) {
    const message =
      size === 0
        ? `${quote(name)} is empty.`
        : grouped`${quote(name)} has ${size} bytes, and ${LENGTH_BYTES} are the minimum.`;
    throw new BadFileError('safetensors/too-short', message);
  }
  if (isLfsPointer(head)) {
    const real = lfsPointer(decodeUtf8(head) ?? '')?.size;
    const stated = real === undefined ? '' : `. The file itself has ${formatCount(real)} bytes`;
    const message = `${quote(name)} is a Git LFS pointer: the weights are not in it${stated}.`;
    throw new BadFileError('safetensors/lfs-pointer', message);
  }
  if (length > MAX_HEADER_BYTES) {
    const look = lookOf(head);
    if (look && look.kind !== 'binary') {
      throw new BadFileError('safetensors/not-safetensors', `${quote(name)} does not begin like a safetensors file.`);
    }
    const message = grouped`The first ${LENGTH_BYTES} bytes of ${quote(name)} announce a header of ${length} bytes. The limit is ${MAX_HEADER_BYTES}.`;
    throw new TooLargeError('safetensors/header-too-large', message, {
      limit: MAX_HEADER_BYTES,
      actual: Number(length),
    });
  }
  const end = LENGTH_BYTES + Number(length);
  if (end > size) {
    const message = grouped`${quote(name)} announces a header of ${length} bytes, but ends after ${size - LENGTH_BYTES} of them.`;
    throw new BadFileError('safetensors/header-past-end', message);
  }
  if (end <= head.length) return head.subarray(LENGTH_BYTES, end);
  return concatBytes([head.subarray(LENGTH_BYTES), await source.read(head.length, end, signal)]);
}

function isLfsPointer(head: Uint8Array): boolean {
  return decodeUtf8(head.subarray(0, LFS_START.length)) === LFS_START;
}

/** One safetensors file: its header, and its tensors compared with it. */
export interface SafetensorsFile {
  /** Its path in the package. */
  path: string;
  source: ByteSource;
  header: Header;
  /** Bytes of the header, with its padding. */
  headerBytes: number;
  tensors: readonly FileTensor[];
  findings: readonly Finding[];
}

export interface FileTensor {
  checked: CheckedTensor;
  info: TensorInfo;
}

/**
 * Reads the header of a file and checks it against the file's size. Rejects as `readHeader`; what is wrong with the
 * header itself becomes findings.
 *
 * @param path the file in its package
 * @param budget for truth values, of all files of the model
 */
export async function openFile(
  source: ByteSource,
  path: string,
  signal?: AbortSignal,
  budget = new BoolBudget(),
): Promise<SafetensorsFile> {
  const bytes = await readHeader(source, signal);
  const header = parseHeader(bytes);
  const dataStart = LENGTH_BYTES + bytes.length;
  const { tensors: checked, report } = checkLayout(header, BigInt(source.size - dataStart));
  const tensors = checked.map((tensor) => ({ checked: tensor, info: tensorInfo(tensor, path, dataStart) }));
  reportUnaligned(tensors, (message) => report.add('safetensors/unaligned', message));
  await checkBools(source, tensors, budget, report, signal);
  const findings = [...header.findings, ...report.findings].map((found) => ({ ...found, path }));
  return { path, source, header, headerBytes: bytes.length, tensors, findings };
}

/** Reports the number of tensors that are not aligned to their element size. */
function reportUnaligned(tensors: readonly FileTensor[], add: (message: string) => void): void {
  const count = tensors.filter(({ info, checked }) => !checked.problem && !isAligned(info)).length;
  if (count > 0)
    add(`${count === 1 ? '1 tensor does' : grouped`${count} tensors do`} not begin at a multiple of the element size.`);
}

function isAligned({ dtype, data }: TensorInfo): boolean {
  if (!data || data.start === data.end || !isDecodedDtype(dtype) || dtype === 'string') return true;
  const { kind, bits } = DTYPES[dtype];
  return data.start % (kind === 'complex' ? bits / 16 : Math.max(8, bits) / 8) === 0;
}

/** The name of a type that an entry does not state. */
const NO_DTYPE = '?';

/**
 * A tensor of one file as the page lists it.
 *
 * @param path the file that holds it
 * @param dataStart where the data of the file begins, in bytes
 */
function tensorInfo({ entry, type, problem }: CheckedTensor, path: string, dataStart: number): TensorInfo {
  const { name, dtype = NO_DTYPE, shape = [] } = entry;
  const data = rangeOf(entry, path, dataStart);
  // Whoever multiplies the sizes of a hostile shape must come to an end.
  const sizes = shape.length > MAX_RANK ? shape.slice(0, MAX_RANK) : shape;
  // Without a spread: there may be hundreds of thousands.
  const info: TensorInfo = { name, dtype: type?.dtype ?? dtype, shape: sizes };
  if (data) info.data = data;
  if (problem) info.problem = problem.message;
  return info;
}

/** The place of the data in the file. Leaves out an end that no file reaches. */
function rangeOf({ begin, end }: CheckedTensor['entry'], path: string, dataStart: number): FileRange | undefined {
  const start = begin === undefined ? Number.NaN : dataStart + Number(begin);
  if (!Number.isSafeInteger(start)) return undefined;
  const stop = end === undefined || begin === undefined || end < begin ? Number.NaN : dataStart + Number(end);
  return Number.isSafeInteger(stop) ? { path, start, end: stop } : { path, start };
}

/**
 * The values of a tensor. Throws with the code of its problem, and `tensor/not-decoded` for a type whose values are not
 * read.
 */
export function fileTensor({ source }: SafetensorsFile, { checked: { problem }, info }: FileTensor): TensorReader {
  const { name, dtype, shape, data } = info;
  if (problem) throw new BadFileError(problem.code, problem.message);
  const count = safeElementCount(shape);
  if (data?.end === undefined || count === undefined) {
    throw new BadFileError(
      'tensor/size-mismatch',
      `The tensor ${quote(name)} has more elements than any file can hold.`,
    );
  }
  if (!isDecodedDtype(dtype) || dtype === 'string') {
    throw new UnsupportedError('tensor/not-decoded', `Boxcutter does not read values of the type ${quote(dtype)}.`);
  }
  return tensorReader(sliceSource(source, data.start, data.end), dtype, count);
}
