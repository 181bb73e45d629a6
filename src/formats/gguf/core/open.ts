import type { Container } from '../../../archive/container.ts';
import { BadFileError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { HeaderValues } from './facts.ts';
import { fileTensor, openFile } from './file.ts';
import { packageOf } from './package.ts';
import './findings.ts';

/** Opens a GGUF file from its header. Rejects as `openFile`. */
export async function openSingle(container: Container, source: ByteSource, signal?: AbortSignal): Promise<OpenPackage> {
  const { name, size } = container;
  const file = await openFile(source, name, signal);
  const report = new Report();
  const parts = new HeaderValues(file.header.keyValues).get('split.count')?.value;
  if (Number(parts ?? 0) > 1) {
    report.add('gguf/split-name', `${quote(name)} is one of ${parts} files by “split.count”.`, { path: name });
  }
  const byName = new Map(file.tensors.map((tensor) => [tensor.info.name, tensor]));
  return {
    package: {
      ...packageOf(file, [file], file.tensors),
      name,
      size,
      files: [{ path: name, size, role: 'model', hash: 'none', kind: 'file' }],
      findings: mergeFindings(file.findings, report.findings),
    },
    source: (path) => (path === name ? source : undefined),
    async tensor(tensorName) {
      const tensor = byName.get(tensorName);
      if (!tensor) throw new BadFileError('reference/tensor-missing', `The file has no tensor ${quote(tensorName)}.`);
      return fileTensor(file, tensor);
    },
  };
}
