import { IconExclamationCircle } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../base/amounts.ts';
import { shortened, wordsTest } from '../../base/text.ts';
import type { Package, TensorInfo } from '../../model/package.ts';
import { SCAN_PLACE } from '../../model/place.ts';
import { isInPart } from '../../model/tensor/byte-parts.ts';
import { isScanned } from '../../model/tensor/scan-list.ts';
import { wholeSize } from '../../model/tensor/tensor-size.ts';
import { type TensorUse, tensorRoles, tensorUses } from '../../model/tensor/tensor-use.ts';
import { usePackage } from '../../state/hooks.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { filledColumns, rowText } from '../../widgets/data-table/rows.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { FilterInput } from '../../widgets/filter-input.tsx';
import { useKeptState } from '../../widgets/kept-state.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { Panes } from '../../widgets/panes/panes.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { useNarrow } from '../../widgets/screen.ts';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import { focusChosenTab } from '../focus.ts';
import { InnerFiles } from '../inside/inner-files.tsx';
import { ReadMore } from '../package/read-more.tsx';
import type { TabProps } from '../package/tab.ts';
import { NewTensor } from './edit/new-tensor.tsx';
import { useTensorActs } from './edit/use-tensor-acts.ts';
import { ExportProgress, useExportJob } from './export-job.tsx';
import { type ListViewName, ListViews } from './list-views.tsx';
import { NpzMenu } from './npz-menu.tsx';
import { useBeginScan } from './scan/begin-scan.ts';
import { ScanView } from './scan/scan-view.tsx';
import { hasGroups } from './tensor-tree.ts';
import { TensorTreeTable } from './tensor-tree-table.tsx';
import { TensorView } from './tensor-view.tsx';
import classes from './tensors-tab.module.css';

const SCAN_VIEW = 'Scan';

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
        <ShapeText shape={info.shape} short />
      ),
    text: ({ info }) => info.shape.join(' × '),
  },
  numberColumn('elements', 'Elements', ({ sum }) => sum().elements, formatCount),
  numberColumn('offset', 'Offset', ({ offset }) => offset, formatCount),
  { ...numberColumn('size', 'Size', ({ sum }) => sum().bytes, formatBytes), narrow: 'end', width: '88px' },
  {
    id: 'uses',
    header: 'Used as',
    optional: true,
    // Headings say it in a narrow list.
    narrow: 'hidden',
    cell: (row, stop) => <Uses uses={row.uses} stop={stop} />,
    text: (row) => row.uses.map(({ label }) => label).join('\n') || undefined,
  },
];

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

/** The heading above files that have tensors of their own, such as weights. */
const IN_FILES = 'Tensors in files of the package';

/** The narrowest, the first and the widest that the panes beside the values can be, in CSS pixels. */
const LIST = { min: 180, width: 280, max: 640 };
const FACTS = { min: 200, width: 260, max: 480 };

/** A list of all tensors of the package, and beside it the chosen one with its facts. */
export default function Tensors({ item: asked, part, show, onItem, titleSlot, onDetail, ...detail }: TabProps) {
  const pkg = usePackage();
  const asksScan = show === SCAN_PLACE.show;
  // A single tensor is chosen from the start.
  const only = pkg.tensors.length === 1 && !asksScan ? pkg.tensors[0]?.name : undefined;
  const item = asked ?? only;
  const narrow = useNarrow();
  const [facts, setFacts] = useState<HTMLDivElement | null>(null);
  const list = useRef<HTMLDivElement>(null);

  /** Focuses a row of the list or the tree, whichever is shown. */
  const focusRow = useCallback((row: string) => {
    list.current?.querySelector<HTMLElement>(`:scope > :not([inert]) ${row} [data-row-control]`)?.focus();
  }, []);

  // On a phone, Back leads to the row of the tensor that was shown.
  const last = useRef<string>(undefined);
  useEffect(() => {
    const { current: before } = last;
    last.current = asked;
    if (!narrow || asked !== undefined || before === undefined) return;
    focusRow(`[data-name="${CSS.escape(before)}"]`);
  }, [narrow, asked, focusRow]);

  if (pkg.tensors.length === 0) {
    return (
      <div className={classes.empty}>
        <EmptyState title="No tensors">{pkg.noTensors}</EmptyState>
        <NewTensor as="button" onName={onItem} />
        <InnerFiles title={IN_FILES} tab="tensors" />
      </div>
    );
  }
  return (
    <Panes
      name="tensors"
      label="Chosen tensor"
      onEscape={() => (narrow && asked !== undefined ? onItem(undefined) : focusRow('[aria-selected="true"]'))}
      shows={narrow && asked !== undefined ? 'content' : 'list'}
      list={{
        ...LIST,
        label: 'List of tensors',
        children: (
          <div ref={list} className={classes.list}>
            <TensorList chosen={item} onChoose={onItem} part={part} isAlone={item === undefined} asksScan={asksScan} />
          </div>
        ),
      }}
      facts={
        item === undefined
          ? undefined
          : { ...FACTS, label: 'Facts of the tensor', children: <div ref={setFacts} className={classes.facts} /> }
      }
    >
      {item === undefined ? undefined : (
        <TensorView
          name={item}
          titleSlot={titleSlot}
          factsSlot={facts}
          onItem={onItem}
          detail={detail}
          onDetail={(to) => onDetail(to, item)}
        />
      )}
    </Panes>
  );
}

interface ListProps {
  chosen: string | undefined;
  onChoose(name: string): void;
  /** Of which only the tensors are listed. */
  part: string | undefined;
  /** Whether nothing stands beside it. */
  isAlone: boolean;
  /** Whether the address asks to scan them. */
  asksScan: boolean;
}

/**
 * The tensors as a list, or as a tree by the dots of their names. Both stay once they were shown, so that what was
 * sorted, opened and scrolled is there again.
 */
function TensorList({ chosen, onChoose, part, isAlone, asksScan }: ListProps) {
  const pkg = usePackage();
  const all = useMemo(() => rowsOf(pkg), [pkg]);
  const rows = useMemo(
    () => (part === undefined ? all : all.filter(({ info }) => isInPart(info.name, part))),
    [all, part],
  );
  const tensors = useMemo(() => rows.map(({ info }) => info), [rows]);
  const groups = useMemo(() => groupsOf(pkg), [pkg]);
  const groupOf = useCallback(({ info }: Row) => groups.get(info.name), [groups]);
  const canBeTree = useMemo(() => hasGroups(pkg.tensors), [pkg.tensors]);
  const canScan = useMemo(() => pkg.tensors.some(isScanned), [pkg.tensors]);
  const [view, setView] = useKeptState<ListViewName>('tensors view', 'List');
  const beginScan = useBeginScan();
  const show = (to: ListViewName) => {
    setView(to);
    if (to === SCAN_VIEW) beginScan();
    else setHadTree(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address that newly asks for it begins a scan.
  useEffect(() => {
    if (!asksScan || !canScan) return;
    show(SCAN_VIEW);
    // The link that asks for it is gone with the tab before.
    if (document.activeElement === document.body) focusChosenTab();
  }, [asksScan, canScan]);
  const [hadTree, setHadTree] = useState(false);
  const [query, setQuery] = useKeptState(`tensors filter ${part}`, '', chosen);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const isScan = canScan && view === SCAN_VIEW;
  const acts = useTensorActs();
  const canAdd = acts !== undefined && acts.problem === undefined;
  const hasBar = all.length > 1 || isScan || canAdd;
  const menuIn = hasBar ? bar : undefined;
  const isTree = canBeTree && view === 'Tree';
  const isList = !isTree && !isScan;
  const exported = useExportJob();
  const wanted = query.trim();
  const found = () => foundOf(rows, wanted, isTree);
  return (
    <>
      {hasBar && (
        <div className={classes.bar} ref={setBar}>
          {(canBeTree || canScan) && (
            <ListViews
              views={['List', ...(canBeTree ? (['Tree'] as const) : []), ...(canScan ? ([SCAN_VIEW] as const) : [])]}
              view={isScan ? SCAN_VIEW : isTree ? 'Tree' : 'List'}
              onView={show}
            />
          )}
          {all.length > 1 && (
            <FilterInput
              label="Filter tensors"
              placeholder={`Filter ${formatNumberOf(rows.length, 'tensor')}`}
              value={query}
              onChange={setQuery}
              className={classes.filter}
            />
          )}
          {!isScan && <NewTensor as="icon" onName={onChoose} />}
          {!isScan && (
            <NpzMenu
              tensors={tensors}
              found={wanted === '' ? undefined : found}
              exported={exported}
              className={classes.act}
            />
          )}
        </div>
      )}
      <ExportProgress of={exported} className={classes.exported} />
      {part !== undefined && <PartBar part={part} of={rows.length} chosen={chosen} all={all.length} />}
      <ReadMore />
      <div className={classes.rows} data-away={!isList || undefined} inert={!isList}>
        <DataTable
          label="Tensors"
          kept={`tensors ${part}`}
          menuIn={isList ? menuIn : null}
          query={all.length > 1 ? query : undefined}
          columns={COLUMNS}
          rows={rows}
          rowKey={({ info }) => info.name}
          rowAttributes={({ info }) => ({ 'data-name': info.name })}
          onSelect={({ info }) => onChoose(info.name)}
          selectedKey={chosen}
          groupOf={groups.size > 0 ? groupOf : undefined}
          fills
        />
      </div>
      {(isTree || hadTree) && canBeTree && (
        <div className={classes.rows} data-away={!isTree || undefined} inert={!isTree}>
          <TensorTreeTable
            key={part}
            kept={`tensors tree ${part}`}
            tensors={tensors}
            chosen={chosen}
            onChoose={onChoose}
            query={query}
            menuIn={isTree ? menuIn : null}
          />
        </div>
      )}
      {isScan && (
        <div className={classes.rows}>
          <ScanView
            tensors={tensors}
            kept={`scan ${part}`}
            chosen={chosen}
            onChoose={onChoose}
            query={all.length > 1 ? query : undefined}
            bar={bar}
            isAlone={isAlone}
          />
        </div>
      )}
      {isAlone && (
        <div className={classes.others}>
          <InnerFiles title={IN_FILES} tab="tensors" />
        </div>
      )}
    </>
  );
}

/** The tensors that the filter finds, in the list or in the tree. */
function foundOf(rows: readonly Row[], wanted: string, isTree: boolean): TensorInfo[] {
  const matches = wordsTest(wanted);
  const textOf = isTree
    ? ({ info }: Row) => `${info.name}\n${info.dtype}`.toLowerCase()
    : rowText(filledColumns(COLUMNS, rows));
  return rows.filter((row) => matches(textOf(row))).map(({ info }) => info);
}

/** Which part's tensors are listed, and the way to all of them. */
function PartBar({ part, of, chosen, all }: { part: string; of: number; chosen: string | undefined; all: number }) {
  return (
    <p className={classes.part}>
      <span>
        {formatNumberOf(of, 'tensor')} of <NameText mono>{shortened(part)}</NameText>
      </span>
      <PlaceLink to={chosen === undefined ? { tab: 'tensors' } : { tab: 'tensors', item: chosen }}>
        Show all {formatCount(all)}
      </PlaceLink>
    </p>
  );
}

/** The example or self-test that uses each tensor first. */
function groupsOf(pkg: Package): ReadonlyMap<string, string> {
  const groups = new Map<string, string>();
  for (const [name, uses] of tensorUses(pkg)) {
    const group = uses.find(({ group }) => group !== undefined)?.group;
    if (group !== undefined) groups.set(name, group);
  }
  return groups;
}
