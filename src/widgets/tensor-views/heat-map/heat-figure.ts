import { MAP_COLORS, MARK_COLORS, mapColors, pixelOf } from '../../../tensor/color-map.ts';
import type { PixelMap } from '../../../tensor/export/pixel-colors.ts';
import { cellIndex, type TensorMapping, type TensorPlane } from '../../../tensor/mapping.ts';
import type { Extent, PlaneView } from '../../../tensor/plane-view.ts';
import { type Scale, scalingOf, type ValueRange } from '../../../tensor/value-range.ts';
import { visibleText } from '../../name-text.tsx';
import { shortNumber } from '../../tensor-grid/text.ts';
import type { Figure, FigureInk } from '../figure.ts';
import type { ShownPicture } from '../view-exports.tsx';
import { drawLayers, type Layer } from './drawing.ts';
import type { HeatSettings } from './settings.ts';

/** A plane as the colors of a heat map, a pixel for each element. */
export function heatPicture(
  { rows, columns, start, rowStride, columnStride }: TensorPlane,
  { map, isInverted, scale }: Pick<HeatSettings, 'map' | 'isInverted' | 'scale'>,
  range: ValueRange,
): ShownPicture {
  const { value } = scalingOf(range, scale);
  const colors: PixelMap = {
    kind: 'map',
    colors: Uint8Array.from(mapColors(map, isInverted).flat()),
    bounds: Float64Array.from({ length: MAP_COLORS - 1 }, (_, at) => value((at + 1) / MAP_COLORS)),
    others: Uint8Array.from(MARK_COLORS.flatMap(([color]) => color)),
  };
  const axis = (count: number, stride: number) => ({ count, stride, first: 0, step: 1 });
  return { part: { start, axes: [axis(rows, rowStride), axis(columns, columnStride)] }, colors };
}

interface Shown {
  name: string;
  /** The slice in NumPy's way of writing. */
  slice: string;
  dimensions: readonly string[];
  mapping: TensorMapping;
  view: PlaneView;
  /** CSS pixels of the drawing. */
  drawing: Extent;
  layersOf(view: PlaneView, pixels: Extent): Layer[];
  colors: Uint32Array;
  range: ValueRange;
  scale: Scale;
}

/** Between the drawing and what stands beside it, the bar of colors, and the texts beside that. */
const GAP = 20;
const BAR = 14;
const LABELS = 72;
const LINE = 18;

/** A heat map as it is shown, with its axes and its bar of colors. */
export function heatFigure(shown: Shown, element: Element): Figure {
  const { name, slice, drawing, range, scale, mapping } = shown;
  const scaled = scale === 'linear' ? '' : `, ${scale} scale`;
  const last = mapping.rows === undefined ? 0 : (lastOf(shown, 'rows') ?? 0);
  return {
    title: visibleText(name),
    note: `${slice} · ${shortNumber(range.low)} to ${shortNumber(range.high)}${scaled}`,
    element,
    width: drawing.width,
    height: Math.max(drawing.height, 3 * LINE),
    left: 12 + Math.max(LINE, 8 * String(last).length),
    right: GAP + BAR + LABELS,
    above: LINE,
    bottom: 0,
    draw(context, ink) {
      drawPlane(context, shown);
      drawAxes(context, shown, ink);
      drawBar(context, shown, ink);
    },
  };
}

function drawPlane(context: CanvasRenderingContext2D, { drawing, view, layersOf, colors }: Shown): void {
  const ratio = context.getTransform().a;
  const [width, height] = [
    Math.max(1, Math.round(drawing.width * ratio)),
    Math.max(1, Math.round(drawing.height * ratio)),
  ];
  const image = new ImageData(width, height);
  drawLayers(new Uint32Array(image.data.buffer), { width, height }, view, layersOf(view, { width, height }), colors);
  paste(context, image, { x: 0, y: 0, width: drawing.width, height: drawing.height });
}

/** Draws pixels into a rectangle. */
function paste(
  context: CanvasRenderingContext2D,
  image: ImageData,
  { x, y, width, height }: Extent & { x: number; y: number },
): void {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, x, y, width, height);
}

/** The first and the last shown index of an axis. Undefined where no dimension runs along it. */
function endsOf({ mapping, view }: Shown, axis: 'rows' | 'columns'): [number, number] | undefined {
  const dimension = mapping[axis];
  if (dimension === undefined) return undefined;
  const [start, length] = axis === 'rows' ? [view.y, view.height] : [view.x, view.width];
  const indexAt = (at: number) => cellIndex(mapping, { row: at, column: at })[dimension] as number;
  return [indexAt(Math.floor(start)), indexAt(Math.ceil(start + length) - 1)];
}

function lastOf(shown: Shown, axis: 'rows' | 'columns'): number | undefined {
  return endsOf(shown, axis)?.[1];
}

function drawAxes(context: CanvasRenderingContext2D, shown: Shown, { text, font }: FigureInk): void {
  const { drawing, dimensions, mapping } = shown;
  context.fillStyle = text;
  context.font = font;
  const name = (axis: 'rows' | 'columns') => visibleText(dimensions[mapping[axis] as number] ?? '');
  const across = endsOf(shown, 'columns');
  if (across) {
    drawEnds(context, across, drawing.width, name('columns'), -6);
  }
  const down = endsOf(shown, 'rows');
  if (!down) return;
  context.save();
  context.textAlign = 'right';
  context.textBaseline = 'top';
  context.fillText(String(down[0]), -6, 0);
  context.textBaseline = 'bottom';
  if (down[1] !== down[0]) context.fillText(String(down[1]), -6, drawing.height);
  context.translate(-6, drawing.height / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = 'center';
  context.fillText(name('rows'), 0, 0, drawing.height - 4 * LINE);
  context.restore();
}

/** Two indices at the ends of a line of text, and a name between them. */
function drawEnds(
  context: CanvasRenderingContext2D,
  [first, last]: [number, number],
  width: number,
  name: string,
  y: number,
): void {
  context.textBaseline = 'bottom';
  context.textAlign = 'left';
  context.fillText(String(first), 0, y);
  context.textAlign = 'right';
  if (last !== first) context.fillText(String(last), width, y);
  context.textAlign = 'center';
  const room = width - 2 * (context.measureText(String(last)).width + 8);
  if (room > 24) context.fillText(name, width / 2, y, room);
}

/** The colors from the highest value to the lowest, and both. */
function drawBar(context: CanvasRenderingContext2D, { drawing, colors, range }: Shown, { text }: FigureInk): void {
  const image = new ImageData(1, MAP_COLORS);
  const pixels = new Uint32Array(image.data.buffer);
  for (let at = 0; at < MAP_COLORS; at++) pixels[at] = colors[MAP_COLORS - 1 - at] ?? pixelOf([0, 0, 0]);
  const x = drawing.width + GAP;
  const height = Math.max(drawing.height, 3 * LINE);
  paste(context, image, { x, y: 0, width: BAR, height });
  context.fillStyle = text;
  context.textAlign = 'left';
  context.textBaseline = 'top';
  context.fillText(shortNumber(range.high), x + BAR + 6, 0, LABELS);
  context.textBaseline = 'bottom';
  context.fillText(shortNumber(range.low), x + BAR + 6, height, LABELS);
}
