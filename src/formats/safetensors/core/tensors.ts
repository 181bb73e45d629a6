import { BadFileError, UnsupportedError } from '../../../base/errors.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { quote } from '../../../base/text.ts';
import type { FileRange, TensorInfo } from '../../../model/package.ts';
import { sliceSource } from '../../../source/slice.ts';
import type { ByteSource } from '../../../source/source.ts';
import { isDecodedDtype } from '../../../tensor/dtype.ts';
import { tensorReader } from '../../../tensor/reader.ts';
import { safeElementCount } from '../../../tensor/shape.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import type { CheckedTensor } from './layout.ts';
import './findings.ts';

/** The name of a type that an entry does not state. */
const NO_DTYPE = '?';

/**
 * A tensor of one file as the page lists it.
 *
 * @param path the file that holds it
 * @param dataStart where the data of the file begins, in bytes
 */
export function tensorInfo({ entry, type, problem }: CheckedTensor, path: string, dataStart: number): TensorInfo {
  const { name, dtype = NO_DTYPE, shape = [] } = entry;
  const data = rangeOf(entry, path, dataStart);
  // Whoever multiplies the sizes of a hostile shape must come to an end.
  const sizes = shape.length > MAX_RANK ? shape.slice(0, MAX_RANK) : shape;
  // Without a spread: there may be hundreds of thousands.
  const info: TensorInfo = { name, dtype: type?.dtype ?? dtype, shape: sizes };
  if (data) info.data = data;
  if (problem) info.problem = problem.message;
  return info;
}

/** Where the data lies in the file. An end that no file reaches is left out. */
function rangeOf({ begin, end }: CheckedTensor['entry'], path: string, dataStart: number): FileRange | undefined {
  const start = begin === undefined ? Number.NaN : dataStart + Number(begin);
  if (!Number.isSafeInteger(start)) return undefined;
  const stop = end === undefined || begin === undefined || end < begin ? Number.NaN : dataStart + Number(end);
  return Number.isSafeInteger(stop) ? { path, start, end: stop } : { path, start };
}

/**
 * The values of a tensor. Throws with the code of its problem, and `tensor/not-decoded` for a type whose values are not
 * read.
 *
 * @param source the bytes of the whole file
 */
export function openTensor(checked: CheckedTensor, info: TensorInfo, source: ByteSource): TensorReader {
  const { name, dtype, shape, data } = info;
  const { problem } = checked;
  if (problem) throw new BadFileError(problem.code, problem.message);
  const count = safeElementCount(shape);
  if (data?.end === undefined || count === undefined) {
    throw new BadFileError(
      'tensor/size-mismatch',
      `The tensor ${quote(name)} has more elements than any file can hold.`,
    );
  }
  if (!isDecodedDtype(dtype) || dtype === 'string') {
    throw new UnsupportedError('tensor/not-decoded', `Boxcutter does not read values of the type ${quote(dtype)}.`);
  }
  return tensorReader(sliceSource(source, data.start, data.end), dtype, count);
}
