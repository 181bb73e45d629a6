import { Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { FILE_COLUMN_LABELS, FILE_COLUMNS, type FileColumn } from '../../../widgets/file-tree/row.tsx';
import { IconButton } from '../../../widgets/icon-button.tsx';

interface Props {
  columns: readonly FileColumn[];
  onColumns(columns: readonly FileColumn[]): void;
}

/** Chooses the columns of the list of files. */
export function ColumnsMenu({ columns, onColumns }: Props) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <IconButton Icon={IconColumns3} size="sm">
          Columns
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {FILE_COLUMNS.map((column) => (
          <Menu.CheckboxItem
            key={column}
            checked={columns.includes(column)}
            onChange={(checked) =>
              onColumns(FILE_COLUMNS.filter((other) => (other === column ? checked : columns.includes(other))))
            }
          >
            {FILE_COLUMN_LABELS[column]}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
