import type { Container } from '../../../archive/container.ts';
import { formatNumberOf } from '../../../base/amounts.ts';
import { BadFileError } from '../../../base/errors.ts';
import { type FindingCode, mergeFindings } from '../../../base/findings.ts';
import type { Fact } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { Format, OpenPackage } from '../../format.ts';
import { editRefusal, fileTensor, isArchive, openedFile } from '../../weight-file.ts';
import { safetensorsChecks } from './checklist.ts';
import { conversionOf } from './conversion.ts';
import { openFile, type SafetensorsFile, statedLength } from './header.ts';
import { SHARD_SENTENCE } from './header-edit.ts';
import { LENGTH_BYTES, MAX_HEADER_BYTES } from './limits.ts';
import { packageOf } from './package.ts';
import { headerOf } from './plan.ts';
import { openSharded, SHARD_NAME, shardFolder } from './sharded.ts';
import '../../../model/findings.ts';
import './findings.ts';

/** Bytes that `match` reads: the length, and the first characters of the header. */
const MATCH_BYTES = LENGTH_BYTES + 8;

/** How a header begins: with an object whose first member has a name, or that is empty. */
const HEADER_START = /^\{\s*(?:"|\}|$)/;

export const format: Format = {
  async match(container, { signal }) {
    if (await shardFolder(container, signal)) return true;
    const { source, name } = container;
    if (!source) return false;
    const head = await source.read(0, Math.min(source.size, MATCH_BYTES), signal);
    if (isHeader(head, source.size)) return true;
    // The name alone says that a broken file was meant as one. An archive of that name is an archive.
    return /\.safetensors$/i.test(name) && !(await isArchive(container, signal));
  },

  async open(container, { signal }) {
    const folder = await shardFolder(container, signal);
    if (folder) return { ...(await openSharded(folder, false, signal)), checks: safetensorsChecks };
    const { source } = container;
    if (!source) throw new BadFileError('safetensors/bad-index', 'The folder has no index of safetensors files.');
    return { ...(await openSingle(container, source, signal)), checks: safetensorsChecks };
  },

  drafts: async () => (await import('./drafts.ts')).drafts,
  fields: async () => (await import('./field-guide.ts')).HEADER_FIELDS,
};

/** Whether a file begins as one of this format: a length that fits into it, and then an object. */
function isHeader(head: Uint8Array, size: number): boolean {
  const length = statedLength(head);
  if (length === undefined || length > MAX_HEADER_BYTES || BigInt(LENGTH_BYTES) + length > size) return false;
  const start = String.fromCharCode(...head.subarray(LENGTH_BYTES, LENGTH_BYTES + Number(length)));
  return HEADER_START.test(start);
}

/**
 * Opens a safetensors file from its header. Rejects as `openFile`, and with the first error where nothing can be shown.
 */
async function openSingle(container: Container, source: ByteSource, signal?: AbortSignal): Promise<OpenPackage> {
  const file = await openFile(source, container.name, signal);
  refuseEmpty(file);
  const isShard = SHARD_NAME.test(container.name);
  const own: OwnFacts = { tensorsStay: isShard ? SHARD_SENTENCE : undefined };
  const pkg = {
    ...packageOf(file.tensors, factsOf(file), true),
    findings: mergeFindings(file.findings),
    conversion: conversionOf(file.header.metadata.entries),
    own,
  };
  const cannot = editRefusal(file.findings, [], AMBIGUOUS);
  return openedFile(container, file, pkg, (tensor) => fileTensor(tensor, source), cannot, headerOf(file, isShard));
}

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
