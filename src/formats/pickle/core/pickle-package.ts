import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { formatCount } from '../../../base/amounts.ts';
import { asBoxcutterError, type BoxcutterError, UnsupportedError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { groupBy } from '../../../base/group-by.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact, Package, TensorInfo } from '../../../model/package.ts';
import { Parameters } from '../../../model/tensor/parameters.ts';
import { weightsParts } from '../../../model/tensor/weights-parts.ts';
import type { PackageWords } from '../../../model/words.ts';
import { type EntryWalk, entriesSummary } from '../../../pickle/entry-walks.ts';
import { summaryOf, unpickleFact, unpickleRuns } from '../../../pickle/facts.ts';
import { reportWalk } from '../../../pickle/report.ts';
import type { PickleValue } from '../../../pickle/value.ts';
import type { Walk } from '../../../pickle/walk.ts';
import { sliceSource } from '../../../source/slice.ts';
import type { ByteSource } from '../../../source/source.ts';
import { type ByteOrder, littleEndianSource } from '../../../tensor/byte-order.ts';
import { stridedSource } from '../../../tensor/column-major.ts';
import { isComplexDtype, isDecodedDtype } from '../../../tensor/dtype.ts';
import { tensorReader } from '../../../tensor/reader.ts';
import { safeElementCount } from '../../../tensor/shape.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import { archiveFiles } from '../../archive-files.ts';
import { tensorNamed, UNKNOWN_PARTS } from '../../files-package.ts';
import type { OpenPackage } from '../../format.ts';
import type { NumpyArray } from './numpy-array.ts';
import { importsOf, type PickleKind, type PickleOwn, type TorchView } from './own.ts';
import { pickledParts, spanOf, type TensorById, type TorchSpan, type TorchTensor } from './torch-tensor.ts';
import '../../../tensor/findings.ts';

/** The place of a storage's bytes: a whole file of an archive, or a part of one file. */
export interface StoragePlace {
  path: string;
  start: number;
  size: number;
}

/** A tensor as the page lists it, with where its elements are in which place, or why they are nowhere. */
interface PlacedTensor {
  tensor: TorchTensor;
  info: TensorInfo;
  stored?: { place: StoragePlace; span: TorchSpan };
  problem?: BoxcutterError;
}

function placeTensor(tensor: TorchTensor, { main, placeOf }: PickleContent): PlacedTensor {
  const { name, dtype, shape } = tensor;
  const info: TensorInfo = { name, dtype, shape };
  try {
    const place = tensor.array ? arrayPlace(tensor.array, main) : placeOf(tensor);
    const span = spanOf(tensor, place.size);
    info.data = { path: place.path, start: place.start + span.start, end: place.start + span.end };
    return { tensor, info, stored: { place, span } };
  } catch (error) {
    const problem = asBoxcutterError(error);
    if (problem.tag === 'bad-file') info.problem = problem.message;
    return { tensor, info, problem };
  }
}

function arrayPlace({ stored }: NumpyArray, path: string): StoragePlace {
  if (stored) return { path, start: stored.start, size: stored.size };
  const message = 'Pickles of protocols 0 to 2 have arrays as text, which Boxcutter does not read.';
  throw new UnsupportedError('tensor/not-decoded', message);
}

/** The values of a tensor. Throws why they cannot be read. */
function openTensor(
  { tensor, stored: at, problem }: PlacedTensor,
  order: ByteOrder,
  sourceOf: OpenPackage['source'],
): TensorReader {
  if (!at) throw problem as BoxcutterError;
  const { dtype, shape, strides, array } = tensor;
  const { place, span } = at;
  const { start, end, width, isContiguous } = span;
  const count = safeElementCount(shape);
  if (!isDecodedDtype(dtype) || dtype === 'string' || count === undefined) {
    throw new UnsupportedError('tensor/not-decoded', `Boxcutter does not read values of type ${dtype}.`);
  }
  const source = sourceOf(place.path) as ByteSource;
  const stored = sliceSource(source, place.start + start, place.start + end);
  const byteOrder = array?.order ?? order;
  if (isContiguous) return tensorReader(stored, dtype, count, byteOrder);
  const part = isComplexDtype(dtype) ? width / 2 : width;
  const little = byteOrder === 'little' || part === 1 ? stored : littleEndianSource(stored, part);
  return tensorReader(stridedSource(little, shape, strides, width), dtype, count);
}

const WORDS: PackageWords = {
  one: 'file',
  a: 'a file',
  reader: 'PyTorch',
  checked: ['its pickles', 'where its tensors lie'],
};

/** What was found in a file of pickles, or in an archive with them. */
export interface PickleContent {
  kind: PickleKind;
  formatName: string;
  /** Undefined of a single file. */
  archive?: Archive;
  /** Of the file's own pickles, or of those in the archive. */
  walks: readonly EntryWalk[] | Walk;
  /** Where the pickle with the tensors is, how many pickles are there, and what it makes. */
  main: string;
  pickles: number;
  result: PickleValue | undefined;
  byId?: TensorById;
  /** The place of a tensor's storage. Throws if it is not in the file. */
  placeOf(tensor: TorchTensor): StoragePlace;
  /** Where storages should be that are nowhere. */
  storages?: string;
  order: ByteOrder;
  /** What the page says instead of figures of tensors. */
  facts?: readonly Fact[];
  /** What the page offers where not all was read, and what opens all of it then. */
  more?: Package['more'];
  readMore?: OpenPackage['readMore'];
}

/** Opens pickles and PyTorch's kinds of files by what was found in them. What is wrong goes into the report. */
export function openPickled(container: Container, content: PickleContent, report: Report): OpenPackage {
  const { name, size } = container;
  const { kind, archive, walks, main, pickles, result, byId, storages, more } = content;
  const isFile = 'pickles' in walks;
  const files: readonly { path: string; walk?: Walk; why?: string }[] = isFile
    ? [{ path: name, walk: walks }]
    : walks.map(({ entry: { path }, walk, why }) => ({ path, walk, why }));
  for (const { path, walk, why } of files) {
    if (walk) reportWalk(walk, path, report, kind !== 'pickle' && kind !== 'joblib');
    else report.add('pickle/unreadable', `${quote(path)}: ${why}.`, { path });
  }
  const { tensors, values } = pickledParts(result, byId);
  const placed = tensors.map((tensor) => placeTensor(tensor, content));
  for (const { info, problem } of placed) {
    if (problem?.tag !== 'bad-file') continue;
    report.add('tensor/size-mismatch', problem.message, { path: info.data?.path ?? storages });
  }
  const byName = new Map(placed.map((one) => [one.info.name, one]));
  const summary = isFile ? summaryOf(walks) : entriesSummary(walks);
  const runs = unpickleRuns(summary);
  const { views, ...parts } = tensorParts(placed);
  const own: PickleOwn = {
    kind,
    pickles,
    main: isFile ? undefined : main,
    isKnown: runs.weight === 'info',
    tensors: views,
    ...importsOf(files),
  };
  const source = (path: string) => (archive ? archive.open(path) : path === name ? container.source : undefined);
  return {
    package: {
      ...UNKNOWN_PARTS,
      format: 'pickle',
      formatName: content.formatName,
      words: WORDS,
      verdicts: { refused: ['pickle/broken', 'pickle/cut'] },
      name,
      size,
      directory: archive?.words.directory,
      ...parts,
      facts: [...(content.facts ?? parts.facts), ...values],
      files: archive
        ? archiveFiles(archive)
        : [{ path: name, size, role: kind === 'torch-file' ? 'tensor' : 'other', hash: 'none', kind: 'file' }],
      findings: mergeFindings(archive?.findings ?? [], report.findings),
      own,
      runs: { ...runs, facts: [unpickleFact(summary)] },
      more,
    },
    looked: isFile ? 'file' : new Set(walks.map(({ entry }) => entry)),
    source,
    tensor: async (asked) => openTensor(tensorNamed(byName, asked), content.order, source),
    readMore: more && content.readMore,
  };
}

function tensorParts(placed: readonly PlacedTensor[]): Pick<
  Package,
  'tensors' | 'laidOutElsewhere' | 'panels' | 'figures' | 'inShort' | 'model'
> & {
  facts: Fact[];
  views: TorchView[];
} {
  const sound = placed.filter(({ problem }) => problem?.tag !== 'bad-file');
  const parameters = new Parameters(withoutShared(sound).map(({ info }) => info));
  const views = placed.flatMap(({ tensor }) => (tensor.array ? [] : [tensor]));
  const sharing = new Map<string, number>();
  for (const { storage } of views) sharing.set(storage.key, (sharing.get(storage.key) ?? 0) + 1);
  const devices = [...new Set(views.map(({ storage }) => storage.device))];
  return {
    tensors: placed.map(({ info }) => info),
    laidOutElsewhere: true,
    ...weightsParts(
      parameters,
      placed.map(({ info }) => info),
    ),
    facts: [
      { label: 'Parameters', value: parameters.text },
      { label: 'Tensors', value: formatCount(placed.length) },
      { label: 'Storages', value: formatCount(sharing.size) },
      ...(devices.length > 0 ? [{ label: 'Devices', value: devices.slice(0, 8).join(', ') }] : []),
    ],
    views: views.map(({ name, storage, strides, offset, requiresGrad }) => ({
      name,
      ...storage,
      strides,
      offset,
      requiresGrad,
      sharers: sharing.get(storage.key) ?? 1,
    })),
  };
}

/** The tensors without those whose elements another one has, too: weights that layers share count once. */
function withoutShared(placed: readonly PlacedTensor[]): PlacedTensor[] {
  const byPlace = groupBy(placed, ({ stored }) => stored && `${stored.place.start} ${stored.place.path}`);
  return [...byPlace].flatMap(([place, views]) => {
    if (place === undefined) return views;
    const known = new Set<string>();
    let covered = 0;
    const spans = views.flatMap((view) => (view.stored ? [{ view, ...view.stored.span }] : []));
    return spans
      .sort((a, b) => a.start - b.start || Number(b.isContiguous) - Number(a.isContiguous) || b.end - a.end)
      .flatMap(({ view, start, end, isContiguous }) => {
        const key = `${start} ${end} ${view.tensor.shape} ${view.tensor.strides}`;
        const isShared = end <= covered || known.has(key);
        known.add(key);
        if (isContiguous) covered = Math.max(covered, end);
        return isShared ? [] : [view];
      });
  });
}
