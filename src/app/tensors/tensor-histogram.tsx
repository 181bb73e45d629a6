import { useMemo } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import { statedShape } from '../../model/tensor/tensor-use.ts';
import type { CompareTarget } from '../../state/compare-slice.ts';
import { usePackage } from '../../state/hooks.ts';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import { safeElementCount } from '../../tensor/shape.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { shownElements, useShown } from '../../widgets/tensor-views/shown.ts';
import { useTensorAccess } from './shown-tensor.tsx';
import classes from './tensor-histogram.module.css';
import type { TensorState } from './tensor-state.ts';

const Histogram = lateView(() => import('../../widgets/tensor-views/histogram/histogram.tsx'));

const NO_SETTINGS = {};

interface Props {
  info: TensorInfo;
  dtype: DecodedDtype;
  shown: TensorState;
  /** As of `ShownTensor`. */
  minus?: CompareTarget | undefined;
}

/** How the values of a tensor are spread: of what is shown, or of all. */
export function TensorHistogram({ info, dtype, shown: { state, change }, minus }: Props) {
  const { name, shape } = info;
  const access = useTensorAccess(info, minus);
  const pkg = usePackage();
  const stated = useMemo(() => statedShape(pkg, name), [pkg, name]);
  const what = useShown(shape, stated, state);
  const slice = useMemo(() => shownElements(what, shape), [what, shape]);
  const own = state.settings?.['Heat map'];
  return (
    <div className={classes.root}>
      <Histogram
        name={name}
        dtype={dtype}
        count={safeElementCount(shape) ?? 0}
        slice={slice.plane}
        sliceName={slice.name}
        access={access}
        settings={state.view === 'Heat map' ? (own ?? NO_SETTINGS) : undefined}
        onSettings={(to) => change({ settings: { 'Heat map': to } })}
      />
    </div>
  );
}
