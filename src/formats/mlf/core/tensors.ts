import type { Archive } from '../../../archive/archive.ts';
import { BadFileError, faultOfFile, UnsupportedError } from '../../../base/errors.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { ForwardReader } from '../../../source/forward.ts';
import { sliceSource } from '../../../source/slice.ts';
import { isDecodedDtype } from '../../../tensor/dtype.ts';
import { tensorReader } from '../../../tensor/reader.ts';
import { safeElementCount } from '../../../tensor/shape.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import { MAX_UNASKED_READS } from './limits.ts';
import { readParams } from './params.ts';

/** A .params file of the package. */
const PARAMS = /^parameters\/[^/]+\.params$/;

/** The parameters of all modules, by name, and how many were left for a click. */
export interface Parameters {
  tensors: ReadonlyMap<string, TensorInfo>;
  left: number;
  files: readonly string[];
}

/**
 * Reads the names and headers of all parameters. Of several files, the name of the file stands before that of each
 * parameter.
 *
 * @param isPart stop after `MAX_UNASKED_READS` reads of each file
 */
export async function readParameters(
  archive: Archive,
  isPart: boolean,
  report: Report,
  signal?: AbortSignal,
): Promise<Parameters> {
  const files = archive.entries.filter(({ path, unsafe, shadowed }) => !unsafe && !shadowed && PARAMS.test(path));
  const tensors = new Map<string, TensorInfo>();
  let left = 0;
  for (const { path } of files) {
    const source = archive.open(path);
    if (!source) continue;
    try {
      const reader = new ForwardReader(source, isPart ? { near: 65_536, most: MAX_UNASKED_READS } : {});
      const { arrays, count } = await readParams(reader, source.size, path, report, signal);
      if (reader.isSpent) left += count - arrays.length;
      const prefix = files.length > 1 ? `${baseName(path).replace(/\.params$/, '')}/` : '';
      for (const { name, dtype, shape, start, end } of arrays) {
        tensors.set(prefix + name, { name: prefix + name, dtype, shape, data: { path, start, end } });
      }
    } catch (error) {
      const { code, message } = faultOfFile(error);
      report.add(code, message, { path });
    }
  }
  return { tensors, left, files: files.map(({ path }) => path) };
}

/** The values of a parameter. Throws `tensor/not-decoded` for a type that is not read. */
export function openParameter({ name, dtype, shape, data }: TensorInfo, archive: Archive): TensorReader {
  const source = data && archive.open(data.path);
  const count = safeElementCount(shape);
  if (!source || data.end === undefined || count === undefined) {
    throw new BadFileError('tensor/size-mismatch', `The values of ${quote(name)} are not in the package.`);
  }
  if (!isDecodedDtype(dtype) || dtype === 'string') {
    throw new UnsupportedError('tensor/not-decoded', `Boxcutter does not read values of the type ${quote(dtype)}.`);
  }
  return tensorReader(sliceSource(source, data.start, data.end), dtype, count);
}
