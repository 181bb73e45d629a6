import { useMemo } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import type { DraftChange } from '../../model/draft.ts';
import type { TensorInfo } from '../../model/package.ts';
import type { FileDiff } from '../../model/pair/file-diffs.ts';
import type { TensorDiff } from '../../model/pair/tensor-diffs.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import { ChangeTable } from '../draft/review/change-table.tsx';
import { DiffMark } from './diff-mark.tsx';
import classes from './pair-tables.module.css';

interface FieldsProps {
  changes: readonly DraftChange[];
  words: readonly [string, string];
}

/** The fields that differ, with both values. */
export function FieldDiffTable({ changes, words }: FieldsProps) {
  const rows = useMemo(() => changes.map((change) => ({ change, before: change.before })), [changes]);
  return <ChangeTable label="Changed fields" rows={rows} words={words} compares attributes={fieldAttributes} />;
}

function fieldAttributes({ item, label, kind }: DraftChange) {
  return { 'data-diff': kind === 'renamed' ? 'changed' : kind, 'data-path': item ?? label };
}

interface FilesProps {
  diffs: readonly FileDiff[];
  chosen?: string | undefined;
  onChoose(path: string): void;
  /** It fills the box around it. */
  fills?: boolean;
}

/** The files that differ. */
export function FileDiffTable({ diffs, chosen, onChoose, fills = false }: FilesProps) {
  return (
    <DataTable
      label="Changed files"
      columns={FILE_COLUMNS}
      rows={diffs}
      rowKey={({ path, diff }) => `${diff} ${path}`}
      rowAttributes={({ diff, path }) => ({ 'data-diff': diff === 'unread' ? undefined : diff, 'data-path': path })}
      onSelect={({ path }) => onChoose(path)}
      selectedKey={diffs.flatMap(({ path, diff }) => (path === chosen ? [`${diff} ${path}`] : []))[0]}
      filterLabel={fills ? 'Filter changed files' : undefined}
      fills={fills}
    />
  );
}

/** Why two files are called different, or the same. */
const BY_WORDS: Readonly<Record<FileDiff['by'], string>> = {
  hash: 'hash',
  crc: 'checksum',
  size: 'size',
  link: 'link',
  path: '',
  bytes: 'bytes',
};

const sizeText = (side: FileDiff['before']) => (side?.size === undefined ? '' : formatBytes(side.size));

const FILE_COLUMNS: readonly DataColumn<FileDiff>[] = [
  {
    id: 'path',
    header: 'Path',
    value: ({ path }) => path,
    text: ({ path, before }) => `${path} ${before?.path ?? ''}`,
    cell: ({ path, diff, before }) => (
      <span className={classes.path}>
        {diff === 'moved' && before && (
          <>
            <NameText mono>{before.path}</NameText> →{' '}
          </>
        )}
        <NameText mono>{path}</NameText>
      </span>
    ),
  },
  {
    id: 'by',
    header: 'Told by',
    width: '96px',
    narrow: 'hidden',
    optional: true,
    value: ({ by }) => BY_WORDS[by] || undefined,
    cell: ({ by, diff }) => <span className={classes.quiet}>{diff === 'unread' ? '' : BY_WORDS[by]}</span>,
  },
  {
    id: 'before',
    header: 'Size before',
    width: '112px',
    numeric: true,
    narrow: 'hidden',
    value: ({ before }) => before?.size,
    cell: ({ before }) => sizeText(before),
  },
  {
    id: 'after',
    header: 'Size after',
    width: '112px',
    numeric: true,
    value: ({ after }) => after?.size,
    cell: ({ after }) => sizeText(after),
  },
  {
    id: 'diff',
    header: 'Difference',
    width: '120px',
    narrow: 'end',
    value: ({ diff }) => diff,
    cell: ({ diff }) => <DiffMark diff={diff} />,
  },
];

/** The first column of tensors: the name, and the other one where it has another. */
export const TENSOR_NAME: DataColumn<TensorDiff> = {
  id: 'name',
  header: 'Name',
  value: ({ a, b }) => (a ?? b)?.name,
  text: ({ a, b }) => `${a?.name ?? ''} ${b?.name ?? ''}`,
  cell: ({ a, b }) => (
    <span className={classes.path}>
      {a && <NameText mono>{a.name}</NameText>}
      {a && b && a.name !== b.name && ' → '}
      {b && b.name !== a?.name && <NameText mono>{b.name}</NameText>}
    </span>
  ),
};

export const TENSOR_DIFF: DataColumn<TensorDiff> = {
  id: 'diff',
  header: 'Difference',
  width: '128px',
  narrow: 'end',
  value: ({ diff }) => diff,
  cell: ({ diff }) => <DiffMark diff={diff} />,
};

/** The type and shape of each tensor in both packages. */
export function typeColumns([first, second]: readonly [string, string]): DataColumn<TensorDiff>[] {
  const column = (id: 'a' | 'b', header: string): DataColumn<TensorDiff> => ({
    id,
    header,
    width: '17%',
    value: ({ [id]: info }) => info && `${info.dtype} ${info.shape.join()}`,
    cell: ({ [id]: info }) => info && <TypeText info={info} />,
  });
  return [column('a', first), column('b', second)];
}

function TypeText({ info: { dtype, shape } }: { info: TensorInfo }) {
  return (
    <span className={classes.type}>
      <NameText mono>{dtype}</NameText> <ShapeText shape={shape} short />
    </span>
  );
}

/** `data-…` of a tensor's row. */
export function tensorAttributes({ diff, a, b }: TensorDiff) {
  const differs = diff !== 'same' && diff !== 'unread';
  return { 'data-diff': differs ? diff : undefined, 'data-path': (b ?? a)?.name };
}

export const tensorKey = ({ a, b }: TensorDiff) => `${a?.name ?? ''}\0${b?.name ?? ''}`;
