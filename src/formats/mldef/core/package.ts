import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { formatNumberOf } from '../../../base/amounts.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { unsafeReason } from '../../../base/path.ts';
import type { Report } from '../../../base/report.ts';
import type { Fact, Package, PackageFile, Panel, PanelRow, TensorSpec } from '../../../model/package.ts';
import { archiveFiles } from '../../archive-files.ts';
import { conversionOf } from './conversion.ts';
import type { DataFile } from './data-file.ts';
import type { ReadSection } from './fields.ts';
import { MAX_SHOWN_SECTIONS } from './limits.ts';
import { errorValuesText, normalizationText, rangeText } from './normalization.ts';
import {
  DATA_FILES,
  LAYERS,
  LICENSE_FILE_FACT,
  type MldefOwn,
  NODE_RANGES,
  type ShownDataFile,
  type ShownNodeRange,
  sliceText,
} from './own.ts';
import { MANIFEST, SIGNATURE } from './paths.ts';
import { MODEL_FILES } from './plan.ts';
import { isWebUrl, type Sections } from './sections.ts';
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
  const { container, archive, sections, tensors, signature, report, isText } = read;
  const saveProblem = archive.planProblem() ?? (archive.plan ? undefined : NO_PLAN);
  const canVerify = archive.source !== undefined || (signature?.sums.size ?? 0) > 0;
  const own = ownOf(read);
  const canSave = isText && saveProblem === undefined;
  const { name, description, url } = sections?.model.values ?? {};
  const isSummary = description !== undefined && description.length <= MAX_SUMMARY && !description.includes('\n');
  return {
    format: 'mldef',
    formatName: 'An mldef model',
    words: wordsOf(signature),
    verdicts: VERDICTS,
    name: container.name,
    size: container.size,
    directory: archive.words.directory,
    title: name,
    summary: isSummary ? description : undefined,
    description: isSummary ? undefined : description,
    homepage: url !== undefined && isWebUrl(url) ? url : undefined,
    facts: factsOf(read),
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
      save: canSave,
      reseal: canSave,
      // An edit adds layers and moves their slices.
      editTensors: canSave,
      files: canSave ? MODEL_FILES : undefined,
    },
    cannot: {
      verify: canVerify ? undefined : 'Without SIGNATURE, a folder has no checksums to check',
      edit: isText ? undefined : NO_TEXT,
      save: canSave ? undefined : (saveProblem ?? NO_TEXT),
    },
    unread: sections ? undefined : true,
    runs: RUNS,
    panels: panelsOf(own),
    conversion: sections && conversionOf(sections, read.dataFiles, (type) => specsOf(sections.nodeRanges, type)),
    own,
  };
}

function factsOf({ sections, signature }: ReadModel): Fact[] {
  const { tags = [], authorName, authorEmail, url, licenseFile } = sections?.model.values ?? {};
  const fact = (label: string, value: string | undefined): Fact[] => (value === undefined ? [] : [{ label, value }]);
  return [
    ...fact('Author name', authorName),
    ...fact('Author email', authorEmail),
    ...(url !== undefined && isWebUrl(url) ? [] : fact('URL', url)),
    ...fact(LICENSE_FILE_FACT, licenseFile),
    ...fact('Tags', tags.join(', ') || undefined).map((item) => ({
      ...item,
      items: [...new Set(tags)].map((value) => ({ value })),
    })),
    ...fact(SIGNATURE, signature && signatureText(signature)).map((item) => ({
      ...item,
      note: 'whoever made the package can write them',
    })),
  ];
}

function signatureText({ sums, opaque }: Signature): string {
  const checksums = formatNumberOf(sums.size, 'checksum');
  if (opaque === 0) return `${checksums} without a key`;
  const lines = formatNumberOf(opaque, 'line');
  return sums.size === 0
    ? `${lines} without a readable checksum`
    : `${checksums} without a key, ${lines} without a readable one`;
}

/** Node ranges as inputs and outputs. The document gives them a count and no type. */
function specsOf(ranges: Sections['nodeRanges'] = [], type: 'input' | 'output'): TensorSpec[] {
  return ranges
    .filter(({ values }) => values.type === type)
    .slice(0, MAX_SHOWN_SECTIONS)
    .map(({ values: { name, description, count } }) => ({
      name,
      shape: count === undefined ? undefined : [BigInt(count)],
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

function ownOf({ sections, dataFiles, tensors, signature }: ReadModel): MldefOwn {
  const { layers = [], nodeRanges = [] } = sections ?? {};
  const beyond = (list: readonly unknown[]) => Math.max(0, list.length - MAX_SHOWN_SECTIONS);
  return {
    dataFiles: dataFiles.slice(0, MAX_SHOWN_SECTIONS).map((file, at) => shownFile(file, tensors.ofFiles[at])),
    nodeRanges: nodeRanges.slice(0, MAX_SHOWN_SECTIONS).map(shownNodeRange),
    layers: layers.slice(0, MAX_SHOWN_SECTIONS).map(({ values }, at) => ({ ...values, tensor: tensors.ofLayers[at] })),
    more: { dataFiles: beyond(dataFiles), nodeRanges: beyond(nodeRanges), layers: beyond(layers) },
    signature: signature && { checksums: signature.sums.size, opaque: signature.opaque },
  };
}

function shownFile(file: DataFile, tensor: string | undefined): ShownDataFile {
  const { name, path, entry, points, unread, storageBytes, storageFormat } = file;
  const isKnown = storageFormat !== undefined || storageBytes !== undefined;
  const storage = isKnown ? `${storageFormat ?? 'unknown'}, ${storageBytes ?? 'unknown'} bytes` : undefined;
  return { name, path, points, unread, isHere: entry !== undefined, bytes: entry?.size, storage, tensor };
}

function shownNodeRange({ values }: ReadSection<'nodeRange'>): ShownNodeRange {
  const { name, description, type, count, unit } = values;
  return {
    name,
    description,
    type,
    count,
    unit,
    normalization: normalizationText(values),
    range: rangeText(values),
    errorValues: errorValuesText(values),
  };
}

/** The sections as tables of text: for the command line, since the page has its own. */
function panelsOf({ nodeRanges, layers, dataFiles, more }: MldefOwn): Panel[] {
  const panel = (title: string, rows: PanelRow[], left: number): Panel[] =>
    rows.length === 0 ? [] : [{ title, rows, ...(left > 0 ? { more: left } : {}) }];
  const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part).join(', ');
  return [
    ...panel(
      NODE_RANGES,
      nodeRanges.map(({ name = '?', type = 'unknown', count, unit, normalization, range, errorValues }) => ({
        label: name,
        stored: true,
        value: joined(
          type,
          count === undefined ? undefined : formatNumberOf(count, 'node'),
          unit && `in ${unit}`,
          normalization && `normalized as ${normalization}`,
          range && `range ${range}`,
          errorValues && `error values: ${errorValues}`,
        ),
      })),
      more.nodeRanges,
    ),
    ...panel(
      LAYERS,
      layers.map((layer) => ({
        label: layer.name ?? '?',
        stored: true,
        value: joined(
          layer.capabilities.join(', '),
          layer.prior && `input from ${layer.prior}`,
          sliceText(layer) && `weights ${sliceText(layer)}`,
          layer.count === undefined ? undefined : `count ${layer.count}`,
        ),
      })),
      more.layers,
    ),
    ...panel(
      DATA_FILES,
      dataFiles.map(({ name = '?', path = '', points, storage, bytes }) => ({
        label: name,
        stored: true,
        value: joined(path, points === undefined ? undefined : formatNumberOf(points, 'data point'), storage),
        bytes,
      })),
      more.dataFiles,
    ),
  ];
}
