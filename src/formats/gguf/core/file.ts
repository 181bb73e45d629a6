import type { Finding } from '../../../base/findings.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import type { TensorInfo } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import { type FileTensor, fileRange, fileTensor } from '../../weight-file.ts';
import { checkValues } from './header/check.ts';
import type { HeaderBudget } from './header/cursor.ts';
import { type Header, readHeader } from './header/header.ts';
import { type CheckedTensor, checkLayout } from './header/layout.ts';
import { REMOVED_TYPES } from './header/tensor-type.ts';
import { BlockReader, blockType } from './values/block-reader.ts';

/** One GGUF file: its header, and its tensors compared with it. */
export interface GgufFile {
  /** Its path in the package. */
  path: string;
  source: ByteSource;
  header: Header;
  /** The byte at which its data begins. Undefined where the header breaks off. */
  dataStart: number | undefined;
  alignment: number;
  tensors: readonly GgufTensor[];
  findings: readonly Finding[];
}

export type GgufTensor = FileTensor<CheckedTensor>;

/**
 * Reads the header of a file and checks it against the file's size. Rejects as `readHeader`; what is wrong with the
 * header itself becomes findings.
 *
 * @param path the file in its package
 * @param budget what may be read of it and of other files of the model; by default of this one alone
 */
export async function openFile(
  source: ByteSource,
  path: string,
  signal?: AbortSignal,
  budget?: HeaderBudget,
): Promise<GgufFile> {
  const header = await readHeader(source, signal, budget);
  const { tensors: checked, dataStart, alignment, report } = checkLayout(header, source.size);
  checkValues(header, checked, report);
  const tensors = checked.map((tensor) => ({ checked: tensor, info: tensorInfo(tensor, path, dataStart) }));
  const findings = [...header.findings, ...report.findings].map((found) => ({ ...found, path }));
  return { path, source, header, dataStart, alignment, tensors, findings };
}

/** A tensor as the page lists it. Its shape is in NumPy's order: the reverse of ggml's. */
function tensorInfo({ entry, type, bytes, problem }: CheckedTensor, path: string, dataStart = Number.NaN): TensorInfo {
  const { name, ne, typeId, offset } = entry;
  const dtype = type?.dtype ?? REMOVED_TYPES.get(typeId) ?? `type ${typeId}`;
  const start = dataStart + Number(offset);
  return {
    name,
    dtype,
    shape: ne.slice(0, MAX_RANK).reverse(),
    values: blockType(dtype) && 'float32',
    data: fileRange(path, start, start + Number(bytes)),
    problem: problem?.message,
  };
}

/** The values of one of the file's tensors. Throws as `fileTensor`. */
export function readTensor(tensor: GgufTensor, { source, header }: GgufFile): TensorReader {
  const order = header.little ? 'little' : 'big';
  const blocks = blockType(tensor.info.dtype);
  return fileTensor(tensor, source, order, blocks && ((bytes, count) => new BlockReader(bytes, blocks, count, order)));
}
