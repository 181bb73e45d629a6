import type { Finding } from '../../../base/findings.ts';
import type { TensorInfo } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import type { HeaderBudget } from './header/budget.ts';
import { checkValues } from './header/check.ts';
import { type Header, readHeader } from './header/header.ts';
import { type CheckedTensor, checkLayout } from './header/layout.ts';
import { openTensor, tensorInfo } from './values/tensors.ts';

/** One GGUF file: its header, and its tensors compared with it. */
export interface GgufFile {
  /** Its path in the package. */
  path: string;
  source: ByteSource;
  header: Header;
  /** The byte at which its data begins. Undefined where the header breaks off. */
  dataStart: number | undefined;
  alignment: number;
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

/** Opens the values of one of the file's tensors. Throws as `openTensor`. */
export function fileTensor({ source, header }: GgufFile, { checked, info }: FileTensor): TensorReader {
  return openTensor(checked, info, source, header.little ? 'little' : 'big');
}
