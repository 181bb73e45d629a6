import { formatCount, formatNumberOf } from '../../../widgets/byte-size.ts';
import { type DataColumn, DataTable } from '../../../widgets/data-table/data-table.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import type { ShownNodeRange } from '../core/own.ts';

/** The floats that a column shows, as they begin or end in the document, and what stands before each value. */
const SHORT: ReadonlyMap<string, { column: string; label: string }> = new Map([
  ['Normalization pre-offset', { column: 'Normalization', label: 'pre-offset' }],
  ['Normalization scale', { column: 'Normalization', label: 'scale' }],
  ['Normalization post-offset', { column: 'Normalization', label: 'post-offset' }],
  ['Maximum value', { column: 'Range', label: 'maximum' }],
  ['Minimum value', { column: 'Range', label: 'minimum' }],
  ['Missing error-value', { column: 'Error values', label: 'missing' }],
  ['Above range error-value', { column: 'Error values', label: 'above range' }],
  ['Below range error-value', { column: 'Error values', label: 'below range' }],
]);

function floatsText({ floats }: ShownNodeRange, column: string): string | undefined {
  const shown = floats.flatMap(({ label, text }) => {
    const short = SHORT.get(label);
    return short?.column === column ? [`${short.label} ${text}`] : [];
  });
  return shown.length === 0 ? undefined : shown.join(', ');
}

function floatsColumn(header: string): DataColumn<ShownNodeRange> {
  return {
    id: header,
    header,
    optional: true,
    cell: (row) => <NameText>{floatsText(row, header) ?? ''}</NameText>,
    text: (row) => floatsText(row, header),
  };
}

const COLUMNS: readonly DataColumn<ShownNodeRange>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <NameText mono>{name}</NameText>, value: ({ name }) => name },
  {
    id: 'type',
    header: 'Type',
    narrow: 'end',
    cell: ({ type = 'unknown' }) => type,
    value: ({ type }) => type,
  },
  {
    id: 'count',
    header: 'Nodes',
    numeric: true,
    cell: ({ count }) => (count === undefined ? 'unknown' : formatCount(count)),
    value: ({ count }) => count,
    text: ({ count }) => (count === undefined ? undefined : formatNumberOf(count, 'node')),
  },
  {
    id: 'unit',
    header: 'Unit',
    optional: true,
    cell: ({ unit = '' }) => <NameText>{unit}</NameText>,
    value: ({ unit }) => unit,
  },
  {
    id: 'description',
    header: 'Description',
    optional: true,
    narrow: 'line',
    cell: ({ description = '' }) => <NameText>{description}</NameText>,
    text: ({ description }) => description,
  },
  floatsColumn('Normalization'),
  floatsColumn('Range'),
  floatsColumn('Error values'),
];

/** The inputs and outputs of the model. */
export function NodeRangeTable({ rows }: { rows: readonly ShownNodeRange[] }) {
  return <DataTable label="Node ranges" columns={COLUMNS} rows={rows} rowKey={keyOf} rowAttributes={attributesOf} />;
}

function keyOf(_: ShownNodeRange, index: number): string {
  return String(index);
}

function attributesOf({ name }: ShownNodeRange) {
  return { 'data-name': name };
}
