import { useIntersection } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import { tensorElements } from '../../model/tensor/tensor-size.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import { useTensorWindow } from '../../state/hooks.ts';
import { isDecodedDtype } from '../../tensor/dtype.ts';
import { FIRST_IN_LINE, firstLine, firstWindow } from '../../widgets/tensor/tensor-first.ts';
import classes from './tensor-view.module.css';

const NO_WINDOW = { lead: [], rowStart: 0, rowEnd: 0, columnStart: 0, columnEnd: 0 };

/** The first values of a part in a line, once the line is on the screen. Nothing where they cannot be read. */
export function PartValues({ info }: { info: TensorInfo }) {
  const { name, shape } = info;
  const dtype = valueDtype(info);
  const { ref, entry } = useIntersection();
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (entry?.isIntersecting) setSeen(true);
  }, [entry?.isIntersecting]);
  const window = useMemo(() => firstWindow(shape, FIRST_IN_LINE), [shape]);
  const decoded = isDecodedDtype(dtype) ? dtype : undefined;
  const isRead = isSeen && info.problem === undefined && decoded !== undefined && window !== undefined;
  const loading = useTensorWindow(isRead ? name : undefined, window ?? NO_WINDOW);
  return (
    <span ref={ref} className={classes.partValues}>
      {loading.status === 'ready' && decoded && firstLine(decoded, loading.value, tensorElements(info) ?? 0n)}
    </span>
  );
}
