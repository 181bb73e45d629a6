import { isNumericDtype } from '../../tensor/dtype.ts';
import type { TensorInfo } from '../package.ts';
import { tensorSize } from './tensor-size.ts';
import { valueDtype } from './value-dtype.ts';

/** Whether a tensor has numbers of its own that a scan can look at. */
export function isScanned(info: TensorInfo): boolean {
  return !info.inner && isNumericDtype(valueDtype(info));
}

/** Whether a tensor is stored in blocks whose scales alone can be looked at. */
export function hasScales({ values }: TensorInfo): boolean {
  return values !== undefined;
}

/** The bytes that a scan reads of a tensor. 0 where they are not known. */
export function scannedBytes(info: TensorInfo): number {
  return Number(tensorSize(info) ?? 0);
}

/** The tensors that a scan looks at, each name once, in the order in which they lie in their files. */
export function scanList(tensors: readonly TensorInfo[]): TensorInfo[] {
  const files = new Map<string | undefined, number>();
  const list = new Map<string, TensorInfo>();
  for (const info of tensors) {
    if (!files.has(info.data?.path)) files.set(info.data?.path, files.size);
    if (isScanned(info) && !list.has(info.name)) list.set(info.name, info);
  }
  const fileOf = ({ data }: TensorInfo) => files.get(data?.path) ?? 0;
  return [...list.values()].sort((a, b) => fileOf(a) - fileOf(b) || (a.data?.start ?? 0) - (b.data?.start ?? 0));
}
