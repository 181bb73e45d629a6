import type { ReactNode } from 'react';
import { usePackage } from '../../../state/hooks.ts';
import { formatNumberOf } from '../../../widgets/byte-size.ts';
import { Section } from '../../../widgets/section.tsx';
import type { MldefOwn } from '../core/own.ts';
import { DataFileTable } from './data-file-table.tsx';
import { LayerTable } from './layer-table.tsx';
import { NodeRangeTable } from './node-range-table.tsx';
import { SignatureNote } from './signature-note.tsx';

/** The data files, node ranges and layers of the manifest, each in a table, and what SIGNATURE says. */
export function Details() {
  const own = usePackage().own as MldefOwn;
  const { dataFiles, nodeRanges, layers, more, signature } = own;
  return (
    <>
      {nodeRanges.length > 0 && (
        <Rows title="Node ranges" noun="node range" count={nodeRanges.length} more={more.nodeRanges}>
          <NodeRangeTable rows={nodeRanges} />
        </Rows>
      )}
      {layers.length > 0 && (
        <Rows title="Layers" noun="layer" count={layers.length} more={more.layers}>
          <LayerTable rows={layers} />
        </Rows>
      )}
      {dataFiles.length > 0 && (
        <Rows title="Data files" noun="data file" count={dataFiles.length} more={more.dataFiles}>
          <DataFileTable rows={dataFiles} />
        </Rows>
      )}
      {signature && <SignatureNote signature={signature} />}
    </>
  );
}

interface RowsProps {
  title: string;
  noun: string;
  count: number;
  /** Sections that the table leaves out. */
  more: number;
  children: ReactNode;
}

function Rows({ title, noun, count, more, children }: RowsProps) {
  const all = formatNumberOf(count + more, noun);
  return (
    <Section title={title} aside={more > 0 ? `the first ${count} of ${all}` : all}>
      {children}
    </Section>
  );
}
