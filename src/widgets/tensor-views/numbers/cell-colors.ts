import { useMemo } from 'react';
import { MAP_COLORS, mapColors, type Rgb } from '../../../tensor/color-map.ts';
import { rangeOf, scalingOf } from '../../../tensor/value-range.ts';
import type { CellColor } from '../../tensor-grid/grid-cells.tsx';
import { useOverview } from '../use-shrunk.ts';
import type { TensorViewProps } from '../view-props.ts';

/** What cells look like by their values, as the heat map of the plane has them at first. */
export interface CellColors {
  /** Undefined where cells are plain. */
  colorOf: ((exact: string) => CellColor | undefined) | undefined;
  /** Bytes that it takes to know the range of the plane, where that is more than is read without asking. */
  asks: number | undefined;
  ask(): void;
}

/** Bytes that are read without asking where no colors are wanted. */
const READS_NOTHING = -1;

/** Colors for the cells of a plane. Reads the plane where `isOn`. */
export function useCellColors({ access, plane, dtype }: TensorViewProps, isOn: boolean): CellColors {
  const { value, asks, ask } = useOverview(access, plane, dtype, isOn ? undefined : READS_NOTHING);
  const distribution = isOn ? value?.shrunk.distribution : undefined;
  const colorOf = useMemo(() => {
    if (!distribution) return undefined;
    const { low, high } = rangeOf(distribution, { kind: 'auto', scale: 'linear', isDiverging: false });
    const { at } = scalingOf({ low, high }, 'linear');
    const colors = mapColors('viridis').map(cellColor);
    return (exact: string) => {
      const value = Number(exact);
      if (!Number.isFinite(value)) return undefined;
      return colors[Math.max(0, Math.min(MAP_COLORS - 1, Math.floor(at(value) * MAP_COLORS)))];
    };
  }, [distribution]);
  return { colorOf, asks: isOn ? asks : undefined, ask };
}

/** A background, and black or white on it, whichever is read better. */
function cellColor(rgb: Rgb): CellColor {
  const [red, green, blue] = rgb.map((level) => {
    const share = level / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  // As WCAG has it: of equal contrast with both at a luminance of 0.179.
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return { background: `rgb(${rgb.join(' ')})`, color: luminance > 0.179 ? '#000' : '#fff' };
}
