import { type ReactNode, useMemo } from 'react';
import type { DraftChange } from '../../../model/draft.ts';
import type { DataColumn } from '../../../widgets/data-table/data-column.ts';
import { DataTable } from '../../../widgets/data-table/data-table.tsx';
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
  /** What can be done with each change. */
  act?(change: DraftChange): ReactNode;
  /** `data-…` attributes of its row. */
  attributes?(change: DraftChange): Readonly<Record<`data-${string}`, string | undefined>>;
}

/** Changed fields, each with two values. Keep `field` and `act` stable. */
export function ChangeTable({
  label,
  rows,
  words: [first, second],
  compares,
  field = changeLabel,
  act,
  attributes,
}: Props) {
  const columns = useMemo(
    () => columnsOf([first, second], compares, field, act),
    [first, second, compares, field, act],
  );
  return (
    <DataTable
      label={label}
      name="changes"
      columns={columns}
      rows={rows}
      rowKey={({ change }) => change.key}
      {...(attributes && { rowAttributes: ({ change }: ChangeRow) => attributes(change) })}
    />
  );
}

function columnsOf(
  [first, second]: Props['words'],
  compares: boolean | undefined,
  field: (change: DraftChange) => ReactNode,
  act: Props['act'],
): DataColumn<ChangeRow>[] {
  const columns: DataColumn<ChangeRow>[] = [
    {
      id: 'field',
      header: 'Field',
      width: '24%',
      value: ({ change }) => changeLabel(change),
      cell: ({ change }) => <span className={classes.field}>{field(change)}</span>,
    },
    {
      id: 'before',
      header: first,
      width: '34%',
      narrow: 'line',
      cell: ({ change, before }) => (
        <Value word={first} value={before} none="not set" beside={compares && ['before', change.after]} />
      ),
    },
    {
      id: 'after',
      header: second,
      width: act && '34%',
      narrow: 'line',
      cell: ({ change, before }) => (
        <Value word={second} value={change.after} none="removed" beside={compares && ['after', before]} />
      ),
    },
  ];
  if (act)
    columns.push({
      id: 'act',
      header: 'Put back',
      narrow: 'end',
      cell: ({ change }) => <span className={classes.act}>{act(change)}</span>,
    });
  return columns;
}

interface ValueProps {
  /** The heading of the column, which a narrow screen shows in the cell. */
  word: string;
  value: string | undefined;
  /** Shown for a missing value. */
  none: string;
  /** Which side it is on, and the value on the other one. */
  beside: readonly ['before' | 'after', string | undefined] | false | undefined;
}

function Value({ word, value, none, beside }: ValueProps) {
  const [side, other] = beside || [];
  return (
    <>
      <span className={classes.side}>{word}</span>
      {value ? (
        // Line breaks stay. Other invisible characters are written out.
        <bdi className={classes.value} data-side={side}>
          {differingLines(value, other).map(visibleText).join('\n')}
        </bdi>
      ) : (
        <span className={classes.quiet}>{value === '' ? 'empty' : none}</span>
      )}
    </>
  );
}
