import { Button, SegmentedControl } from '@mantine/core';
import { type ComponentProps, useMemo, useState } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import { MAX_AUTO_STATISTICS_BYTES } from '../../base/limits.ts';
import type { TensorInfo } from '../../model/package.ts';
import { tensorSize } from '../../model/tensor/tensor-size.ts';
import { useTensorStatistics } from '../../state/hooks.ts';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import { firstMapping, planeOf, showing } from '../../tensor/mapping.ts';
import { planeBytes } from '../../tensor/plane.ts';
import { elementAt, indexAt, safeElementCount } from '../../tensor/shape.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { JobProgress } from '../../widgets/loading/loading-view.tsx';
import { ExactValue } from '../../widgets/tensor/exact-value.tsx';
import { ChannelsButton } from './channels-button.tsx';
import { type ElementSearches, useElementSearch } from './element-search.ts';
import { type Figure, figuresOf } from './figures.ts';
import { IndexButton } from './index-button.tsx';
import { SearchSteps } from './search-steps.tsx';
import { useTensorAccess } from './shown-tensor.tsx';
import classes from './statistics.module.css';
import type { TensorState } from './tensor-state.ts';
import { ValueSearch } from './value-search.tsx';

interface Props {
  info: TensorInfo;
  /** Of its elements. */
  dtype: DecodedDtype;
  shown: TensorState;
}

/**
 * Statistics of a numeric tensor, or of what is shown of it: a line each, with the way to where such a value stands. It
 * is as high while they are computed as with them. Of much, they are computed only after a click.
 */
export function StatisticsStrip({ info, dtype, shown }: Props) {
  const { name, shape } = info;
  const { state, change } = shown;
  const count = safeElementCount(shape) ?? 0;
  const slice = useMemo(() => planeOf(state.mapping ?? firstMapping(shape), shape), [state.mapping, shape]);
  const hasSlice = slice.rows * slice.columns !== count && slice.rows * slice.columns > 0;
  const [ofSlice, setOfSlice] = useState(false);
  const plane = ofSlice && hasSlice ? slice : undefined;
  const lead = (index: readonly number[]) =>
    change({ index, mapping: showing(state.mapping ?? firstMapping(shape), shape, index) });
  const search = useElementSearch(name, elementAt(shape, state.index ?? []), (element) =>
    lead(indexAt(shape, element)),
  );
  const { unaskedBytes } = useTensorAccess(info);
  const bytes = plane ? planeBytes(plane, dtype) : Number(tensorSize(info) ?? 0);
  const [wasAsked, setAsked] = useState(false);
  const isLarge = bytes > Math.min(MAX_AUTO_STATISTICS_BYTES, unaskedBytes);
  const asked = wasAsked || !isLarge;
  const loading = useTensorStatistics(asked ? name : undefined, plane);
  const statistics = loading.status === 'ready' ? loading.value : undefined;
  const hasOther = statistics !== undefined && statistics.nan + statistics.infinite > 0;
  return (
    <section className={classes.root} aria-label="Statistics" aria-busy={asked && loading.status === 'loading'}>
      {hasSlice ? (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Statistics of"
          value={ofSlice ? 'This slice' : 'Whole tensor'}
          onChange={(to) => setOfSlice(to === 'This slice')}
          data={['This slice', 'Whole tensor']}
        />
      ) : (
        <h3 className={classes.caption}>
          Statistics <span className={classes.of}>whole tensor</span>
        </h3>
      )}
      {hasOther && <p className={classes.of}>Of its finite values</p>}
      {loading.status === 'failed' ? (
        <ErrorNote error={loading.error} onRetry={loading.retry} />
      ) : (
        <dl className={classes.strip}>
          {figuresOf(statistics, dtype).map((figure) => (
            <Cell key={figure.stat} figure={figure} info={info} onIndex={lead} search={search} />
          ))}
        </dl>
      )}
      {isLarge && !statistics && loading.status !== 'failed' && (
        <Question
          what={`the ${plane ? 'slice' : 'whole tensor'}`}
          bytes={bytes}
          asked={asked}
          progress={loading.status === 'loading' ? loading.progress : undefined}
          onAsk={setAsked}
        />
      )}
      <div className={classes.more}>
        <ValueSearch search={search} />
        {shape.length > 0 && <ChannelsButton info={info} shown={shown} />}
      </div>
    </section>
  );
}

interface QuestionProps {
  /** What is read: "the slice". */
  what: string;
  bytes: number;
  asked: boolean;
  progress: ComponentProps<typeof JobProgress>['progress'];
  onAsk(asks: boolean): void;
}

/** Asks before much is read, and says how far that is. */
function Question({ what, bytes, asked, progress, onAsk }: QuestionProps) {
  return (
    <div className={classes.over}>
      {asked ? (
        <JobProgress what={`Reading ${what}`} progress={progress} />
      ) : (
        <p className={classes.text}>
          Statistics read {what} ({formatBytes(bytes)}).
        </p>
      )}
      <Button size="compact-sm" onClick={() => onAsk(!asked)}>
        {asked ? 'Cancel' : 'Compute statistics'}
      </Button>
    </div>
  );
}

interface CellProps {
  figure: Figure;
  info: TensorInfo;
  onIndex(index: readonly number[]): void;
  search: ElementSearches;
}

function Cell({ figure, info, onIndex, search }: CellProps) {
  const { stat, label, name, value, short, error, place, wanted } = figure;
  return (
    <div
      className={classes.cell}
      data-stands-out={((stat === 'nan' || stat === 'infinite') && value !== '0' && value !== undefined) || undefined}
    >
      <dt>{label}</dt>
      <dd>
        {value === undefined ? (
          <span>{'\u00a0'}</span>
        ) : (
          <>
            <ExactValue data-stat={stat} exact={value} short={short ?? value} />
            {error !== undefined && <span className={classes.error}>± {error}</span>}
            {place !== undefined && (
              <IndexButton
                element={place}
                shape={info.shape}
                className={classes.place}
                label={`Go to the ${wanted ? 'first' : name} at `}
                onIndex={onIndex}
              />
            )}
            {wanted && place !== undefined && (
              <span className={classes.turn}>
                <SearchSteps
                  size="sm"
                  previous={`Previous of ${label}`}
                  next={`Next of ${label}`}
                  onStep={(isBackward) => search.find(wanted, isBackward)}
                />
              </span>
            )}
            <CopyButton value={value} label={`Copy ${name}`} />
          </>
        )}
      </dd>
    </div>
  );
}
