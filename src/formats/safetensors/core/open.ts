import type { Container } from '../../../archive/container.ts';
import { formatNumberOf } from '../../../base/amounts.ts';
import { BadFileError } from '../../../base/errors.ts';
import { type FindingCode, mergeFindings } from '../../../base/findings.ts';
import type { Fact } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { editRefusal, fileTensor, openedFile } from '../../weight-file.ts';
import { openFile, type SafetensorsFile } from './file.ts';
import { SHARD_SENTENCE } from './header-edit.ts';
import { packageOf } from './package.ts';
import { headerOf } from './plan.ts';
import '../../../model/findings.ts';

/**
 * Opens a safetensors file from its header. Rejects as `openFile`, and with the first error where nothing can be shown.
 */
export async function openSingle(container: Container, source: ByteSource, signal?: AbortSignal): Promise<OpenPackage> {
  const file = await openFile(source, container.name, signal);
  refuseEmpty(file);
  const isShard = SHARD_NAME.test(container.name);
  const own: OwnFacts = { tensorsStay: isShard ? SHARD_SENTENCE : undefined };
  const pkg = { ...packageOf(file.tensors, factsOf(file), true), findings: mergeFindings(file.findings), own };
  const cannot = editRefusal(file.findings, [], AMBIGUOUS);
  return openedFile(container, file, pkg, (tensor) => fileTensor(tensor, source), cannot, headerOf(file, isShard));
}

/** Names of files that hold a part of a model, as the libraries give them: `model-00001-of-00002.safetensors`. */
const SHARD_NAME = /-\d{5}-of-\d{5}\.safetensors$/i;

/** What the format's view needs to know of a file. */
export interface OwnFacts {
  /** Why its tensors can neither be renamed nor left out: a sentence or two. */
  tensorsStay?: string;
}

/** Findings that are not errors, but leave unclear what an edit would mean or lose. */
const AMBIGUOUS: readonly FindingCode[] = [
  'safetensors/duplicate-tensor',
  'safetensors/duplicate-key',
  'safetensors/metadata-cut',
  'safetensors/long-name',
  'safetensors/too-many-tensors',
  'safetensors/too-many-dimensions',
];

/** Throws the first error of a header if nothing of it can be shown. */
function refuseEmpty({ header, findings, path }: SafetensorsFile): void {
  const error = findings.find(({ severity }) => severity === 'error');
  if (!error || header.isWhole || header.tensors.length > 0 || header.metadata.entries.length > 0) return;
  throw new BadFileError(error.code, error.message, { path });
}

function factsOf({ header, headerBytes }: SafetensorsFile): Fact[] {
  return [
    { label: 'Header', value: formatNumberOf(headerBytes, 'byte') },
    ...header.metadata.entries.map(({ key, value }): Fact => ({ label: key, stored: true, value })),
  ];
}
