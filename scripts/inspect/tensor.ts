import { open as openFile, rm } from 'node:fs/promises';
import { formatNumberOf } from '../../src/base/amounts.ts';
import { BadFileError, NetworkError, UnsupportedError } from '../../src/base/errors.ts';
import { quote } from '../../src/base/text.ts';
import type { OpenPackage } from '../../src/formats/format.ts';
import type { TensorInfo } from '../../src/model/package.ts';
import { valueDtype } from '../../src/model/tensor/value-dtype.ts';
import { chunksOf } from '../../src/source/stream.ts';
import { dtypeFacts, isDecodedDtype, isNumericDtype } from '../../src/tensor/dtype.ts';
import { elementText, type NumericValues } from '../../src/tensor/elements.ts';
import { npyHeader } from '../../src/tensor/npy.ts';
import { gridSize } from '../../src/tensor/reader.ts';
import type { Shape } from '../../src/tensor/shape.ts';
import { parseSlice, sliceBytes, sliceValues, type TensorSlice } from '../../src/tensor/slice.ts';
import { StatisticsGatherer, tensorStatistics } from '../../src/tensor/statistics.ts';
import type { TensorReader, TensorStatistics } from '../../src/tensor/values.ts';
import { blockLines, type ReportedBlock, reportedBlock } from './block.ts';
import { forTerminal } from './json.ts';
import { UsageError } from './usage.ts';

/** What is asked of one tensor. */
export interface TensorOrder {
  name: string;
  /** Only this part of it, in NumPy's way of writing. */
  slice?: string;
  /** The file to save it to. */
  npy?: string;
}

/** What is printed of one tensor, or of a part of it. */
export interface TensorReport {
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
  /** Where it was saved. */
  npy?: string;
}

/** As `TensorStatistics`, with exact numbers. Without a finite value there are no least and largest ones. */
interface ReportedStatistics {
  min?: number | bigint;
  max?: number | bigint;
  mean?: number;
  std?: number;
  nan: number;
  infinite: number;
  zeros: number;
}

const FIRST_VALUES = 16;

/**
 * Reads a tensor of an open package, and saves it where that is asked for. Throws a `UsageError` where the slice does
 * not fit, and as `OpenPackage.tensor` and reading do.
 */
export async function inspectTensor(open: OpenPackage, { name, slice: text, npy }: TensorOrder): Promise<TensorReport> {
  const info = open.package.tensors.find((tensor) => tensor.name === name);
  if (!info) throw new BadFileError('reference/tensor-missing', `The package has no tensor ${quote(name)}.`);
  if (info.problem === undefined) gridSize(info.shape);
  const slice = text === undefined ? undefined : sliceOf(text, info);
  const reader = await open.tensor(name);
  if (npy !== undefined) await saveNpy(npy, info, reader, slice);
  const count = slice?.count ?? reader.count;
  const statistics = isNumericDtype(valueDtype(info)) ? await statisticsOf(reader, info, slice) : undefined;
  return {
    name,
    dtype: info.dtype,
    shape: slice?.shape ?? info.shape,
    count: BigInt(count),
    first: isDecodedDtype(valueDtype(info)) ? await firstValues(reader, slice) : [],
    ...(statistics ? { statistics: reported(statistics, valueDtype(info)) } : {}),
    block: count > 0 ? await reportedBlock(reader, info, firstIndex(slice)) : undefined,
    npy,
  };
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

async function firstValues(reader: TensorReader, slice: TensorSlice | undefined): Promise<string[]> {
  const values: (number | bigint | string)[] = [];
  if (!slice) values.push(...(await reader.read(0, Math.min(reader.count, FIRST_VALUES))));
  else {
    for await (const part of sliceValues(reader, slice)) {
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
): Promise<TensorStatistics> {
  const dtype = valueDtype(info);
  if (!slice || !isNumericDtype(dtype)) return tensorStatistics(reader);
  const gatherer = new StatisticsGatherer(dtype);
  for await (const part of sliceValues(reader, slice)) gatherer.add(part as NumericValues);
  return gatherer.result();
}

function reported({ min, max, mean, std, nan, infinite, zeros }: TensorStatistics, dtype: string): ReportedStatistics {
  // 64-bit integers are exact only as a bigint.
  const exact = (text: string) => (dtypeFacts(dtype)?.kind === 'float' ? Number(text) : BigInt(text));
  return {
    ...(min === undefined ? {} : { min: exact(min) }),
    ...(max === undefined ? {} : { max: exact(max) }),
    mean,
    std,
    nan,
    infinite,
    zeros,
  };
}

/** Writes a new .npy file: all of it, or none. */
async function saveNpy(
  path: string,
  info: TensorInfo,
  reader: TensorReader,
  slice: TensorSlice | undefined,
): Promise<void> {
  const dtype = valueDtype(info);
  const { columnMajor, data } = reader;
  const whole = columnMajor ?? data;
  const header = npyHeader(dtype, slice?.shape ?? info.shape, columnMajor && !slice ? 'column-major' : 'row-major');
  const bits = dtypeFacts(dtype)?.bits;
  if (!whole || bits === undefined) {
    throw new UnsupportedError('tensor/not-in-npy', `Tensors of the type ${dtype} cannot be saved as .npy.`);
  }
  const file = await openFile(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'already exists' : `cannot be written (${error.code})`;
    throw new NetworkError('source/save-failed', `${path} ${why}.`, { cause: error });
  });
  try {
    await file.write(header);
    const chunks = slice ? sliceBytes(reader, slice, bits / 8) : chunksOf(whole.stream(0, whole.size));
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

/** A tensor for people at a terminal. */
export function tensorSummary({ name, dtype, shape, count, first, block, statistics, npy }: TensorReport): string {
  const more = count > first.length ? ' …' : '';
  return [
    forTerminal(name),
    `${dtype}, ${shape.length === 0 ? 'scalar' : shape.join(' × ')}, ${formatNumberOf(count, 'element')}`,
    ...(first.length > 0 ? [`${first.map(forTerminal).join(', ')}${more}`] : []),
    ...Object.entries(statistics ?? {}).map(([stat, value]) => `  ${stat.padEnd(9)} ${String(value)}`),
    ...(block ? blockLines(block) : []),
    ...(npy === undefined ? [] : [`Saved as ${forTerminal(npy)}`]),
  ].join('\n');
}
