import { SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconExclamationCircle } from '@tabler/icons-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatBytes, formatCount } from '../../base/amounts.ts';
import type { Package, TensorInfo } from '../../model/package.ts';
import { wholeSize } from '../../model/tensor/tensor-size.ts';
import { type TensorUse, tensorRoles, tensorUses } from '../../model/tensor/tensor-use.ts';
import { usePackage } from '../../state/hooks.ts';
import { type DataColumn, DataTable } from '../../widgets/data-table/data-table.tsx';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { IconButton } from '../../widgets/icon-button.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import { InnerFiles } from '../inside/inner-files.tsx';
import { ReadMore } from '../package/read-more.tsx';
import type { TabProps } from '../package/tab.ts';
import { hasGroups } from './tensor-tree.ts';
import { TensorTreeTable } from './tensor-tree-table.tsx';
import { TensorView } from './tensor-view.tsx';
import classes from './tensors-tab.module.css';

interface Row {
  info: TensorInfo;
  /** What it is for. Undefined if unknown, or the same as its stored name. */
  role: string | undefined;
  /** Computed where they are asked for: of a hundred thousand rows, few are seen. */
  sum(): { elements: bigint | undefined; bytes: number | bigint | undefined };
  uses: readonly TensorUse[];
  /** The first byte of its data in its file. Undefined where every tensor begins its own file. */
  offset: number | undefined;
}

/** A column of numbers, in which the filter does not look. */
function numberColumn<Value extends number | bigint>(
  id: string,
  header: string,
  value: (row: Row) => Value | undefined,
  format: (value: Value) => string,
): DataColumn<Row> {
  const cell = (row: Row) => {
    const found = value(row);
    return found === undefined ? '—' : format(found);
  };
  const text = () => undefined;
  return { id, header, value, cell, text, optional: true, numeric: true, narrow: 'hidden', width: '120px' };
}

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ info, role }) => (
      <>
        <span className={classes.name}>
          <NameText>{role ?? info.name}</NameText>
        </span>
        {info.problem !== undefined && (
          <span className={classes.problem}>
            <IconExclamationCircle size={16} stroke={1.75} aria-hidden />
            unreadable
          </span>
        )}
      </>
    ),
    value: ({ info, role }) => role ?? info.name,
  },
  {
    id: 'stored-name',
    header: 'Stored name',
    optional: true,
    cell: ({ info, role }) =>
      role === undefined ? (
        ''
      ) : (
        <span className={classes.note}>
          <NameText mono>{info.name}</NameText>
        </span>
      ),
    text: ({ info, role }) => (role === undefined ? undefined : info.name),
  },
  {
    id: 'dtype',
    header: 'Type',
    cell: ({ info }) => <span className={classes.mono}>{info.dtype}</span>,
    value: ({ info }) => info.dtype,
    width: '112px',
  },
  {
    id: 'shape',
    header: 'Shape',
    cell: ({ info }) =>
      info.inner ? (
        <span className={classes.note}>{formatCount(info.inner.length)} inside</span>
      ) : (
        <ShapeText shape={info.shape} />
      ),
    text: ({ info }) => info.shape.join(' × '),
  },
  numberColumn('elements', 'Elements', ({ sum }) => sum().elements, formatCount),
  numberColumn('offset', 'Offset', ({ offset }) => offset, formatCount),
  { ...numberColumn('size', 'Size', ({ sum }) => sum().bytes, formatBytes), narrow: 'end', width: '88px' },
];

function columnsOf(rows: readonly Row[]): readonly DataColumn<Row>[] {
  const roles = rows.flatMap(({ role }) => role ?? []);
  const uses: DataColumn<Row> = {
    id: 'uses',
    header: 'Used as',
    optional: true,
    // On narrow lists it is a line of its own, which only roles that repeat are worth.
    narrow: new Set(roles).size < roles.length ? 'line' : 'hidden',
    cell: (row, stop) => <Uses uses={row.uses} stop={stop} />,
    text: (row) => row.uses.map(({ label }) => label).join('\n') || undefined,
  };
  return [...COLUMNS, uses];
}

/** The first use, and the number of further ones, which the tensor's own view lists. */
function Uses({ uses, stop }: { uses: readonly TensorUse[]; stop: boolean }) {
  const [first] = uses;
  if (!first) return null;
  return (
    <>
      <PlaceLink to={first.place} tabIndex={stop ? undefined : -1}>
        <NameText>{first.label}</NameText>
      </PlaceLink>
      {uses.length > 1 && <span className={classes.note}> and {formatCount(uses.length - 1)} more</span>}
    </>
  );
}

function rowsOf(pkg: Package): Row[] {
  const uses = tensorUses(pkg);
  const roles = tensorRoles(pkg, uses);
  const sharesFiles = pkg.tensors.some(({ data }) => data !== undefined && data.start > 0);
  return pkg.tensors.map((info) => ({
    info,
    role: roles.get(info.name) === info.name ? undefined : roles.get(info.name),
    sum: () => wholeSize(info, pkg),
    uses: uses.get(info.name) ?? [],
    offset: sharesFiles ? info.data?.start : undefined,
  }));
}

/** The height that sticky bars cover at the top of the window, with a gap below them. CSS pixels. */
function coveredTop(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}

/** Scrolls the list, but not the page, to show the chosen row below the list's sticky head, as far as possible. */
function revealChosen(list: HTMLElement): void {
  const row = list.querySelector<HTMLElement>('[aria-selected="true"]');
  if (!row) return;
  const head = list.querySelector('thead')?.getBoundingClientRect().height ?? 0;
  for (let box: HTMLElement | null = row.parentElement; box; box = box === list ? null : box.parentElement) {
    if (box.scrollHeight <= box.clientHeight || getComputedStyle(box).overflowY === 'visible') continue;
    const { top, bottom } = box.getBoundingClientRect();
    const seen = row.getBoundingClientRect();
    const first = Math.max(top, coveredTop()) + head;
    const last = Math.min(bottom, window.innerHeight);
    if (seen.top < first) box.scrollTop -= first - seen.top;
    else if (seen.bottom > last && last - first > seen.height) box.scrollTop += seen.bottom - last;
  }
}

/** The heading above files that have tensors of their own, such as weights. */
const IN_FILES = 'Tensors in files of the package';

/** A list of all tensors of the package, and beside it the chosen one. */
export default function Tensors({ item: asked, onItem }: TabProps) {
  const pkg = usePackage();
  // A single tensor is chosen from the start, and its row stays above it on narrow screens.
  const only = pkg.tensors.length === 1 ? pkg.tensors[0]?.name : undefined;
  const item = asked ?? only;
  const rows = useMemo(() => rowsOf(pkg), [pkg]);
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const canBeTree = useMemo(() => hasGroups(pkg.tensors), [pkg.tensors]);
  const [view, setView] = useState('List');
  const list = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const isChosen = item !== undefined && item !== only;
  // On a narrow screen the chosen tensor replaces the longer list. Without this, it would begin above the screen.
  useLayoutEffect(() => {
    if (isChosen && root.current && root.current.getBoundingClientRect().top < coveredTop())
      root.current.scrollIntoView();
  }, [isChosen]);
  // Beside a chosen tensor the list is narrow and its rows are higher: the chosen row may have moved out of view.
  useLayoutEffect(() => {
    if (item !== undefined && list.current) revealChosen(list.current);
  }, [item]);

  if (rows.length === 0) {
    return (
      <div className={classes.empty}>
        <EmptyState title="No tensors">
          {pkg.noTensors ?? (
            <>
              Tensors hold test and example data. A packer writes them to <code>tensor_data/</code> when the model is
              packed with self-tests or examples.
            </>
          )}
        </EmptyState>
        <InnerFiles title={IN_FILES} tab="tensors" />
      </div>
    );
  }
  return (
    <div ref={root} className={classes.root} data-chosen={isChosen || undefined} data-only={item === only || undefined}>
      <ReadMore />
      {canBeTree && (
        <SegmentedControl
          className={classes.views ?? ''}
          aria-label="Show tensors as"
          size="sm"
          data={['List', 'Tree']}
          value={view}
          onChange={setView}
        />
      )}
      <div ref={list} className={classes.list}>
        {canBeTree && view === 'Tree' ? (
          <TensorTreeTable tensors={pkg.tensors} chosen={item} onChoose={onItem} />
        ) : (
          <DataTable
            label="Tensors"
            filterLabel={only === undefined ? 'Filter tensors' : undefined}
            columns={columns}
            rows={rows}
            rowKey={({ info }) => info.name}
            rowAttributes={({ info }) => ({ 'data-name': info.name })}
            onSelect={({ info }) => onItem(info.name)}
            selectedKey={item}
          />
        )}
      </div>
      {item !== undefined && (
        <div className={classes.detail}>
          {isChosen && (
            <IconButton
              Icon={IconArrowLeft}
              className={classes.back}
              variant="subtle"
              size="sm"
              onClick={() => onItem(undefined)}
            >
              Back to tensors
            </IconButton>
          )}
          <TensorView name={item} />
        </div>
      )}
      {!isChosen && (
        <div className={classes.others}>
          <InnerFiles title={IN_FILES} tab="tensors" />
        </div>
      )}
    </div>
  );
}
