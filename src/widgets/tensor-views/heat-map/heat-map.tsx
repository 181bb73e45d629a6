import { useDebouncedCallback, useElementSize } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { mapPixels } from '../../../tensor/color-map.ts';
import { type Cell, cellIndex, sliceText } from '../../../tensor/mapping.ts';
import { type Extent, type PlaneView, viewOf, type Zoom, zoomedBy } from '../../../tensor/plane-view.ts';
import { shortestFloat } from '../../../tensor/short-float.ts';
import { ErrorNote } from '../../error-note.tsx';
import { RunningJob, useSlow } from '../../loading/loading-view.tsx';
import { drawFigure } from '../figure.ts';
import { MarkCounts } from '../mark-counts.tsx';
import { ReadQuestion } from '../read-question.tsx';
import { type Finer, type Overview, useFiner, useOverview } from '../use-shrunk.ts';
import { useFigure, usePicture } from '../view-exports.tsx';
import type { TensorViewProps } from '../view-props.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';
import { ColorBar } from './color-bar.tsx';
import { heatFigure, heatPicture } from './heat-figure.ts';
import classes from './heat-map.module.css';
import { HeatTable } from './heat-table.tsx';
import { Options, REDUCTION_LABELS } from './options.tsx';
import { Plot } from './plot.tsx';
import { type HeatSettings, heatSettings } from './settings.ts';
import {
  barExtent,
  drawnSpread,
  heatRange,
  type KnownValue,
  knownValue,
  layerSource,
  type PlacedBins,
} from './shown.ts';
import { Status } from './status.tsx';

/** A plane as colors. */
export default function HeatMap(props: TensorViewProps) {
  const { access, plane, dtype } = props;
  const overview = useOverview(access, plane, dtype);
  const isSlow = useSlow(overview.isLoading);
  if (overview.asks !== undefined)
    return (
      <div className={classes.note}>
        <ReadQuestion what="this heat map" bytes={overview.asks} access={access} onRead={overview.ask} />
      </div>
    );
  if (overview.error) return <ErrorNote error={overview.error} onRetry={overview.retry} />;
  if (!overview.value)
    return (
      <div className={classes.note}>
        {isSlow && <RunningJob what="Reading the values" progress={overview.progress} onCancel={undefined} />}
      </div>
    );
  const { progress } = overview;
  const done = progress && ` ${Math.floor((100 * progress.done) / progress.total)} %`;
  // The slice before stays until the next one is there: nobody may take it for that.
  const reading = isSlow && overview.isLoading ? `Reading…${done ?? ''}` : undefined;
  return <Drawn {...props} overview={overview.value} reading={reading} />;
}

/** Room beside the drawing for indices, and above it, in CSS pixels. */
const DIGIT = 7.6;
const AXIS_GAP = 10;
const AXIS_ROW = 22;

/** The room in which the bar of colors goes below the drawing. */
const NARROW = 520;

/** The longest side of a picture with square cells, beside its shorter one. A thinner strip fills the room. */
const MAX_RATIO = 8;

function fitted(room: Extent, cells: Extent, aspect: HeatSettings['aspect']): Extent {
  const ratio = cells.width / cells.height;
  const isEqual = aspect === 'equal' || (aspect === 'auto' && ratio <= MAX_RATIO && ratio >= 1 / MAX_RATIO);
  if (!isEqual) return room;
  const scale = Math.min(room.width / cells.width, room.height / cells.height);
  return { width: Math.max(1, Math.round(cells.width * scale)), height: Math.max(1, Math.round(cells.height * scale)) };
}

/** The room for the drawing, beside the indices of its rows and below those of its columns. */
function roomIn({ width, height }: Extent, mapping: TensorViewProps['mapping'], rows: number): Extent {
  const { rows: dimension } = mapping;
  const last = dimension === undefined ? 0 : cellIndex(mapping, { row: rows - 1, column: 0 })[dimension];
  const gutter = Math.max(16, String(last).length * DIGIT) + AXIS_GAP;
  return { width: Math.max(0, width - gutter), height: Math.max(0, height - AXIS_ROW) };
}

/** What is drawn over each other: the whole plane in bins, and the part of it that was read finer. */
function useBins(overview: Overview, finer: Finer | undefined): PlacedBins[] {
  const part = finer?.plane === overview.plane ? finer : undefined;
  return useMemo(() => {
    const { columns, rows } = overview.plane;
    const whole = { shrunk: overview.shrunk, row: 0, column: 0, width: columns, height: rows };
    if (!part) return [whole];
    const { rowStart, rowEnd, columnStart, columnEnd } = part.window;
    const place = { row: rowStart, column: columnStart, height: rowEnd - rowStart, width: columnEnd - columnStart };
    return [whole, { shrunk: part.shrunk, ...place }];
  }, [overview, part]);
}

const MIDDLE = { x: 0.5, y: 0.5 };

/** The zoom at hand, which is kept among the settings once it rests. */
function useZoom(first: Zoom, onSettings: TensorViewProps['onSettings']) {
  const [zoom, setZoom] = useState<Zoom>({ zoom: first.zoom, x: first.x, y: first.y });
  const keep = useDebouncedCallback(onSettings, { delay: 400, flushOnUnmount: true });
  const change = (by: (now: Zoom) => Zoom) => {
    const next = by(zoom);
    setZoom(next);
    keep(next.zoom === 1 ? { zoom: undefined, x: undefined, y: undefined } : { ...next });
  };
  return [zoom, change] as const;
}

function Drawn(props: TensorViewProps & { overview: Overview; reading: string | undefined }) {
  const { name, dtype, dimensions, mapping, plane, cell, onCell, access, onSettings, overview, reading } = props;
  const settings = heatSettings(props.settings);
  const { map, isInverted, scale, reduction, low, high, range: kind } = settings;
  const box = useRef<HTMLDivElement>(null);
  const { ref, width, height } = useElementSize();
  const isNarrow = width < NARROW;
  const { shrunk } = overview;
  const extent = { width: overview.plane.columns, height: overview.plane.rows };
  const room = roomIn({ width, height }, mapping, extent.height);
  const drawing = fitted(room, extent, settings.aspect);
  const [zoom, setZoom] = useZoom(settings, onSettings);
  const view = viewOf(zoom, extent, drawing);
  const finer = useFiner(access, overview.plane, dtype, view, drawing);
  const bins = useBins(overview, finer.value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the range is made of.
  const range = useMemo(() => heatRange(shrunk, settings), [shrunk, kind, scale, map, low, high, reduction]);
  const colors = useMemo(() => mapPixels(map, isInverted), [map, isInverted]);
  const layers = useMemo(
    () => bins.map((each) => layerSource(each, reduction, range, scale)),
    [bins, reduction, range, scale],
  );
  const [pointed, setPointed] = useState<Cell>();
  const isCurrent = overview.plane === plane;
  const known = (at: Cell): KnownValue | undefined => {
    if (!isCurrent) return undefined;
    const all = bins.map((each) => knownValue(each, at, reduction, dtype));
    return all.findLast((each) => each !== undefined);
  };
  usePicture(isCurrent && range.problem === undefined ? heatPicture(plane, settings, range) : undefined);
  const layersOf = (of: PlaneView, pixels: Extent) => layers.map((layer) => layer(of, pixels));
  const hasRoom = room.width > 0 && room.height > 0;
  // The title of a figure names the slice.
  useFigure(
    hasRoom && isCurrent
      ? (canvas) => {
          const slice = sliceText(mapping, props.shape);
          const shown = { name, slice, dimensions, mapping, view, drawing, layersOf, colors, range, scale };
          drawFigure(canvas, heatFigure(shown, box.current ?? document.body));
        }
      : undefined,
  );
  const spread = drawnSpread(shrunk, reduction);
  const pointedValue = pointed && known(pointed);
  const bar = (
    <ColorBar
      {...{ map, isInverted, scale, range }}
      extent={barExtent(spread, range, scale)}
      isVertical={!isNarrow}
      onRange={onSettings}
      onMap={(to) => onSettings({ map: to })}
    />
  );
  const step = (bins.at(-1) ?? overview).shrunk.steps;
  return (
    <>
      <div ref={box} className={classes.root} data-narrow={isNarrow || undefined} data-grows aria-busy={!isCurrent}>
        <div ref={ref} className={classes.room}>
          {hasRoom && (
            <Plot
              {...{ name, dimensions, mapping, extent, drawing, zoom, colors, cell, onCell, step }}
              onZoom={setZoom}
              layersOf={layersOf}
              onPoint={setPointed}
              hint={
                pointed &&
                pointedValue &&
                `${placeText(pointed, pointedValue, mapping)}\n${shortestFloat(dtype, pointedValue.text)}`
              }
            />
          )}
        </div>
        {bar}
      </div>
      <HeatTable {...{ name, dimensions, mapping, shrunk, reduction }} />
      <div className={classes.foot}>
        <Status
          {...{ dtype, mapping, access }}
          cell={pointed ?? cell}
          plane={plane}
          known={pointed ? pointedValue : cell && known(cell)}
          reduction={REDUCTION_LABELS[reduction]}
          isChosen={pointed === undefined || (pointed.row === cell?.row && pointed.column === cell.column)}
          isCurrent={isCurrent}
        />
        <div className={classes.right}>
          {reading && <span className={classes.dim}>{reading}</span>}
          {finer.error && <ErrorNote error={finer.error} onRetry={finer.retry} />}
          {finer.isTooLarge && <span className={classes.dim}>Zoom in to see single values</span>}
          <MarkCounts {...shrunk.distribution} />
          <ZoomButtons
            isClose={false}
            isWhole={zoom.zoom <= 1}
            onZoom={(factor) => setZoom((now) => zoomedBy(now, factor, MIDDLE, extent, drawing))}
            onWhole={() => setZoom(() => ({ zoom: 1, x: 0, y: 0 }))}
          />
          <Options
            settings={settings}
            range={range}
            hasPositive={spread.finite === 0 || spread.highest > 0}
            onSettings={onSettings}
          />
        </div>
      </div>
    </>
  );
}

/** The index of a cell, or of the part of which it is one. */
function placeText(cell: Cell, { cells }: KnownValue, mapping: TensorViewProps['mapping']): string {
  const first = cellIndex(mapping, cells ?? cell);
  if (!cells) return `[${first.join(', ')}]`;
  const last = cellIndex(mapping, { row: cells.row + cells.height - 1, column: cells.column + cells.width - 1 });
  return `[${first.map((at, dimension) => (at === last[dimension] ? at : `${at}…${last[dimension]}`)).join(', ')}]`;
}
