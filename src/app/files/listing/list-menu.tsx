import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { formatCount } from '../../../base/amounts.ts';
import { COLUMNS, FILE_COLUMNS, type FileColumn } from '../../../widgets/file-tree/row.tsx';

/** Which files are shown, apart from the filter. */
export const SEGMENTS = ['all', 'linked', 'problems'] as const;
export type Segment = (typeof SEGMENTS)[number];

export const SEGMENT_WORDS: Readonly<Record<Segment, string>> = {
  all: 'All files',
  linked: 'Linked files',
  problems: 'Files with problems',
};

interface Props {
  segment: Segment;
  onSegment(segment: Segment): void;
  /** How many files each has. */
  counts: Readonly<Record<Segment, number>>;
  /** Undefined where there is no room to choose. */
  columns: readonly FileColumn[] | undefined;
  onColumns(columns: readonly FileColumn[]): void;
}

/** Which files the list shows, and which columns. */
export function ListMenu({ segment, onSegment, counts, columns, onColumns }: Props) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label="What the list shows">
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Show</Menu.Label>
        <Menu.RadioGroup value={segment} onChange={(value) => onSegment(value as Segment)}>
          {SEGMENTS.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {SEGMENT_WORDS[value]}
              {counts[value] > 0 && ` ${formatCount(counts[value])}`}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {columns && (
          <>
            <Menu.Divider />
            <Menu.Label>Columns</Menu.Label>
            {FILE_COLUMNS.map((column) => (
              <Menu.CheckboxItem
                key={column}
                checked={columns.includes(column)}
                onChange={(checked) =>
                  onColumns(FILE_COLUMNS.filter((other) => (other === column ? checked : columns.includes(other))))
                }
              >
                {COLUMNS[column].label}
              </Menu.CheckboxItem>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
