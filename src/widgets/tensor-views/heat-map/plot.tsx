import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { MAX_CANVAS_PIXELS } from '../../../base/limits.ts';
import { type Cell, cellIndex, type TensorMapping } from '../../../tensor/mapping.ts';
import {
  cellAt,
  type Extent,
  type PlaneView,
  pannedBy,
  viewOf,
  withCell,
  type Zoom,
  zoomedBy,
} from '../../../tensor/plane-view.ts';
import { useGestures } from '../../lightbox/gestures.ts';
import { visibleText } from '../../name-text.tsx';
import { drawLayers, type Layer } from './drawing.ts';
import { heatKeyAct } from './heat-keys.ts';
import classes from './plot.module.css';

/** In CSS pixels. */
export interface Place {
  x: number;
  y: number;
}

interface Props {
  name: string;
  dimensions: readonly string[];
  mapping: TensorMapping;
  /** Cells of the plane, and CSS pixels of the drawing. */
  extent: Extent;
  drawing: Extent;
  zoom: Zoom;
  onZoom(change: (now: Zoom) => Zoom): void;
  /** What to draw, over each other, for what is shown. */
  layersOf(view: PlaneView, pixels: Extent): Layer[];
  colors: Uint32Array;
  cell: Cell | undefined;
  onCell(cell: Cell): void;
  /** How far an arrow key moves the chosen cell. */
  step: { rows: number; columns: number };
  /** Where the pointer rests over the drawing, from its middle, and what is there, in words. */
  pointer: Place | undefined;
  onPointer(at: Place | undefined): void;
  hint: string | undefined;
}

/** A place of a drawing as parts of it, from 0 to 1. */
export function partOf({ x, y }: Place, { width, height }: Extent): Place {
  return { x: x / width + 0.5, y: y / height + 0.5 };
}

/** A plane as colors, with its axes. */
export function Plot(props: Props) {
  const { name, dimensions, mapping, extent, drawing, zoom, onZoom, cell, onCell, step, pointer, onPointer, hint } =
    props;
  const view = viewOf(zoom, extent, drawing);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const placeOf = (at: Place) => partOf(at, drawing);
  useGestures(box, {
    onPan: (by) =>
      onZoom((now) => pannedBy(now, { x: -by.x / drawing.width, y: -by.y / drawing.height }, extent, drawing)),
    onZoom: (factor, at) => onZoom((now) => zoomedBy(now, factor, placeOf(at), extent, drawing)),
    onPoint: onPointer,
    onPress: (at) => onCell(cellAt(view, placeOf(at), extent)),
    onDoubleClick: (at) => onZoom((now) => zoomedBy(now, 2, placeOf(at), extent, drawing)),
  });
  const canvas = useDrawing(props, view);
  const choose = (to: Cell) => {
    const next = {
      row: Math.max(0, Math.min(extent.height - 1, to.row)),
      column: Math.max(0, Math.min(extent.width - 1, to.column)),
    };
    // What the keys choose is said, not what a pointer that rests was over.
    onPointer(undefined);
    onCell(next);
    onZoom((now) => withCell(now, next, extent, drawing));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = heatKeyAct(event, { cell, step, extent });
    if (!act) return;
    event.preventDefault();
    if ('row' in act) choose(act);
    else if ('x' in act) onZoom((now) => pannedBy(now, act, extent, drawing));
    else if (act.factor === 0) onZoom(() => ({ zoom: 1, x: 0, y: 0 }));
    else onZoom((now) => zoomedBy(now, act.factor, { x: 0.5, y: 0.5 }, extent, drawing));
  };
  return (
    <div
      className={classes.root}
      style={{
        gridTemplateColumns: `minmax(0, auto) ${drawing.width}px`,
        gridTemplateRows: `auto ${drawing.height}px`,
      }}
    >
      <Axis axis="columns" {...{ dimensions, mapping, view }} />
      <Axis axis="rows" {...{ dimensions, mapping, view }} />
      <div
        ref={setBox}
        role="application"
        aria-label={`Heat map of ${visibleText(name)}: arrow keys choose a value, plus and minus zoom`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys.
        tabIndex={0}
        className={classes.box}
        data-zoomed={zoom.zoom > 1 || undefined}
        onKeyDown={onKeyDown}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Heat map of ${visibleText(name)}`}
          className={classes.canvas}
          style={{ width: drawing.width, height: drawing.height }}
        />
        {cell && <Mark cell={cell} view={view} drawing={drawing} />}
        {pointer && hint !== undefined && (
          <div
            className={classes.hint}
            data-left={pointer.x > 0 || undefined}
            data-above={pointer.y > 0 || undefined}
            style={{ left: pointer.x + drawing.width / 2, top: pointer.y + drawing.height / 2 }}
            aria-hidden
          >
            {hint.split('\n').map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

/** Where the chosen cell is. Smaller ones get a ring around them. */
function Mark({ cell, view, drawing }: { cell: Cell; view: PlaneView; drawing: Extent }) {
  const [across, down] = [drawing.width / view.width, drawing.height / view.height];
  const [width, height] = [Math.max(8, across), Math.max(8, down)];
  const left = (cell.column + 0.5 - view.x) * across - width / 2;
  const top = (cell.row + 0.5 - view.y) * down - height / 2;
  if (left > drawing.width || top > drawing.height || left + width < 0 || top + height < 0) return null;
  return <div className={classes.mark} style={{ left, top, width, height }} />;
}

interface AxisProps {
  axis: 'rows' | 'columns';
  dimensions: readonly string[];
  mapping: TensorMapping;
  view: PlaneView;
}

/** The name of a dimension, and the first and the last shown index of it. */
function Axis({ axis, dimensions, mapping, view }: AxisProps) {
  const dimension = mapping[axis];
  const [start, length] = axis === 'rows' ? [view.y, view.height] : [view.x, view.width];
  const [first, last] = [Math.floor(start), Math.ceil(start + length) - 1].map((at) =>
    dimension === undefined ? at : (cellIndex(mapping, { row: at, column: at })[dimension] as number),
  );
  return (
    <div className={classes.axis} data-axis={axis}>
      <span className={classes.end}>{first}</span>
      <span className={classes.name}>
        {dimension === undefined ? '' : visibleText(dimensions[dimension] as string)}
      </span>
      {last !== first && <span className={classes.end}>{last}</span>}
    </div>
  );
}

/** Draws on a canvas as sharp as the screen, up to `MAX_CANVAS_PIXELS`. */
function useDrawing({ drawing, layersOf, colors }: Props, view: PlaneView) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const image = useRef<ImageData>(undefined);
  const ratio = Math.min(
    window.devicePixelRatio || 1,
    Math.sqrt(MAX_CANVAS_PIXELS / Math.max(1, drawing.width * drawing.height)),
  );
  const width = Math.max(1, Math.round(drawing.width * ratio));
  const height = Math.max(1, Math.round(drawing.height * ratio));
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    if (element.width !== width || element.height !== height) {
      element.width = width;
      element.height = height;
    }
    if (image.current?.width !== width || image.current.height !== height)
      image.current = context.createImageData(width, height);
    const { data } = image.current;
    drawLayers(new Uint32Array(data.buffer), { width, height }, view, layersOf(view, { width, height }), colors);
    context.putImageData(image.current, 0, 0);
  });
  return canvas;
}
