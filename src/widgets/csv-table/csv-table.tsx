import { useMemo } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { shortened } from '../../base/text.ts';
import type { DataColumn } from '../data-table/data-column.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { visibleText } from '../name-text.tsx';
import { isNumber, type CsvTable as Table } from './csv.ts';

/** A row of the table, with its number from 1. */
interface Row {
  number: number;
  cells: readonly string[];
}

/** Characters shown of one cell. The text itself has the rest. */
const MAX_CELL = 200;

/** Separated values as a table that sorts and filters. It fills the box around it. */
export function CsvTable({ table, label }: { table: Table; label: string }) {
  const rows = useMemo(() => table.rows.map((cells, index) => ({ number: index + 1, cells })), [table]);
  const columns = useMemo(() => [NUMBERS, ...columnsOf(table)], [table]);
  return (
    <DataTable
      label={label}
      // No two files need have the same columns.
      name={null}
      columns={columns}
      rows={rows}
      rowKey={({ number }) => String(number)}
      filterLabel="Filter rows"
      keepsColumns
      fills
    />
  );
}

const NUMBERS: DataColumn<Row> = {
  id: 'row',
  header: 'Row',
  numeric: true,
  cell: ({ number }) => formatCount(number),
  value: ({ number }) => number,
  text: () => undefined,
  width: '72px',
};

function columnsOf({ header, rows }: Table): DataColumn<Row>[] {
  return header.map((name, index) => {
    const isNumeric = rows.every((cells) => !cells[index] || isNumber(cells[index]));
    return {
      id: `column ${index}`,
      header: visibleText(shortened(name.trim())) || `Column ${index + 1}`,
      numeric: isNumeric && rows.length > 0,
      cell: ({ cells }) => <bdi>{visibleText(shortened(cells[index] ?? '', MAX_CELL))}</bdi>,
      value: ({ cells }) => (isNumeric && cells[index] ? Number(cells[index]) : cells[index] || undefined),
      text: ({ cells }) => cells[index],
    };
  });
}
