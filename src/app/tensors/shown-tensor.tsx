import { useMemo } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import { statedShape } from '../../model/tensor/tensor-use.ts';
import { useActions, usePackage } from '../../state/hooks.ts';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import { useKeptState } from '../../widgets/kept-state.ts';
import { type TensorViewState, TensorViews } from '../../widgets/tensor-views/tensor-views.tsx';
import type { TensorAccess } from '../../widgets/tensor-views/view-props.ts';

const AS_FIRST: TensorViewState = {};

interface Props {
  info: TensorInfo;
  /** Of its values. */
  dtype: DecodedDtype;
}

/** The values of a tensor, in the views that apply. What was chosen stays for every tensor of the same shape. */
export function ShownTensor({ info, dtype }: Props) {
  const pkg = usePackage();
  const { name, shape } = info;
  const stated = useMemo(() => statedShape(pkg, name), [pkg, name]);
  const [state, setState] = useKeptState<TensorViewState>(`tensor of ${shape.join()}`, AS_FIRST);
  return (
    <TensorViews
      name={name}
      dtype={dtype}
      shape={shape}
      stated={stated}
      access={useTensorAccess(info)}
      state={state}
      onState={(change) => setState((now) => ({ ...now, ...change }))}
    />
  );
}

/** Reads of a tensor of the shown package. */
export function useTensorAccess({ name, problem }: TensorInfo): TensorAccess {
  const { readCells, readPlane, readEnvelopes, holdsPlane, readTensorBytes } = useActions();
  return useMemo(
    () => ({
      cells: (plane, signal, as) => readCells(name, plane, { signal, as }),
      numbers: (plane, signal) => readPlane(name, plane, { signal }),
      envelopes: (plane, ask, signal, onProgress) => readEnvelopes(name, plane, ask, { signal, onProgress }),
      holds: (plane) => holdsPlane(name, plane),
      bytes: problem === undefined ? (start, end, signal) => readTensorBytes(name, start, end, { signal }) : undefined,
    }),
    [readCells, readPlane, readEnvelopes, holdsPlane, readTensorBytes, name, problem],
  );
}
