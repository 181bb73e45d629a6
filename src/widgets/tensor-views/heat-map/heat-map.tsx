import { useDebouncedCallback, useElementSize, useMergedRef } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { mapPixels } from '../../../tensor/color-map.ts';
import { type Cell, cellIndex, sliceText } from '../../../tensor/mapping.ts';
import {
  cellAt,
  closeTo,
  type Extent,
  type PlaneView,
  viewOf,
  type Zoom,
  zoomedBy,
} from '../../../tensor/plane-view.ts';
import { shortestFloat } from '../../../tensor/short-float.ts';
import type { ShrunkPlane } from '../../../tensor/shrink.ts';
import { ErrorNote } from '../../error-note.tsx';
import { Extremes } from '../extremes.tsx';
import { drawFigure } from '../figure.ts';
import { MarkCounts } from '../mark-counts.tsx';
import { ReadQuestion } from '../read-question.tsx';
import { ReadShell } from '../read-shell.tsx';
import { type Finer, type Overview, useFiner, useOverview } from '../use-shrunk.ts';
import { useFigure, usePicture } from '../view-exports.tsx';
import type { TensorViewProps } from '../view-props.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';
import { ColorBar } from './color-bar.tsx';
import { heatFigure, heatPicture } from './heat-figure.ts';
import classes from './heat-map.module.css';
import { HeatTable } from './heat-table.tsx';
import { Options, REDUCTION_LABELS } from './options.tsx';
import { type Place, Plot, partOf } from './plot.tsx';
import { type HeatSettings, heatSettings } from './settings.ts';
import {
  barExtent,
  drawnSpread,
  heatRange,
  indexText,
  type KnownValue,
  knownValue,
  layerSource,
  type PlacedBins,
} from './shown.ts';
import { Status } from './status.tsx';
import { useExtremes } from './use-extremes.ts';

/** A plane as colors. */
export default function HeatMap(props: TensorViewProps) {
  const { access, plane, dtype } = props;
  const overview = useOverview(access, plane, dtype);
  if (overview.asks !== undefined)
    return (
      <div className={classes.note}>
        <ReadQuestion what="this heat map" bytes={overview.asks} access={access} onRead={overview.ask} />
      </div>
    );
  return (
    <ReadShell what="the values" reading={overview}>
      {overview.value && <Drawn {...props} overview={overview.value} isCurrent={overview.isCurrent} />}
    </ReadShell>
  );
}

/** Room beside the drawing for indices, and above it, in CSS pixels. */
const DIGIT = 7.6;
const AXIS_GAP = 10;
const AXIS_ROW = 22;

/** The room in which the bar of colors goes below the drawing. */
const NARROW = 520;

/** The part of the room that square cells fill at least. Where they would leave more of it empty, cells fill the room. */
const LEAST_FILLED = 1 / 3;

function fitted(room: Extent, cells: Extent, aspect: HeatSettings['aspect']): Extent {
  if (aspect === 'free') return room;
  const scale = Math.min(room.width / cells.width, room.height / cells.height);
  const [width, height] = [cells.width * scale, cells.height * scale];
  if (aspect === 'auto' && width * height < LEAST_FILLED * room.width * room.height) return room;
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}

/** The room for the drawing, beside the indices of its rows and below those of its columns. */
function roomIn({ width, height }: Extent, mapping: TensorViewProps['mapping'], rows: number): Extent {
  const { rows: dimension } = mapping;
  const last = dimension === undefined ? 0 : cellIndex(mapping, { row: rows - 1, column: 0 })[dimension];
  const gutter = Math.max(16, String(last).length * DIGIT) + AXIS_GAP;
  return { width: Math.max(0, width - gutter), height: Math.max(0, height - AXIS_ROW) };
}

function hasMarks({ distribution: { nan, positiveInfinite, negativeInfinite } }: ShrunkPlane): boolean {
  return nan + positiveInfinite + negativeInfinite > 0;
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

function Drawn(props: TensorViewProps & { overview: Overview; isCurrent: boolean }) {
  const { name, dtype, dimensions, mapping, plane, cell, onCell, access, onSettings, overview, isCurrent } = props;
  const settings = heatSettings(props.settings);
  const { map, isInverted, scale, reduction, low, high, range: kind } = settings;
  const box = useRef<HTMLDivElement>(null);
  const { ref: outer, width: whole } = useElementSize();
  const root = useMergedRef(box, outer);
  const { ref, width, height } = useElementSize();
  const isNarrow = whole < NARROW;
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
  // What is under the pointer changes while it rests: by the wheel, by keys and with the slice.
  const [pointer, setPointer] = useState<Place>();
  const hasRoom = room.width > 0 && room.height > 0;
  const pointed = pointer && hasRoom ? cellAt(view, partOf(pointer, drawing), extent) : undefined;
  const known = (at: Cell): KnownValue | undefined => {
    if (!isCurrent) return undefined;
    const all = bins.map((each) => knownValue(each, at, reduction, dtype));
    return all.findLast((each) => each !== undefined);
  };
  usePicture(isCurrent && range.problem === undefined ? heatPicture(plane, settings, range) : undefined);
  const layersOf = (of: PlaneView, pixels: Extent) => layers.map((layer) => layer(of, pixels));
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
  const step = (bins.at(-1) ?? overview).shrunk.steps;
  const goTo = (to: Cell) => setZoom((now) => closeTo(now, to, extent, drawing));
  const extremes = useExtremes(overview, props, goTo, onCell);
  return (
    <>
      <div ref={root} className={classes.root} data-narrow={isNarrow || undefined} data-grows aria-busy={!isCurrent}>
        <div ref={ref} className={classes.room}>
          {hasRoom && (
            <Plot
              {...{ name, dimensions, mapping, extent, drawing, zoom, colors, cell, onCell, step, pointer }}
              onZoom={setZoom}
              layersOf={layersOf}
              onPointer={setPointer}
              hint={
                pointed &&
                pointedValue &&
                `${indexText(pointedValue.cells ?? { ...pointed, height: 1, width: 1 }, mapping)}\n${shortestFloat(dtype, pointedValue.text)}`
              }
            />
          )}
        </div>
        {whole > 0 && (
          <ColorBar
            {...{ map, isInverted, scale, range }}
            extent={spread.finite > 0 ? barExtent(spread, range, scale) : undefined}
            isVertical={!isNarrow}
            onRange={onSettings}
            onMap={(to) => onSettings({ map: to })}
          />
        )}
      </div>
      <HeatTable {...{ name, dimensions, mapping, shrunk, reduction }} />
      <Extremes
        of={extremes}
        isCurrent={isCurrent}
        none={
          spread.finite === 0
            ? 'No value is finite'
            : `All ${hasMarks(shrunk) ? 'finite values' : 'values'} are ${shortestFloat(dtype, shrunk.distribution.low ?? '')}`
        }
      >
        <MarkCounts {...shrunk.distribution} />
      </Extremes>
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
          {finer.error && <ErrorNote error={finer.error} onRetry={finer.retry} />}
          {finer.isTooLarge && <span className={classes.dim}>Zoom in to see single values</span>}
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
            hasMap={isNarrow}
          />
        </div>
      </div>
    </>
  );
}
