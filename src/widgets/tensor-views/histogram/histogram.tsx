import { Button, SegmentedControl, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { MAX_AUTO_STATISTICS_BYTES } from '../../../base/limits.ts';
import { type ChartBars, chartBars } from '../../../tensor/chart-bars.ts';
import { type DecodedDtype, DTYPES } from '../../../tensor/dtype.ts';
import type { TensorPlane } from '../../../tensor/mapping.ts';
import { barEdge } from '../../../tensor/statistics/bar-edge.ts';
import { scalingOf, type ValueRange } from '../../../tensor/value-range.ts';
import { visibleText } from '../../name-text.tsx';
import { shortNumber } from '../../tensor-grid/text.ts';
import { heatSettings } from '../heat-map/settings.ts';
import { heatRange } from '../heat-map/shown.ts';
import { MarkCounts } from '../mark-counts.tsx';
import { RangeHandles } from '../range-handles.tsx';
import { useReadingNote } from '../read-shell.tsx';
import { useOverview } from '../use-shrunk.ts';
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
  const note = useReadingNote('the values', overview);
  const drawn = overview.asks === undefined && !overview.error ? overview.value : undefined;
  const heat = settings && heatSettings(settings);
  const range = heat && drawn && !isWhole ? heatRange(drawn.shrunk, heat) : undefined;
  const areWhole = DTYPES[dtype].kind !== 'float';
  const bars = drawn && chartBars(drawn.shrunk.distribution, areWhole);
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
        note
      ) : (
        <>
          <div className={classes.chart}>
            <div className={classes.drawing} data-dim={note !== undefined || undefined}>
              {bars && <Bars name={name} bars={bars} isLog={isLog} range={range} />}
              {bars && range && bars.width > 0 && (
                <RangeHandles
                  scaling={scalingOf({ low: bars.start, high: bars.end }, 'linear')}
                  range={range}
                  onRange={onSettings}
                  names={{ low: 'Lowest color by the histogram', high: 'Highest color by the histogram' }}
                  isBrush
                />
              )}
            </div>
            {overview.asks !== undefined ? (
              <Question
                bytes={overview.asks}
                what={(isWhole ? 'the whole tensor' : sliceName).toLowerCase()}
                onAsk={overview.ask}
              />
            ) : (
              (note ?? (drawn && !bars && 'No value is finite.')) && (
                <div className={classes.over}>{note ?? 'No value is finite.'}</div>
              )
            )}
          </div>
          {(bars || !drawn) && <Ends bars={bars} isLog={isLog} onLog={setLog} />}
          {drawn && (
            <div className={classes.notes}>
              {bars && bars.beyond > 0 && <span>{formatNumberOf(bars.beyond, 'outlier')} not drawn</span>}
              <MarkCounts {...drawn.shrunk.distribution} />
            </div>
          )}
          {bars && <BarTable name={name} bars={bars} areWhole={areWhole} />}
        </>
      )}
    </section>
  );
}

/** Asks before much is read. */
function Question({ bytes, what, onAsk }: { bytes: number; what: string; onAsk(): void }) {
  return (
    <div className={classes.over}>
      <span>
        The histogram reads {what} ({formatBytes(bytes)}).
      </span>
      <Button size="compact-sm" onClick={onAsk}>
        Compute histogram
      </Button>
    </div>
  );
}

interface EndsProps {
  bars: ChartBars | undefined;
  isLog: boolean;
  onLog(isLog: boolean): void;
}

/** What the axis says. Of one bar, whose height tells nothing, its value alone. */
function Ends({ bars, isLog, onLog }: EndsProps) {
  if (!bars) return <div className={classes.ends}>{'\u00a0'}</div>;
  const [first, last] = bars.ends;
  return (
    <div className={classes.ends} data-one={bars.width === 0 || undefined}>
      <span>{shortNumber(first)}</span>
      {bars.width > 0 && (
        <>
          <UnstyledButton className={classes.log} aria-pressed={isLog} onClick={() => onLog(!isLog)}>
            Log counts
          </UnstyledButton>
          <span>{shortNumber(last)}</span>
        </>
      )}
    </div>
  );
}

/** Sides of the drawing in its own units. */
const WIDTH = 240;
const HEIGHT = 84;

/** Sides of a bar in a chart of many, which a single one has too. */
const ONE_BAR = WIDTH / 48;

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
  const side = width > 0 ? WIDTH / counts.length : ONE_BAR;
  const first = width > 0 ? 0 : (WIDTH - side) / 2;
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
        const isBeyond = range !== undefined && width > 0 && (from + width <= range.low || from > range.high);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={at}
            className={classes.bar}
            data-beyond={isBeyond || undefined}
            x={first + at * side + side * 0.06}
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
function BarTable({ name, bars, areWhole }: { name: string; bars: ChartBars; areWhole: boolean }) {
  const endOf = (at: number) => {
    const end = barEdge(bars, at + 1);
    return areWhole && bars.width > 0 ? Math.ceil(end) - 1 : end;
  };
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
              <td>{shortNumber(areWhole ? Math.ceil(barEdge(bars, at)) + 0 : barEdge(bars, at))}</td>
              <td>{shortNumber(endOf(at))}</td>
              <td>{formatCount(Math.round(count))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
