import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3, IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Columns } from './columns.ts';
import classes from './data-table.module.css';

interface Props {
  /** Of the table. */
  label: string;
  columns: Omit<Columns<never>, 'shown'> & { shown: readonly { id: string }[] };
  /** Stands in a bar, and not over the head of the table. */
  inBar: boolean;
}

/** Shows, hides, moves and resizes columns by single presses, and puts them back. */
export function ColumnsMenu({ label, columns, inBar }: Props) {
  const { table, shown, isChanged, reset, show, moveBy, haveWidths, widen } = columns;
  const [opened, setOpened] = useState(false);
  const all = table.getAllLeafColumns();
  const canWiden = opened && haveWidths();
  const fixed = all[0]?.getCanHide() ? 0 : 1;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus returnFocus withRoles>
      <Popover.Target>
        <ActionIcon
          className={(inBar ? classes.end : classes.columns) ?? ''}
          size={inBar ? 'lg' : 'sm'}
          aria-label={`Columns of ${label}`}
          onClick={() => setOpened(!opened)}
        >
          <IconColumns3 size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Columns of ${label}`} className={classes.menu ?? ''} inert={!opened}>
        {all.map((column, at) => {
          const header = String(column.columnDef.header);
          const place = shown.findIndex(({ id }) => id === column.id);
          const isResized = place >= 0 && place < shown.length - 1;
          const button = (name: string, icon: ReactNode, isPossible: boolean, onClick: () => void) => (
            <ActionIcon size="sm" aria-label={`${name}: ${header}`} {...pressable(isPossible, onClick)}>
              {icon}
            </ActionIcon>
          );
          return (
            <div key={column.id} className={classes.choice}>
              <Checkbox
                className={classes.shown ?? ''}
                label={header}
                checked={place >= 0}
                disabled={!column.getCanHide() || (place >= 0 && shown.length === 1)}
                onChange={({ currentTarget }) => show(column.id, currentTarget.checked)}
              />
              {button('Move up', <IconArrowUp size={14} />, at > fixed, () => moveBy(column.id, -1))}
              {button('Move down', <IconArrowDown size={14} />, at >= fixed && at < all.length - 1, () =>
                moveBy(column.id, 1),
              )}
              {canWiden && button('Narrower', <IconMinus size={14} />, isResized, () => widen(column.id, -1))}
              {canWiden && button('Wider', <IconPlus size={14} />, isResized, () => widen(column.id, 1))}
            </div>
          );
        })}
        <Button className={classes.reset ?? ''} size="compact-sm" variant="default" {...pressable(isChanged, reset)}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A button that keeps the focus where its own press was the last that is possible. */
function pressable(isPossible: boolean, onClick: () => void) {
  return isPossible ? { onClick } : { 'aria-disabled': true, 'data-disabled': true };
}
