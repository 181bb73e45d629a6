import { formatNumberOf } from '../../src/base/amounts.ts';
import { BadFileError, InternalError, UnsupportedError } from '../../src/base/errors.ts';
import { quote } from '../../src/base/text.ts';
import type { OpenPackage } from '../../src/formats/format.ts';
import type { TensorInfo } from '../../src/model/package.ts';
import { tensorIndex } from '../../src/model/tensor/tensor-size.ts';
import { valueDtype } from '../../src/model/tensor/value-dtype.ts';
import { isDecodedDtype, isNumericDtype } from '../../src/tensor/dtype.ts';
import { elementText, type NumericValues } from '../../src/tensor/elements.ts';
import { exportOf } from '../../src/tensor/export/export.ts';
import { slicePart, type TensorPart, wholePart } from '../../src/tensor/export/part.ts';
import { asPicture } from '../../src/tensor/export/picture.ts';
import type { TensorFile } from '../../src/tensor/export/tensor-file.ts';
import { checkShape } from '../../src/tensor/reader.ts';
import { type Shape, shapeText } from '../../src/tensor/shape.ts';
import { parseSlice, sliceValues, type TensorSlice } from '../../src/tensor/slice.ts';
import { StatisticsGatherer } from '../../src/tensor/statistics/gatherer.ts';
import { type GatherOptions, tensorStatistics } from '../../src/tensor/statistics/statistics.ts';
import type { TensorReader, TensorStatistics } from '../../src/tensor/values.ts';
import { blockLines, type ReportedBlock, reportedBlock } from './block.ts';
import { forTerminal } from './json.ts';
import { checkFree, writeOut } from './out-file.ts';
import { type ReportedStatistics, reported, reportedInFull } from './statistics.ts';
import { UsageError } from './usage.ts';

/** The files that a tensor can be saved as, which are also the names of the options. */
export const SAVED_KINDS = ['npy', 'csv', 'tsv', 'png'] as const;

/** Where a tensor is to be saved, or was. */
export type SavedFiles = Partial<Record<(typeof SAVED_KINDS)[number], string>>;

/** What is asked of one tensor. */
export interface TensorOrder extends SavedFiles {
  name: string;
  /** Only this part of it, in NumPy's way of writing. */
  slice?: string;
  /** Saves separated values with the index of each before it. */
  index?: boolean;
  /** With percentiles and places. */
  inFull?: boolean;
}

/** What is printed of one tensor, or of a part of it. */
export interface TensorReport extends SavedFiles {
  name: string;
  dtype: string;
  shape: Shape;
  count: bigint;
  /** At most `FIRST_VALUES`, in row-major order. Each is the exact value as text. */
  first: readonly string[];
  /** Of real numbers alone, over the finite ones. */
  statistics?: ReportedStatistics;
  /** What is stored of the first element, where elements are stored in blocks. */
  block?: ReportedBlock | undefined;
}

const FIRST_VALUES = 16;

/**
 * Reads a tensor of an open package, and saves it where that is asked for. Throws a `UsageError` where the slice does
 * not fit, and as `OpenPackage.tensor` and reading do.
 */
export async function inspectTensor(
  open: OpenPackage,
  { name, slice: text, index = false, inFull = false, ...files }: TensorOrder,
  { signal = new AbortController().signal, onProgress }: GatherOptions = {},
): Promise<TensorReport> {
  const info = namedTensor(open, name);
  if (info.problem === undefined) checkShape(info.shape);
  const slice = text === undefined ? undefined : sliceOf(text, info);
  const reader = await open.tensor(name, signal);
  const saved = await saveFiles(files, info, { reader, slice, index, signal });
  const count = slice?.count ?? reader.count;
  const statistics = isNumericDtype(valueDtype(info))
    ? await statisticsOf(reader, info, slice, { signal, onProgress })
    : undefined;
  const shape = slice?.shape ?? info.shape;
  const report = (of: TensorStatistics) =>
    inFull ? reportedInFull(of, valueDtype(info), shape) : reported(of, valueDtype(info));
  return {
    name,
    dtype: info.dtype,
    shape,
    count: BigInt(count),
    first: isDecodedDtype(valueDtype(info)) ? await firstValues(reader, slice, signal) : [],
    ...(statistics ? { statistics: report(statistics) } : {}),
    block: count > 0 ? await reportedBlock(reader, info, firstIndex(slice)) : undefined,
    ...saved,
  };
}

/** Throws `reference/tensor-missing`. */
export function namedTensor({ package: { tensors } }: OpenPackage, name: string): TensorInfo {
  const info = tensorIndex(tensors).get(name);
  if (info) return info;
  throw new BadFileError('reference/tensor-missing', `The package has no tensor ${quote(name)}.`);
}

function sliceOf(text: string, { shape }: TensorInfo): TensorSlice {
  const slice = parseSlice(text, shape);
  if ('mistake' in slice) throw new UsageError(`--slice ${text}: ${slice.mistake}`);
  return slice;
}

/** The place of the first element in the tensor. */
function firstIndex(slice: TensorSlice | undefined): number {
  return slice?.steps.reduce((sum, { start, stride }) => sum + start * stride, 0) ?? 0;
}

async function firstValues(
  reader: TensorReader,
  slice: TensorSlice | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const values: (number | bigint | string)[] = [];
  if (!slice) values.push(...(await reader.read(0, Math.min(reader.count, FIRST_VALUES), signal)));
  else {
    for await (const part of sliceValues(reader, slice, signal)) {
      values.push(...part.slice(0, FIRST_VALUES));
      if (values.length >= FIRST_VALUES) break;
    }
  }
  const isBool = reader.dtype === 'bool';
  return values.slice(0, FIRST_VALUES).map((value) => elementText(isBool ? value !== 0 : value));
}

async function statisticsOf(
  reader: TensorReader,
  info: TensorInfo,
  slice: TensorSlice | undefined,
  { signal, onProgress }: GatherOptions,
): Promise<TensorStatistics> {
  const dtype = valueDtype(info);
  if (!slice || !isNumericDtype(dtype)) return tensorStatistics(reader, { signal, onProgress });
  const gatherer = new StatisticsGatherer(dtype);
  for await (const part of sliceValues(reader, slice, signal)) gatherer.add(part as NumericValues);
  return gatherer.result();
}

interface Wanted {
  reader: TensorReader;
  slice: TensorSlice | undefined;
  index: boolean;
  signal: AbortSignal;
}

/** Saves a tensor, or a slice of it, as new files. Each appears whole or not at all. */
async function saveFiles(
  files: SavedFiles,
  { shape }: TensorInfo,
  { reader, slice, index, signal }: Wanted,
): Promise<SavedFiles> {
  const saved: SavedFiles = {};
  const part = slice ? slicePart(slice) : wholePart(shape);
  const layout = index ? 'index' : 'rows';
  for (const kind of SAVED_KINDS) {
    const path = files[kind];
    if (path === undefined) continue;
    await checkFree(path);
    const file: TensorFile =
      kind === 'png' ? { kind, colors: { kind: 'levels' } } : kind === 'npy' ? { kind } : { kind, layout };
    const { bytes } = exportOf(reader, kind === 'png' ? pictureOf(part) : part, file);
    await writeOut(path, signal, {
      async write(writeAt) {
        let size = 0;
        for await (const chunk of bytes({ signal })) {
          await writeAt(chunk, size);
          size += chunk.length;
        }
        return { size };
      },
      async check(there, { size }) {
        if (there.size !== size) throw new InternalError('internal/bug', `${path} does not have what was written.`);
      },
    });
    saved[kind] = path;
  }
  return saved;
}

function pictureOf(part: TensorPart): TensorPart {
  const picture = asPicture(part);
  if (picture) return picture;
  throw new UnsupportedError(
    'tensor/not-in-png',
    'A picture has rows and columns, and one, three or four channels. Choose one with --slice.',
  );
}

/** A tensor for people at a terminal. */
export function tensorSummary({ name, dtype, shape, count, first, block, statistics, ...saved }: TensorReport): string {
  const more = count > first.length ? ' …' : '';
  return [
    forTerminal(name),
    `${dtype}, ${shapeText(shape)}, ${formatNumberOf(count, 'element')}`,
    ...(first.length > 0 ? [`${first.map(forTerminal).join(', ')}${more}`] : []),
    ...Object.entries(statistics ?? {}).flatMap(([stat, value]) => statisticsLines(stat, value)),
    ...(block ? blockLines(block) : []),
    ...SAVED_KINDS.flatMap((kind) => saved[kind] ?? []).map((path) => `Saved as ${forTerminal(path)}`),
  ].join('\n');
}

function statisticsLines(stat: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [`  ${stat.padEnd(9)} ${String(value)}`];
  const words = stat === 'places' ? 'at' : 'error';
  return Object.entries(value).map(([of, each]) => `  ${`${of} ${words}`.padEnd(15)} ${String(each)}`);
}
