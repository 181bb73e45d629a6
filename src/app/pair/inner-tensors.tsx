import { useCallback, useEffect, useState } from 'react';
import { useActions, useWork } from '../../state/hooks.ts';
import type { PairSides } from '../../state/pair-slice.ts';
import { LoadingView } from '../../widgets/loading/loading-view.tsx';
import { ChosenPair } from './chosen-pair.tsx';
import classes from './pair-panes.module.css';
import { TensorTable, useTensorRows } from './pair-tensors.tsx';
import { usePairedTensors } from './use-package-diff.ts';

interface Props {
  sides: PairSides;
  /** Of the file in each package. */
  paths: readonly [string, string];
}

/** The tensors of a file that is a package in both, such as the weights of a model, beside each other. */
export default function InnerTensors({ sides, paths: [first, second] }: Props) {
  const { openInside, closeInside, closeBeside } = useActions();
  const opening = useWork(
    useCallback(
      async ({ signal }: { signal: AbortSignal }): Promise<PairSides> => {
        const before = await openInside(sides.before, first, { signal });
        const after = await openInside(sides.after, second, { signal }).catch((error: unknown) => {
          closeBeside(before.of.handle);
          throw error;
        });
        return { before, after };
      },
      [openInside, closeBeside, sides, first, second],
    ),
  );
  const opened = opening.status === 'ready' ? opening.value : undefined;
  useEffect(() => {
    if (!opened) return;
    return () => closeInside(opened);
  }, [opened, closeInside]);
  return (
    <LoadingView of={opening} what="its tensors">
      {(inner) => <Tensors sides={inner} />}
    </LoadingView>
  );
}

function Tensors({ sides }: { sides: PairSides }) {
  const [item, setItem] = useState<string>();
  const tensors = usePairedTensors(sides, undefined);
  const rows = useTensorRows(sides, tensors);
  const chosen = rows.find(({ a, b }) => (a ?? b)?.name === item);
  if (rows.length === 0) return null;
  return (
    <section aria-label="Tensors in the file" className={classes.inner}>
      <TensorTable {...{ sides, tensors, rows, chosen }} onItem={setItem} />
      {chosen && <ChosenPair sides={sides} row={chosen} />}
    </section>
  );
}
