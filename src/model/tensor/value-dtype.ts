import type { TensorInfo } from '../package.ts';

/** The type of the values that are read of a tensor: that of its elements, unless they are computed from these. */
export function valueDtype({ dtype, values }: Pick<TensorInfo, 'dtype' | 'values'>): string {
  return values ?? dtype;
}
