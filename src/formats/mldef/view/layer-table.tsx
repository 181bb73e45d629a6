import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount } from '../../../widgets/byte-size.ts';
import { type DataColumn, DataTable } from '../../../widgets/data-table/data-table.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import type { ShownLayer } from '../core/own.ts';

/** Tables with more rows have a filter. */
const FILTER_FROM = 20;

/** The layers in the order of the manifest. Their weights lead to the values. */
export function LayerTable({ rows }: { rows: readonly ShownLayer[] }) {
  const placeHref = usePlaceHref();
  const columns = useMemo(
    (): readonly DataColumn<ShownLayer>[] => [
      { id: 'name', header: 'Name', cell: ({ name }) => <NameText mono>{name}</NameText>, value: ({ name }) => name },
      {
        id: 'prior',
        header: 'Input from',
        optional: true,
        cell: ({ prior = '' }) => <NameText mono>{prior}</NameText>,
        value: ({ prior }) => prior,
      },
      {
        id: 'capabilities',
        header: 'Capabilities',
        optional: true,
        cell: ({ capabilities }) => <NameText>{capabilities.join(', ')}</NameText>,
        value: ({ capabilities }) => capabilities.join(', ') || undefined,
      },
      {
        id: 'weights',
        header: 'Weights',
        optional: true,
        text: (layer) => sliceText(layer),
        cell(layer, stop) {
          const { tensor } = layer;
          const text = <NameText mono>{sliceText(layer) ?? ''}</NameText>;
          if (tensor === undefined) return text;
          return (
            <Anchor
              inherit
              underline="always"
              tabIndex={stop ? 0 : -1}
              href={placeHref({ tab: 'tensors', item: tensor })}
            >
              {text}
            </Anchor>
          );
        },
      },
      {
        id: 'count',
        header: 'Count',
        numeric: true,
        narrow: 'end',
        cell: ({ count }) => (count === undefined ? 'unknown' : formatCount(count)),
        value: ({ count }) => count,
      },
      {
        id: 'description',
        header: 'Description',
        optional: true,
        narrow: 'line',
        cell: ({ description = '' }) => <NameText>{description}</NameText>,
        text: ({ description }) => description,
      },
    ],
    [placeHref],
  );
  return (
    <DataTable
      label="Layers"
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowAttributes={attributesOf}
      {...(rows.length > FILTER_FROM ? { filterLabel: 'Filter layers' } : {})}
    />
  );
}

/** The data points that a layer takes as weights: "dense[1:4]". */
function sliceText({ dataSource, start, count }: ShownLayer): string | undefined {
  if (dataSource === undefined) return undefined;
  if (start === undefined || count === undefined) return dataSource;
  return `${dataSource}[${start}:${start + count}]`;
}

function keyOf(_: ShownLayer, index: number): string {
  return String(index);
}

function attributesOf({ name }: ShownLayer) {
  return { 'data-name': name };
}
