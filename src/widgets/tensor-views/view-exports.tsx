import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import type { TensorPart } from '../../tensor/export/part.ts';
import type { PixelColors } from '../../tensor/export/pixel-colors.ts';
import { StoppedReadings } from './stopped.tsx';

/**
 * Draws a view's figure with its axes, legend and title on a canvas, whose size it sets. The name of the tensor is a
 * stranger's text: draw it with `visibleText`.
 */
export type DrawFigure = (canvas: HTMLCanvasElement) => Promise<void> | void;

/** What a view shows as pixels, one for each element: the worker reads and paints all of it. */
export interface ShownPicture {
  /** Rows and columns, and channels where there are three or four. */
  part: TensorPart;
  colors: PixelColors;
  /** What of the tensor it is, in NumPy's way of writing, where that is not the slice of the mapping. */
  slice?: string;
}

/** What the shown view offers to take away, for the menu "Export". */
export interface ViewExports {
  figure: DrawFigure | undefined;
  picture: (() => ShownPicture) | undefined;
}

interface Offers {
  offer<Name extends keyof ViewExports>(name: Name, what: ViewExports[Name]): void;
}

const Offered = createContext<ViewExports>({ figure: undefined, picture: undefined });
const Offering = createContext<Offers | undefined>(undefined);

/** Stands around a tensor's views and the menu that takes away what they offer. */
export function ViewExportsProvider({ children }: { children: ReactNode }) {
  const [offered, setOffered] = useState<ViewExports>({ figure: undefined, picture: undefined });
  const offers = useMemo<Offers>(
    () => ({ offer: (name, what) => setOffered((now) => ({ ...now, [name]: what })) }),
    [],
  );
  return (
    <Offering value={offers}>
      <Offered value={offered}>
        <StoppedReadings>{children}</StoppedReadings>
      </Offered>
    </Offering>
  );
}

/** What the shown view offers to take away. */
export function useViewExports(): ViewExports {
  return use(Offered);
}

/** Offers the figure of a view while it is shown. Undefined where nothing is drawn yet. */
export function useFigure(draw: DrawFigure | undefined): void {
  const latest = useRef(draw);
  latest.current = draw;
  useOffer('figure', draw !== undefined, (canvas) => latest.current?.(canvas));
}

/** Offers what a view shows as pixels while it is shown. Undefined where it is not known yet. */
export function usePicture(picture: ShownPicture | undefined): void {
  const latest = useRef(picture);
  // The last one stays while the next is on its way.
  if (picture) latest.current = picture;
  useOffer('picture', picture !== undefined, () => latest.current as ShownPicture);
}

function useOffer<Name extends keyof ViewExports>(name: Name, isThere: boolean, what: ViewExports[Name]): void {
  const offers = use(Offering);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `what` leads to the latest, by a ref.
  useEffect(() => {
    if (!isThere || !offers) return;
    offers.offer(name, what);
    return () => offers.offer(name, undefined);
  }, [offers, name, isThere]);
}
