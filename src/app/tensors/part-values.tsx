import { useIntersection } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import { tensorElements } from '../../model/tensor-size.ts';
import { useTensorWindow } from '../../state/hooks.ts';
import { type DecodedDtype, isDecodedDtype } from '../../tensor/dtype.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { firstWindow } from '../../widgets/tensor-first.ts';
import { shortString, shortValue } from '../../widgets/tensor-grid/text.ts';
import classes from './tensor-view.module.css';

/** Values of a part shown beside its name. */
const FIRST_OF_PART = 4;

const NO_WINDOW = { lead: [], rowStart: 0, rowEnd: 0, columnStart: 0, columnEnd: 0 };

/** Characters of a string in that line. */
const MAX_STRING = 40;

/** The first values of a part in a line, once the line is on the screen. What says nothing of them says nothing here. */
export function PartValues({ info }: { info: TensorInfo }) {
  const { name, dtype, shape } = info;
  const { ref, entry } = useIntersection();
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (entry?.isIntersecting) setSeen(true);
  }, [entry?.isIntersecting]);
  const window = useMemo(() => firstWindow(shape, FIRST_OF_PART), [shape]);
  const isRead = isSeen && info.problem === undefined && isDecodedDtype(dtype) && window !== undefined;
  const loading = useTensorWindow(isRead ? name : undefined, window ?? NO_WINDOW);
  const cells = loading.status === 'ready' ? loading.value : [];
  const isMore = (tensorElements(info) ?? 0n) > BigInt(cells.length);
  return (
    <span ref={ref} className={classes.partValues} data-part-values={cells.length > 0 || undefined}>
      {cells.map((exact) => (isDecodedDtype(dtype) ? shownValue(dtype, exact) : '')).join(', ')}
      {cells.length > 0 && isMore ? ', …' : ''}
    </span>
  );
}

function shownValue(dtype: DecodedDtype, exact: string): string {
  return dtype === 'string' ? `“${visibleText(shortString(exact, MAX_STRING))}”` : shortValue(dtype, exact);
}
