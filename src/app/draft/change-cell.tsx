import type { DraftChange } from '../../model/draft.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { differingLines } from './differing-lines.ts';
import classes from './draft-dialog.module.css';

/** The field that a change is of, and what of it where that is not its value. */
export function changeLabel({ label, kind }: DraftChange): string {
  return `${visibleText(label)}${kind === 'moved' ? ', order' : kind === 'renamed' ? ', name' : ''}`;
}

interface Props {
  /** The heading of the column, which a narrow screen shows in the cell. */
  word: string;
  value: string | undefined;
  /** Stands in the place of a value that is not there. */
  none: string;
  /** Draws the value as what goes, or as what comes. */
  side?: 'before' | 'after';
  /** The value on the other side. Of two long texts, only the lines that differ are shown. */
  other?: string | undefined;
}

/** A cell with the value of a field. */
export function ValueCell({ word, value, none, side, other }: Props) {
  return (
    <td>
      <span className={classes.side}>{word}</span>
      {value === undefined || value === '' ? (
        <span className={classes.quiet}>{value === '' ? 'empty' : none}</span>
      ) : (
        // Line breaks stay. Other invisible characters are written out.
        <bdi className={classes.value} data-side={side}>
          {differingLines(value, other).map(visibleText).join('\n')}
        </bdi>
      )}
    </td>
  );
}
