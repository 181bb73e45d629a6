import { useMemo } from 'react';
import type { TensorInfo } from '../../../../../model/package.ts';
import { tensorElements } from '../../../../../model/tensor/tensor-size.ts';
import { usePackage, useTensorCells } from '../../../../../state/hooks.ts';
import { isDecodedDtype } from '../../../../../tensor/dtype.ts';
import { FIRST_IN_LINE, firstLine, firstPlane } from '../../../../../widgets/tensor/tensor-first.ts';
import { TENSOR_PREFIX } from '../../../core/paths.ts';

/** The first values of the tensor that a reference names; of a nested one, those of its first part. Else nothing. */
export function ReferenceValues({ value }: { value: string }) {
  const { tensors } = usePackage();
  const info = useMemo(() => readTensor(tensors, value), [tensors, value]);
  const plane = useMemo(() => info && firstPlane(info.shape, FIRST_IN_LINE), [info]);
  const dtype = info && isDecodedDtype(info.dtype) ? info.dtype : undefined;
  const isRead = info !== undefined && info.problem === undefined && dtype !== undefined && window !== undefined;
  const loading = useTensorCells(isRead ? info.name : undefined, plane);
  // The line keeps its room while they are read.
  if (isRead && loading.status === 'loading') return '\u00a0';
  if (!info || !dtype || loading.status !== 'ready') return null;
  return firstLine(dtype, loading.value, tensorElements(info) ?? 0n);
}

function readTensor(tensors: readonly TensorInfo[], reference: string): TensorInfo | undefined {
  if (!reference.startsWith(TENSOR_PREFIX)) return undefined;
  const name = reference.slice(TENSOR_PREFIX.length);
  const found = tensors.find((tensor) => tensor.name === name);
  return found?.inner ? tensors.find((tensor) => tensor.name === found.inner?.[0]) : found;
}
