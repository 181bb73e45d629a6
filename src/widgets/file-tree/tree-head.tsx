import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import classes from './file-tree.module.css';
import { FILE_COLUMN_LABELS, type FileColumn, ROLE } from './row.tsx';
import type { TreeSort } from './rows.ts';

interface Props {
  /** Columns besides Name. */
  columns: readonly FileColumn[];
  layout: CSSProperties | undefined;
  sort: TreeSort;
  onSort(sort: TreeSort): void;
}

/** The names of the columns. Those of Name and Size sort the tree. */
export function TreeHead({ columns, layout, sort, onSort }: Props) {
  return (
    <thead {...ROLE.group} className={classes.head}>
      <tr {...ROLE.row} aria-rowindex={1} className={classes.header} style={layout}>
        <SortHeader label="Name" by="name" sort={sort} onSort={onSort} />
        {columns.map((column) =>
          column === 'size' ? (
            <SortHeader key={column} label="Size" by="size" sort={sort} onSort={onSort} numeric />
          ) : (
            <th
              key={column}
              {...ROLE.header}
              className={classes.heading}
              data-numeric={column === 'stored' || column === 'ratio' || undefined}
            >
              {FILE_COLUMN_LABELS[column]}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

interface SortHeaderProps {
  label: string;
  by: TreeSort['by'];
  sort: TreeSort;
  onSort(sort: TreeSort): void;
  numeric?: boolean;
}

function SortHeader({ label, by, sort, onSort, numeric }: SortHeaderProps) {
  const sorted = sort.by === by;
  return (
    <th
      {...ROLE.header}
      className={classes.heading}
      data-numeric={numeric || undefined}
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        // Sorting by size begins with the largest.
        onClick={() => onSort({ by, descending: sorted ? !sort.descending : by === 'size' })}
      >
        <span>{label}</span>
        {sorted && (sort.descending ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />)}
      </button>
    </th>
  );
}
