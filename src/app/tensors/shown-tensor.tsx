import { useCallback, useMemo } from 'react';
import { MAX_AUTO_DOWNLOAD_BYTES, MAX_UNASKED_VIEW_BYTES } from '../../base/limits.ts';
import type { TensorInfo } from '../../model/package.ts';
import { statedShape } from '../../model/tensor/tensor-use.ts';
import type { CompareTarget } from '../../state/compare-slice.ts';
import { useActions, useOpened, usePackage, useTensorsId } from '../../state/hooks.ts';
import { type DecodedDtype, dtypeFacts } from '../../tensor/dtype.ts';
import { TensorViews } from '../../widgets/tensor-views/tensor-views.tsx';
import type { TensorAccess } from '../../widgets/tensor-views/view-props.ts';
import { useCompanions } from './companions.ts';
import { useSoundRates } from './sound-rates.ts';
import type { TensorState } from './tensor-state.ts';

interface Props {
  info: TensorInfo;
  /** Of its values. */
  dtype: DecodedDtype;
  shown: TensorState;
  /** Shows its differences from this one. `info` and `dtype` are those of the differences. Keep it stable. */
  minus?: CompareTarget | undefined;
}

/** The values of a tensor, in the views that apply. */
export function ShownTensor({ info, dtype, shown: { state, change }, minus }: Props) {
  const pkg = usePackage();
  const { name, shape } = info;
  const stated = useMemo(() => statedShape(pkg, name), [pkg, name]);
  return (
    <TensorViews
      name={name}
      dtype={dtype}
      shape={shape}
      stated={stated}
      access={useTensorAccess(info, minus)}
      companions={useCompanions(name, useAccessOf())}
      rates={useSoundRates(info)}
      state={state}
      onState={change}
    />
  );
}

/**
 * Reads of a tensor of the shown package, or of its differences from another one.
 *
 * @param handle of the package that has it, where that is open beside the one that is shown
 */
export function useTensorAccess(
  { name, dtype, values, problem }: TensorInfo,
  minus?: CompareTarget | undefined,
  handle?: number | undefined,
): TensorAccess {
  const accessOf = useAccessOf(handle);
  return useMemo(() => {
    return accessOf({ name, dtype, values, problem }, minus);
  }, [accessOf, name, dtype, values, problem, minus]);
}

/** The same, for several tensors. */
function useAccessOf(
  handle?: number | undefined,
): (info: Pick<TensorInfo, 'name' | 'dtype' | 'values' | 'problem'>, minus?: CompareTarget) => TensorAccess {
  const { readCells, readPlane, holdsPlane, readShrunk, holdsShrunk, readEnvelopes, readTokens, readTensorBytes } =
    useActions();
  const hasVocabulary = usePackage().vocabulary !== undefined && handle === undefined;
  // Another function once the draft may have given tensors other elements, so that they are read again.
  const of = useTensorsId();
  const isRemote = useOpened()?.descriptor.kind === 'url';
  const unaskedBytes = isRemote ? MAX_AUTO_DOWNLOAD_BYTES : MAX_UNASKED_VIEW_BYTES;
  return useCallback(
    ({ name: tensor, dtype, values, problem }, minus) => {
      const name = minus ? { tensor, minus } : handle === undefined ? tensor : { tensor, handle };
      return {
        of,
        cells: (plane, signal, as) => readCells(name, plane, { signal, as }),
        hasBits: values === undefined && Number.isInteger((dtypeFacts(dtype)?.bits ?? 1) / 8),
        numbers: (plane, signal) => readPlane(name, plane, { signal }),
        envelopes: (plane, ask, signal, onProgress) => readEnvelopes(name, plane, ask, { signal, onProgress }),
        holds: (plane) => holdsPlane(name, plane),
        shrunk: (plane, steps, options) => readShrunk(name, plane, steps, options),
        holdsShrunk: (plane, steps) => holdsShrunk(name, plane, steps),
        tokens: hasVocabulary ? (ids, signal) => readTokens(ids, { signal }) : undefined,
        unaskedBytes,
        isRemote,
        bytes:
          problem === undefined ? (start, end, signal) => readTensorBytes(name, start, end, { signal }) : undefined,
      };
    },
    [
      readCells,
      readPlane,
      holdsPlane,
      readShrunk,
      holdsShrunk,
      readEnvelopes,
      readTokens,
      readTensorBytes,
      hasVocabulary,
      isRemote,
      unaskedBytes,
      of,
      handle,
    ],
  );
}
