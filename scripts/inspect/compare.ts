import { existsSync } from 'node:fs';
import { formatNumberOf } from '../../src/base/amounts.ts';
import { BadFileError } from '../../src/base/errors.ts';
import { quote } from '../../src/base/text.ts';
import type { OpenPackage } from '../../src/formats/format.ts';
import type { TensorInfo } from '../../src/model/package.ts';
import { asConverted } from '../../src/model/pair/conversion.ts';
import { type PairedBy, pairTensors, type TensorPair } from '../../src/model/pair/tensor-pairs.ts';
import { comparedType } from '../../src/model/tensor/compared-type.ts';
import { compareTensors } from '../../src/tensor/compare/compare.ts';
import type { Extreme, TensorComparison } from '../../src/tensor/compare/comparer.ts';
import { compareSample, type SampleSize } from '../../src/tensor/compare/sample.ts';
import { alignedTensors, type ShapeRelation } from '../../src/tensor/compare/shapes.ts';
import {
  defaultTolerance,
  type StorageError,
  storageError,
  type Tolerance,
} from '../../src/tensor/compare/tolerance.ts';
import { checkShape } from '../../src/tensor/reader.ts';
import { indexAt, indexText, type Shape } from '../../src/tensor/shape.ts';
import type { GatherOptions } from '../../src/tensor/statistics/statistics.ts';
import { forTerminal } from './json.ts';
import { isUrl } from './source.ts';
import { namedTensor } from './tensor.ts';
import { UsageError } from './usage.ts';

/** What a tensor is compared with. */
export interface CompareOrder {
  /** A file or URL, and after a colon the name of a tensor in it. */
  other: string;
  tolerance: Partial<Tolerance>;
  transposed: boolean;
  sample?: SampleSize;
}

/** What is printed of a comparison. Places are indices, one for each dimension. */
export interface CompareReport extends Omit<TensorComparison, 'maxAbs' | 'maxRel' | 'first'> {
  name: string;
  with: { file: string; name: string };
  relation: ShapeRelation;
  /** How both were found to belong together, where their names differ and none was given. */
  by?: PairedBy;
  /** One was made from the other, and both were compared as they were before. */
  converted?: true;
  storageError?: StorageError | undefined;
  equal: boolean;
  close: boolean;
  maxAbs?: number;
  maxRel?: number;
  /** Where `maxAbs` is; of texts, the first that differs. */
  at?: readonly number[];
  maxRelAt?: readonly number[];
  /** The first that is not close. */
  first?: readonly number[];
}

/** Blocks of a sample. More are read as fast as the whole. */
const MAX_SAMPLE = 10_000;

/**
 * Numbers of `--rtol` and `--atol`, which are finite and not negative, and of `--sample`. Throws a `UsageError` for others.
 */
export function compareOrder({
  compare: other,
  rtol,
  atol,
  ...flags
}: {
  compare?: string;
  rtol?: string;
  atol?: string;
  'equal-nan'?: boolean;
  transposed?: boolean;
  sample?: string;
}): CompareOrder | undefined {
  const { 'equal-nan': equalNan, transposed = false, sample } = flags;
  if (other === undefined) return undefined;
  const numbers = Object.entries({ rtol, atol }).flatMap(([name, text]) => {
    if (text === undefined) return [];
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return [[name, value]];
    throw new UsageError(`--${name} must be a number that is not negative.`);
  });
  const tolerance = { ...Object.fromEntries(numbers), ...(equalNan && { equalNan }) };
  return { other, tolerance, transposed, ...(sample !== undefined && { sample: { blocks: sampleBlocks(sample) } }) };
}

function sampleBlocks(text: string): number {
  const blocks = /^\d+$/.test(text) ? Number(text) : 0;
  if (blocks >= 1 && blocks <= MAX_SAMPLE) return blocks;
  throw new UsageError(`--sample must be a number of blocks from 1 to ${MAX_SAMPLE}.`);
}

/** The file that `--compare` names, and the tensor in it. Names and paths may contain colons themselves. */
function namedIn(other: string): { file: string; name?: string } {
  if (isUrl(other)) {
    const colon = other.lastIndexOf(':');
    const path = other.indexOf('/', other.indexOf('//') + 2);
    return path >= 0 && colon > path ? { file: other.slice(0, colon), name: other.slice(colon + 1) } : { file: other };
  }
  for (let end = other.length; end > 0; end = other.lastIndexOf(':', end - 1)) {
    const file = other.slice(0, end);
    if (existsSync(file)) return end < other.length ? { file, name: other.slice(end + 1) } : { file };
  }
  return { file: other };
}

/** The tensor with a name; without one the partner of the first one (`pairTensors`), or else the only one. */
function tensorIn(
  { package: { tensors } }: OpenPackage,
  file: string,
  name: string | undefined,
  pair: TensorPair | undefined,
): TensorInfo {
  const wanted = name ?? pair?.b;
  const found =
    tensors.find((tensor) => tensor.name === wanted) ??
    (name === undefined && tensors.length === 1 ? tensors[0] : undefined);
  if (found) return found;
  const message =
    name === undefined
      ? `Say which tensor of ${file} is meant: ${file}:NAME.`
      : `${file} has no tensor ${quote(name)}.`;
  throw new BadFileError('reference/tensor-missing', message);
}

/**
 * Compares a tensor of an open package, as the actual one, with one of another file, as the expected one. Rejects with
 * `reference/tensor-missing` and `tensor/not-comparable`, and as reading does.
 */
export async function compareWith(
  open: OpenPackage,
  tensor: string,
  { other, tolerance, transposed, sample }: CompareOrder,
  openFile: (path: string) => Promise<OpenPackage>,
  { signal, onProgress }: GatherOptions,
): Promise<CompareReport> {
  const own = namedTensor(open, tensor);
  const { file, name } = namedIn(other);
  const from = await openFile(file);
  const origins = { a: open.package.origins, b: from.package.origins };
  const { pairs } = pairTensors(open.package.tensors, from.package.tensors, { origins });
  const match = pairs.find(({ a }) => a === own.name);
  const expected = tensorIn(from, file, name, match);
  const partner = match?.b === expected.name ? match : undefined;
  for (const { shape } of [own, expected]) checkShape(shape);
  const a = { ...own, reader: await open.tensor(own.name, signal), origins: origins.a };
  const b = { ...expected, reader: await from.tensor(expected.name, signal), origins: origins.b };
  const { relation, ...pair } = alignedTensors(
    a,
    partner?.converted ? { ...b, reader: asConverted(a, b) } : b,
    transposed,
  );
  const wanted = { ...defaultTolerance(comparedType(own), comparedType(expected)), ...tolerance };
  const options = { signal, onProgress };
  const found = await (sample ? compareSample(pair, wanted, sample, options) : compareTensors(pair, wanted, options));
  return {
    ...{ name: own.name, with: { file, name: expected.name }, relation },
    ...(partner && partner.by !== 'name' && { by: partner.by }),
    ...(partner?.converted && { converted: true as const }),
    storageError: storageError({ ...own, error: a.reader.storageError }, { ...expected, error: b.reader.storageError }),
    ...reported(found, own.shape),
  };
}

function reported({ maxAbs, maxRel, first, ...found }: TensorComparison, shape: Shape) {
  const indexOf = (at: number | undefined) => (at === undefined ? undefined : indexAt(shape, at));
  const place = (extreme: Extreme | undefined) => (extreme && extreme.value > 0 ? indexOf(extreme.at) : undefined);
  return {
    equal: found.differs === 0,
    close: found.beyond === 0,
    maxAbs: maxAbs?.value,
    maxRel: maxRel?.value ?? (maxAbs?.value === 0 ? 0 : undefined),
    ...found,
    at: maxAbs ? place(maxAbs) : indexOf(first),
    maxRelAt: place(maxRel),
    first: indexOf(first),
  };
}

/** A comparison for people at a terminal. */
export function compareSummary({ name, with: other, ...of }: CompareReport): string {
  const {
    close,
    equal,
    count,
    differs,
    beyond,
    rtol,
    atol,
    equalNan,
    at: maxAbsAt,
    maxRelAt,
    first,
    relation,
    by,
    converted,
    sample,
    storageError: ofType,
    ...figures
  } = of;
  const tolerance = `rtol ${rtol}, atol ${atol}${equalNan ? ', NaN equal to NaN' : ''}`;
  const word = equal ? 'Equal' : close ? `Close (${tolerance})` : `Not close (${tolerance})`;
  const at = (place: readonly number[] | undefined) => (place && place.length > 0 ? ` at ${indexText(place)}` : '');
  const places: Record<string, readonly number[] | undefined> = { maxAbs: maxAbsAt, maxRel: maxRelAt };
  return [
    ...(sample
      ? [`A sample of ${sample.blocks} blocks: ${count} of ${formatNumberOf(sample.elements, 'element')}`]
      : []),
    `${forTerminal(name)} and ${forTerminal(other.name)} of ${forTerminal(other.file)}: ${word}`,
    ...(converted ? ['One was converted from the other. They are compared as they were before.'] : []),
    ...(relation === 'ones' ? ['The shapes differ by dimensions of size 1.'] : []),
    `${formatNumberOf(count, 'element')}, ${differs} ${differs === 1 ? 'differs' : 'differ'}, ${beyond} beyond the tolerance${at(first).replace(' at', ', the first at')}`,
    ...Object.entries(figures)
      .filter(([, value]) => value !== undefined)
      .map(([figure, value]) => `  ${figure.padEnd(13)} ${String(value)}${at(places[figure])}`),
    ...(ofType
      ? [`  ${forTerminal(ofType.dtype)} itself has a relativeRmse of about ${ofType.relativeRmse.toPrecision(2)}`]
      : []),
  ].join('\n');
}
