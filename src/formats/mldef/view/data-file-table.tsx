import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { formatBytes, formatCount } from '../../../widgets/byte-size.ts';
import { type DataColumn, DataTable } from '../../../widgets/data-table/data-table.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import type { ShownDataFile } from '../core/own.ts';

/** The declared data files. Their names lead to the values, and their paths to the files. */
export function DataFileTable({ rows }: { rows: readonly ShownDataFile[] }) {
  const placeHref = usePlaceHref();
  const columns = useMemo(
    (): readonly DataColumn<ShownDataFile>[] => [
      {
        id: 'name',
        header: 'Name',
        value: ({ name }) => name,
        cell({ name, tensor }, stop) {
          if (tensor === undefined) return <NameText mono>{name}</NameText>;
          const href = placeHref({ tab: 'tensors', item: tensor });
          return (
            <Anchor inherit underline="always" tabIndex={stop ? 0 : -1} href={href}>
              <NameText mono>{name}</NameText>
            </Anchor>
          );
        },
      },
      {
        id: 'path',
        header: 'Path',
        value: ({ path }) => path,
        cell({ path = '', isHere }, stop) {
          if (!isHere) return <NameText mono>{path}</NameText>;
          const href = placeHref({ tab: 'files', item: path });
          return (
            <Anchor inherit underline="always" tabIndex={stop ? 0 : -1} href={href}>
              <NameText mono>{path}</NameText>
            </Anchor>
          );
        },
      },
      {
        id: 'points',
        header: 'Data points',
        numeric: true,
        narrow: 'end',
        cell: pointsText,
        value: ({ points }) => points,
      },
      {
        id: 'storage',
        header: 'Storage',
        optional: true,
        cell: ({ storage = '' }) => <NameText>{storage}</NameText>,
        value: ({ storage }) => storage,
      },
      {
        id: 'bytes',
        header: 'Size',
        numeric: true,
        cell: ({ bytes }) => (bytes === undefined ? '' : formatBytes(bytes)),
        value: ({ bytes }) => bytes,
      },
    ],
    [placeHref],
  );
  return <DataTable label="Data files" columns={columns} rows={rows} rowKey={keyOf} rowAttributes={attributesOf} />;
}

function pointsText({ points, isHere, unread }: ShownDataFile): string {
  if (points !== undefined) return formatCount(points);
  if (!isHere) return 'missing';
  return unread === 'large' ? 'not parsed' : 'unknown';
}

function keyOf(_: ShownDataFile, index: number): string {
  return String(index);
}

function attributesOf({ name }: ShownDataFile) {
  return { 'data-name': name };
}
