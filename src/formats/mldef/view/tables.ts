import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { DataColumn } from '../../../widgets/data-table/data-column.ts';
import { nameColumn } from '../../../widgets/data-table/name-column.tsx';
import { type ShownDataFile, type ShownLayer, type ShownNodeRange, sliceText } from '../core/own.ts';

const MONO = { mono: true } as const;

/** The inputs and outputs of the model. */
export const NODE_RANGE_COLUMNS: readonly DataColumn<ShownNodeRange>[] = [
  nameColumn('name', 'Name', ({ name }) => name, MONO),
  { id: 'type', header: 'Type', narrow: 'end', cell: ({ type = 'unknown' }) => type, value: ({ type }) => type },
  {
    id: 'count',
    header: 'Nodes',
    numeric: true,
    cell: ({ count }) => (count === undefined ? 'unknown' : formatCount(count)),
    value: ({ count }) => count,
    text: ({ count }) => (count === undefined ? undefined : formatNumberOf(count, 'node')),
  },
  nameColumn('unit', 'Unit', ({ unit }) => unit, { optional: true }),
  nameColumn('description', 'Description', ({ description }) => description, {
    optional: true,
    narrow: 'line',
    isProse: true,
  }),
  nameColumn('normalization', 'Normalized', ({ normalization }) => normalization, { mono: true, optional: true }),
  nameColumn('range', 'Range', ({ range }) => range, { optional: true, isProse: true }),
  nameColumn('errors', 'Error values', ({ errorValues }) => errorValues, { optional: true, isProse: true }),
];

/** The layers in the order of the manifest. Their weights lead to the values. */
export const LAYER_COLUMNS: readonly DataColumn<ShownLayer>[] = [
  nameColumn('name', 'Name', ({ name }) => name, MONO),
  nameColumn('prior', 'Input from', ({ prior }) => prior, { mono: true, optional: true }),
  nameColumn('capabilities', 'Capabilities', ({ capabilities }) => capabilities.join(', ') || undefined, {
    optional: true,
  }),
  nameColumn('weights', 'Weights', sliceText, {
    mono: true,
    optional: true,
    isProse: true,
    to: ({ tensor }) => (tensor === undefined ? undefined : { tab: 'tensors', item: tensor }),
  }),
  {
    id: 'count',
    header: 'Count',
    numeric: true,
    narrow: 'end',
    cell: ({ count }) => (count === undefined ? 'unknown' : formatCount(count)),
    value: ({ count }) => count,
  },
  nameColumn('description', 'Description', ({ description }) => description, {
    optional: true,
    narrow: 'line',
    isProse: true,
  }),
];

/** The declared data files. Their names lead to the values, and their paths to the files. */
export const DATA_FILE_COLUMNS: readonly DataColumn<ShownDataFile>[] = [
  nameColumn('name', 'Name', ({ name }) => name, {
    mono: true,
    to: ({ tensor }) => (tensor === undefined ? undefined : { tab: 'tensors', item: tensor }),
  }),
  nameColumn('path', 'Path', ({ path }) => path, {
    mono: true,
    to: ({ path, isHere }) => (isHere ? { tab: 'files', item: path } : undefined),
  }),
  {
    id: 'points',
    header: 'Data points',
    numeric: true,
    narrow: 'end',
    cell: pointsText,
    value: ({ points }) => points,
  },
  nameColumn('storage', 'Storage', ({ storage }) => storage, { optional: true }),
  {
    id: 'bytes',
    header: 'Size',
    numeric: true,
    cell: ({ bytes }) => (bytes === undefined ? '' : formatBytes(bytes)),
    value: ({ bytes }) => bytes,
  },
];

function pointsText({ points, isHere, unread }: ShownDataFile): string {
  if (points !== undefined) return formatCount(points);
  if (!isHere) return 'missing';
  return unread === 'large' ? 'not parsed' : 'unknown';
}
