import { ActionIcon, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { Columns } from './columns.ts';
import classes from './data-table.module.css';

interface Props {
  /** Of the table. */
  label: string;
  columns: Pick<Columns<never>, 'table' | 'isChanged' | 'reset'>;
  onMove(id: string, by: 1 | -1): void;
}

/** Shows and hides columns, moves them, and puts them back. */
export function ColumnsMenu({ label, columns: { table, isChanged, reset }, onMove }: Props) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={220} keepMounted={false}>
      <Menu.Target>
        <ActionIcon className={classes.columns ?? ''} size="sm" aria-label={`Columns of ${label}`}>
          <IconColumns3 size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {table.getAllLeafColumns().map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={column.getIsVisible()}
            disabled={!column.getCanHide()}
            onChange={(shown) => column.toggleVisibility(shown)}
            onKeyDown={(event: KeyboardEvent) => {
              const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
              if (!event.altKey || by === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              onMove(column.id, by as 1 | -1);
            }}
          >
            {String(column.columnDef.header)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Label>Alt+↑ and Alt+↓ move a column, or drag its head.</Menu.Label>
        <Menu.Item disabled={!isChanged} onClick={reset}>
          Reset columns
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
