import { MAP_COLORS, MARK_COLORS, pixelOf } from '../../../tensor/color-map.ts';
import type { PlaneView } from '../../../tensor/plane-view.ts';
import type { BinSteps } from '../../../tensor/shrink.ts';

/** Bins of a part of a plane, each with its color. */
export interface Layer {
  /** The first cell, and how many cells the bins hold down and across. */
  row: number;
  column: number;
  height: number;
  width: number;
  steps: BinSteps;
  /** Bins across. */
  columns: number;
  colors: Uint16Array;
}

/** The smallest side of a cell in pixels that has room for stripes, and how far they are apart. */
const STRIPED = 6;
const STRIPES = 6;

/** The color of a bin at a pixel. Marks have stripes of three directions, so that they differ without their colors. */
function striped(color: number, x: number, y: number, pixels: Uint32Array): number {
  const mark = color - MAP_COLORS;
  const at = [x + y, y, x][mark] as number;
  return at % STRIPES < 2 ? pixelOf((MARK_COLORS[mark] as (typeof MARK_COLORS)[0])[1]) : (pixels[color] as number);
}

/**
 * Draws layers over each other, by the nearest bin of each pixel's middle. The bins of a layer must not be smaller than
 * pixels, or some would not be drawn.
 *
 * @param target `width` × `height` pixels as an `ImageData` has them
 * @param pixels of each color, as `mapPixels` gives them
 */
export function drawLayers(
  target: Uint32Array,
  { width, height }: { width: number; height: number },
  view: PlaneView,
  layers: readonly Layer[],
  pixels: Uint32Array,
): void {
  const hasStripes = Math.min(width / view.width, height / view.height) >= STRIPED;
  for (const layer of layers) {
    const across = binsOf(width, view.x - layer.column, view.width, layer.width, layer.steps.columns);
    const down = binsOf(height, view.y - layer.row, view.height, layer.height, layer.steps.rows);
    const first = across.findIndex((bin) => bin >= 0);
    const end = across.findLastIndex((bin) => bin >= 0) + 1;
    const { colors, columns } = layer;
    for (let y = 0; y < height; y++) {
      const row = down[y] as number;
      if (row < 0 || first < 0) continue;
      const to = y * width;
      if (!hasStripes && y > 0 && down[y - 1] === row) {
        target.copyWithin(to + first, to - width + first, to - width + end);
        continue;
      }
      const from = row * columns;
      for (let x = first; x < end; x++) {
        const color = colors[from + (across[x] as number)] as number;
        target[to + x] = hasStripes && color >= MAP_COLORS ? striped(color, x, y, pixels) : (pixels[color] as number);
      }
    }
  }
}

/** The bin at the middle of each pixel, or -1 beside the layer. */
function binsOf(count: number, start: number, length: number, extent: number, step: number): Int32Array {
  const bins = new Int32Array(count);
  for (let pixel = 0; pixel < count; pixel++) {
    const cell = Math.floor(start + ((pixel + 0.5) / count) * length);
    bins[pixel] = cell >= 0 && cell < extent ? Math.floor(cell / step) : -1;
  }
  return bins;
}
