import type { ReactNode, Ref } from 'react';
import type { DraftChange } from '../../../model/draft.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import classes from '../draft-dialog.module.css';
import { differingLines } from './differing-lines.ts';

/** The field that a change is of, and what of it where that is not its value. */
export function changeLabel({ label, kind }: DraftChange): string {
  return `${visibleText(label)}${kind === 'moved' ? ', order' : kind === 'renamed' ? ', name' : ''}`;
}

/** A change, and the value that it is shown beside. */
export interface ChangeRow {
  change: DraftChange;
  before: string | undefined;
}

interface Props {
  label: string;
  rows: readonly ChangeRow[];
  /** The headings of both values. */
  words: readonly [string, string];
  /** Draws the values as what goes and what comes. Of two long texts, only the lines that differ are shown. */
  compares?: boolean;
  field?(change: DraftChange): ReactNode;
  /** What can be done with each change, and its heading. */
  act?: { word: string; of(change: DraftChange, index: number): ReactNode };
  ref?: Ref<HTMLTableElement>;
}

/** Changed fields, each with two values. */
export function ChangeTable({ label, rows, words: [first, second], compares, field = changeLabel, act, ref }: Props) {
  return (
    <table ref={ref} className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {['Field', first, second].map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
          {act && (
            <th scope="col">
              <span className="visually-hidden">{act.word}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ change, before }, index) => (
          <tr key={change.key}>
            <th scope="row">{field(change)}</th>
            <ValueCell word={first} value={before} none="not set" beside={compares && ['before', change.after]} />
            <ValueCell word={second} value={change.after} none="removed" beside={compares && ['after', before]} />
            {act && <td className={classes.act}>{act.of(change, index)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  /** The heading of the column, which a narrow screen shows in the cell. */
  word: string;
  value: string | undefined;
  /** Shown for a missing value. */
  none: string;
  /** Which side it is on, and the value on the other one. */
  beside: readonly ['before' | 'after', string | undefined] | false | undefined;
}

function ValueCell({ word, value, none, beside }: CellProps) {
  const [side, other] = beside || [];
  return (
    <td>
      <span className={classes.side}>{word}</span>
      {value ? (
        // Line breaks stay. Other invisible characters are written out.
        <bdi className={classes.value} data-side={side}>
          {differingLines(value, other).map(visibleText).join('\n')}
        </bdi>
      ) : (
        <span className={classes.quiet}>{value === '' ? 'empty' : none}</span>
      )}
    </td>
  );
}
