import { formatCount, grouped } from '../../../base/amounts.ts';
import { concatBytes, decodeUtf8 } from '../../../base/bytes.ts';
import { BadFileError, TooLargeError } from '../../../base/errors.ts';
import type { Finding } from '../../../base/findings.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { quote } from '../../../base/text.ts';
import { lfsPointer, lookOf } from '../../../model/file/look.ts';
import type { TensorInfo } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import { DTYPES, isDecodedDtype } from '../../../tensor/dtype.ts';
import { type FileTensor, fileRange } from '../../weight-file.ts';
import { boolBudget, checkBools } from './bools.ts';
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
  tensors: readonly HeaderFileTensor[];
  findings: readonly Finding[];
}

export type HeaderFileTensor = FileTensor<CheckedTensor>;

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
  budget = boolBudget(),
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
function reportUnaligned(tensors: readonly HeaderFileTensor[], add: (message: string) => void): void {
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

/** A tensor as the page lists it. Whoever multiplies the sizes of a hostile shape must come to an end. */
function tensorInfo({ entry, type, problem }: CheckedTensor, path: string, dataStart: number): TensorInfo {
  const { name, dtype = NO_DTYPE, shape = [], begin, end } = entry;
  return {
    name,
    dtype: type?.dtype ?? dtype,
    shape: shape.length > MAX_RANK ? shape.slice(0, MAX_RANK) : shape,
    data: fileRange(path, dataStart + Number(begin), dataStart + Number(end)),
    problem: problem?.message,
  };
}
