import { memo } from '../../base/memo.ts';
import { dataBytes } from '../../tensor/dtype.ts';
import { elementCount } from '../../tensor/shape.ts';
import type { Package, TensorInfo } from '../package.ts';

/** Elements of a tensor. Undefined for a nested one: the tensors inside it have theirs. */
export function tensorElements(tensor: TensorInfo): bigint | undefined {
  return tensor.inner ? undefined : elementCount(tensor.shape);
}

/**
 * Bytes of a tensor's data: the length of its range in the file, else what shape and dtype ask for. Undefined where
 * neither is known, and for a nested tensor, which has no data of its own.
 */
export function tensorSize({ inner, data, dtype, shape }: TensorInfo): number | bigint | undefined {
  if (inner) return undefined;
  return data?.end === undefined ? dataBytes(dtype, elementCount(shape)) : data.end - data.start;
}

/** The same as a number, for sums that say how much is read: 0 where it is not known. */
export function readBytes(tensor: TensorInfo): number {
  return Number(tensorSize(tensor) ?? 0);
}

/**
 * Elements and bytes of a tensor, with those of all tensors in a nested one. Each is undefined where a tensor inside is
 * missing, nested again, or of unknown size.
 */
export function wholeSize(
  tensor: TensorInfo,
  { tensors }: Pick<Package, 'tensors'>,
): { elements: bigint | undefined; bytes: number | bigint | undefined } {
  if (!tensor.inner) return { elements: tensorElements(tensor), bytes: tensorSize(tensor) };
  const byName = tensorIndex(tensors);
  let elements: bigint | undefined = 0n;
  let bytes: bigint | undefined = 0n;
  for (const name of tensor.inner) {
    const inner = byName.get(name);
    const count = inner && tensorElements(inner);
    const size = inner && tensorSize(inner);
    elements = elements === undefined || count === undefined ? undefined : elements + count;
    bytes = bytes === undefined || size === undefined ? undefined : bytes + BigInt(size);
  }
  return { elements, bytes };
}

/** The tensors of a package by name: the first of each name. Made once for each list. */
export const tensorIndex = memo((tensors: readonly TensorInfo[]): ReadonlyMap<string, TensorInfo> => {
  const index = new Map<string, TensorInfo>();
  for (const tensor of tensors) if (!index.has(tensor.name)) index.set(tensor.name, tensor);
  return index;
});
