import type { Finding } from '../../../base/findings.ts';
import type { TensorInfo } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import { DTYPES, isDecodedDtype } from '../../../tensor/dtype.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import { type Header, parseHeader } from './header.ts';
import { type CheckedTensor, checkLayout } from './layout.ts';
import { LENGTH_BYTES } from './limits.ts';
import { readHeader } from './stored-header.ts';
import { openTensor, tensorInfo } from './tensors.ts';

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
 */
export async function openFile(source: ByteSource, path: string, signal?: AbortSignal): Promise<SafetensorsFile> {
  const bytes = await readHeader(source, signal);
  const header = parseHeader(bytes);
  const dataStart = LENGTH_BYTES + bytes.length;
  const { tensors: checked, report } = checkLayout(header, BigInt(source.size - dataStart));
  const tensors = checked.map((tensor) => ({ checked: tensor, info: tensorInfo(tensor, path, dataStart) }));
  reportUnaligned(tensors, (message) => report.add('safetensors/unaligned', message));
  const findings = [...header.findings, ...report.findings].map((found) => ({ ...found, path }));
  return { path, source, header, headerBytes: bytes.length, tensors, findings };
}

/** Opens the values of one of the file's tensors. Throws as `openTensor`. */
export function fileTensor({ source }: SafetensorsFile, tensor: FileTensor): TensorReader {
  return openTensor(tensor.checked, tensor.info, source);
}

/** Says once how many tensors begin where no element of theirs could in memory. */
function reportUnaligned(tensors: readonly FileTensor[], add: (message: string) => void): void {
  const count = tensors.filter(({ info, checked }) => !checked.problem && !isAligned(info)).length;
  if (count > 0)
    add(`${count === 1 ? '1 tensor does' : `${count} tensors do`} not begin at a multiple of the element size.`);
}

function isAligned({ dtype, data }: TensorInfo): boolean {
  if (!data || data.start === data.end || !isDecodedDtype(dtype) || dtype === 'string') return true;
  const { kind, bits } = DTYPES[dtype];
  return data.start % (kind === 'complex' ? bits / 16 : Math.max(8, bits) / 8) === 0;
}
