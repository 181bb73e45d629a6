import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../base/amounts.ts';
import { wordsTest } from '../../base/text.ts';
import type { TensorInfo } from '../../model/package.ts';
import { tensorElements, tensorSize } from '../../model/tensor/tensor-size.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { useKeptState } from '../../widgets/kept-state.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import { firstOpen, type TensorTreeRow, treeRows } from './tensor-tree.ts';
import classes from './tensor-tree-table.module.css';

/** A row, and of a group whether it is open. */
type Row = TensorTreeRow & { isOpen: boolean };

const COLUMNS: readonly DataColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => <Name row={row} /> },
  {
    id: 'dtype',
    header: 'Type',
    cell: (row) => (row.kind === 'tensor' ? <span className={classes.mono}>{row.info.dtype}</span> : ''),
    width: '96px',
  },
  {
    id: 'shape',
    header: 'Shape',
    cell: (row) =>
      row.kind === 'tensor' ? (
        <ShapeText shape={row.info.shape} short />
      ) : (
        <span className={classes.note}>{formatNumberOf(row.tensors, 'tensor')}</span>
      ),
  },
  {
    id: 'elements',
    header: 'Elements',
    numeric: true,
    narrow: 'hidden',
    cell: (row) => formatCount((row.kind === 'tensor' ? tensorElements(row.info) : row.elements) ?? 0n),
    width: '140px',
  },
  {
    id: 'size',
    header: 'Size',
    numeric: true,
    narrow: 'end',
    cell: (row) => {
      const bytes = row.kind === 'tensor' ? tensorSize(row.info) : row.bytes;
      return bytes === undefined ? '—' : formatBytes(bytes);
    },
    width: '88px',
  },
];

function Name({ row }: { row: Row }) {
  const Chevron = row.isOpen ? IconChevronDown : IconChevronRight;
  return (
    <span className={classes.name} style={{ paddingInlineStart: `${Math.min(row.depth, MAX_INDENT) * 16}px` }}>
      {row.kind === 'group' ? <Chevron size={16} stroke={1.75} aria-hidden /> : <span className={classes.space} />}
      <span className={row.kind === 'group' ? classes.group : undefined}>
        <NameText>{row.label}</NameText>
      </span>
    </span>
  );
}

/** Levels that move a row to the right. Deeper ones leave no room for names. */
const MAX_INDENT = 8;

/** All groups. */
const EVERY = { has: () => true };

interface Props {
  tensors: readonly TensorInfo[];
  chosen: string | undefined;
  onChoose(name: string): void;
  /** What names and types are filtered by. All groups with a match are open then. */
  query: string;
  /** By which its open groups, and its place, are kept while it is not shown. */
  kept: string;
  /** What the button for columns stands in. Null where there is none. */
  menuIn: HTMLElement | null | undefined;
}

/** The tensors as a tree by the dots of their names. Groups open and close, and have the sums of what is in them. */
export function TensorTreeTable({ tensors, chosen, onChoose, query, kept, menuIn }: Props) {
  const [first] = useState(() => firstOpen(tensors));
  const [opened, setOpen] = useKeptState(kept, first);
  const wanted = useDeferredValue(query.trim());
  const found = useMemo(() => {
    const matches = wordsTest(wanted);
    return wanted === '' ? tensors : tensors.filter(({ name, dtype }) => matches(`${name}\n${dtype}`.toLowerCase()));
  }, [tensors, wanted]);
  const open: Pick<ReadonlySet<string>, 'has'> = wanted === '' ? opened : EVERY;
  const rows = useMemo(
    () => treeRows(found, open).map((row): Row => ({ ...row, isOpen: row.kind === 'group' && open.has(row.path) })),
    [found, open],
  );
  if (found.length === 0 && wanted !== '')
    return (
      <p role="status" className={classes.none}>
        No match for “{wanted}”.
      </p>
    );
  return (
    <DataTable
      label="Tensors"
      name="tensor-tree"
      kept={kept}
      menuIn={menuIn}
      fills
      columns={COLUMNS}
      rows={rows}
      rowKey={keyOf}
      rowAttributes={(row) => (row.kind === 'tensor' ? { 'data-name': row.info.name } : { 'data-group': row.path })}
      rowExpanded={(row) => (row.kind === 'group' ? row.isOpen : undefined)}
      onSelect={(row) => {
        if (row.kind === 'tensor') {
          onChoose(row.info.name);
          return;
        }
        const next = new Set(opened);
        if (!next.delete(row.path)) next.add(row.path);
        setOpen(next);
      }}
      selectedKey={chosen === undefined ? undefined : `tensor ${chosen}`}
    />
  );
}

function keyOf(row: Row): string {
  return row.kind === 'tensor' ? `tensor ${row.info.name}` : `group ${row.path}`;
}
