import { useMemo } from 'react';
import type { TensorInfo } from '../../../../../model/package.ts';
import { useTensorCells } from '../../../../../state/hooks.ts';
import type { Declared } from '../../../../../tensor/contents/fit.ts';
import type { TypedValues } from '../../../../../tensor/contents/typed.ts';
import { safeElementCount } from '../../../../../tensor/shape.ts';
import { firstPlane } from '../../../../../widgets/tensor/tensor-first.ts';
import { MAX_GRID_CELLS, type TypedDtype } from '../../../../../widgets/values/typed-draft.ts';
import { TypedForm } from '../../../../../widgets/values/typed-form.tsx';
import { CARTON_DTYPES, isCartonDtype } from '../../../core/read/dtypes.ts';

/** Whether values of the declared type can be typed: those of an unknown one cannot be stored. */
export function canBeTyped({ dtype }: Declared): boolean {
  return dtype === undefined || isCartonDtype(dtype);
}

interface Props {
  label: string;
  declared: Declared;
  /** The tensor whose values are changed. */
  info: TensorInfo | undefined;
  onTyped(typed: TypedValues): void;
  onCancel(): void;
}

/** Types a value. A small tensor that is there is changed, cell by cell. */
export function TypedValue({ label, declared, info, onTyped, onCancel }: Props) {
  const { dtype, shape, symbols } = declared;
  const count = info && safeElementCount(info.shape);
  const isChanged =
    count !== undefined && count > 0 && count <= MAX_GRID_CELLS && isCartonDtype(info?.dtype ?? '') && !info?.problem;
  const plane = useMemo(
    () => (isChanged ? firstPlane(info?.shape ?? [], MAX_GRID_CELLS) : undefined),
    [isChanged, info],
  );
  const loading = useTensorCells(isChanged ? info?.name : undefined, plane);
  if (isChanged && loading.status === 'loading') return null;
  const cells = isChanged && loading.status === 'ready' ? loading.value : undefined;
  const dtypes: readonly TypedDtype[] = dtype !== undefined && isCartonDtype(dtype) ? [dtype] : CARTON_DTYPES;
  const first = cells && info ? { dtype: info.dtype as TypedDtype, shape: info.shape, cells } : undefined;
  return (
    <TypedForm
      {...{ label, shape, symbols, onTyped, onCancel }}
      dtypes={first && !dtypes.includes(first.dtype) ? [first.dtype, ...dtypes] : dtypes}
      first={first}
      canNest={!first}
      button="Use"
    />
  );
}
