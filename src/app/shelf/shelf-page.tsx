import { Button, SegmentedControl } from '@mantine/core';
import { IconGitCompare, IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import type { ErrorData } from '../../base/errors.ts';
import { hostText } from '../../base/host.ts';
import { memo } from '../../base/memo.ts';
import { baseName } from '../../model/file/file-name.ts';
import { useLevels, useOutermost } from '../../state/hooks.ts';
import type { Shelf, ShelfItem } from '../../state/shelf-slice.ts';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { FilterInput } from '../../widgets/filter-input.tsx';
import { IconButton } from '../../widgets/icon-button.tsx';
import { KeptProvider, type KeptStates, useKeptState } from '../../widgets/kept-state.ts';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { useRootMark } from '../../widgets/root-mark.ts';
import { ToneLine } from '../../widgets/severity.tsx';
import noticeClasses from '../app.module.css';
import { Failure } from '../opening/failure.tsx';
import { useOpening } from '../opening/opening-ways.tsx';
import classes from './shelf.module.css';
import { ShelfCards } from './shelf-cards.tsx';
import { type Choice, shelfColumns } from './shelf-columns.tsx';
import {
  byPath,
  countTexts,
  inTime,
  LIST_KINDS,
  type ListKind,
  rowAttributes,
  type ShownItem,
  shownItems,
  worstFirst,
} from './shelf-rows.ts';

interface Props {
  shelf: Shelf;
  /** Why the row that was to be opened could not be. */
  error: ErrorData | undefined;
}

/** What a shelf leaves for when it is shown again. */
const keptOf = memo((_: Shelf): KeptStates => new Map());

/** Several packages as a table or as cards, the worst first. */
export default function ShelfPage(props: Props) {
  return (
    <KeptProvider value={keptOf(props.shelf)}>
      <Shown key={props.shelf.name} {...props} />
    </KeptProvider>
  );
}

/** Of two lines, with its border, in CSS pixels. */
const ROW_HEIGHT = 54;

type Chosen = 'all' | ListKind;

function Shown({ shelf, error }: Props) {
  const { openItem } = useOpening();
  const { outermost } = useLevels();
  const [query, setQuery] = useKeptState('query', '');
  const [kind, setKind] = useKeptState<Chosen>('kind', 'all');
  const [view, setView] = useKeptState<'table' | 'cards'>('view', 'table');
  const [opened, setOpened] = useKeptState<string | undefined>('opened', undefined);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const rows = useRows(shelf);
  const shown = useMemo(() => (kind === 'all' ? rows : rows.filter((row) => row.kind === kind)), [rows, kind]);
  const { choice, pair } = useChoice(rows);
  const latest = useRef(choice);
  latest.current = choice;
  const [now] = useState(() => Date.now());
  // Another choice is another array, so that each row is drawn again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns read the latest choice.
  const columns = useMemo(() => shelfColumns(now, () => latest.current), [now, choice.chosen]);
  useRootMark('fills');
  useFocusedRow(opened);

  const open = ({ key, item }: ShownItem) => {
    setOpened(key);
    openItem(item.descriptor);
  };
  return (
    <div className={classes.root}>
      {error && (
        <div className={noticeClasses.notice}>
          <Failure error={error} onClose={() => outermost.getState().openShelf(shelf)} />
        </div>
      )}
      <Head shelf={shelf} rows={rows} pair={pair} />
      <div className={classes.bar} ref={setBar}>
        <FilterInput label="Filter packages" value={query} onChange={setQuery} className={classes.filter} />
        <Kinds rows={rows} kind={kind} onKind={setKind} />
        <Counts rows={rows} />
        <IconButton
          Icon={view === 'table' ? IconLayoutGrid : IconTable}
          size="compact-md"
          className={classes.view ?? ''}
          onClick={() => setView(view === 'table' ? 'cards' : 'table')}
        >
          {view === 'table' ? 'Cards' : 'Table'}
        </IconButton>
      </div>
      {shelf.note !== undefined && (
        <ToneLine tone="warning" className={classes.note}>
          {visibleText(shelf.note)}
        </ToneLine>
      )}
      {view === 'table' ? (
        <DataTable
          label="Packages"
          name="packages"
          kept="packages"
          menuIn={bar}
          query={query}
          columns={columns}
          rows={shown}
          rowHeight={ROW_HEIGHT}
          cuts
          rowKey={({ key }) => key}
          rowAttributes={rowAttributes}
          onSelect={open}
          selectedKey={opened}
          fills
        />
      ) : (
        <ShelfCards rows={shown} query={query} choice={choice} onOpen={open} />
      )}
    </div>
  );
}

/** The rows, the worst first. */
function useRows(shelf: Shelf): readonly ShownItem[] {
  const states = useOutermost((state) => state.shelfRows);
  const sorted = useMemo(() => byPath(shelf.items), [shelf]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of another shelf are others.
  const known = useMemo(() => new Map<ShelfItem, ShownItem>(), [shelf]);
  return useMemo(() => worstFirst(shownItems(sorted, states, known)), [sorted, states, known]);
}

/** The two rows that are chosen. A third one takes the place of the first. */
function useChoice(rows: readonly ShownItem[]): { choice: Choice; pair: readonly ShownItem[] } {
  // Of two, there is nothing to choose.
  const first = rows.length === 2 ? rows.map(({ key }) => key).sort() : NONE;
  const [chosen, setChosen] = useKeptState<readonly string[]>('chosen', first);
  const toggle = ({ key }: ShownItem) =>
    setChosen((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before.slice(-1), key]));
  const pair = chosen.flatMap((key) => rows.find((row) => row.key === key) ?? []);
  return { choice: { chosen, toggle }, pair };
}

const NONE: readonly string[] = [];

/** The row that was opened has the focus when the shelf is shown again. */
function useFocusedRow(key: string | undefined): void {
  const first = useRef(key);
  useEffect(() => {
    if (first.current === undefined) return;
    const row = document.querySelector<HTMLElement>('[aria-selected="true"] [data-row-control], [data-opened]');
    row?.focus({ preventScroll: true });
  }, []);
}

interface HeadProps extends Pick<Props, 'shelf'> {
  rows: readonly ShownItem[];
  pair: readonly ShownItem[];
}

function Head({ shelf, rows, pair }: HeadProps) {
  const { openPair } = useOpening();
  const { of } = shelf;
  const from = of.kind === 'url' && URL.canParse(of.url) ? hostText(new URL(of.url).host) : 'this computer';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, []);
  const [a, b] = inTime(pair);
  return (
    <div className={classes.head}>
      <h1 ref={heading} tabIndex={-1} className={classes.heading}>
        <NameText>{shelf.name}</NameText>
      </h1>
      <span className={classes.from}>{`${from} · ${countTexts(rows).join(', ')}`}</span>
      {a && b && (
        <span className={classes.order}>
          <NameText mono>{baseName(a.item.path)}</NameText> → <NameText mono>{baseName(b.item.path)}</NameText>
        </span>
      )}
      <Button
        className={classes.act ?? ''}
        variant={a && b ? 'filled' : 'default'}
        leftSection={<IconGitCompare size={16} stroke={1.75} aria-hidden />}
        disabled={!a || !b}
        onClick={() => a && b && openPair(a.item.descriptor, b.item.descriptor)}
      >
        {rows.length === 2 ? 'Compare these two' : 'Compare'}
      </Button>
    </div>
  );
}

/** What to show of the rows, where there are several kinds. */
function Kinds({ rows, kind, onKind }: { rows: readonly ShownItem[]; kind: Chosen; onKind(kind: Chosen): void }) {
  const there = new Set(rows.map((row) => row.kind));
  const kinds = LIST_KINDS.filter((one) => there.has(one.kind) || one.kind === kind);
  if (kinds.length < 2) return null;
  return (
    <SegmentedControl
      aria-label="Kind"
      className={classes.kinds ?? ''}
      data={[{ value: 'all', label: 'All' }, ...kinds.map(({ kind: value, label }) => ({ value, label }))]}
      value={kind}
      onChange={(value) => onKind(value as Chosen)}
    />
  );
}

/** How many rows are dangerous, or have errors or warnings, as far as they are read. */
function Counts({ rows }: { rows: readonly ShownItem[] }) {
  const dangerous = rows.filter(({ isDangerous }) => isDangerous).length;
  const errors = rows.filter(({ worst }) => worst === 'error').length - dangerous;
  const warnings = rows.filter(({ worst }) => worst === 'warning').length;
  const reading = rows.filter(({ state, item }) => item.descriptor.kind !== 'url' && isPending(state?.phase)).length;
  return (
    <span role="status" className={classes.counts}>
      {dangerous > 0 && (
        <span className={classes.most} data-tone="error">
          {formatCount(dangerous)} dangerous
        </span>
      )}
      {errors > 0 && (
        <span className={classes.most} data-tone="error">
          {formatCount(errors)} with errors
        </span>
      )}
      {warnings > 0 && (
        <span className={classes.most} data-tone="warning">
          {formatCount(warnings)} with warnings
        </span>
      )}
      {reading > 0 && <span className={classes.most}>{formatCount(reading)} to read</span>}
    </span>
  );
}

function isPending(phase: string | undefined): boolean {
  return phase === undefined || phase === 'reading';
}
