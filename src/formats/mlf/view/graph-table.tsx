import { useMemo } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { DataColumn } from '../../../widgets/data-table/data-column.ts';
import { DataTable } from '../../../widgets/data-table/data-table.tsx';
import { nameColumn } from '../../../widgets/data-table/name-column.tsx';
import { Section } from '../../../widgets/section.tsx';
import { ShapeText } from '../../../widgets/tensor/shape-text.tsx';
import type { MlfOwn, ShownGraph, ShownNode } from '../core/own.ts';

/** The nodes of a graph, in the order in which they run. */
export function GraphTable({ graph: { path, nodes, count }, own }: { graph: ShownGraph; own: MlfOwn }) {
  const columns = useMemo((): DataColumn<ShownNode>[] => {
    const functions = new Map(own.functions.map((item) => [item.name, item]));
    const operator = nameColumn('operator', 'Operator', operatorOf, {
      mono: true,
      to({ func = '' }) {
        const found = functions.get(func);
        return found && { tab: 'files', item: found.path, line: found.line };
      },
    });
    return [
      nameColumn('name', 'Node', ({ name }) => name, { mono: true }),
      // What calls no function is in our words.
      { ...operator, cell: (node, stop) => (node.func === undefined ? operatorOf(node) : operator.cell(node, stop)) },
      nameColumn('inputs', 'Inputs', ({ inputs }) => inputs.join(', '), { mono: true, optional: true }),
      nameColumn('type', 'Type', ({ dtype }) => dtype, { mono: true, optional: true }),
      {
        id: 'shape',
        header: 'Shape',
        optional: true,
        cell: ({ shape }) => (shape ? <ShapeText shape={shape} short /> : ''),
        text: ({ shape }) => shape?.join(' × '),
      },
    ];
  }, [own]);
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
        filterLabel={nodes.length > 20 ? `Filter nodes${name}` : undefined}
      />
    </Section>
  );
}

function operatorOf({ func, op }: ShownNode): string {
  return func ?? (op === 'null' ? 'input or parameter' : op);
}
