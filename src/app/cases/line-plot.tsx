import classes from './line-plot.module.css';

/** The drawing, in its own units: the page stretches it to the room there is. */
const WIDTH = 680;
const HEIGHT = 80;
const MARGIN = 6;

/** Where a line is at some of its points, by index. What is not finite breaks it. */
export type LinePoints = readonly (readonly [at: number, value: number])[];

interface Props {
  label: string;
  /** Points of the longest line. */
  count: number;
  /** Undefined until it is known; the room is kept. */
  line: LinePoints | undefined;
  /** What it is held against, dashed. */
  expected?: LinePoints | undefined;
}

/** A line of numbers, and the one that was expected, over one scale without axes. */
export function LinePlot({ label, count, line, expected = [] }: Props) {
  const yOf = scaleOf([...(line ?? []), ...expected].map(([, value]) => value));
  const pathOf = (points: LinePoints) => {
    let path = '';
    let isOn = false;
    for (const [at, value] of points) {
      const isDrawn = Number.isFinite(value);
      const x = (at / Math.max(1, count - 1)) * WIDTH;
      if (isDrawn) path += `${isOn ? 'L' : 'M'}${x.toFixed(1)} ${yOf(value).toFixed(1)}`;
      isOn = isDrawn;
    }
    return path;
  };
  return (
    <svg
      className={classes.root}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={classes.expected} d={pathOf(expected)} vectorEffect="non-scaling-stroke" />
      {line && <path className={classes.line} d={pathOf(line)} vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}

function scaleOf(values: readonly number[]): (value: number) => number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return (value) => {
    // Of a line that is level, the middle. Halves, as the span may be larger than any number.
    const share = most > least ? (value / 2 - least / 2) / (most / 2 - least / 2) : 0.5;
    return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
  };
}
