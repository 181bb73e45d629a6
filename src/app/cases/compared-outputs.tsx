import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import type { ErrorData } from '../../base/errors.ts';
import type { TensorInfo } from '../../model/package.ts';
import { tensorElements, tensorIndex } from '../../model/tensor/tensor-size.ts';
import { usePackage } from '../../state/hooks.ts';
import type { TensorComparison } from '../../tensor/compare/comparer.ts';
import type { Tolerance } from '../../tensor/compare/tolerance.ts';
import { indexAt, indexText } from '../../tensor/shape.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import { shortDifference, verdictWords } from '../tensors/compare/compare-words.ts';
import { numberText, ToleranceFields } from '../tensors/compare/tolerance-fields.tsx';
import { FirstValues } from '../tensors/tensor-preview.tsx';
import { ComparedLines } from './compared-lines.tsx';
import classes from './compared-outputs.module.css';
import type { Actual, Output } from './match-outputs.ts';

/** What came of an output. */
export interface OutputResult {
  /** Without a tensor, none is expected of it. */
  output: Pick<Output, 'name'> & Partial<Output> & { isFile?: boolean };
  actual: Actual | undefined;
  /** Undefined where it was not compared. */
  found?: TensorComparison | undefined;
  /** Why it fails whatever its values are, or could not be compared: a sentence, or the error. */
  problem?: string | ErrorData | undefined;
  /** What can be chosen as its actual result, where that is several. */
  choice?: { of: readonly Actual[]; choose(key: string): void } | undefined;
}

/** Values shown of each tensor, of those that have few. Of others, the type and shape. */
const FIRST_NUMBERS = 4;
const FEW = 32n;

export function passes({ found, problem }: OutputResult): boolean {
  return problem === undefined && found?.beyond === 0;
}

interface Props {
  results: readonly OutputResult[];
  onTolerance(tolerance: Partial<Tolerance> | undefined): void;
  /** Whether the reader has chosen the tolerance. */
  isOwn: boolean;
  /** What can be done with them, below. */
  children?: ReactNode;
}

/** Expected outputs beside the actual ones: a row each, and lines of those that fail and are lines. */
export function ComparedOutputs({ results, onTolerance, isOwn, children }: Props) {
  const numbers = results.find(({ found }) => found?.maxAbs)?.found;
  return (
    <div>
      <DataTable
        label="Outputs"
        name={null}
        fills
        menuIn={null}
        columns={results.some(({ choice }) => choice) ? WITH_CHOICE : COLUMNS}
        rows={results}
        rowKey={({ output }) => output.name}
        rowAttributes={(result) => ({ 'data-output': result.output.name, 'data-outcome': outcomeOf(result) })}
      />
      {results.map((result) => (
        <Said key={result.output.name} {...result} />
      ))}
      <div className={classes.foot}>
        {numbers && (
          <details className={classes.tolerance}>
            <summary className={classes.summary}>
              Tolerance: rtol {numberText(numbers.rtol)}, atol {numberText(numbers.atol)}
            </summary>
            <div className={classes.fields}>
              <ToleranceFields
                of={numbers}
                onTolerance={onTolerance}
                isOwn={isOwn}
                hint="By default by the type of each output: |actual − expected| ≤ atol + rtol × |expected|"
              />
            </div>
          </details>
        )}
        {children}
      </div>
    </div>
  );
}

function outcomeOf(result: OutputResult): string | undefined {
  const { output, actual, found, problem } = result;
  if (typeof problem === 'object') return 'error';
  if (passes(result)) return 'pass';
  const isMissing = output.tensor !== undefined && !actual;
  return found || problem !== undefined || isMissing ? 'fail' : undefined;
}

const COLUMNS: readonly DataColumn<OutputResult>[] = [
  { id: 'output', header: 'Output', width: '16%', cell: ({ output }) => <NameText mono>{output.name}</NameText> },
  {
    id: 'expected',
    header: 'Expected',
    width: '30%',
    narrow: 'line',
    cell: ({ output }) => (
      <>
        <span className={classes.side}>Expected </span>
        <Expected {...output} />
      </>
    ),
  },
  {
    id: 'actual',
    header: 'Actual',
    width: '30%',
    narrow: 'line',
    cell: ({ actual }) => (
      <>
        <span className={classes.side}>Actual </span>
        {actual ? <ShortTensor of={actual} /> : <span className={classes.quiet}>missing</span>}
      </>
    ),
  },
  {
    id: 'largest',
    header: 'Largest difference',
    numeric: true,
    narrow: 'end',
    cell: (result) => <Largest {...result} />,
  },
];

const CHOICE: DataColumn<OutputResult> = {
  id: 'choice',
  header: 'Compared with',
  narrow: 'line',
  cell: ({ output, actual, choice }) =>
    choice && (
      <NativeSelect
        size="xs"
        aria-label={`Actual result of ${visibleText(output.name)}`}
        value={actual?.key ?? ''}
        onChange={({ currentTarget }) => choice.choose(currentTarget.value)}
        data={[
          ...(actual ? [] : [{ value: '', label: 'Choose its actual result' }]),
          ...choice.of.map(({ key, label }) => ({ value: key, label: visibleText(label) })),
        ]}
      />
    ),
};

const WITH_CHOICE: readonly DataColumn<OutputResult>[] = [...COLUMNS, CHOICE];

function Expected({ tensor, isFile }: OutputResult['output']) {
  const info = useExpected(tensor);
  const none = isFile ? 'a file' : tensor === undefined ? 'nothing' : 'missing';
  return <span className={classes.quiet}>{info ? <ShortTensor of={{ info }} /> : none}</span>;
}

function useExpected(tensor: string | undefined): TensorInfo | undefined {
  const { tensors } = usePackage();
  return tensor === undefined ? undefined : tensorIndex(tensors).get(tensor);
}

/** The values of a small tensor, and what a larger one is. */
function ShortTensor({ of: { info, target } }: { of: Pick<Actual, 'info'> & { target?: Actual['target'] } }) {
  const count = tensorElements(info) ?? 0n;
  if (!info.inner && count > 0n && (count <= FEW || info.dtype === 'string'))
    return (
      <span className={classes.values}>
        <FirstValues info={info} handle={target?.handle} most={FIRST_NUMBERS} />
      </span>
    );
  return (
    <span className={classes.type}>
      <NameText mono>{info.dtype}</NameText> <ShapeText shape={info.shape} short />
    </span>
  );
}

/** The largest difference, and where it is. */
function Largest({ output, found }: OutputResult) {
  const { tensor } = output;
  const shape = useExpected(tensor)?.shape ?? [];
  if (!found) return <span className={classes.quiet}>–</span>;
  const { maxAbs, beyond, first, differs } = found;
  if (!maxAbs) return differs === 0 ? 'equal' : <Failing isFailing>{`${formatCount(differs)} differ`}</Failing>;
  const at = beyond > 0 ? (maxAbs.value > 0 ? maxAbs.at : first) : undefined;
  return (
    <>
      <Failing isFailing={beyond > 0}>{shortDifference(maxAbs.value)}</Failing>
      {at !== undefined && shape.length > 0 && (
        <span className={classes.quiet}>
          {' at '}
          <PlaceLink to={{ tab: 'tensors', item: tensor, cell: indexAt(shape, at).join() }}>
            {indexText(indexAt(shape, at))}
          </PlaceLink>
        </span>
      )}
    </>
  );
}

function Failing({ isFailing, children }: { isFailing: boolean; children: string }) {
  return <span {...(isFailing && { 'data-tone': 'error', className: classes.failing })}>{children}</span>;
}

/** What is said of an output below the table: why it cannot be compared, or how it fails. Nothing of one that passes. */
function Said({ output: { name, tensor }, actual, found, problem }: OutputResult) {
  if (typeof problem === 'object')
    return (
      <div className={classes.said}>
        <ErrorNote error={problem} />
      </div>
    );
  if (problem !== undefined || (tensor !== undefined && !actual))
    return (
      <ToneLine tone={problem === undefined ? 'warning' : 'error'} as="div" className={classes.said ?? ''}>
        <NameText mono>{name}</NameText>: {problem === undefined ? 'nothing has this name.' : visibleText(problem)}
      </ToneLine>
    );
  if (tensor === undefined || !actual || !found || found.beyond === 0) return null;
  const output = { name, tensor };
  return (
    <ComparedLines output={output} actual={actual}>
      <FailWords output={output} found={found} />
    </ComparedLines>
  );
}

/** "8 of 64 values differ by more than rtol 1e-5, atol 1e-8. First at [0, 30]". */
function FailWords({ output: { tensor }, found }: { output: Output; found: TensorComparison }) {
  const shape = useExpected(tensor)?.shape ?? [];
  const { first, maxAbs, count, beyond, rtol, atol } = found;
  const differ = beyond === 1 ? 'differs' : 'differ';
  return (
    <>
      {maxAbs
        ? `${formatCount(beyond)} of ${formatNumberOf(count, 'value')} ${differ} by more than rtol ${numberText(rtol)}, atol ${numberText(atol)}`
        : verdictWords(found)}
      {first !== undefined && shape.length > 0 && (
        <>
          {' · '}
          <PlaceLink to={{ tab: 'tensors', item: tensor, cell: indexAt(shape, first).join() }}>
            First at {indexText(indexAt(shape, first))}
          </PlaceLink>
        </>
      )}
    </>
  );
}
