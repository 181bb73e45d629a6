import type { Container } from '../../../archive/container.ts';
import { BadFileError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { quote } from '../../../base/text.ts';
import type { Fact, Package } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { fileTensor, openFile, type SafetensorsFile } from './file.ts';
import { Parameters } from './parameters.ts';
import { NO_HASHES, RUNS, VERDICTS, WORDS } from './words.ts';
import '../../../model/findings.ts';

/** Opens a safetensors file from its header. Rejects as `openFile`, and with the first error where nothing can be shown. */
export async function openSingle(container: Container, source: ByteSource, signal?: AbortSignal): Promise<OpenPackage> {
  const { name, size } = container;
  const file = await openFile(source, name, signal);
  refuseEmpty(file);
  const byName = new Map(file.tensors.map((tensor) => [tensor.info.name, tensor]));
  return {
    package: {
      ...packageOf([file]),
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

/** What the headers of some files say of the package that they make up. */
function packageOf(files: readonly SafetensorsFile[]): Omit<Package, 'name' | 'size' | 'files' | 'findings'> {
  const tensors = files.flatMap((file) => file.tensors);
  // A shape that is wrong in itself has no number of elements that means anything.
  const sound = tensors.filter(({ checked: { problem } }) => !problem || problem.code === 'safetensors/truncated');
  const parameters = new Parameters(sound.map(({ info }) => info));
  return {
    format: 'safetensors',
    formatName: 'safetensors',
    words: WORDS,
    verdicts: VERDICTS,
    facts: [
      { label: 'Parameters', value: parameters.text },
      { label: 'Tensors', value: String(tensors.length) },
      ...files.map((file) => headerFact(file)),
      ...files.flatMap(({ header }) => header.metadata.entries.map(metadataFact)),
    ],
    panels: parameters.panels(),
    inputs: [],
    outputs: [],
    tensors: tensors.map(({ info }) => info),
    examples: [],
    selfTests: [],
    can: { verify: false, edit: false, save: false },
    cannot: { verify: NO_HASHES },
    runs: RUNS,
  };
}

function headerFact({ headerBytes }: SafetensorsFile): Fact {
  return { label: 'Header', value: `${headerBytes} bytes` };
}

function metadataFact({ key, value }: { key: string; value: string }): Fact {
  return { label: key, stored: true, value };
}
