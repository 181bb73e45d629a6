import { memo as memoized } from '../../../base/memo.ts';
import { BAR_HEIGHT } from '../../../tensor/scan/scanned.ts';
import classes from './scan.module.css';

/** Units of a bar and of the gap after it. */
const BAR = 4;
const GAP = 1;

/** Bars that fill the width. Fewer stand in its middle. */
const FILLING = 8;

/** The outline of all bars as one path: a table draws some dozens of them with each frame that it scrolls. */
const pathOf = memoized((bars: readonly number[]) =>
  bars
    .map((height, at) => (height > 0 ? `M${at * (BAR + GAP)} ${BAR_HEIGHT}v${-height}h${BAR}v${height}z` : ''))
    .join(''),
);

/** A histogram of a tensor as small as a word. */
export function SmallBars({ bars }: { bars: readonly number[] }) {
  const width = bars.length * (BAR + GAP) - GAP;
  const room = Math.max(0, FILLING - bars.length) * (BAR + GAP) * 3;
  return (
    <svg
      className={classes.bars}
      viewBox={`${-room / 2} 0 ${width + room} ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={pathOf(bars)} />
    </svg>
  );
}
