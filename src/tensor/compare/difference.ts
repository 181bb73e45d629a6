import { rangedSource } from '../../source/ranged.ts';
import { DTYPES, isNumericDtype } from '../dtype.ts';
import type { NumericValues } from '../elements.ts';
import type { TensorReader } from '../values.ts';
import type { ComparedTensors } from './compare.ts';
import { notComparable } from './comparer.ts';
import { toFloats, wholeDifferences } from './whole.ts';

const BYTES = 8;

/**
 * The differences a − b of two tensors of the same number of elements, as a tensor of float64. Those of whole numbers are
 * exact up to 2^53, also of numbers beyond that. Throws `tensor/not-comparable`.
 */
export function differenceReader({ a, b }: ComparedTensors): TensorReader {
  const [one, other] = [a.dtype, b.dtype];
  if (!isNumericDtype(one) || !isNumericDtype(other) || a.count !== b.count)
    throw notComparable(`Elements of type ${one} and ${other} have no differences.`);
  const areWhole = DTYPES[one].kind !== 'float' && DTYPES[other].kind !== 'float';
  const read = async (start: number, end: number, signal?: AbortSignal) => {
    const [from, minus] = await Promise.all([a.read(start, end, signal), b.read(start, end, signal)]);
    return differences(from as NumericValues, minus as NumericValues, areWhole);
  };
  return {
    dtype: 'float64',
    count: a.count,
    read,
    data: rangedSource('difference', BYTES * a.count, async (start, end, signal) => {
      const first = Math.floor(start / BYTES);
      const values = await read(first, Math.ceil(end / BYTES), signal);
      return new Uint8Array(values.buffer).slice(start - first * BYTES, end - first * BYTES);
    }),
  };
}

function differences(a: NumericValues, b: NumericValues, areWhole: boolean): Float64Array<ArrayBuffer> {
  const values = new Float64Array(a.length);
  if (areWhole) {
    wholeDifferences(a, b, values);
    return values;
  }
  // As float64: a loop over several kinds of typed arrays takes twice as long.
  const other = new Float64Array(b.length);
  toFloats(a, values);
  toFloats(b, other);
  for (let index = 0; index < values.length; index++)
    values[index] = (values[index] as number) - (other[index] as number);
  return values;
}
