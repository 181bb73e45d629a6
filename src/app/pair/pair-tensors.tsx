import { Button, Popover, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import { parseNameRules } from '../../model/pair/name-rules.ts';
import type { TensorDiffs } from '../../model/pair/tensor-diffs.ts';
import { readBytes } from '../../model/tensor/tensor-size.ts';
import { useActions } from '../../state/hooks.ts';
import type { ComparedPair, PairSides } from '../../state/pair-slice.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { Panes } from '../../widgets/panes/panes.tsx';
import { useNarrow } from '../../widgets/screen.ts';
import { ChosenPair, SAMPLE_BLOCKS } from './chosen-pair.tsx';
import { pairNames } from './pair-names.ts';
import classes from './pair-panes.module.css';
import { TENSOR_DIFF, TENSOR_NAME, tensorAttributes, tensorKey, typeColumns } from './pair-tables.tsx';
import { type TensorRow, VALUE_COLUMNS } from './pair-values.tsx';
import { MAX_RULES_CHARACTERS, type ShownDiff, useNameRules, usePairValues } from './use-package-diff.ts';

interface Props {
  sides: PairSides;
  shown: ShownDiff;
  item: string | undefined;
  onItem(name: string | undefined): void;
}

/** The tensors of both packages beside each other, and how their values differ once that is asked. */
export function PairTensors({ sides, shown: { tensors }, item, onItem }: Props) {
  const rows = useTensorRows(sides, tensors);
  const narrow = useNarrow();
  const chosen = rows.find(({ a, b }) => (a ?? b)?.name === item);
  if (rows.length === 0) return <EmptyState title="No tensors">Neither package has tensors.</EmptyState>;
  return (
    <Panes
      name="pair-tensors"
      shows={narrow && chosen ? 'content' : 'list'}
      label="Chosen tensor"
      onEscape={() => onItem(undefined)}
      list={{
        min: 320,
        width: 860,
        max: 1400,
        label: 'Tensors of both',
        children: (
          <div className={classes.list}>
            <TensorTable {...{ sides, tensors, rows, chosen, onItem }} fills />
          </div>
        ),
      }}
    >
      {chosen && (
        <div className={classes.content}>
          {narrow && (
            <Button size="compact-sm" onClick={() => onItem(undefined)}>
              All tensors
            </Button>
          )}
          <ChosenPair sides={sides} row={chosen} />
        </div>
      )}
    </Panes>
  );
}

/** The tensors with what was found of their values. */
export function useTensorRows(sides: PairSides, tensors: TensorDiffs): readonly TensorRow[] {
  const { found } = usePairValues(sides);
  return useMemo(
    () => tensors.diffs.map((diff): TensorRow => ({ ...diff, found: diff.a && found.get(diff.a.name) })),
    [tensors, found],
  );
}

interface TableProps {
  sides: PairSides;
  tensors: TensorDiffs;
  rows: readonly TensorRow[];
  chosen: TensorRow | undefined;
  onItem(name: string | undefined): void;
  fills?: boolean;
}

/** What can be compared, and the table of what was. */
export function TensorTable({ sides, tensors, rows, chosen, onItem, fills = false }: TableProps) {
  const [first, second] = pairNames(sides);
  const columns = useMemo(() => {
    // Beside a list of files there is less room, and the chosen tensor says it.
    const values = fills ? VALUE_COLUMNS : VALUE_COLUMNS.filter(({ id }) => id !== 'rmse');
    return [TENSOR_NAME, ...typeColumns([first, second]), ...values, TENSOR_DIFF] as DataColumn<TensorRow>[];
  }, [first, second, fills]);
  return (
    <>
      <Values rows={rows} sides={sides} />
      <DataTable
        label="Compared tensors"
        columns={columns}
        rows={rows}
        rowKey={tensorKey}
        rowAttributes={tensorAttributes}
        onSelect={({ a, b }) => onItem((a ?? b)?.name)}
        selectedKey={chosen && tensorKey(chosen)}
        filterLabel={fills ? 'Filter tensors' : undefined}
        fills={fills}
      />
      <p className={classes.foot}>{footText(tensors, sides)}</p>
    </>
  );
}

function footText({ diffs, differing, prefixes, tied }: TensorDiffs, sides: PairSides): string {
  const cut = prefixes.map(({ prefix }) => `“${visibleText(prefix)}” cut`);
  const ties = tied.a.length + tied.b.length;
  const parts = [
    `${formatNumberOf(diffs.length, 'row')}, ${differing} differ`,
    ...cut,
    ...[sides.before, sides.after].flatMap(({ package: { noOrigins } }) => noOrigins ?? []),
    ...(ties > 0 ? [`${formatNumberOf(ties, 'group')} of tensors share their data`] : []),
  ];
  return parts.join(' · ');
}

/** Pairs whose values can be compared: those whose shapes go together. */
function comparable(rows: readonly TensorRow[]): ComparedPair[] {
  return rows.flatMap(({ a, b, pair, diff }) =>
    a && b && pair && diff !== 'same' && pair.shape !== 'different' ? [{ a, b, pair }] : [],
  );
}

/** What comparing values would read, and how far it is. */
function Values({ rows, sides }: { rows: readonly TensorRow[]; sides: PairSides }) {
  const { running } = usePairValues(sides);
  const { comparePairValues, stopPairValues } = useActions();
  const pairs = useMemo(() => comparable(rows), [rows]);
  if (running) return <RunningJob what="Comparing values" progress={running} onCancel={stopPairValues} />;
  const bytes = pairs.reduce((sum, { a, b }) => sum + readBytes(a) + readBytes(b), 0);
  const hosts = [sides.before, sides.after].flatMap(({ package: { servedFrom } }) => servedFrom ?? []);
  return (
    <div className={classes.act}>
      {pairs.length > 0 && (
        <>
          <Button
            size="compact-sm"
            variant={hosts.length > 0 ? 'default' : 'filled'}
            onClick={() => void comparePairValues(sides, pairs)}
          >
            {`Compare values, ${formatBytes(bytes)}`}
          </Button>
          <Button
            size="compact-sm"
            variant={hosts.length > 0 ? 'filled' : 'default'}
            onClick={() => void comparePairValues(sides, pairs, { blocks: SAMPLE_BLOCKS })}
          >
            Compare a sample
          </Button>
        </>
      )}
      <NamesButton />
    </div>
  );
}

/** Rules by which tensors of other names are found. */
function NamesButton() {
  const [text, store] = useNameRules();
  const [typed, setTyped] = useState(text);
  const { errors } = useMemo(() => parseNameRules(typed), [typed]);
  const [problem] = errors;
  return (
    <Popover withRoles trapFocus position="bottom-start" width={440} onOpen={() => setTyped(text)}>
      <Popover.Target>
        <Button size="compact-sm">Names…</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Textarea
          label="Tensors of other names"
          description="A rule on each line. * stands for any text: encoder.*.w -> enc.*.weight"
          autosize
          minRows={4}
          maxRows={12}
          maxLength={MAX_RULES_CHARACTERS}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem && `Line ${problem.line}: ${problem.message}`}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Button mt={8} size="compact-sm" disabled={problem !== undefined} onClick={() => store(typed)}>
          Use these rules
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
