import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { ROLE } from '../table-rows.ts';
import classes from './file-tree.module.css';
import { COLUMNS, type FileColumn } from './row.tsx';
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
  function sortButton(by: TreeSort['by'], label: string) {
    const Icon = sort.descending ? IconArrowDown : IconArrowUp;
    return (
      <button
        type="button"
        className={classes.sort}
        // Sorting by size begins with the largest.
        onClick={() => onSort({ by, descending: sort.by === by ? !sort.descending : by === 'size' })}
      >
        <span>{label}</span>
        {sort.by === by && <Icon size={14} aria-hidden />}
      </button>
    );
  }
  return (
    <thead {...ROLE.group} className={classes.head}>
      <tr {...ROLE.row} aria-rowindex={1} className={classes.header} style={layout}>
        {(['name', ...columns] as const).map((column) => {
          const { label, numeric = undefined } = column === 'name' ? { label: 'Name' } : COLUMNS[column];
          const by = column === 'name' || column === 'size' ? column : undefined;
          const direction = sort.by !== by ? 'none' : sort.descending ? 'descending' : 'ascending';
          return (
            <th
              key={column}
              {...ROLE.column}
              className={classes.heading}
              data-numeric={numeric}
              aria-sort={by && direction}
            >
              {by ? sortButton(by, label) : label}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
