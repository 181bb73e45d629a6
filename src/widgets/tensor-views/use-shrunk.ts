import { useMemo, useState } from 'react';
import { MAX_OVERVIEW_BINS, MAX_OVERVIEW_SIDE, MAX_SHRUNK_BINS } from '../../base/limits.ts';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import { planePart, type TensorPlane } from '../../tensor/mapping.ts';
import { planeBytes } from '../../tensor/plane.ts';
import { type Extent, type FinerPart, finerPart, overviewSteps, type PlaneView } from '../../tensor/plane-view.ts';
import type { BinSteps, ShrunkPlane } from '../../tensor/shrink.ts';
import { type Latest, readKey, useLatest } from './use-latest.ts';
import type { TensorAccess } from './view-props.ts';

/** A plane drawn together, and which one it is: the last one stays while the next is read. */
export interface Overview {
  plane: TensorPlane;
  shrunk: ShrunkPlane;
}

export interface OverviewState extends Latest<Overview> {
  /** Bytes that reading it takes, where that is more than is read without asking. */
  asks: number | undefined;
  ask(): void;
  /** Whether the value is of what is asked for now. */
  isCurrent: boolean;
  progress: { done: number; total: number } | undefined;
}

function stepsOf(plane: TensorPlane): BinSteps {
  return overviewSteps(plane, MAX_OVERVIEW_BINS, MAX_OVERVIEW_SIDE);
}

/**
 * A whole plane drawn together to what a screen shows.
 *
 * @param unasked bytes that are read without asking, at most those of `access`
 */
export function useOverview(
  access: TensorAccess,
  plane: TensorPlane,
  dtype: DecodedDtype,
  unasked = access.unaskedBytes,
): OverviewState {
  const steps = useMemo(() => stepsOf(plane), [plane]);
  const key = readKey(access, plane);
  const bytes = useMemo(() => planeBytes(plane, dtype), [plane, dtype]);
  const [asked, setAsked] = useState<string>();
  const [progress, setProgress] = useState<{ key: string; done: number; total: number }>();
  const asks = bytes > unasked && asked !== key && !access.holdsShrunk(plane, steps);
  const isHeld = () => access.holdsShrunk(plane, steps);
  const latest = useLatest(
    asks ? undefined : key,
    async (signal): Promise<Overview> => {
      const onProgress = ({ done, total }: { done: number; total: number }) => setProgress({ key, done, total });
      return { plane, shrunk: await access.shrunk(plane, steps, { signal, onProgress }) };
    },
    isHeld,
  );
  return {
    ...latest,
    asks: asks ? bytes : undefined,
    ask: () => setAsked(key),
    // By what it says: a plane that says the same is not read again.
    isCurrent: latest.key === key,
    // What was asked for is asked again.
    stop: asked === key ? () => setAsked(undefined) : latest.stop,
    progress: progress?.key === key ? progress : undefined,
  };
}

/** A part of a plane in finer bins. */
export interface Finer extends FinerPart {
  plane: TensorPlane;
  shrunk: ShrunkPlane;
}

/** The shown part of a plane in finer bins, once the overview is too coarse for it. */
export function useFiner(
  access: TensorAccess,
  plane: TensorPlane,
  dtype: DecodedDtype,
  view: PlaneView,
  drawing: Extent,
): Latest<Finer> & { isTooLarge: boolean } {
  const part = drawing.width > 0 ? finerPart(view, plane, drawing, stepsOf(plane), MAX_SHRUNK_BINS) : undefined;
  const of = part && planePart(plane, part.window);
  const isTooLarge = of !== undefined && planeBytes(of, dtype) > access.unaskedBytes;
  const latest = useLatest(
    part && of && !isTooLarge ? readKey(access, [of, part.steps]) : undefined,
    async (signal): Promise<Finer> => {
      const { window, steps } = part as FinerPart;
      return { plane, window, steps, shrunk: await access.shrunk(of as TensorPlane, steps, { signal }) };
    },
    () => part !== undefined && access.holdsShrunk(of as TensorPlane, part.steps),
  );
  return { ...latest, isTooLarge };
}
