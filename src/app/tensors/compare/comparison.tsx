import { Button, Checkbox, CloseButton, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCount, formatShare } from '../../../base/amounts.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { valueDtype } from '../../../model/tensor/value-dtype.ts';
import type { ComparedTensor } from '../../../state/compare-slice.ts';
import { useComparison } from '../../../state/hooks.ts';
import { shapeRelation, withoutOnes } from '../../../tensor/compare/shapes.ts';
import type { Tolerance } from '../../../tensor/compare/tolerance.ts';
import { indexAt, indexText } from '../../../tensor/shape.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { JobProgress, useSlow } from '../../../widgets/loading/loading-view.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { ExactValue } from '../../../widgets/tensor/exact-value.tsx';
import { ShapeText } from '../../../widgets/tensor/shape-text.tsx';
import { IndexButton } from '../index-button.tsx';
import type { Chosen, CompareState } from './compare-state.ts';
import { shortCosine, shortDifference, toleranceFor, typeErrorWords, verdictWords } from './compare-words.ts';
import { ComparedPictures } from './compared-pictures.tsx';
import classes from './comparison.module.css';
import { ToleranceFields } from './tolerance-fields.tsx';

interface Props {
  info: TensorInfo;
  state: CompareState;
  chosen: Chosen;
  /** Shows an element, by its index. */
  onIndex(index: readonly number[]): void;
}

/** How a tensor differs from the one that was chosen: in words, in figures, and by which tolerance. */
export function Comparison({ info, state, chosen, onIndex }: Props) {
  const { choose, showsDifference, setShowsDifference } = state;
  const { target, info: other, file } = chosen;
  const [tolerance, setTolerance] = useState<Partial<Tolerance>>();
  const isRefused = shapeRelation(info.shape, other.shape) === 'transposed' && !target.transposed;
  const loading = useComparison(isRefused ? undefined : { a: { tensor: info.name }, b: target }, tolerance);
  const transpose = (transposed: boolean) => choose({ ...chosen, target: { ...target, transposed } });
  return (
    <section className={classes.root} aria-label="Comparison" aria-busy={!isRefused && loading.status === 'loading'}>
      <div className={classes.head}>
        <p className={classes.with}>
          Compared with <NameText mono>{other.name}</NameText>
          {file !== undefined && (
            <>
              {' '}
              of <NameText mono>{file}</NameText>
            </>
          )}{' '}
          <span className={classes.type}>
            {other.dtype} · <ShapeText shape={other.shape} />
          </span>
        </p>
        {loading.status === 'ready' && valueDtype(info) !== 'string' && (
          <SegmentedControl
            aria-label="Values of"
            size="xs"
            value={showsDifference ? 'difference' : 'own'}
            onChange={(to) => setShowsDifference(to === 'difference')}
            data={[
              { value: 'difference', label: 'Difference' },
              { value: 'own', label: 'This tensor' },
            ]}
          />
        )}
        <CloseButton size="sm" aria-label="End the comparison" onClick={() => choose(undefined)} />
      </div>
      {isRefused ? (
        <Transposition onTranspose={() => transpose(true)} />
      ) : (
        <Found key={String(target.transposed)} loading={loading} of={{ info, other }} onIndex={onIndex}>
          {(found) => (
            <div className={classes.controls}>
              {valueDtype(info) !== 'string' && (
                <ToleranceFields
                  of={found}
                  onTolerance={setTolerance}
                  isOwn={tolerance !== undefined}
                  hint={`By default for ${toleranceFor(info, other)}: |this − other| ≤ atol + rtol × |other|`}
                />
              )}
              {(target.transposed || isSquare(info)) && (
                <Checkbox
                  size="xs"
                  label="Transposed"
                  checked={target.transposed ?? false}
                  disabled={found.relation === 'transposed'}
                  onChange={({ currentTarget }) => transpose(currentTarget.checked)}
                />
              )}
            </div>
          )}
        </Found>
      )}
      {target.handle === undefined && !target.transposed && !isRefused && (
        <ComparedPictures info={info} other={other} />
      )}
    </section>
  );
}

/** Whether it can be compared both as it is and transposed. */
function isSquare({ shape }: TensorInfo): boolean {
  const [rows, columns, ...more] = withoutOnes(shape);
  return rows !== undefined && rows === columns && more.length === 0;
}

function Transposition({ onTranspose }: { onTranspose(): void }) {
  return (
    <ToneLine tone="info" as="div">
      The shapes are those of a matrix and its transpose.{' '}
      <Button size="compact-sm" onClick={onTranspose}>
        Compare transposed
      </Button>
    </ToneLine>
  );
}

interface FoundProps {
  loading: ReturnType<typeof useComparison>;
  of: { info: TensorInfo; other: TensorInfo };
  onIndex(index: readonly number[]): void;
  children(found: ComparedTensor): ReactNode;
}

function Found({ loading, of, onIndex, children }: FoundProps) {
  const isSlow = useSlow(loading.status === 'loading');
  // What was found with another tolerance stays until the next one is there: nothing moves meanwhile.
  const [last, setLast] = useState<ComparedTensor>();
  if (loading.status === 'ready' && loading.value !== last) setLast(loading.value);
  if (loading.status === 'failed') return <ErrorNote error={loading.error} onRetry={loading.retry} />;
  const found = loading.status === 'ready' ? loading.value : last;
  return (
    <>
      {found && <Figures found={found} of={of} onIndex={onIndex} />}
      {loading.status === 'loading' && isSlow && <JobProgress what="Comparing" progress={loading.progress} />}
      {found && children(found)}
    </>
  );
}

const COUNTS = [
  ['bothNan', 'Both NaN'],
  ['nan', 'One is NaN'],
  ['infinite', 'One is infinite'],
] as const;

interface FiguresProps extends Pick<FoundProps, 'of'> {
  found: ComparedTensor;
  /** Shows an element, by its index. Without it, places are only named. */
  onIndex?: FoundProps['onIndex'];
}

/** How two tensors differ, in words and figures. */
export function Figures({ found, of: { info, other }, onIndex }: FiguresProps) {
  const { count, differs, beyond, relation, maxAbs, maxRel, first, rmse, relativeRmse, cosine } = found;
  const error = typeErrorWords(info, other, found.storageError);
  const { name, shape } = info;
  const at = (element: number) =>
    shape.length > 0 &&
    (onIndex === undefined ? (
      <NameText mono>{indexText(indexAt(shape, element))}</NameText>
    ) : (
      <IndexButton {...{ element, shape, onIndex }} className={classes.place} label={`Show ${name}`} />
    ));
  const result = beyond === 0 ? 'pass' : 'fail';
  return (
    <>
      <ToneLine tone={beyond === 0 ? 'ok' : 'error'} data-result={result} role="status">
        {verdictWords(found)}
        {relation === 'ones' && ' The shapes differ only by dimensions of size 1.'}
      </ToneLine>
      {differs > 0 && (
        <dl className={classes.figures}>
          <Figure label="First beyond">{first !== undefined && at(first)}</Figure>
          <Figure label="Largest difference" stat="maxAbs" value={maxAbs?.value}>
            {maxAbs && maxAbs.value > 0 && at(maxAbs.at)}
          </Figure>
          <Figure label="Largest relative" stat="maxRel" value={maxRel?.value}>
            {maxRel && at(maxRel.at)}
          </Figure>
          <Figure label="RMSE" stat="rmse" value={rmse} />
          <Figure label="Relative RMSE" stat="relativeRmse" value={relativeRmse} />
          <Figure
            label="Cosine"
            stat="cosine"
            value={cosine}
            short={cosine === undefined ? undefined : shortCosine(cosine)}
          />
          <Figure
            label="Differ at all"
            stat="differs"
            value={differs}
            short={`${formatCount(differs)} (${formatShare(differs / count)})`}
          />
          {COUNTS.filter(([stat]) => found[stat] > 0).map(([stat, label]) => (
            <Figure key={stat} label={label} stat={stat} value={found[stat]} short={formatCount(found[stat])} />
          ))}
        </dl>
      )}
      {error && <p className={classes.note}>{error}</p>}
    </>
  );
}

/** A figure with its label. Nothing where there is neither a value nor a place. */
function Figure({
  label,
  stat,
  value,
  short,
  children,
}: {
  label: string;
  stat?: string;
  value?: number | undefined;
  short?: string | undefined;
  children?: ReactNode;
}) {
  if (value === undefined && !children) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value !== undefined && (
          <ExactValue data-stat={stat} exact={String(value)} short={short ?? shortDifference(value)} />
        )}{' '}
        {children}
      </dd>
    </div>
  );
}
