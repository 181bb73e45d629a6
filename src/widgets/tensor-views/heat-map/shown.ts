import { type DecodedDtype, DTYPES } from '../../../tensor/dtype.ts';
import { elementText } from '../../../tensor/elements.ts';
import { type Cell, cellIndex, type TensorMapping } from '../../../tensor/mapping.ts';
import type { Extent, PlaneView } from '../../../tensor/plane-view.ts';
import {
  type BinSteps,
  binDistribution,
  coarser,
  HAS_NAN,
  HAS_POSITIVE_INFINITY,
  type Reduction,
  reduced,
  type ShrunkPlane,
} from '../../../tensor/shrink.ts';
import { type Distribution, innerRange, isFlattened } from '../../../tensor/statistics/distribution.ts';
import { binColors, type ChosenRange, rangeOf, type Scale, type ValueRange } from '../../../tensor/value-range.ts';
import type { Layer } from './drawing.ts';
import type { HeatSettings } from './settings.ts';

/** How the points of an overview are spread, by what stands for a bin. Kept, as several parts of the page ask. */
const spreads = new WeakMap<ShrunkPlane, Map<Reduction, Distribution>>();

/** How the points that are drawn of a plane are spread: its values, or what stands for many of them. */
export function drawnSpread(shrunk: ShrunkPlane, reduction: Reduction): Distribution {
  if (!shrunk.finite) return shrunk.distribution;
  const known = spreads.get(shrunk) ?? new Map<Reduction, Distribution>();
  spreads.set(shrunk, known);
  const spread = known.get(reduction) ?? binDistribution(reduced(shrunk, reduction));
  known.set(reduction, spread);
  return spread;
}

/** The range of a heat map, with these choices. */
export function heatRange(shrunk: ShrunkPlane, { range, scale, map, low, high, reduction }: HeatSettings): ChosenRange {
  return rangeOf(drawnSpread(shrunk, reduction), { kind: range, scale, isDiverging: map === 'diverging', low, high });
}

/**
 * The values along a color bar: all that are drawn, or some way around the range where outliers would leave no room to
 * set it.
 */
export function barExtent(spread: Distribution, range: ChosenRange, scale: Scale): ValueRange {
  let { lowest: low, highest: high } = spread;
  if (scale === 'linear' && isFlattened(spread)) ({ low, high } = innerRange(spread));
  if (scale === 'log') low = spread.leastPositive ?? range.low;
  return { low: Math.min(low, range.low), high: Math.max(high, range.high) };
}

/** Bins that lie in a plane from a cell on. */
export interface PlacedBins {
  shrunk: ShrunkPlane;
  row: number;
  column: number;
  height: number;
  width: number;
}

/**
 * Gives the layer of bins for a view: drawn together further where they would be smaller than pixels. Keeps what it has
 * made, so that zooming does not color them again.
 */
export function layerSource(bins: PlacedBins, reduction: Reduction, range: ValueRange, scale: Scale) {
  const made = new Map<string, Layer>();
  return (view: PlaneView, pixels: Extent): Layer => {
    const { shrunk, ...place } = bins;
    const factor = (cells: number, step: number, count: number) => Math.max(1, Math.ceil(cells / step / count - 1e-9));
    const by: BinSteps = {
      rows: factor(view.height, shrunk.steps.rows, pixels.height),
      columns: factor(view.width, shrunk.steps.columns, pixels.width),
    };
    const key = `${by.rows} ${by.columns}`;
    let layer = made.get(key);
    if (!layer) {
      const drawn = coarser(shrunk, by);
      const colors = binColors(reduced(drawn, reduction), drawn.marks, range, scale);
      layer = { ...place, steps: drawn.steps, columns: drawn.columns, colors };
      made.set(key, layer);
    }
    return layer;
  };
}

/** Cells of a plane from one on, which are drawn together. */
export interface CellBlock extends Cell {
  height: number;
  width: number;
}

/** The index of the only cell of a block, or the indices from its first to its last one: "[3, 8…11]". */
export function indexText(cells: CellBlock, mapping: TensorMapping): string {
  const first = cellIndex(mapping, cells);
  const last = cellIndex(mapping, { row: cells.row + cells.height - 1, column: cells.column + cells.width - 1 });
  return `[${first.map((at, dimension) => (at === last[dimension] ? at : `${at}…${last[dimension]}`)).join(', ')}]`;
}

/** What is known of a cell without reading. */
export interface KnownValue {
  /** The exact value as `elementText` gives it; or what stands for many values, of which the cell is one. */
  text: string;
  /** The cells that it stands for, half-open. Undefined for the cell alone. */
  cells?: CellBlock;
}

/** What bins say of a cell. Undefined beside them, and for an integer that a float64 does not hold. */
export function knownValue(
  { shrunk, row, column, height, width }: PlacedBins,
  cell: Cell,
  reduction: Reduction,
  dtype: DecodedDtype,
): KnownValue | undefined {
  const [down, across] = [cell.row - row, cell.column - column];
  if (down < 0 || across < 0 || down >= height || across >= width) return undefined;
  const { steps } = shrunk;
  const [binRow, binColumn] = [Math.floor(down / steps.rows), Math.floor(across / steps.columns)];
  const bin = binRow * shrunk.columns + binColumn;
  const mark = shrunk.marks[bin] as number;
  const isOne = steps.rows === 1 && steps.columns === 1;
  if (isOne) {
    if (mark !== 0)
      return { text: mark === HAS_NAN ? 'NaN' : mark === HAS_POSITIVE_INFINITY ? 'Infinity' : '-Infinity' };
    const value = shrunk.min[bin] as number;
    const { kind, bits } = DTYPES[dtype] as { kind: string; bits?: number };
    if (kind !== 'float' && bits === 64 && !Number.isSafeInteger(value)) return undefined;
    return { text: kind === 'bool' ? String(value !== 0) : elementText(value) };
  }
  const value = { magnitude: undefined, min: shrunk.min, max: shrunk.max, mean: shrunk.mean }[reduction]?.[bin];
  const [low, high] = [shrunk.min[bin] as number, shrunk.max[bin] as number];
  const cells = {
    row: row + binRow * steps.rows,
    column: column + binColumn * steps.columns,
    height: Math.min(steps.rows, height - binRow * steps.rows),
    width: Math.min(steps.columns, width - binColumn * steps.columns),
  };
  return { text: elementText(value ?? (-low > high ? low : high)), cells };
}
