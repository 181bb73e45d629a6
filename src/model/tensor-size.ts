import { DTYPE_BYTES, isNumericDtype } from '../tensor/dtype.ts';
import { elementCount } from '../tensor/shape.ts';
import type { PackageFile, TensorInfo } from './package.ts';

/** Elements of a tensor; undefined for a nested one, whose inner ones each have their own. */
export function tensorElements(tensor: TensorInfo): bigint | undefined {
  return tensor.dtype === 'nested' ? undefined : elementCount(tensor.shape);
}

/**
 * Bytes of a tensor's data: of numbers what shape and dtype ask for, of strings the file's size (undefined where the package does not
 * hold it), of a nested tensor nothing of its own.
 */
export function tensorBytes(tensor: TensorInfo, file: PackageFile | undefined): number | bigint | undefined {
  if (tensor.dtype === 'nested') return undefined;
  if (isNumericDtype(tensor.dtype)) return elementCount(tensor.shape) * BigInt(DTYPE_BYTES[tensor.dtype]);
  return file?.size;
}
