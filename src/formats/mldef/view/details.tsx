import { formatNumberOf } from '../../../base/amounts.ts';
import { usePackage } from '../../../state/hooks.ts';
import { type DataColumn, DataTable } from '../../../widgets/data-table/data-table.tsx';
import { Section } from '../../../widgets/section.tsx';
import type { MldefOwn } from '../core/own.ts';
import { SignatureNote } from './signature-note.tsx';
import { DATA_FILE_COLUMNS, LAYER_COLUMNS, NODE_RANGE_COLUMNS } from './tables.ts';

/** Lists of layers with more rows have a filter. */
const FILTER_FROM = 20;

/** The data files, node ranges and layers of the manifest, each in a table, and what SIGNATURE says. */
export function Details() {
  const { dataFiles, nodeRanges, layers, more, signature } = usePackage().own as MldefOwn;
  const filterLabel = layers.length > FILTER_FROM ? 'Filter layers' : undefined;
  return (
    <>
      <Sections label="Node ranges" rows={nodeRanges} more={more.nodeRanges} columns={NODE_RANGE_COLUMNS} />
      <Sections label="Layers" rows={layers} more={more.layers} columns={LAYER_COLUMNS} filterLabel={filterLabel} />
      <Sections label="Data files" rows={dataFiles} more={more.dataFiles} columns={DATA_FILE_COLUMNS} />
      {signature && <SignatureNote signature={signature} />}
    </>
  );
}

interface Props<Row extends object> {
  /** Of several. */
  label: string;
  rows: readonly Row[];
  /** Sections that the table leaves out. */
  more: number;
  columns: readonly DataColumn<Row>[];
  filterLabel?: string | undefined;
}

function Sections<Row extends { name: string | undefined }>({ label, rows, more, ...table }: Props<Row>) {
  if (rows.length === 0) return null;
  const all = formatNumberOf(rows.length + more, label.toLowerCase().replace(/s$/, ''));
  return (
    <Section title={label} aside={more > 0 ? `the first ${rows.length} of ${all}` : all}>
      <DataTable {...table} label={label} rows={rows} rowKey={keyOf} rowAttributes={attributesOf} />
    </Section>
  );
}

function keyOf(_: object, index: number): string {
  return String(index);
}

function attributesOf({ name = '' }: { name: string | undefined }) {
  return { 'data-name': name };
}
