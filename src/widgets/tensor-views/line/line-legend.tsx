import { useComputedColorScheme } from '@mantine/core';
import { lineStyle } from './line-colors.ts';
import classes from './line-legend.module.css';

interface Props {
  lines: readonly number[];
  lineName(line: number): number;
  hidden: ReadonlySet<number>;
  onHidden(hidden: readonly number[]): void;
}

/** The lines by their indices and colors. A press hides one, or shows it again. */
export function LineLegend({ lines, lineName, hidden, onHidden }: Props) {
  const scheme = useComputedColorScheme('light');
  return (
    <ul className={classes.root} aria-label="Lines">
      {lines.map((line, place) => {
        const { color, isDashed } = lineStyle(place, scheme);
        const isHidden = hidden.has(line);
        const next = isHidden ? [...hidden].filter((each) => each !== line) : [...hidden, line];
        return (
          <li key={line}>
            <button
              type="button"
              className={classes.line}
              aria-pressed={!isHidden}
              // The last one stays: a chart of nothing says nothing.
              disabled={!isHidden && lines.every((each) => each === line || hidden.has(each))}
              onClick={() => onHidden(next.filter((each) => lines.includes(each)))}
            >
              <span
                className={classes.swatch}
                style={{ borderTopColor: color, borderTopStyle: isDashed ? 'dashed' : 'solid' }}
                aria-hidden
              />
              {lineName(line)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
