import { dataBytes } from '../tensor/dtype.ts';
import { elementCount } from '../tensor/shape.ts';
import { fileIndex } from './file-index.ts';
import type { Package, PackageFile, TensorInfo } from './package.ts';

/** Elements of a tensor; undefined for a nested one, whose inner ones each have their own. */
export function tensorElements(tensor: TensorInfo): bigint | undefined {
  return tensor.inner ? undefined : elementCount(tensor.shape);
}

/**
 * Bytes of a tensor's data: of numbers what shape and dtype ask for, of strings the file's size (undefined where the package does not
 * hold it), of a nested tensor nothing of its own.
 */
export function tensorBytes(tensor: TensorInfo, file: PackageFile | undefined): number | bigint | undefined {
  if (tensor.inner) return undefined;
  return dataBytes(tensor.dtype, elementCount(tensor.shape)) ?? file?.size;
}

/** Elements and bytes of all that a nested tensor holds; undefined where one of them is not there, nested again or of no known size. */
export function nestedSize(
  tensor: TensorInfo,
  { tensors, files }: Pick<Package, 'tensors' | 'files'>,
): { elements: bigint | undefined; bytes: bigint | undefined } {
  const byName = tensorIndex(tensors);
  let elements: bigint | undefined = 0n;
  let bytes: bigint | undefined = 0n;
  for (const name of tensor.inner ?? []) {
    const inner = byName.get(name);
    const count = inner && tensorElements(inner);
    const size = inner && tensorBytes(inner, inner.file === undefined ? undefined : fileIndex(files).get(inner.file));
    elements = elements === undefined || count === undefined ? undefined : elements + count;
    bytes = bytes === undefined || size === undefined ? undefined : bytes + BigInt(size);
  }
  return { elements, bytes };
}

const indexes = new WeakMap<readonly TensorInfo[], ReadonlyMap<string, TensorInfo>>();

/** The tensors of a package by name, the first of each. Made once for each list. */
function tensorIndex(tensors: readonly TensorInfo[]): ReadonlyMap<string, TensorInfo> {
  const known = indexes.get(tensors);
  if (known) return known;
  const index = new Map<string, TensorInfo>();
  for (const tensor of tensors) if (!index.has(tensor.name)) index.set(tensor.name, tensor);
  indexes.set(tensors, index);
  return index;
}
