import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { formatNumberOf } from '../../../base/amounts.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { unsafeReason } from '../../../base/path.ts';
import type { Report } from '../../../base/report.ts';
import type { Fact, Package, PackageFile, TensorSpec } from '../../../model/package.ts';
import { archiveFiles } from '../../archive-files.ts';
import type { DataFile } from './data-file.ts';
import { MAX_SHOWN_SECTIONS } from './limits.ts';
import type { MldefOwn, ShownDataFile, ShownLayer } from './own.ts';
import { MANIFEST, SIGNATURE } from './paths.ts';
import { MODEL_FILES } from './plan.ts';
import { isWebUrl, type LayerSection, type ModelSection, type NodeRangeSection, type Sections } from './sections.ts';
import type { Signature } from './signature.ts';
import type { Tensors } from './tensors.ts';
import { RUNS, VERDICTS, wordsOf } from './words.ts';

/** Everything that opening has read. */
export interface ReadModel {
  container: Container;
  archive: Archive;
  /** Undefined where there is no manifest that can be read. */
  sections: Sections | undefined;
  dataFiles: readonly DataFile[];
  tensors: Tensors;
  signature: Signature | undefined;
  report: Report;
  /** Whether the manifest is text that can be edited. */
  isText: boolean;
}

/** A description up to this length is one sentence below the name. A longer one, or one of several lines, is a text. */
const MAX_SUMMARY = 300;

/** Tensors whose first values the Overview shows. */
const FIRST_VALUES = 3;

/** Why a manifest cannot be edited, and why an archive cannot be saved. */
const NO_TEXT = 'There is no manifest.json in UTF-8 to edit.';
const NO_PLAN = 'Boxcutter saves models as zip archives only.';

/** The package that the page shows of a model. */
export function packageOf(read: ReadModel): Package {
  const { container, archive, sections, dataFiles, tensors, signature, report, isText } = read;
  const saveProblem = archive.planProblem() ?? (archive.plan ? undefined : NO_PLAN);
  const canVerify = archive.source !== undefined || (signature?.sums.size ?? 0) > 0;
  const cannot = {
    ...(canVerify ? {} : { verify: 'A folder without SIGNATURE states no checksums to check' }),
    ...(isText ? {} : { edit: NO_TEXT }),
    ...(isText && saveProblem === undefined ? {} : { save: saveProblem ?? NO_TEXT }),
  };
  const model = sections?.model ?? { tags: [] };
  const { description, url } = model;
  const isSummary = description !== undefined && description.length <= MAX_SUMMARY && !description.includes('\n');
  return {
    format: 'mldef',
    formatName: 'An mldef model',
    words: wordsOf(signature),
    verdicts: VERDICTS,
    name: container.name,
    size: container.size,
    directory: archive.words.directory,
    title: model.name,
    ...(description === undefined ? {} : isSummary ? { summary: description } : { description }),
    ...(url !== undefined && isWebUrl(url) ? { homepage: url } : {}),
    facts: factsOf(model, signature),
    inputs: specsOf(sections?.nodeRanges, 'input'),
    outputs: specsOf(sections?.nodeRanges, 'output'),
    tensors: Array.from(tensors.byName.values(), ({ info }) => info),
    firstValues: [...tensors.byName.keys()].slice(0, FIRST_VALUES),
    examples: [],
    selfTests: [],
    files: filesOf(read),
    findings: mergeFindings(archive.findings, archive.contentFindings, report.findings),
    can: {
      verify: canVerify,
      edit: isText,
      save: isText && saveProblem === undefined,
      ...(isText && saveProblem === undefined ? { files: MODEL_FILES } : {}),
    },
    ...(Object.keys(cannot).length > 0 ? { cannot } : {}),
    ...(sections ? {} : { unread: true as const }),
    runs: RUNS,
    own: ownOf(sections, dataFiles, tensors, signature),
  };
}

function factsOf(model: ModelSection, signature: Signature | undefined): Fact[] {
  const { tags, authorName, authorEmail, url, licenseFile } = model;
  const facts: (Fact | undefined)[] = [
    factOf('Author name', authorName),
    factOf('Author email', authorEmail),
    url !== undefined && !isWebUrl(url) ? factOf('URL', url) : undefined,
    factOf('License file', licenseFile),
    tags.length === 0
      ? undefined
      : { label: 'Tags', value: tags.join(', '), items: [...new Set(tags)].map((value) => ({ value })) },
    signature && { label: SIGNATURE, value: signatureText(signature), note: 'not checked against a key of the author' },
  ];
  return facts.filter((fact) => fact !== undefined);
}

function factOf(label: string, value: string | undefined): Fact | undefined {
  return value === undefined ? undefined : { label, value };
}

function signatureText({ sums, opaque }: Signature): string {
  const checksums = formatNumberOf(sums.size, 'checksum');
  if (opaque === 0) return checksums;
  const lines = formatNumberOf(opaque, 'line');
  return sums.size === 0 ? `${lines} without a readable checksum` : `${checksums}, ${lines} without a readable one`;
}

/** Node ranges as inputs and outputs. The document gives them a count and no type. */
function specsOf(ranges: readonly NodeRangeSection[] = [], type: 'input' | 'output'): TensorSpec[] {
  return ranges
    .filter((range) => range.type === type)
    .slice(0, MAX_SHOWN_SECTIONS)
    .map(({ name, description, count }) => ({
      name,
      ...(count === undefined ? {} : { shape: [BigInt(count)] }),
      description,
    }));
}

function filesOf({ archive, dataFiles, signature }: ReadModel): PackageFile[] {
  const weights = new Set(dataFiles.flatMap(({ entry }) => entry?.path ?? []));
  const sums = signature?.sums ?? new Map<string, string>();
  const files = archiveFiles(archive).map((file): PackageFile => {
    const { path } = file;
    const role =
      path === MANIFEST ? 'metadata' : path === SIGNATURE ? 'hash-list' : weights.has(path) ? 'tensor' : 'other';
    if (sums.size === 0 || path === SIGNATURE || file.shadowed || file.unsafe) return { ...file, role };
    const sha256 = sums.get(path);
    return sha256 === undefined ? { ...file, role, hash: 'unlisted' } : { ...file, role, sha256, hash: 'unverified' };
  });
  const missing = [...sums].filter(([path]) => !archive.entryAt(path));
  return [
    ...files,
    ...missing.map(([path, sha256]): PackageFile => {
      const file = { path, sha256, role: 'other', hash: 'missing', kind: 'file' } as const;
      return unsafeReason(path) === undefined ? file : { ...file, unsafe: true };
    }),
  ];
}

function ownOf(
  sections: Sections | undefined,
  dataFiles: readonly DataFile[],
  tensors: Tensors,
  signature: Signature | undefined,
): MldefOwn {
  const { layers = [], nodeRanges = [] } = sections ?? {};
  const beyond = (list: readonly unknown[]) => Math.max(0, list.length - MAX_SHOWN_SECTIONS);
  return {
    dataFiles: dataFiles.slice(0, MAX_SHOWN_SECTIONS).map((file, at) => shownFile(file, tensors.ofFiles[at])),
    nodeRanges: nodeRanges
      .slice(0, MAX_SHOWN_SECTIONS)
      .map(({ name = '', description, type, count, unit, floats }) => ({
        name,
        floats,
        ...defined({ description, type, count, unit }),
      })),
    layers: layers.slice(0, MAX_SHOWN_SECTIONS).map((layer, at) => shownLayer(layer, tensors.ofLayers[at])),
    more: { dataFiles: beyond(dataFiles), nodeRanges: beyond(nodeRanges), layers: beyond(layers) },
    ...(signature
      ? { signature: { lines: signature.lines, checksums: signature.sums.size, opaque: signature.opaque } }
      : {}),
  };
}

function shownFile(file: DataFile, tensor: string | undefined): ShownDataFile {
  const { name = '', path, entry, points, unread, storageBytes, storageFormat } = file;
  const storage =
    storageFormat === undefined && storageBytes === undefined
      ? undefined
      : `${storageFormat ?? 'unknown'}, ${storageBytes ?? 'unknown'} bytes`;
  return {
    name,
    isHere: entry !== undefined,
    ...defined({ path, bytes: entry?.size, points, storage, unread, tensor }),
  };
}

function shownLayer(layer: LayerSection, tensor: string | undefined): ShownLayer {
  const { name = '', prior, description, capabilities, dataSource, start, count } = layer;
  return { name, capabilities, ...defined({ prior, description, dataSource, start, count, tensor }) };
}

/** The object without its members that are undefined. */
function defined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
