import { notComparable } from '../../tensor/compare/comparer.ts';
import { ConvertedReader } from '../../tensor/compare/converted.ts';
import type { ShapedReader } from '../../tensor/compare/shapes.ts';
import type { TensorReader } from '../../tensor/values.ts';
import type { OriginRule } from '../package.ts';
import { originFinder } from './name-rules.ts';

/** A tensor of a package, and what is known of the package's tensors before they were converted. */
export interface ConvertedTensor extends ShapedReader {
  name: string;
  origins?: readonly OriginRule[] | undefined;
}

/**
 * `b` with its elements as `a` has them: as they were before it was converted, or as if it had been converted too. Two that
 * were converted alike stay as they are. Throws `tensor/not-comparable` where its shape does not allow that.
 */
export function asConverted(a: ConvertedTensor, b: ConvertedTensor): TensorReader {
  const [one, other] = [a, b].map(({ name, origins = [] }) => originFinder(origins)(name));
  if (one?.heads === other?.heads && one?.plus === other?.plus) return b.reader;
  const rows = Number(b.shape[0] ?? 1n);
  if (rows !== Number(a.shape[0] ?? 1n)) throw notComparable('The tensors have different numbers of rows.');
  const before = other?.heads || other?.plus ? new ConvertedReader(b.reader, rows, other, true) : b.reader;
  return one?.heads || one?.plus ? new ConvertedReader(before, rows, one, false) : before;
}
