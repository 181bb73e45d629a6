import type { ReactNode } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import { usePackage } from '../../../state/hooks.ts';
import type { DataColumn } from '../../../widgets/data-table/data-column.ts';
import { DataTable } from '../../../widgets/data-table/data-table.tsx';
import { Section } from '../../../widgets/section.tsx';
import { DATA_FILES, LAYERS, type MldefOwn, NODE_RANGES } from '../core/own.ts';
import classes from './details.module.css';
import { LayerGraph } from './graph/layer-graph.tsx';
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
      <Sections label={NODE_RANGES} rows={nodeRanges} more={more.nodeRanges} columns={NODE_RANGE_COLUMNS} />
      <Sections label={LAYERS} rows={layers} more={more.layers} columns={LAYER_COLUMNS} filterLabel={filterLabel}>
        <LayerGraph
          layers={layers}
          placeOf={(index) => {
            const item = layers[index]?.tensor;
            return item === undefined ? undefined : { tab: 'tensors', item };
          }}
        />
      </Sections>
      <Sections label={DATA_FILES} rows={dataFiles} more={more.dataFiles} columns={DATA_FILE_COLUMNS} />
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
  /** Shown above the table. */
  children?: ReactNode;
}

function Sections<Row extends { name: string | undefined }>({ label, rows, more, children, ...table }: Props<Row>) {
  if (rows.length === 0) return null;
  const all = formatNumberOf(rows.length + more, label.toLowerCase().replace(/s$/, ''));
  return (
    <Section title={label} aside={more > 0 ? `the first ${rows.length} of ${all}` : all}>
      {children && <div className={classes.graph}>{children}</div>}
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
