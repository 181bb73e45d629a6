import type { Container } from '../../../archive/container.ts';
import { formatCount } from '../../../base/amounts.ts';
import { asBoxcutterError, BadFileError, type BoxcutterError, UnsupportedError } from '../../../base/errors.ts';
import { groupBy } from '../../../base/group-by.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact, Package, TensorInfo } from '../../../model/package.ts';
import { Parameters } from '../../../model/tensor/parameters.ts';
import type { PackageWords } from '../../../model/words.ts';
import { type EntryWalk, entriesSummary } from '../../../pickle/entry-walks.ts';
import { summaryOf, unpickleFact, unpickleRuns } from '../../../pickle/facts.ts';
import { reportWalk } from '../../../pickle/report.ts';
import type { Walk } from '../../../pickle/walk.ts';
import { sliceSource } from '../../../source/slice.ts';
import type { ByteSource } from '../../../source/source.ts';
import { type ByteOrder, littleEndianSource } from '../../../tensor/byte-order.ts';
import { stridedSource } from '../../../tensor/column-major.ts';
import { isComplexDtype, isDecodedDtype } from '../../../tensor/dtype.ts';
import { tensorReader } from '../../../tensor/reader.ts';
import { safeElementCount } from '../../../tensor/shape.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import { UNKNOWN_PARTS } from '../../files-package.ts';
import type { NumpyArray } from './numpy-array.ts';
import { importsOf, type PickleKind, type PickleOwn, type TorchView } from './own.ts';
import { spanOf, type TorchSpan, type TorchTensor } from './torch-tensor.ts';
import '../../../tensor/findings.ts';

/** The place of a storage's bytes: a whole file of an archive, or a part of one file. */
export interface StoragePlace {
  path: string;
  start: number;
  size: number;
}

/** A tensor as the page lists it, with what its values are read from. */
export interface PlacedTensor {
  tensor: TorchTensor;
  info: TensorInfo;
  place?: StoragePlace;
  /** Where its elements are in that place. */
  span?: TorchSpan;
  problem?: BoxcutterError;
}

/**
 * @param path where the pickle is
 * @param placeOf gives the place of a storage. Throws if it is not in the file
 */
export function placeTensor(
  tensor: TorchTensor,
  path: string,
  placeOf: (tensor: TorchTensor) => StoragePlace,
): PlacedTensor {
  const { name, dtype, shape } = tensor;
  const info: TensorInfo = { name, dtype, shape };
  try {
    const place = tensor.array ? arrayPlace(tensor.array, path) : placeOf(tensor);
    const span = spanOf(tensor, place.size);
    info.data = { path: place.path, start: place.start + span.start, end: place.start + span.end };
    return { tensor, info, place, span };
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
export function openTorchTensor(
  { tensor, place, span, problem }: PlacedTensor,
  source: ByteSource,
  fileOrder: ByteOrder,
): TensorReader {
  const { name, dtype, shape, strides, array } = tensor;
  const order = array?.order ?? fileOrder;
  if (problem || !place || !span)
    throw problem ?? new BadFileError('tensor/size-mismatch', `${quote(name)} has no storage.`);
  const { start, end, width, isContiguous } = span;
  const count = safeElementCount(shape);
  if (!isDecodedDtype(dtype) || dtype === 'string' || count === undefined) {
    throw new UnsupportedError('tensor/not-decoded', `Boxcutter does not read values of type ${dtype}.`);
  }
  const stored = sliceSource(source, place.start + start, place.start + end);
  if (isContiguous) return tensorReader(stored, dtype, count, order);
  const part = isComplexDtype(dtype) ? width / 2 : width;
  const little = order === 'little' || part === 1 ? stored : littleEndianSource(stored, part);
  return tensorReader(stridedSource(little, shape, strides, width), dtype, count);
}

const WORDS: PackageWords = {
  one: 'file',
  a: 'a file',
  reader: 'PyTorch',
  checked: ['its pickles', 'where its tensors lie'],
};

/** What was found in a file of PyTorch. */
interface TorchContent {
  kind: PickleKind;
  placed: readonly PlacedTensor[];
  /** Plain values beside the tensors. */
  values: readonly Fact[];
  /** Of the file's own pickles, or of those in the archive. */
  walks: readonly EntryWalk[] | Walk;
  /** Pickles of the main file, and its path in an archive. */
  pickles: number;
  main?: string;
}

/** What packages of PyTorch's three kinds of files have in common. */
export function picklePackage({ name, size }: Container, { kind, placed, values, walks, pickles, main }: TorchContent) {
  const isFile = 'pickles' in walks;
  const summary = isFile ? summaryOf(walks) : entriesSummary(walks);
  const runs = unpickleRuns(summary);
  const walked = isFile
    ? [{ path: name, walk: walks }]
    : walks.flatMap(({ entry: { path }, walk }) => (walk ? [{ path, walk }] : []));
  const { views, ...parts } = tensorParts(placed);
  const own: PickleOwn = {
    kind,
    pickles,
    main,
    isKnown: runs.weight === 'info',
    tensors: views,
    ...importsOf(walked),
  };
  return {
    ...UNKNOWN_PARTS,
    format: 'pickle',
    words: WORDS,
    verdicts: { refused: ['pickle/broken', 'pickle/cut'] },
    name,
    size,
    ...parts,
    facts: [...parts.facts, ...values],
    own,
    runs: { ...runs, facts: [unpickleFact(summary)] },
  } satisfies Partial<Package>;
}

/** Reports what walks over the pickles of an archive have found. */
export function reportWalks(walks: readonly EntryWalk[], report: Report): void {
  for (const { entry, walk, why } of walks) {
    if (walk) reportWalk(walk, entry.path, report, true);
    else report.add('pickle/unreadable', `${quote(entry.path)}: ${why}.`, { path: entry.path });
  }
}

/** Reports tensors that are not in the file. `path` is where those should be whose data is nowhere. */
export function reportTensors(placed: readonly PlacedTensor[], path: string | undefined, report: Report): void {
  for (const { info, problem } of placed) {
    if (problem?.tag === 'bad-file')
      report.add('tensor/size-mismatch', problem.message, { path: info.data?.path ?? path });
  }
}

function tensorParts(
  placed: readonly PlacedTensor[],
): Pick<Package, 'tensors' | 'panels'> & { facts: Fact[]; views: TorchView[] } {
  const sound = placed.filter(({ problem }) => problem?.tag !== 'bad-file');
  const parameters = new Parameters(withoutShared(sound).map(({ info }) => info));
  const views = placed.flatMap(({ tensor }) => (tensor.array ? [] : [tensor]));
  const sharing = new Map<string, number>();
  for (const { storage } of views) sharing.set(storage.key, (sharing.get(storage.key) ?? 0) + 1);
  const devices = [...new Set(views.map(({ storage }) => storage.device))];
  return {
    tensors: placed.map(({ info }) => info),
    panels: parameters.panels(),
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
  const start = ({ span }: PlacedTensor) => span?.start ?? 0;
  const rank = ({ span }: PlacedTensor) => (span?.isContiguous ? 0 : 1);
  const byPath = groupBy(placed, ({ place }) => place && `${place.start} ${place.path}`);
  return [...byPath].flatMap(([path, views]) => {
    if (path === undefined) return views;
    const known = new Set<string>();
    let covered = 0;
    return [...views]
      .sort((a, b) => start(a) - start(b) || rank(a) - rank(b) || (b.span?.end ?? 0) - (a.span?.end ?? 0))
      .filter(({ span, tensor: { shape, strides } }) => {
        if (!span) return true;
        const key = `${span.start} ${span.end} ${shape} ${strides}`;
        const isShared = span.end <= covered || known.has(key);
        known.add(key);
        if (span.isContiguous) covered = Math.max(covered, span.end);
        return !isShared;
      });
  });
}
