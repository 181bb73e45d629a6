import { BadFileError, UnsupportedError } from '../../../../base/errors.ts';
import { MAX_RANK } from '../../../../base/limits.ts';
import { quote } from '../../../../base/text.ts';
import type { FileRange, TensorInfo } from '../../../../model/package.ts';
import { sliceSource } from '../../../../source/slice.ts';
import type { ByteSource } from '../../../../source/source.ts';
import type { ByteOrder } from '../../../../tensor/byte-order.ts';
import { isNumericDtype } from '../../../../tensor/dtype.ts';
import { tensorReader } from '../../../../tensor/reader.ts';
import { safeElementCount } from '../../../../tensor/shape.ts';
import type { TensorReader } from '../../../../tensor/values.ts';
import type { CheckedTensor } from '../header/layout.ts';
import { REMOVED_TYPES } from '../header/tensor-type.ts';
import { BlockReader } from './block-reader.ts';
import { blockType } from './blocks.ts';

/**
 * A tensor of one file as the page lists it. Its shape is in NumPy's order: the reverse of ggml's.
 *
 * @param path the file that holds it
 * @param dataStart where the data of the file begins, in bytes, if it is known
 */
export function tensorInfo(checked: CheckedTensor, path: string, dataStart: number | undefined): TensorInfo {
  const { entry, type, problem } = checked;
  const { name, ne, typeId } = entry;
  const dtype = type?.dtype ?? REMOVED_TYPES.get(typeId) ?? `type ${typeId}`;
  const data = dataStart === undefined ? undefined : rangeOf(checked, path, dataStart);
  const info: TensorInfo = { name, dtype, shape: ne.slice(0, MAX_RANK).reverse() };
  if (blockType(dtype)) info.values = 'float32';
  if (data) info.data = data;
  if (problem) info.problem = problem.message;
  return info;
}

/** Where the data lies in the file. An end that no file reaches is left out. */
function rangeOf({ entry: { offset }, bytes }: CheckedTensor, path: string, dataStart: number): FileRange | undefined {
  const start = dataStart + Number(offset);
  if (!Number.isSafeInteger(start)) return undefined;
  const end = bytes === undefined ? Number.NaN : start + Number(bytes);
  return Number.isSafeInteger(end) ? { path, start, end } : { path, start };
}

/**
 * The values of a tensor. Throws with the code of its problem, and `tensor/not-decoded` for a type whose values are not
 * read.
 *
 * @param source the bytes of the whole file
 */
export function openTensor(
  { problem }: CheckedTensor,
  { name, dtype, shape, data }: TensorInfo,
  source: ByteSource,
  order: ByteOrder,
): TensorReader {
  if (problem) throw new BadFileError(problem.code, problem.message);
  const count = safeElementCount(shape);
  if (data?.end === undefined || count === undefined) {
    throw new BadFileError(
      'tensor/size-mismatch',
      `The tensor ${quote(name)} has more elements than any file can hold.`,
    );
  }
  const bytes = sliceSource(source, data.start, data.end);
  const blocks = blockType(dtype);
  if (blocks) return new BlockReader(bytes, blocks, count, order);
  if (isNumericDtype(dtype)) return tensorReader(bytes, dtype, count, order);
  throw new UnsupportedError('tensor/not-decoded', `Boxcutter does not read values of the type ${quote(dtype)}.`);
}
