import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount, formatNumberOf } from '../../../widgets/byte-size.ts';
import { type DataColumn, DataTable } from '../../../widgets/data-table/data-table.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { Section } from '../../../widgets/section.tsx';
import { ShapeText } from '../../../widgets/tensor/shape-text.tsx';
import type { MlfOwn, ShownGraph, ShownNode } from '../core/own.ts';

/** The nodes of a graph, in the order in which they run. */
export function GraphTable({ graph: { path, nodes, count }, own }: { graph: ShownGraph; own: MlfOwn }) {
  const placeHref = usePlaceHref();
  const columns = useMemo((): DataColumn<ShownNode>[] => {
    const places = new Map(own.functions.map(({ name, path: file, line }) => [name, { file, line }]));
    const operator = ({ func, op }: ShownNode) => func ?? (op === 'null' ? 'input or parameter' : op);
    return [
      { id: 'name', header: 'Node', cell: ({ name }) => <NameText mono>{name}</NameText>, value: ({ name }) => name },
      {
        id: 'operator',
        header: 'Operator',
        value: operator,
        cell(node, stop) {
          const { func } = node;
          const place = func === undefined ? undefined : places.get(func);
          if (func === undefined) return operator(node);
          if (!place) return <NameText mono>{func}</NameText>;
          return (
            <Anchor
              inherit
              underline="always"
              tabIndex={stop ? 0 : -1}
              href={placeHref({ tab: 'files', item: place.file, line: place.line })}
            >
              <NameText mono>{func}</NameText>
            </Anchor>
          );
        },
      },
      {
        id: 'inputs',
        header: 'Inputs',
        optional: true,
        cell: ({ inputs }) => <NameText mono>{inputs.join(', ')}</NameText>,
        value: ({ inputs }) => inputs.join(', '),
      },
      {
        id: 'type',
        header: 'Type',
        optional: true,
        cell: ({ dtype = '' }) => <NameText mono>{dtype}</NameText>,
        value: ({ dtype }) => dtype,
      },
      {
        id: 'shape',
        header: 'Shape',
        optional: true,
        cell: ({ shape }) => (shape ? <ShapeText shape={shape} short /> : ''),
        text: ({ shape }) => shape?.join(' × '),
      },
    ];
  }, [own, placeHref]);
  const name = own.graphs.length > 1 ? ` (${path.split('/').at(-1)})` : '';
  const shown =
    nodes.length < count ? `the first ${formatCount(nodes.length)} of ${formatCount(count)} nodes` : undefined;
  return (
    <Section title={<>Graph{name}</>} aside={shown ?? formatNumberOf(count, 'node')}>
      <DataTable
        label={`Graph${name}`}
        columns={columns}
        rows={nodes}
        rowKey={(_, index) => String(index)}
        {...(nodes.length > 20 ? { filterLabel: `Filter nodes${name}` } : {})}
      />
    </Section>
  );
}
