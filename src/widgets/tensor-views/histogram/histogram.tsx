import { Button, SegmentedControl, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { MAX_AUTO_STATISTICS_BYTES } from '../../../base/limits.ts';
import { type ChartBars, chartBars } from '../../../tensor/chart-bars.ts';
import { barEdge } from '../../../tensor/distribution.ts';
import { type DecodedDtype, DTYPES } from '../../../tensor/dtype.ts';
import type { TensorPlane } from '../../../tensor/mapping.ts';
import { scalingOf, type ValueRange } from '../../../tensor/value-range.ts';
import { ErrorNote } from '../../error-note.tsx';
import { RunningJob, useSlow } from '../../loading/loading-view.tsx';
import { visibleText } from '../../name-text.tsx';
import { shortNumber } from '../../tensor-grid/text.ts';
import { heatSettings } from '../heat-map/settings.ts';
import { heatRange } from '../heat-map/shown.ts';
import { MarkCounts } from '../mark-counts.tsx';
import { RangeHandles } from '../range-handles.tsx';
import { type OverviewState, useOverview } from '../use-shrunk.ts';
import type { TensorAccess, ViewSettings } from '../view-props.ts';
import classes from './histogram.module.css';

export interface HistogramProps {
  /** Of the tensor. */
  name: string;
  dtype: DecodedDtype;
  /** Elements of the tensor. */
  count: number;
  /** What is shown of it. Keep it stable. */
  slice: TensorPlane;
  /** What that is called: "This slice". */
  sliceName: string;
  /** Keep it stable. */
  access: TensorAccess;
  /** Of the heat map, where it is shown: its range is that of the histogram. */
  settings: ViewSettings | undefined;
  onSettings(change: ViewSettings): void;
}

/** A plane of all elements. */
function wholePlane(count: number): TensorPlane {
  return { rows: 1, columns: count, start: 0, rowStride: 0, columnStride: 1 };
}

/** How the values of a slice or of a whole tensor are spread. Range of the heat map, which is brushed on it. */
export default function Histogram({
  name,
  dtype,
  count,
  slice,
  sliceName,
  access,
  settings,
  onSettings,
}: HistogramProps) {
  const isAll = slice.rows * slice.columns === count;
  const [ofWhole, setOfWhole] = useState(false);
  const [isLog, setLog] = useState(false);
  const few = Math.min(access.unaskedBytes, MAX_AUTO_STATISTICS_BYTES);
  const [whole] = useState(() => wholePlane(count));
  const isWhole = ofWhole && !isAll;
  // The heat map reads the slice in any case.
  const overview = useOverview(
    access,
    isWhole ? whole : slice,
    dtype,
    settings && !isWhole ? access.unaskedBytes : few,
  );
  const drawn = overview.asks === undefined ? overview.value : undefined;
  const heat = settings && heatSettings(settings);
  const range = heat && drawn && !isWhole ? heatRange(drawn.shrunk, heat) : undefined;
  const bars = drawn && chartBars(drawn.shrunk.distribution, DTYPES[dtype].kind !== 'float');
  return (
    <section className={classes.root} aria-label="Histogram">
      {isAll ? (
        <h3 className={classes.caption}>
          Histogram <span className={classes.dim}>whole tensor</span>
        </h3>
      ) : (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Histogram of"
          value={ofWhole ? 'Whole tensor' : sliceName}
          onChange={(to) => setOfWhole(to === 'Whole tensor')}
          data={[sliceName, 'Whole tensor']}
        />
      )}
      {overview.error ? (
        <ErrorNote error={overview.error} onRetry={overview.retry} />
      ) : (
        <>
          <div className={classes.chart}>
            {bars ? (
              <Bars name={name} bars={bars} isLog={isLog} range={range} />
            ) : (
              <Waiting overview={overview} what={(isWhole ? 'the whole tensor' : sliceName).toLowerCase()} />
            )}
            {bars && range && (
              <RangeHandles
                scaling={scalingOf({ low: bars.start, high: bars.end }, 'linear')}
                range={range}
                onRange={onSettings}
                names={{ low: 'Lowest color by the histogram', high: 'Highest color by the histogram' }}
                isBrush
              />
            )}
          </div>
          <div className={classes.ends}>
            <span>{bars ? shortNumber(bars.start) : '\u00a0'}</span>
            <UnstyledButton className={classes.log} aria-pressed={isLog} onClick={() => setLog(!isLog)}>
              Log counts
            </UnstyledButton>
            <span>{bars ? shortNumber(bars.end) : ''}</span>
          </div>
          {bars && drawn && (
            <div className={classes.notes}>
              {bars.beyond > 0 && <span>{formatNumberOf(bars.beyond, 'outlier')} not drawn</span>}
              <MarkCounts {...drawn.shrunk.distribution} />
            </div>
          )}
          {bars && <BarTable name={name} bars={bars} />}
        </>
      )}
    </section>
  );
}

/** What stands where the bars come. */
function Waiting({ overview, what }: { overview: OverviewState; what: string }) {
  const isSlow = useSlow(overview.isLoading);
  const { asks, progress } = overview;
  if (asks !== undefined)
    return (
      <div className={classes.over}>
        <span>
          The histogram reads {what} ({formatBytes(asks)}).
        </span>
        <Button size="compact-sm" onClick={overview.ask}>
          Compute histogram
        </Button>
      </div>
    );
  return isSlow ? (
    <div className={classes.over}>
      <RunningJob
        what="Reading the values"
        progress={progress}
        onCancel={overview.wasAsked ? overview.cancel : undefined}
      />
    </div>
  ) : null;
}

/** Sides of the drawing in its own units. */
const WIDTH = 240;
const HEIGHT = 84;

/** The lowest bar, so that a single value among millions is seen. */
const LEAST_BAR = 1.5;

interface BarsProps {
  name: string;
  bars: ChartBars;
  isLog: boolean;
  range: ValueRange | undefined;
}

/** The bars. Those beyond the range of the heat map are pale. */
function Bars({ name, bars, isLog, range }: BarsProps) {
  const { counts, width } = bars;
  const scaled = (count: number) => (isLog ? Math.log1p(count) : count);
  const most = Math.max(1, ...counts.map(scaled));
  const side = WIDTH / counts.length;
  return (
    <svg
      role="img"
      aria-label={`Histogram of ${visibleText(name)}`}
      className={classes.bars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {counts.map((count, at) => {
        if (count === 0) return null;
        const height = Math.max(LEAST_BAR, (scaled(count) / most) * HEIGHT);
        const from = barEdge(bars, at);
        const isBeyond = range !== undefined && (from + width <= range.low || from > range.high);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={at}
            className={classes.bar}
            data-beyond={isBeyond || undefined}
            x={at * side + side * 0.06}
            y={HEIGHT - height}
            width={side * 0.88}
            height={height}
          />
        );
      })}
    </svg>
  );
}

/** The bars as a table. */
function BarTable({ name, bars }: { name: string; bars: ChartBars }) {
  return (
    <details className={classes.details}>
      <summary>As a table</summary>
      <table className={classes.table}>
        <caption className="visually-hidden">Values of {visibleText(name)} by size</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Values</th>
          </tr>
        </thead>
        <tbody>
          {bars.counts.map((count, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            <tr key={at}>
              <td>{shortNumber(barEdge(bars, at))}</td>
              <td>{shortNumber(barEdge(bars, at + 1))}</td>
              <td>{formatCount(Math.round(count))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
