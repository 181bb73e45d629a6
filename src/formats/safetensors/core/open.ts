import type { Container } from '../../../archive/container.ts';
import { BadFileError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { quote } from '../../../base/text.ts';
import type { Fact } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { fileTensor, openFile, type SafetensorsFile } from './file.ts';
import { packageOf } from './package.ts';
import '../../../model/findings.ts';

/** Opens a safetensors file from its header. Rejects as `openFile`, and with the first error where nothing can be shown. */
export async function openSingle(container: Container, source: ByteSource, signal?: AbortSignal): Promise<OpenPackage> {
  const { name, size } = container;
  const file = await openFile(source, name, signal);
  refuseEmpty(file);
  const byName = new Map(file.tensors.map((tensor) => [tensor.info.name, tensor]));
  return {
    package: {
      ...packageOf(file.tensors, factsOf(file)),
      name,
      size,
      files: [{ path: name, size, role: 'model', hash: 'none', kind: 'file' }],
      findings: mergeFindings(file.findings),
    },
    source: (path) => (path === name ? source : undefined),
    async tensor(tensorName) {
      const tensor = byName.get(tensorName);
      if (!tensor) throw new BadFileError('reference/tensor-missing', `The file has no tensor ${quote(tensorName)}.`);
      return fileTensor(file, tensor);
    },
  };
}

/** Throws the first error of a header of which nothing can be shown. */
function refuseEmpty({ header, findings, path }: SafetensorsFile): void {
  const error = findings.find(({ severity }) => severity === 'error');
  if (!error || header.isWhole || header.tensors.length > 0 || header.metadata.entries.length > 0) return;
  throw new BadFileError(error.code, error.message, { path });
}

function factsOf({ header, headerBytes }: SafetensorsFile): Fact[] {
  return [
    { label: 'Header', value: `${headerBytes} bytes` },
    ...header.metadata.entries.map(({ key, value }): Fact => ({ label: key, stored: true, value })),
  ];
}
