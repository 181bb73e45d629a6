import type { ReactNode } from 'react';
import { usePackage } from '../../../state/hooks.ts';
import { formatNumberOf } from '../../../widgets/byte-size.ts';
import { SectionHeading } from '../../../widgets/section-heading.tsx';
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
        <Section
          id="node-ranges"
          title="Node ranges"
          noun="node range"
          count={nodeRanges.length}
          more={more.nodeRanges}
        >
          <NodeRangeTable rows={nodeRanges} />
        </Section>
      )}
      {layers.length > 0 && (
        <Section id="layers" title="Layers" noun="layer" count={layers.length} more={more.layers}>
          <LayerTable rows={layers} />
        </Section>
      )}
      {dataFiles.length > 0 && (
        <Section id="data-files" title="Data files" noun="data file" count={dataFiles.length} more={more.dataFiles}>
          <DataFileTable rows={dataFiles} />
        </Section>
      )}
      {signature && <SignatureNote signature={signature} />}
    </>
  );
}

interface SectionProps {
  id: string;
  title: string;
  noun: string;
  count: number;
  /** Sections that the table leaves out. */
  more: number;
  children: ReactNode;
}

function Section({ id, title, noun, count, more, children }: SectionProps) {
  const all = formatNumberOf(count + more, noun);
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id} aside={more > 0 ? `the first ${count} of ${all}` : all}>
        {title}
      </SectionHeading>
      {children}
    </section>
  );
}
