import { NameText } from '../../../widgets/name-text.tsx';
import { shortNumber } from '../../../widgets/tensor-grid/text.ts';
import classes from './score-bars.module.css';

interface Props {
  values: readonly number[];
  /** What each is the score of. Undefined: its index. */
  labels: readonly string[] | undefined;
}

/** Scores as bars, the largest of them marked. Their lengths are in proportion to the largest magnitude. */
export function ScoreBars({ values, labels }: Props) {
  const most = Math.max(...values.map(Math.abs));
  const best = values.indexOf(Math.max(...values));
  return (
    <ul className={classes.root}>
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a score is its place.
        <li key={at} className={classes.row} data-best={at === best || undefined} data-value={value}>
          <span className={classes.label}>
            <NameText>{labels?.[at] ?? String(at)}</NameText>
          </span>
          <span className={classes.track}>
            <span className={classes.bar} style={{ width: `${most > 0 ? (100 * Math.abs(value)) / most : 0}%` }} />
          </span>
          <span className={classes.value}>{shortNumber(value)}</span>
        </li>
      ))}
    </ul>
  );
}
