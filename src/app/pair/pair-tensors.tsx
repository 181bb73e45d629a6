import { Button, Popover, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatBytes, formatNumberOf, formatShare } from '../../base/amounts.ts';
import type { ErrorData } from '../../base/errors.ts';
import { parseNameRules } from '../../model/pair/name-rules.ts';
import type { TensorDiff } from '../../model/pair/tensor-diffs.ts';
import type { ComparedTensor } from '../../state/compare-slice.ts';
import { useActions, useApp } from '../../state/hooks.ts';
import type { ComparedPair, PairSides } from '../../state/pair-slice.ts';
import { indexAt, indexText } from '../../tensor/shape.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { Panes } from '../../widgets/panes/panes.tsx';
import { useNarrow } from '../../widgets/screen.ts';
import { shortCosine, shortDifference } from '../tensors/compare/compare-words.ts';
import { Figures } from '../tensors/compare/comparison.tsx';
import { ToneWord } from './diff-mark.tsx';
import { pairNames } from './pair-names.ts';
import classes from './pair-panes.module.css';
import { TENSOR_DIFF, TENSOR_NAME, tensorAttributes, tensorKey, typeColumns } from './pair-tables.tsx';
import { MAX_RULES_CHARACTERS, type ShownDiff, useNameRules } from './use-package-diff.ts';

interface Props {
  sides: PairSides;
  shown: ShownDiff;
  item: string | undefined;
  onItem(name: string | undefined): void;
}

/** Blocks of a sample of each tensor: a few requests of a host, and an error that is known to a few per cent. */
const SAMPLE_BLOCKS = 32;

type Found = ComparedTensor | ErrorData;

interface Row extends TensorDiff {
  found: Found | undefined;
}

const isFailed = (found: Found): found is ErrorData => 'code' in found;

/** The tensors of both packages beside each other, and how their values differ once that is asked. */
export function PairTensors({ sides, shown: { tensors }, item, onItem }: Props) {
  const { found } = useApp((state) => state.pairValues);
  const rows = useMemo(
    () => tensors.diffs.map((diff): Row => ({ ...diff, found: diff.a && found.get(diff.a.name) })),
    [tensors, found],
  );
  const words = pairNames(sides);
  const [first, second] = words;
  const columns = useMemo(
    () => [TENSOR_NAME, ...typeColumns([first, second]), ...VALUE_COLUMNS, TENSOR_DIFF] as DataColumn<Row>[],
    [first, second],
  );
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
            <Values rows={rows} sides={sides} />
            <DataTable
              label="Compared tensors"
              columns={columns}
              rows={rows}
              rowKey={tensorKey}
              rowAttributes={tensorAttributes}
              onSelect={({ a, b }) => onItem((a ?? b)?.name)}
              selectedKey={chosen && tensorKey(chosen)}
              filterLabel="Filter tensors"
              fills
            />
            <p className={classes.foot}>{footText(tensors, sides)}</p>
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
          <ChosenTensor row={chosen} />
        </div>
      )}
    </Panes>
  );
}

function footText({ diffs, differing, prefixes, tied }: ShownDiff['tensors'], sides: PairSides): string {
  const cut = prefixes.map(({ prefix }) => `“${visibleText(prefix)}” cut`);
  const ties = tied.a.length + tied.b.length;
  const parts = [
    `${formatNumberOf(diffs.length, 'row')}, ${differing} differ in name, type or shape`,
    ...cut,
    ...[sides.before, sides.after].flatMap(({ package: { noOrigins } }) => noOrigins ?? []),
    ...(ties > 0 ? [`${formatNumberOf(ties, 'group')} of tensors share their data`] : []),
  ];
  return parts.join(' · ');
}

/** Pairs whose values can be compared: those whose shapes go together. */
function comparable(rows: readonly Row[]): ComparedPair[] {
  return rows.flatMap(({ a, b, pair, diff }) =>
    a && b && pair && diff !== 'same' && pair.shape !== 'different' ? [{ a, b, pair }] : [],
  );
}

/** What comparing values would read, and how far it is. */
function Values({ rows, sides }: { rows: readonly Row[]; sides: PairSides }) {
  const { running } = useApp((state) => state.pairValues);
  const { comparePairValues, stopPairValues } = useActions();
  const pairs = useMemo(() => comparable(rows), [rows]);
  if (running) return <RunningJob what="Comparing values" progress={running} onCancel={stopPairValues} />;
  const bytes = pairs.reduce((sum, { a, b }) => sum + size(a) + size(b), 0);
  const hosts = [sides.before, sides.after].flatMap(({ package: { servedFrom } }) => servedFrom ?? []);
  return (
    <div className={classes.act}>
      {pairs.length > 0 && (
        <>
          <Button
            size="compact-sm"
            variant={hosts.length > 0 ? 'default' : 'filled'}
            onClick={() => void comparePairValues(pairs)}
          >
            {`Compare values, ${formatBytes(bytes)}`}
          </Button>
          <Button
            size="compact-sm"
            variant={hosts.length > 0 ? 'filled' : 'default'}
            onClick={() => void comparePairValues(pairs, { blocks: SAMPLE_BLOCKS })}
          >
            Compare a sample
          </Button>
        </>
      )}
      <NamesButton />
    </div>
  );
}

function size({ data }: NonNullable<TensorDiff['a']>): number {
  return data?.end === undefined ? 0 : data.end - data.start;
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

/** What came of comparing the values, in a word. */
function ResultMark({ found }: { found: Found | undefined }) {
  if (!found) return null;
  if (isFailed(found)) return <span className={classes.quiet}>{visibleText(found.message)}</span>;
  const { differs, beyond, count, sample } = found;
  const of = sample ? ', sampled' : '';
  if (differs === 0) return <ToneWord tone={sample ? 'quiet' : 'ok'}>{`equal${of}`}</ToneWord>;
  if (beyond === 0) return <ToneWord tone={sample ? 'quiet' : 'ok'}>{`equal within tolerance${of}`}</ToneWord>;
  return <ToneWord tone="warning">{`${formatShare(beyond / count)} of values differ${of}`}</ToneWord>;
}

const compared = ({ found }: Row): ComparedTensor | undefined => (found && !isFailed(found) ? found : undefined);

const VALUE_COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: 'largest',
    header: 'Largest difference',
    numeric: true,
    optional: true,
    width: '120px',
    value: (row) => compared(row)?.maxAbs?.value,
    cell: (row) => {
      const found = compared(row)?.maxAbs;
      return found && shortDifference(found.value);
    },
  },
  {
    id: 'where',
    header: 'Where',
    optional: true,
    narrow: 'hidden',
    width: '110px',
    value: (row) => compared(row)?.maxAbs?.at,
    cell: (row) => {
      const at = compared(row)?.maxAbs;
      return at && at.value > 0 && row.a && <NameText mono>{indexText(indexAt(row.a.shape, at.at))}</NameText>;
    },
  },
  {
    id: 'rmse',
    header: 'Relative RMSE',
    numeric: true,
    optional: true,
    width: '110px',
    value: (row) => compared(row)?.relativeRmse,
    cell: (row) => {
      const value = compared(row)?.relativeRmse;
      return value !== undefined && formatShare(value);
    },
  },
  {
    id: 'cosine',
    header: 'Cosine',
    numeric: true,
    optional: true,
    extra: true,
    value: (row) => compared(row)?.cosine,
    cell: (row) => {
      const value = compared(row)?.cosine;
      return value !== undefined && shortCosine(value);
    },
  },
  {
    id: 'values',
    header: 'Values',
    optional: true,
    width: '190px',
    value: (row) => {
      const found = compared(row);
      return found ? found.beyond / Math.max(1, found.count) : row.found ? 2 : undefined;
    },
    cell: ({ found }) => <ResultMark found={found} />,
  },
];

const BY_WORDS = {
  name: 'They have one name.',
  prefix: 'Their names are the same once a common prefix is cut.',
  rule: 'A rule of yours says that they belong together.',
  origin: 'The converter that made one of them is known to rename it so.',
} as const;

/** One pair of tensors: how they found each other, and how their values differ. */
function ChosenTensor({ row: { a, b, pair, found } }: { row: Row }) {
  const { comparePairValues } = useActions();
  const isRunning = useApp((state) => state.pairValues.running !== undefined);
  const name = (a ?? b)?.name ?? '';
  const one = a && b && pair && { a, b, pair };
  return (
    <section aria-label="Comparison of the tensor">
      <h2 className={classes.title}>
        <NameText mono>{name}</NameText>
      </h2>
      {!one && (
        <p className={classes.quiet}>{a ? 'Only the first package has it.' : 'Only the second package has it.'}</p>
      )}
      {one && (
        <>
          {one.a.name !== one.b.name && (
            <p className={classes.quiet}>
              Called <NameText mono>{one.b.name}</NameText> in the second package. {BY_WORDS[one.pair.by]}
            </p>
          )}
          {one.pair.converted && (
            <p className={classes.quiet}>Its elements are compared in the order that they had before the conversion.</p>
          )}
          {one.pair.shape === 'transposed' && (
            <p className={classes.quiet}>One is compared as the transpose of the other.</p>
          )}
          {found === undefined && one.pair.shape !== 'different' && (
            <div className={classes.act}>
              <Button size="compact-sm" disabled={isRunning} onClick={() => void comparePairValues([one])}>
                {`Compare values, ${formatBytes(size(one.a) + size(one.b))}`}
              </Button>
              <Button
                size="compact-sm"
                disabled={isRunning}
                onClick={() => void comparePairValues([one], { blocks: SAMPLE_BLOCKS })}
              >
                Compare a sample
              </Button>
            </div>
          )}
          {one.pair.shape === 'different' && (
            <p className={classes.quiet}>Their shapes do not go together, so their values cannot be compared.</p>
          )}
          {found && isFailed(found) && <p className={classes.quiet}>{visibleText(found.message)}</p>}
          {found && !isFailed(found) && <Figures found={found} of={{ info: one.a, other: one.b }} />}
          {found && !isFailed(found) && found.sample && (
            <p className={classes.quiet}>
              {`A sample: ${formatNumberOf(found.count, 'element')} of ${formatNumberOf(found.sample.elements, 'element')} were compared. What was not read may differ more.`}
            </p>
          )}
        </>
      )}
    </section>
  );
}
