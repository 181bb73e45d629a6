import { useMemo } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import { tensorElements } from '../../model/tensor/tensor-size.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import { useTensorWindow } from '../../state/hooks.ts';
import { isDecodedDtype } from '../../tensor/dtype.ts';
import { useNear } from '../../widgets/loading/near.ts';
import { FIRST_IN_LINE, firstLine, firstWindow } from '../../widgets/tensor/tensor-first.ts';
import classes from './tensor-view.module.css';

/** The first values of a part in a line, once the line is on the screen. Nothing where they cannot be read. */
export function PartValues({ info }: { info: TensorInfo }) {
  const { name, shape } = info;
  const dtype = valueDtype(info);
  const { ref, isNear } = useNear();
  const window = useMemo(() => firstWindow(shape, FIRST_IN_LINE), [shape]);
  const decoded = isDecodedDtype(dtype) ? dtype : undefined;
  const isRead = isNear && info.problem === undefined && decoded !== undefined;
  const loading = useTensorWindow(isRead ? name : undefined, window);
  return (
    <span ref={ref} className={classes.partValues}>
      {loading.status === 'ready' && decoded && firstLine(decoded, loading.value, tensorElements(info) ?? 0n)}
    </span>
  );
}
