import type { Archive } from '../../../archive/archive.ts';
import type { Report } from '../../../base/report.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { ForwardReader } from '../../../source/forward.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { FileTensor } from '../../weight-file.ts';
import { PARAMS } from './layout.ts';
import { MAX_UNASKED_READS } from './limits.ts';
import { readParams } from './params.ts';

/** The parameters of all modules, by name, and how many were left for a click. */
export interface Parameters {
  tensors: ReadonlyMap<string, FileTensor & { source: ByteSource }>;
  left: number;
  /** There are files of them, and all of their parameters are in `tensors`. */
  isWhole: boolean;
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
  const tensors = new Map<string, FileTensor & { source: ByteSource }>();
  let left = 0;
  let isWhole = files.length > 0 && !archive.unlisted;
  for (const { path } of files) {
    const source = archive.open(path);
    if (!source) {
      isWhole = false;
      continue;
    }
    const reader = new ForwardReader(source, isPart ? { near: 65_536, most: MAX_UNASKED_READS } : {});
    const { arrays, count, isRead } = await readParams(reader, source.size, path, report, signal);
    isWhole &&= isRead;
    if (reader.isSpent) left += count - arrays.length;
    const prefix = files.length > 1 ? `${baseName(path).replace(/\.params$/, '')}/` : '';
    for (const { dtype, shape, start, end, ...array } of arrays) {
      const info = { name: prefix + array.name, dtype, shape, data: { path, start, end } };
      tensors.set(info.name, { info, checked: { entry: info, problem: undefined }, source });
    }
  }
  return { tensors, left, isWhole, files: files.map(({ path }) => path) };
}
