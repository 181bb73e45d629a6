import { useEffect, useMemo, useRef } from 'react';
import { type Cell, planePart, type TensorPlane } from '../../../tensor/mapping.ts';
import { shortestFloat } from '../../../tensor/short-float.ts';
import type { Extreme } from '../extremes.tsx';
import type { Overview } from '../use-shrunk.ts';
import type { TensorViewProps } from '../view-props.ts';
import { type CellBlock, indexText } from './shown.ts';

/** Where the lowest or the highest value of a plane is: the cells that were drawn together with it, or it alone. */
interface Found {
  name: Extreme['name'];
  exact: string;
  value: number;
  cells: CellBlock;
}

type Props = Pick<TensorViewProps, 'dtype' | 'mapping' | 'access'>;

/**
 * The extremes of what a heat map shows. Nothing is read for them before one is pressed.
 *
 * @param onShow brings a cell into view
 * @param onCell chooses it, once it is known among those that are drawn together
 */
export function useExtremes(
  overview: Overview,
  { dtype, mapping, access }: Props,
  onShow: (cell: Cell) => void,
  onCell: (cell: Cell) => void,
): Extreme[] {
  const { plane } = overview;
  const found = useMemo(() => extremesOf(overview), [overview]);
  const reading = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pressed of another plane is not chosen in this one.
  useEffect(() => () => reading.current?.abort(), [plane]);
  const go = async ({ cells, value }: Found) => {
    reading.current?.abort();
    const { row, column, height, width } = cells;
    if (height * width === 1) {
      onShow({ row, column });
      return onCell({ row, column });
    }
    onShow({ row: row + Math.floor(height / 2), column: column + Math.floor(width / 2) });
    reading.current = new AbortController();
    const cell = await cellOf(value, plane, cells, access, reading.current.signal);
    if (cell) onCell(cell);
  };
  const most = Math.max(...found.map(({ value }) => Math.abs(value)));
  return found.map((each) => ({
    name: each.name,
    value: shortestFloat(dtype, each.exact),
    index: indexText(each.cells, mapping),
    isLargest: Math.abs(each.value) === most,
    onGo: () => void go(each),
  }));
}

/** Both, or neither where all finite values are the same. */
function extremesOf({ plane, shrunk }: Overview): Found[] {
  const { min, max, columns, steps, distribution } = shrunk;
  const { lowest, highest, low, high } = distribution;
  if (low === undefined || high === undefined || low === high) return [];
  const find = (name: Extreme['name'], values: Float64Array, value: number, exact: string): Found[] => {
    const bin = values.indexOf(value);
    if (bin < 0) return [];
    const [row, column] = [Math.floor(bin / columns) * steps.rows, (bin % columns) * steps.columns];
    const [height, width] = [Math.min(steps.rows, plane.rows - row), Math.min(steps.columns, plane.columns - column)];
    return [{ name, exact, value, cells: { row, column, height, width } }];
  };
  return [...find('Lowest', min, lowest, low), ...find('Highest', max, highest, high)];
}

/** The cell that has a value, of those that were drawn together. Undefined where they cannot be read now. */
async function cellOf(
  value: number,
  plane: TensorPlane,
  { row, column, height, width }: CellBlock,
  access: Props['access'],
  signal: AbortSignal,
): Promise<Cell | undefined> {
  const window = { rowStart: row, rowEnd: row + height, columnStart: column, columnEnd: column + width };
  try {
    const { min } = await access.shrunk(planePart(plane, window), { rows: 1, columns: 1 }, { signal });
    const at = min.indexOf(value);
    if (at < 0 || signal.aborted) return undefined;
    return { row: row + Math.floor(at / width), column: column + (at % width) };
  } catch {
    // The view has moved there, where what it reads says the same error.
    return undefined;
  }
}
