import { formatCount } from '../../base/amounts.ts';
import { MARK_COLORS } from '../../tensor/color-map.ts';
import type { Distribution } from '../../tensor/statistics/distribution.ts';
import classes from './mark-counts.module.css';

/** How many values are not finite, each kind with its color. Nothing where all are. */
export function MarkCounts({ nan, positiveInfinite, negativeInfinite }: Distribution) {
  const kinds = [
    ['NaN', nan],
    ['+Inf', positiveInfinite],
    ['−Inf', negativeInfinite],
  ] as const;
  return kinds.map(([label, count], mark) =>
    count === 0 ? null : (
      <span key={label} className={classes.count}>
        <span className={classes.swatch} style={{ background: swatch(mark) }} aria-hidden />
        {formatCount(count)} {label}
      </span>
    ),
  );
}

/** The color and the stripes that the drawing has. */
function swatch(mark: number): string {
  const [color, stripe] = (MARK_COLORS[mark] ?? []).map((rgb) => `rgb(${rgb.join(' ')})`);
  const angle = [135, 180, 90][mark];
  return `repeating-linear-gradient(${angle}deg, ${stripe} 0 2px, ${color} 2px 6px)`;
}
